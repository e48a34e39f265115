//! The terminal.

mod board;
mod colours;
mod watch;

pub use watch::watch;
