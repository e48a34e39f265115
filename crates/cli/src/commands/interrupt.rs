//! What happens when the user wants to stop.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};

/// The exit code of a program that was ended by Ctrl-C.
const ENDED: i32 = 130;

/// Set when the user interrupts: what is known then is printed. A second interrupt ends the program.
pub fn stop_on_interrupt() -> Result<Arc<AtomicBool>> {
    stop_on_interrupt_or(|| {})
}

/// The same; `before_end` is called before a second interrupt ends the program.
pub fn stop_on_interrupt_or(before_end: impl Fn() + Send + 'static) -> Result<Arc<AtomicBool>> {
    let stopped = Arc::new(AtomicBool::new(false));
    watch(Arc::clone(&stopped), before_end).context("cannot watch for Ctrl-C")?;
    Ok(stopped)
}

#[cfg(unix)]
fn watch(stopped: Arc<AtomicBool>, before_end: impl Fn() + Send + 'static) -> io::Result<()> {
    use std::sync::atomic::Ordering;
    use std::{process, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let mut requests = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let wait = move || {
        for _ in requests.forever() {
            if stopped.swap(true, Ordering::Relaxed) {
                before_end();
                process::exit(ENDED);
            }
        }
    };
    thread::Builder::new().spawn(wait).map(drop)
}

/// What is done before the end is to end groups of processes, which Windows does not have.
#[cfg(windows)]
fn watch(stopped: Arc<AtomicBool>, _before_end: impl Fn()) -> io::Result<()> {
    use signal_hook::consts::{SIGBREAK, SIGINT};
    use signal_hook::flag;

    for signal in [SIGINT, SIGBREAK] {
        // In this order, so that only the second request ends the program.
        flag::register_conditional_shutdown(signal, ENDED, Arc::clone(&stopped))?;
        flag::register(signal, Arc::clone(&stopped))?;
    }
    Ok(())
}
