//! The game in terminals.
#![cfg(unix)]

#[path = "../games/mod.rs"]
mod games;
#[path = "../pseudo_terminal/mod.rs"]
mod pseudo_terminal;

mod play;
mod tmux;
