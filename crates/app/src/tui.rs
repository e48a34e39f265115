//! The terminal.

mod board;
mod search;
mod search_view;
mod show;
mod watch;

use std::io::{IsTerminal, stdin, stdout};

pub use search::show_search;
pub use show::is_plain;
pub use watch::watch;

/// Whether there is a terminal to draw in and to read keys from.
pub fn is_there() -> bool {
    stdout().is_terminal() && stdin().is_terminal()
}
