//! Reads a run as it grows, whichever process works on it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::progress::Forecast;
use super::{Done, EVENTS, KIND, LaboratoryError, Line, Plan, Results};
use crate::grid::Outcome;
use tetrolab_runs::folder::{Folder, manifest};

/// A run as far as it was read. Of what came of its cells only the numbers are kept.
#[derive(Debug)]
pub struct Followed {
    /// What is known of it.
    pub results: Results,
    /// Cells that are done, in the order in which they were.
    pub order: Vec<usize>,
    /// How many threads work on it, or did last.
    pub threads: usize,
    path: PathBuf,
    /// How many bytes of the lines were read.
    read: u64,
}

impl Followed {
    /// Reads a folder; nothing in it is changed.
    ///
    /// # Errors
    /// If there is no such run, or what is there cannot be understood.
    pub fn open(path: &Path) -> Result<Followed, LaboratoryError> {
        let results = Results::begun(manifest::<Plan>(path, KIND)?)?;
        let mut followed = Followed { results, order: Vec::new(), threads: 1, path: path.to_path_buf(), read: 0 };
        followed.read_on()?;
        Ok(followed)
    }

    /// Reads what has been added.
    ///
    /// # Errors
    /// If that cannot be understood.
    pub fn read_on(&mut self) -> Result<(), LaboratoryError> {
        let (lines, read) = Folder::read_on::<Line>(&self.path, EVENTS, self.read)?;
        for line in lines {
            self.take_in(line);
        }
        self.read = read;
        Ok(())
    }

    fn take_in(&mut self, line: Line) {
        let line = match line {
            Line::Done(Done { cell, seconds, outcome }) => {
                if self.results.done.get(cell).is_some_and(Option::is_none) {
                    self.order.push(cell);
                }
                let outcome = Outcome { values: outcome.values, ..Outcome::default() };
                Line::Done(Done { cell, seconds, outcome })
            }
            line => line,
        };
        if let Line::Begun { threads, .. } = &line {
            self.threads = *threads;
        }
        self.results.take_in(line);
    }

    /// The remaining time if work on the run continues, if it can be estimated. The progress within running cells is
    /// unknown here.
    pub fn left(&self) -> Option<Duration> {
        let is_done = |cell: usize| self.results.done[cell].is_some();
        Forecast::new(&self.results).left(&self.results.experiment.cells, is_done, |_| None, self.threads)
    }
}
