//! The page in a real Chromium.
#![cfg(target_os = "linux")]

mod browser;
#[path = "../games/mod.rs"]
mod games;
#[path = "../page_server/mod.rs"]
mod page_server;
mod player;
#[path = "../program/mod.rs"]
mod program;
mod site;

mod ask;
mod focus;
mod harness;
mod load;
mod play;
mod tour;
mod views;
mod words;
