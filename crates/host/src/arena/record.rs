//! What is kept of each game.

use serde::{Deserialize, Serialize};
use tetrolab_bot::arena::{Duel, LossKind, Pairing, Result};

/// A game, as a line of the folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// Its number, from 1.
    pub game: u64,
    /// The seed of the tournament.
    pub seed: u64,
    /// Which game of the seed it is.
    pub round: u64,
    /// The side that won, `a` or `b`; `None` if it is a draw.
    pub winner: Option<char>,
    /// The first side.
    pub a: Player,
    /// The second side.
    pub b: Player,
    /// How long it took, on the clock on the wall.
    pub seconds: f64,
    /// How long it took, on the clock of the game.
    pub game_seconds: f64,
}

/// A side of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// The number of the bot, from 0.
    pub bot: usize,
    /// How it lost, if it did.
    pub lost: Option<String>,
    /// More about that.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Pieces placed.
    pub pieces: u32,
    /// Lines cleared.
    pub lines: u32,
    /// Rows sent, those included that waiting garbage was taken off.
    pub attack: u32,
    /// Rows of garbage that rose.
    pub garbage: u32,
    /// Suggested moves that cannot be played.
    pub illegal: u32,
    /// How often it was asked again, because it had no move yet.
    #[serde(default)]
    pub asked_again: u32,
    /// Decisions, and how long they were waited for together and at most, in milliseconds.
    pub asked: u32,
    pub waited: f64,
    pub longest: f64,
    /// Nodes that it says it has seen.
    pub nodes: Option<u64>,
    /// Seconds of processor time.
    pub cpu: Option<f64>,
}

impl Game {
    /// Why it is not the game with its number in a tournament of this seed, if it is not.
    pub fn check(&self, seed: u64, pairing: &Pairing) -> std::result::Result<(), String> {
        let number = self.game;
        if (self.seed, self.round, self.sides()) != (seed, pairing.round, pairing.sides) {
            let [a, b] = pairing.sides;
            return Err(format!(
                "game {number} is that of bots {a} and {b} in round {} of seed {seed}, and something else is written",
                pairing.round
            ));
        }
        if let Some(lost) =
            self.players().iter().find_map(|player| player.lost.as_ref().filter(|_| player.loss().is_none()))
        {
            return Err(format!("nobody loses by {lost:?}"));
        }
        let winner = match self.players().map(|player| player.lost.is_some()) {
            [false, true] => Some('a'),
            [true, false] => Some('b'),
            _ => None,
        };
        if self.winner == winner {
            return Ok(());
        }
        let name = |side: Option<char>| side.map_or("nobody".to_string(), |side| format!("{side:?}"));
        Err(format!("by who lost, {} won, and {} is written", name(winner), name(self.winner)))
    }

    /// Whether it counts: a bot that could not be started did not play, so its opponent has not won.
    pub fn counts(&self) -> bool {
        self.players().iter().all(|player| player.loss() != Some(LossKind::NoStart))
    }

    /// The bots of both sides.
    pub const fn sides(&self) -> [usize; 2] {
        [self.a.bot, self.b.bot]
    }

    /// The side that won, 0 or 1.
    pub const fn winning_side(&self) -> Option<usize> {
        match self.winner {
            Some('a') => Some(0),
            Some(_) => Some(1),
            None => None,
        }
    }

    /// How it ended for a bot that took part.
    pub fn result_of(&self, bot: usize) -> Result {
        match self.winning_side() {
            None => Result::Draw,
            Some(side) if self.sides()[side] == bot => Result::Win,
            Some(_) => Result::Loss,
        }
    }

    /// Both sides.
    pub const fn players(&self) -> [&Player; 2] {
        [&self.a, &self.b]
    }
}

impl Player {
    /// How it lost, if it did.
    pub fn loss(&self) -> Option<LossKind> {
        self.lost.as_deref().and_then(LossKind::named)
    }

    /// Fills in what the duel knows of a side.
    pub fn fill(&mut self, duel: &Duel, index: usize) {
        let side = duel.side(index);
        let statistics = side.game().statistics();
        self.pieces = statistics.pieces;
        self.lines = side.game().lines();
        self.attack = side.attack();
        self.garbage = statistics.garbage;
        self.illegal = duel.refused(index);
        if let Some(loss) = duel.verdict().and_then(|verdict| verdict.losses[index].as_ref()) {
            self.lost = Some(loss.kind.name().to_string());
            self.detail.clone_from(&loss.detail);
        }
    }
}
