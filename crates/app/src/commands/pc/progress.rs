//! How far a search is, in a terminal.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Shows a line that is replaced, at most five times a second, and only where someone can see it.
pub struct Progress {
    last: Mutex<Option<Instant>>,
    begun: Instant,
}

impl Progress {
    pub fn new() -> Progress {
        Progress { last: Mutex::new(None), begun: Instant::now() }
    }

    pub fn show(&self, line: impl FnOnce() -> String) {
        const PAUSE: Duration = Duration::from_millis(200);
        if self.begun.elapsed() < 2 * PAUSE || !stderr().is_terminal() {
            return;
        }
        let Ok(mut last) = self.last.lock() else { return };
        if last.is_none_or(|last| last.elapsed() >= PAUSE) {
            *last = Some(Instant::now());
            // Whether it can be shown does not matter to the result.
            let _ = write!(stderr(), "\r\x1b[2K{}", line()).and_then(|()| stderr().flush());
        }
    }

    /// Takes the line away.
    pub fn end(&self) {
        if self.last.lock().is_ok_and(|last| last.is_some()) {
            let _ = write!(stderr(), "\r\x1b[2K").and_then(|()| stderr().flush());
        }
    }
}
