//! Aveiro: the game that a course in Aveiro lets agents play over a WebSocket, by keys.
//!
//! [`Game`] is its rules, one [`tick`](Game::tick) at a time; [`message`] is what server and clients say; [`Room`] is the
//! server. None of it opens a socket or reads a clock. `docs/aveiro.md` describes rules and protocol.

mod cell;
mod field;
mod game;
mod high_scores;
pub mod message;
mod pieces;
mod python_random;
mod room;
mod seeds;
mod shape;

pub use cell::{Cell, InPlay};
pub use field::{Field, HEIGHT, WIDTH};
pub use game::{BASE_SPEED, Game, Key, PREVIEWS};
pub use high_scores::{HighScores, MOST_HIGH_SCORES};
pub use pieces::Pieces;
pub use python_random::PythonRandom;
pub use room::{Action, Client, Finished, LONGEST_NAME, Room};
pub use seeds::Seeds;
pub use shape::{Plan, Shape};
