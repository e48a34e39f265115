//! A game that is watched, and what is told of it.

use std::time::Instant;

use serde::Serialize;

use super::curve::Point;
use super::thought::Thought;
use crate::picture::{Picture, Placed};

/// A game of an agent, or one after the other. Time is counted in pieces: games that are owed the same stay side by side.
pub trait Game: Send {
    /// Allows this many more pieces; a negative number takes some back.
    fn owe(&mut self, pieces: f64);
    /// Pieces that may still be played.
    fn owed(&self) -> f64;
    /// One piece more is played at once.
    fn step(&mut self);
    /// Pieces that are still to be played at once.
    fn steps_left(&self) -> f64;
    /// Whether something can be played now.
    fn is_busy(&self) -> bool;
    /// Whether nothing moves from one piece to the next.
    fn is_steady(&self) -> bool;
    /// Plays what is owed, or until this moment.
    fn work(&mut self, until: Instant);
    /// Pieces that were played, in all games.
    fn pieces(&self) -> u64;
    /// What there is to see, and what is new.
    fn show(&mut self, is_explained: bool) -> Shown;
}

/// What is told of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    #[serde(flatten)]
    pub picture: Picture,
    /// Where the piece will go.
    pub place: Option<Placed>,
    /// Lines of this game.
    pub lines: u64,
    /// Pieces of all games.
    pub pieces: u64,
    /// Games that are over.
    pub games: u64,
    /// The height of the stack.
    pub stack: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Lines a game.
    pub mean: Option<Mean>,
    /// The curves since the last time.
    pub points: Vec<Point>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thought: Option<Thought>,
}

/// A mean, and where it lies with 95 % where that can be said.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    pub lines: f64,
    pub lower: Option<f64>,
    pub upper: Option<f64>,
}
