#![doc = include_str!("../README.md")]

pub mod aveiro;
pub mod fumen;
pub mod tbp;
