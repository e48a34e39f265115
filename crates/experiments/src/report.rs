//! Reports: what was asked, what was found, and how to repeat it.

mod draw;
mod scores;
mod training;

pub use draw::{DRAWS, Draw};
