//! What the system asks of a program that has the terminal: to end, or to stop for a while.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use anyhow::Result;

/// What was asked for so far.
#[derive(Clone, Default)]
pub struct Signals {
    /// The signal that ends the program, 0 while there is none.
    end: Arc<AtomicU8>,
    /// The program should stop for a while.
    stop: Arc<AtomicBool>,
}

impl Signals {
    /// The signal that ends the program.
    pub fn end(&self) -> Option<u8> {
        Some(self.end.load(Ordering::Relaxed)).filter(|&signal| signal != 0)
    }

    /// Whether the program should stop for a while. It is asked once for each time.
    pub fn stops(&self) -> bool {
        self.stop.swap(false, Ordering::Relaxed)
    }

    /// Watches from now on.
    #[cfg(not(unix))]
    pub fn watch() -> Result<Signals> {
        Ok(Signals::default())
    }

    /// Watches from now on. A program that does not end soon after it was asked to is ended: writing to a terminal that is gone may
    /// take for ever.
    #[cfg(unix)]
    pub fn watch() -> Result<Signals> {
        use std::time::Duration;
        use std::{process, thread};

        use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
        use signal_hook::iterator;

        /// How long the program has to end by itself.
        const GRACE: Duration = Duration::from_secs(1);

        let signals = Signals::default();
        let told = signals.clone();
        let mut coming = iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP])?;
        thread::spawn(move || {
            for signal in coming.forever() {
                if signal == SIGTSTP {
                    told.stop.store(true, Ordering::Relaxed);
                    continue;
                }
                let number = signal as u8;
                told.end.store(number, Ordering::Relaxed);
                thread::sleep(GRACE);
                super::terminal::give_back();
                process::exit(i32::from(128 + number));
            }
        });
        Ok(signals)
    }
}
