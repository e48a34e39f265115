//! Which players play which games, and the results.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};
use tetrolab_agents::Player;
use tetrolab_engine::{Deal, DropRules, Randomizer};

use tetrolab_statistics::{Design, Estimate};

/// Which games are played. All candidates play the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games {
    pub rules: DropRules,
    /// Where pieces come from.
    pub deal: Deal,
    /// The number of the first game.
    pub first: u64,
    /// When each candidate has played enough.
    pub stop: Stop,
}

/// When a candidate has played enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// This many games, each to its end.
    Games(u64),
    /// Many games side by side, one piece in each in turn, until this many are lost. Where games are so short that one is lost during
    /// the warm-up, this many other games are played to their end instead.
    Deaths(u64),
    /// Many games side by side, this many pieces in all.
    Pieces(u64),
}

impl Games {
    /// How many games are played side by side: 1 where each goes on where the one before it ended.
    pub(crate) fn lanes(&self) -> u64 {
        /// This many keep all processors busy.
        const MOST: u64 = 256;
        match self.stop {
            _ if self.deal.randomizer == Randomizer::Mdptetris => 1,
            Stop::Games(games) => games,
            Stop::Deaths(deaths) => deaths.clamp(1, MOST),
            // Pieces that are played to warm up should be few among those that count.
            Stop::Pieces(pieces) => (pieces / (20 * self.burn_in()).max(1)).clamp(1, MOST),
        }
    }

    /// Pieces that are played in each lane before anything counts, until boards are as they usually are.
    ///
    /// A lane begins with an empty board and does not lose for a while. With a fixed number of pieces, deaths would be too
    /// few. (Counting from the first piece on, hard games seem 1.5 to 4 % longer than they are.)
    pub(crate) fn burn_in(&self) -> u64 {
        let size = self.rules.size();
        match self.stop {
            Stop::Games(_) => 0,
            _ if self.deal.randomizer == Randomizer::Mdptetris => 0,
            _ => 5 * u64::from(size.width) * u64::from(size.height),
        }
    }
}

/// What came of a candidate's games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The lines of each complete game, in the order of their numbers. Empty where games are played side by side.
    pub scores: Vec<u64>,
    /// What counted.
    pub tally: Tally,
    /// Games that were begun.
    pub games: u64,
    /// All pieces that were played, also those that do not count: to warm up, or beyond the last death.
    pub played: u64,
    /// How the run was stopped.
    pub design: Design,
    /// Whether it was stopped before it was done.
    pub is_interrupted: bool,
}

impl Record {
    /// The mean score and all that follows from it.
    pub const fn estimate(&self) -> Estimate {
        Estimate { lines: self.tally.lines, deaths: self.tally.deaths, design: self.design }
    }
}

/// Pieces, lines and lost games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Pieces dropped.
    pub pieces: u64,
    /// Rows removed.
    pub lines: u64,
    /// Games lost.
    pub deaths: u64,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.pieces += other.pieces;
        self.lines += other.lines;
        self.deaths += other.deaths;
    }
}

/// Is told of progress, and may stop the evaluation.
pub trait Watch: Sync {
    /// A candidate has played a little more.
    fn played(&self, _candidate: usize, _more: Tally) {}

    /// Whether to stop now with what is known.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Ignores progress and never stops.
impl Watch for () {}

/// Lets players play.
///
/// The contract of every evaluator:
///
/// - All candidates play the same games: game `i` of one has the pieces of game `i` of another.
/// - The record of a candidate follows from the candidate and the games alone. Neither the number of threads nor the other
///   candidates change it, and all evaluators give the same.
/// - An evaluator that is stopped returns what is known, and says so.
pub trait Evaluator {
    /// The record of each candidate, in their order.
    fn evaluate(&self, candidates: &[Player], games: &Games, watch: &dyn Watch) -> Result<Vec<Record>, EvaluateError>;
}

/// Why games could not be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EvaluateError {
    /// A candidate, by its number, is ready for other rules than those of the games.
    OtherRules(usize),
    /// What the games should be played on does not work.
    Unavailable(String),
}

impl fmt::Display for EvaluateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluateError::OtherRules(number) => write!(f, "candidate {number} is ready for another kind of game"),
            EvaluateError::Unavailable(reason) => f.write_str(reason),
        }
    }
}

impl Error for EvaluateError {}
