//! The index while cells are done.

use std::mem::take;
use std::time::Instant;

use tetrolab_records::CellState;

use super::{Crew, Shared};
use crate::laboratory::index::{Index, done};

impl Crew<'_> {
    /// Brings the index up to date. Whoever works waits only while the cells that have changed are looked at, not while they are written.
    pub(super) fn bring_up_to_date(&self, index: &mut Index) {
        let begun = Instant::now();
        let mut shared = self.lock();
        let mut changed = take(&mut shared.changed);
        changed.sort_unstable();
        changed.dedup();
        let cells: Vec<(usize, CellState)> = changed.iter().map(|&cell| (cell, self.state(cell, &shared))).collect();
        drop(shared);
        let written = if cells.is_empty() { Ok(true) } else { index.update(&cells) };
        let mut shared = self.lock();
        shared.recording += begun.elapsed();
        match written {
            Ok(true) => {}
            Ok(false) => shared.changed.append(&mut changed),
            Err(error) => {
                shared.broken.get_or_insert(error);
                drop(shared);
                self.halt();
            }
        }
    }

    /// How a cell stands.
    fn state(&self, cell: usize, shared: &Shared<'_>) -> CellState {
        let failed = shared.failed.iter().chain(&self.results.failed).find(|failed| failed.0 == cell);
        match (&shared.done[cell], failed) {
            (Some(cell), _) => done(cell),
            _ if shared.running.iter().any(|running| running.cell == cell) => CellState::Running,
            (None, Some((_, reason))) => CellState::Failed { reason: reason.clone() },
            (None, None) => CellState::Waiting,
        }
    }
}
