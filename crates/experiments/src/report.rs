//! Reports: what was asked, what was found, and how to repeat it.

mod draw;
mod log_line;
mod survival;

pub use draw::{DRAWS, Draw};
