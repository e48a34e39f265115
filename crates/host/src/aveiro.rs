//! The game that a course in Aveiro lets agents play over a WebSocket: its server, and a client in the place of the course's.

mod agent;
mod client;
mod connection;
mod greeting;
mod hall;
pub mod real_time;
mod score_file;
mod server;
mod sockets;
mod ticker;

use std::time::Duration;

use tetrolab_protocols::aveiro::{GENERAL, STUDENTS};

pub use agent::Choice;
pub use client::{Client, Ending};
pub use hall::Notice;
pub use server::{Options, Server};
pub use sockets::Sockets;

/// What a decision of the students' program takes.
const STUDENTS_THINK: Duration = Duration::from_millis(25);

/// The default thinking time of an agent.
pub fn usual_thought(agent: &str) -> Duration {
    if [STUDENTS, GENERAL].contains(&agent) { STUDENTS_THINK } else { Duration::ZERO }
}
