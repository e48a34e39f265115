//! Which cell is next.

use crate::grid::{Cell, Experiment, Load};

/// What is done, what is being done, and what is left.
pub struct Schedule<'e> {
    experiment: &'e Experiment,
    /// Cells that have not been started, the next one last.
    left: Vec<usize>,
    /// How many cells of each grid are not done.
    undone: Vec<usize>,
    /// How many cells are being done.
    running: usize,
    /// What those ask of the machine.
    load: Load,
    threads: usize,
}

/// What an idle thread should do.
pub enum Next<'e> {
    /// This cell.
    Cell(&'e Cell),
    /// Wait until another one is done.
    Wait,
    /// Nothing any more.
    Nothing,
}

impl<'e> Schedule<'e> {
    /// Schedules everything that is not done, for `threads` threads.
    pub fn new(experiment: &'e Experiment, threads: usize, is_done: impl Fn(usize) -> bool) -> Schedule<'e> {
        let left: Vec<usize> = (0..experiment.cells.len()).rev().filter(|&cell| !is_done(cell)).collect();
        let mut undone = vec![0; experiment.grids.len()];
        for &cell in &left {
            undone[experiment.cells[cell].grid] += 1;
        }
        Schedule { experiment, left, undone, running: 0, load: Load::Thread, threads }
    }

    /// How many cells are done at once at most.
    pub fn crew(&self) -> usize {
        let loads = self.left.iter().map(|&cell| &self.experiment.cells[cell]);
        let most =
            loads.map(|cell| self.experiment.grid_of(cell).work.load(&cell.settings).at_once(self.threads)).max();
        most.unwrap_or(0).min(self.left.len())
    }

    /// Takes the next cell that can be done now.
    pub fn take(&mut self) -> Next<'e> {
        if self.left.is_empty() {
            return Next::Nothing;
        }
        if self.running >= self.load.at_once(self.threads) {
            return Next::Wait;
        }
        let experiment = self.experiment;
        let can_begin = |cell: &Cell| {
            let work = experiment.grid_of(cell).work;
            let is_ready = work.needs(&cell.settings).is_none_or(|name| {
                let grid = experiment.grids.iter().position(|grid| grid.name == name);
                grid.is_some_and(|grid| self.undone[grid] == 0)
            });
            is_ready && (self.running == 0 || work.load(&cell.settings) == self.load)
        };
        // The first one that can begin.
        match self.left.iter().rposition(|&cell| can_begin(&experiment.cells[cell])) {
            Some(place) => {
                let cell = &experiment.cells[self.left.remove(place)];
                self.running += 1;
                self.load = experiment.grid_of(cell).work.load(&cell.settings);
                Next::Cell(cell)
            }
            None if self.running > 0 => Next::Wait,
            // What is left waits for a cell that failed.
            None => Next::Nothing,
        }
    }

    /// A cell is no longer being done.
    pub fn end(&mut self, cell: &Cell, is_done: bool) {
        self.running -= 1;
        if is_done {
            self.undone[cell.grid] -= 1;
        }
    }
}
