//! What a tournament is: everything that is needed to play it again.

use std::time::Duration;

use anyhow::{Result, anyhow, ensure};
use serde::{Deserialize, Serialize};
use tetrolab_bot::TBP_RULES;
use tetrolab_bot::arena::{Delays, DuelRules, Pace, Sprt};
use tetrolab_engine::{Rules, Setup, setting};

/// The kind of folder it is kept in.
pub const KIND: &str = "arena";

/// The file with a line for each game.
pub const LINES: &str = "games.jsonl";

/// Everything about a tournament but its results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The bots, as they were typed.
    pub bots: Vec<String>,
    /// How long it goes on.
    pub length: Length,
    /// How long bots think.
    pub thought: Thought,
    /// Whether placements take time.
    pub timed: bool,
    /// With the round of a game, the key of its pieces and holes.
    pub seed: u64,
    /// Threads of each bot of this program.
    pub threads: usize,
    /// Games with more pieces are draws.
    pub most_pieces: u32,
    /// Pieces that are seen after the one in play.
    pub previews: u8,
    /// Milliseconds after which an answer is too late.
    pub time_out: u64,
    /// Milliseconds that a program may take until it is ready.
    pub start_time: u64,
    /// Settings of the rules that are not as usual, as NAME=VALUE.
    pub set: Vec<String>,
}

/// How long a tournament goes on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// So many games of each pair.
    Games(u64),
    /// Until it is known which hypothesis to take.
    Sprt { elo0: f64, elo1: f64, alpha: f64, beta: f64 },
}

/// How long bots think about a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thought {
    /// So many milliseconds from when they know the position.
    Milliseconds(u64),
    /// So many nodes; programs are asked at once.
    Nodes(u64),
}

impl Length {
    /// The test, if it is one.
    pub const fn sprt(&self) -> Option<Sprt> {
        match *self {
            Length::Games(_) => None,
            Length::Sprt { elo0, elo1, alpha, beta } => Some(Sprt { elo0, elo1, alpha, beta }),
        }
    }
}

impl Thought {
    /// How long they are left alone.
    pub const fn time(&self) -> Duration {
        match *self {
            Thought::Milliseconds(milliseconds) => Duration::from_millis(milliseconds),
            Thought::Nodes(_) => Duration::ZERO,
        }
    }
}

impl Settings {
    /// The rules of its duels.
    pub fn duel(&self) -> Result<DuelRules> {
        let pace = if self.timed { Pace::Timed(Delays::PPT) } else { Pace::Turns };
        let rules = Rules { next: self.previews, ..pace.rules(TBP_RULES) };
        let mut setup = Setup::new(rules);
        for change in &self.set {
            let (name, value) = change.split_once('=').ok_or_else(|| {
                anyhow!("--set {change}: a setting is written NAME=VALUE, such as garbage-blocking=off")
            })?;
            let setting = setting(name).ok_or_else(|| anyhow!("--set {change}: there is no setting {name:?}"))?;
            (setting.set)(&mut setup, value).map_err(|expected| anyhow!("--set {change}: {expected}"))?;
        }
        let rules = setup.rules;
        ensure!(setup == Setup::new(rules), "--set: only rules can be changed, not the mode or the handling");
        ensure!(rules.size == TBP_RULES.size, "--set: TBP knows no other board than one of {}", TBP_RULES.size);
        Ok(DuelRules { rules, pace, most_pieces: self.most_pieces })
    }

    /// After this an answer is too late.
    pub const fn time_out(&self) -> Duration {
        Duration::from_millis(self.time_out)
    }
}
