//! The command line.

#[path = "../games/mod.rs"]
mod games;
#[path = "../program/mod.rs"]
mod program;

mod arena;
mod assist;
mod bot;
mod commands;
mod evaluate;
mod evolve;
mod experiment;
mod fumen;
mod moves;
mod page_texts;
mod path;
mod pc;
mod research;
mod scores;
mod select;
mod solve;
mod tbp;
mod train;
mod tune;
