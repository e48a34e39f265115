//! How far something is, in a line of the terminal that is replaced.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crossterm::terminal;

/// The line, where there is a terminal to show it in.
pub struct Line {
    is_seen: bool,
    begun: Instant,
    last: Mutex<Option<Instant>>,
}

/// From one picture to the next.
const PAUSE: Duration = Duration::from_millis(200);

impl Line {
    pub fn new() -> Line {
        Line { is_seen: stderr().is_terminal(), begun: Instant::now(), last: Mutex::new(None) }
    }

    /// Whether it is shown in a terminal.
    pub const fn is_seen(&self) -> bool {
        self.is_seen
    }

    /// Shows a text of at most the given number of columns, unless one was shown just now or the work has only begun.
    pub fn show(&self, text: impl FnOnce(usize) -> String) {
        if !self.is_seen || self.begun.elapsed() < 2 * PAUSE {
            return;
        }
        let Ok(mut last) = self.last.lock() else { return };
        if last.is_none_or(|last| last.elapsed() >= PAUSE) {
            *last = Some(Instant::now());
            let columns = terminal::size().map_or(80, |(columns, _)| usize::from(columns));
            // Two columns are left for what a terminal shows when Ctrl-C is pressed.
            replace(&text(columns.saturating_sub(3)));
        }
    }

    /// Takes the line away.
    pub fn end(&self) {
        if self.last.lock().is_ok_and(|mut last| last.take().is_some()) {
            replace("");
        }
    }
}

fn replace(text: &str) {
    // Whether it can be shown does not matter to the result.
    let _ = write!(stderr(), "\r\x1b[2K{text}").and_then(|()| stderr().flush());
}

/// As many of the parts, from the first on, as fit into `columns` columns.
pub fn fitting(parts: impl IntoIterator<Item = String>, columns: usize) -> String {
    let mut line = String::new();
    for part in parts {
        if line.chars().count() + part.chars().count() > columns {
            break;
        }
        line.push_str(&part);
    }
    line
}
