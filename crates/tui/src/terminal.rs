//! The terminal while the program draws on all of it: taken, and given back when the program leaves it, panics or gets a signal.

use std::io::{self, BufWriter, Stdout, stdout};
use std::mem::ManuallyDrop;
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, ensure};
use crossterm::event::{
    DisableFocusChange, EnableFocusChange, KeyboardEnhancementFlags, PopKeyboardEnhancementFlags,
    PushKeyboardEnhancementFlags,
};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{cursor, execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::{Frame, Terminal};

use super::{NO_TERMINAL, is_there};

/// Whether the terminal is ours at the moment.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// A terminal that is drawn on. It is as before when this is dropped, and also after a panic.
pub struct Screen {
    /// Never dropped: it would complain about a terminal that is gone, to that terminal.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<BufWriter<Stdout>>>>,
    reports_releases: bool,
}

impl Screen {
    /// Takes the terminal. `asks` says whether to find out if it reports the release of keys.
    ///
    /// # Errors
    /// If there is no terminal.
    pub fn open(asks: bool) -> Result<Screen> {
        ensure!(is_there(), "{NO_TERMINAL}");
        restore_after_panic();
        // Nothing is shown before it is known whether raw mode works.
        terminal::enable_raw_mode().context("the terminal cannot be switched to raw mode")?;
        TAKEN.store(true, Ordering::SeqCst);
        let reports_releases = cfg!(windows) || asks && terminal::supports_keyboard_enhancement().unwrap_or(false);
        let backend = CrosstermBackend::new(BufWriter::new(stdout()));
        let terminal = Terminal::new(backend).context("the terminal does not say how large it is");
        let opened = terminal.and_then(|terminal| {
            take(reports_releases).context("cannot draw in the terminal")?;
            Ok(Screen { terminal: ManuallyDrop::new(terminal), reports_releases })
        });
        opened.inspect_err(|_| give_back())
    }

    /// Whether the terminal tells when a key is let go.
    pub const fn reports_releases(&self) -> bool {
        self.reports_releases
    }

    /// Draws a picture. The terminal shows it in one go, if it can.
    pub fn draw(&mut self, picture: impl FnOnce(&mut Frame<'_>)) -> Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(picture)?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)?;
        Ok(())
    }

    /// Where programs are not stopped for a while, nothing happens.
    #[cfg(not(unix))]
    pub fn suspend(&mut self) -> Result<()> {
        Ok(())
    }

    /// Gives the terminal back while the program is suspended, and takes it again when it continues.
    #[cfg(unix)]
    pub fn suspend(&mut self) -> Result<()> {
        use signal_hook::consts::SIGTSTP;
        give_back();
        signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
        terminal::enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        take(self.reports_releases)?;
        self.terminal.clear()?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// What is asked of the terminal, once it is in raw mode.
fn take(reports_releases: bool) -> io::Result<()> {
    let mut out = stdout();
    execute!(out, EnterAlternateScreen, EnableFocusChange, cursor::Hide)?;
    if reports_releases && !cfg!(windows) {
        let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
            | KeyboardEnhancementFlags::REPORT_EVENT_TYPES
            | KeyboardEnhancementFlags::REPORT_ALTERNATE_KEYS
            | KeyboardEnhancementFlags::REPORT_ALL_KEYS_AS_ESCAPE_CODES;
        execute!(out, PushKeyboardEnhancementFlags(flags))?;
    }
    Ok(())
}

/// Restores the terminal. Errors are ignored, because there is no terminal left to report them to.
pub(super) fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // Terminals ignore the commands that they do not know.
        let _ = execute!(
            stdout(),
            EndSynchronizedUpdate,
            PopKeyboardEnhancementFlags,
            DisableFocusChange,
            LeaveAlternateScreen,
            cursor::Show
        );
        let _ = terminal::disable_raw_mode();
    }
}

/// Restores the terminal before a panic message is written, so that the message can be read.
fn restore_after_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |information| {
            give_back();
            before(information);
        }));
    });
}
