//! The Aveiro server and client through real sockets.

#[path = "../program/mod.rs"]
mod program;
mod python;

mod agents;
mod server;
