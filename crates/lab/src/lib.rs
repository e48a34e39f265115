#![doc = include_str!("../README.md")]

pub mod catalogue;
pub mod evolve;
pub mod grid;
pub mod laboratory;
pub mod plot;
mod problems;
pub mod report;
mod sample;
mod saving;
pub mod select;
pub mod solve;
pub mod solving;
pub mod train;
pub mod tune;
pub mod works;
