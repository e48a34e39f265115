#![doc = include_str!("../README.md")]

mod cpu;
mod evaluator;
pub mod statistics;

pub use cpu::Cpu;
pub use evaluator::{EvaluateError, Evaluator, Games, Record, Stop, Tally, Watch};
