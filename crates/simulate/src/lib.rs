#![doc = include_str!("../README.md")]

mod contest;
mod cpu;
mod evaluator;
mod lane;

pub use contest::{Contest, Goal, SavedLane};
pub use cpu::Cpu;
pub use evaluator::{EvaluateError, Evaluator, Games, Record, Stop, Tally, Watch};
