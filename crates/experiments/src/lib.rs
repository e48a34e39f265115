#![doc = include_str!("../README.md")]

pub mod evolve;
pub mod files;
pub mod folder;
pub mod plot;
pub mod select;
pub mod train;
pub mod words;
