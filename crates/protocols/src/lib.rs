#![doc = include_str!("../README.md")]

pub mod fumen;
pub mod tbp;
