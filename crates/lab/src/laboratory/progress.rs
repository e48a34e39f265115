//! How far a run is.

use std::time::{Duration, Instant};

use super::Results;
use crate::grid::{Cell, Load};

/// A cell that is being done.
#[derive(Clone, Debug)]
pub struct RunningCell {
    pub cell: usize,
    /// When it was begun.
    pub since: Instant,
    /// How much of it is done, from 0 to 1, if that is known.
    pub share: Option<f64>,
    /// What is being done.
    pub words: String,
}

/// How far a run is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// How many cells there are.
    pub cells: usize,
    /// How many are done.
    pub done: usize,
    /// How many failed.
    pub failed: usize,
    /// Those that are being done.
    pub running: Vec<RunningCell>,
    /// How long it will go on, if that can be guessed.
    pub left: Option<Duration>,
}

/// How long cells take, learned from those that are done.
pub struct Forecast {
    /// For each cell: the number of the group of those with the same settings.
    groups: Vec<usize>,
    /// Seconds and count of each group.
    known: Vec<(f64, u32)>,
    /// The same of each grid.
    grids: Vec<(f64, u32)>,
    /// For each cell: what it asks of the machine.
    loads: Vec<Load>,
}

impl Forecast {
    /// From what is known of a run.
    pub fn new(results: &Results) -> Forecast {
        let experiment = &results.experiment;
        let mut digests: Vec<(usize, u64)> = Vec::new();
        let mut places = std::collections::HashMap::new();
        let mut group = |cell: &Cell| {
            let key = (cell.grid, cell.settings.digest());
            *places.entry(key).or_insert_with(|| {
                digests.push(key);
                digests.len() - 1
            })
        };
        let groups: Vec<usize> = experiment.cells.iter().map(&mut group).collect();
        let known = vec![(0.0, 0); digests.len()];
        let loads = experiment.cells.iter().map(|cell| experiment.grid_of(cell).work.load(&cell.settings)).collect();
        let mut forecast = Forecast { groups, known, grids: vec![(0.0, 0); experiment.grids.len()], loads };
        for done in results.done.iter().flatten() {
            forecast.learn(&experiment.cells[done.cell], done.seconds);
        }
        forecast
    }

    /// A cell took so long.
    pub fn learn(&mut self, cell: &Cell, seconds: f64) {
        for known in [&mut self.known[self.groups[cell.id]], &mut self.grids[cell.grid]] {
            known.0 += seconds;
            known.1 += 1;
        }
    }

    /// How many seconds a cell takes: as others with its settings, or as others of its grid.
    pub fn seconds(&self, cell: &Cell) -> Option<f64> {
        let mean = |(seconds, count): (f64, u32)| (count > 0).then(|| seconds / f64::from(count));
        mean(self.known[self.groups[cell.id]]).or_else(|| mean(self.grids[cell.grid]))
    }

    /// The time this many threads take for all cells that are not done. `running` says for how many seconds a cell
    /// has been running.
    pub fn left(
        &self,
        cells: &[Cell],
        is_done: impl Fn(usize) -> bool,
        running: impl Fn(usize) -> Option<f64>,
        threads: usize,
    ) -> Option<Duration> {
        let rest = |cell: &Cell| {
            let seconds = (self.seconds(cell)? - running(cell.id).unwrap_or(0.0)).max(0.0);
            Some(seconds / self.loads[cell.id].at_once(threads.max(1)) as f64)
        };
        let seconds: Option<f64> = cells.iter().filter(|cell| !is_done(cell.id)).map(rest).sum();
        seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }
}
