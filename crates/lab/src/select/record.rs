//! What is written down of a selection.

use serde::{Deserialize, Serialize};

use super::decision::Verdict;
use super::set::Set;
use super::settings::Direction;
use crate::train::record::Score;

/// A set that was learned and judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The round, from 1; the one after the last decides, and the one after that is for the set that all began with.
    pub round: u64,
    /// The feature that was added or left out; `None` if it is the set as it was.
    pub feature: Option<String>,
    /// What was learned, or what it began with if that scored better in the same games.
    pub weights: Vec<f64>,
    /// What they scored.
    pub score: Score,
    /// What was learned scored. It is not the same if it was not kept.
    pub learned: Score,
    /// Pieces that were played to learn and to judge.
    pub pieces: u64,
}

impl Trial {
    /// What trials are ranked by: the score, and between those that have learned nothing good, what that scored.
    pub(super) fn rank(&self) -> [f64; 2] {
        [self.score.mean(), self.learned.mean()]
    }

    /// Whether games on boards of this width can have come to it.
    pub(super) fn is_possible(&self, width: u8) -> bool {
        let are_possible = [self.score, self.learned].iter().all(|score| score.is_possible(width, self.pieces));
        are_possible && Set::is_scaled(&self.weights)
    }
}

/// The features to begin with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begin {
    /// With the weights that were learned.
    pub set: Set,
    /// Pieces that were played to learn them.
    pub pieces: u64,
}

/// The best of a step, and what games that were not used to choose it say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    pub feature: String,
    /// What the set as it was scores, after as much learning.
    pub before: Score,
    /// What the set with the change scores.
    pub after: Score,
    /// The one compared with the other.
    pub verdict: Verdict,
    /// The set with the change compared with the one that all began with, if features are left out: small losses add up.
    pub beginning: Option<Beginning>,
}

impl Tried {
    /// Whether the change is made.
    pub fn is_accepted(&self) -> bool {
        self.verdict.accepted && self.beginning.as_ref().is_none_or(|beginning| beginning.verdict.accepted)
    }
}

/// The set that all began with, as it was after the learning of the first step, in the games of another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beginning {
    /// What it scores.
    pub score: Score,
    /// The set with the change compared with it.
    pub verdict: Verdict,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its number, from 1.
    pub number: u64,
    /// What cannot change any decision and was not tried.
    pub nothing_new: Vec<String>,
    /// All trials in their order.
    pub trials: Vec<Trial>,
    /// The best; `None` if there was nothing to try.
    pub best: Option<Tried>,
    /// The set as it was, after as much learning.
    pub control: Set,
    /// The set afterwards.
    pub set: Set,
}

impl Step {
    /// Whether the set has changed.
    pub fn is_made(&self) -> bool {
        self.best.as_ref().is_some_and(Tried::is_accepted)
    }

    /// How many candidates there were.
    pub fn candidates(&self) -> usize {
        self.trials.iter().filter(|trial| trial.round == 1 && trial.feature.is_some()).count()
    }
}

/// What a feature is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worth {
    pub feature: String,
    /// What the others score without it.
    pub without: Score,
    /// The score with it divided by the score without it.
    pub ratio: f64,
    /// Where that lies.
    pub interval: [f64; 2],
    /// How sure that is of this feature alone, so that 95 % are left for all of them together.
    pub level: f64,
}

/// What each feature of the final set is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worths {
    /// The final set, learned as long as those without a feature.
    pub set: Set,
    /// All trials in their order.
    pub trials: Vec<Trial>,
    /// What the final set scores; `None` if it is empty.
    pub score: Option<Score>,
    /// Each feature, the most valuable first.
    pub worths: Vec<Worth>,
}

/// A line of the folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Line {
    Begin(Begin),
    /// A step.
    Step(Box<Step>),
    Worths(Worths),
}

impl Line {
    /// The set afterwards.
    pub const fn set(&self) -> &Set {
        match self {
            Line::Begin(begin) => &begin.set,
            Line::Step(step) => &step.set,
            Line::Worths(worths) => &worths.set,
        }
    }

    /// All trials in their order.
    pub fn trials(&self) -> &[Trial] {
        match self {
            Line::Begin(_) => &[],
            Line::Step(step) => &step.trials,
            Line::Worths(worths) => &worths.trials,
        }
    }

    /// Pieces that were played for it.
    pub fn pieces(&self) -> u64 {
        match self {
            Line::Begin(begin) => begin.pieces,
            _ => self.trials().iter().map(|trial| trial.pieces).sum(),
        }
    }
}

/// Why a selection has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The best candidate was not surely better.
    NotBetter,
    /// Every feature would be missed, or might be.
    Missed,
    /// There was nothing to try.
    NothingToTry,
    /// The set is as large as it may be.
    Full,
    /// One feature is left.
    OneLeft,
}

/// What came of a selection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether features were added or left out.
    pub direction: Direction,
    /// The final set.
    pub set: Set,
    /// What it scores; `None` if it is empty.
    pub score: Option<Score>,
    /// Why it has ended.
    pub end: End,
    /// The best of each step.
    pub steps: Vec<Tried>,
    /// What each feature is worth, the most valuable first.
    pub worths: Vec<Worth>,
    /// Pieces that were played in all.
    pub pieces: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each step may lose a little, but not all steps together.
    #[test]
    fn losses_do_not_add_up() {
        let score = |lines| Score { lines, deaths: 10_000, complete: true };
        let is_accepted = |first, before, after| {
            let [first, before, after] = [first, before, after].map(score);
            let verdict = Verdict::of_not_worse(&after, &before);
            let beginning = Beginning { score: first, verdict: Verdict::of_not_worse(&after, &first) };
            Tried { feature: String::new(), before, after, verdict, beginning: Some(beginning) }.is_accepted()
        };
        assert!(is_accepted(1_000_000, 1_000_000, 980_000));
        assert!(!is_accepted(1_000_000, 980_000, 960_000), "less than 0.95 of the first is possible");
        assert!(!is_accepted(980_000, 1_000_000, 960_000), "less than 0.95 of the set before is possible");
    }
}
