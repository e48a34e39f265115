#![doc = include_str!("../README.md")]

pub mod files;
pub mod folder;
pub mod train;
