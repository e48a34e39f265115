//! The terminal.

mod board;
mod watch;

pub use watch::watch;
