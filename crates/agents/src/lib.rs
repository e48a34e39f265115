#![doc = include_str!("../README.md")]

pub mod path;
pub mod sevilla;
