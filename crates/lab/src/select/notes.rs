//! The trials of the line that is being made, kept so that a run can be left in the middle of it.

use serde::{Deserialize, Serialize};

use super::record::Trial;
use super::set::Set;
use tetrolab_runs::folder::{Folder, FolderError};

/// The trials of the line that was being made when the run was stopped.
const PARTIAL: &str = "partial.json";

#[derive(Debug, Default, Serialize, Deserialize)]
struct Partial {
    /// How many lines there were before.
    lines: usize,
    trials: Vec<Trial>,
}

/// The trials of a line, in their order.
#[derive(Debug)]
pub(super) struct Notes<'f> {
    folder: &'f Folder,
    /// Columns of the board.
    width: u8,
    /// Those that were done before.
    found: Vec<Trial>,
    partial: Partial,
}

impl<'f> Notes<'f> {
    /// For the line after `lines` lines, on boards of this width.
    pub fn new(folder: &'f Folder, lines: usize, width: u8) -> Notes<'f> {
        // Those that belong to another line have been used already.
        let found = folder.read_json::<Partial>(PARTIAL).filter(|partial| partial.lines == lines);
        let found = found.map_or(Vec::new(), |partial| partial.trials);
        Notes { folder, width, found, partial: Partial { lines, trials: Vec::new() } }
    }

    /// A trial that was done before with this many games. An implausible one is ignored and done again.
    pub fn find(&mut self, round: u64, feature: Option<&String>, set: &Set, games: u64) -> Option<Trial> {
        let is_it = |trial: &&Trial| {
            trial.round == round
                && trial.feature.as_ref() == feature
                && trial.weights.len() == set.weights.len()
                && trial.score.deaths == games
                && trial.learned.deaths == games
                && trial.is_possible(self.width)
        };
        let trial = self.found.iter().find(is_it)?.clone();
        self.partial.trials.push(trial.clone());
        Some(trial)
    }

    /// Keeps a trial.
    pub fn add(&mut self, trial: Trial) -> Result<(), FolderError> {
        self.partial.trials.push(trial);
        self.folder.write_json(PARTIAL, &self.partial)
    }

    /// All of them.
    pub fn into_trials(self) -> Vec<Trial> {
        self.partial.trials
    }

    /// They stand in a line now.
    pub fn remove(folder: &Folder) -> Result<(), FolderError> {
        folder.remove(PARTIAL)
    }
}
