//! Reports: what was asked, what was found, and how to repeat it.

mod draw;

pub use draw::{DRAWS, Draw};
