//! Aveiro: the game that a course in Aveiro lets agents play over a WebSocket, by keys.
//!
//! [`Game`] is its rules, one [`tick`](Game::tick) at a time; [`message`] is what server and clients say; [`Room`] is the
//! server, [`Player`] a client, and [`Agent`] what decides for it. None of it opens a socket or reads a clock. `docs/aveiro.md`
//! describes rules and protocol, `docs/aveiro-agents.md` the agents.

mod agents;
mod cell;
mod field;
mod game;
mod high_scores;
pub mod message;
mod pieces;
mod plan;
mod player;
mod python_random;
mod room;
pub mod search;
mod seed_agent;
mod seeds;
mod shape;

pub use agents::{Agent, AgentError, Entry, GENERAL, OURS, STUDENTS, entries};
pub use cell::{Cell, InPlay};
pub use field::{Field, HEIGHT, WIDTH};
pub use game::{BASE_SPEED, Game, Key, PREVIEWS};
pub use high_scores::{HighScores, MOST_HIGH_SCORES};
pub use pieces::Pieces;
pub use plan::{Reach, Stack, Way};
pub use player::{Brain, Decide, Pilot, Played, Player, Said, Standing, View, lock_step, lock_step_unless};
pub use python_random::PythonRandom;
pub use room::{Action, Client, Finished, LONGEST_NAME, Room};
pub use seed_agent::{Reply, SeedAgent};
pub use seeds::Seeds;
pub use shape::{Plan, Shape};
