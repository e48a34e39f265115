#![doc = include_str!("../README.md")]

pub mod arena;
mod moves;
mod position;
mod rules;
mod supply;

pub use moves::Move;
pub use position::{IllegalMove, Played, Position};
pub use rules::TBP_RULES;
pub use supply::Supply;
