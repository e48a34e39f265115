#![doc = include_str!("../README.md")]

pub mod evolve;
pub mod files;
pub mod folder;
pub mod plot;
mod sample;
mod saving;
pub mod select;
pub mod solving;
pub mod train;
pub mod tune;
pub mod words;
