//! What is done while others do the cells, so that they need not wait: lines are made safe, and the index is brought up to date.

use std::mem::take;
use std::time::Instant;

use tetrolab_records::CellState;

use super::{Crew, Shared};
use crate::laboratory::index::{Index, done};
use tetrolab_runs::folder::{FolderError, Safekeeping};

impl Crew<'_> {
    /// Makes lines safe and brings the index up to date. Where that cannot be done, the run stops.
    pub(super) fn keep_up(&self, lines: &Safekeeping, index: &mut Index) {
        if let Err(error) = lines.sync().and_then(|()| self.bring_up_to_date(index)) {
            self.lock().broken.get_or_insert(error);
            self.halt();
        }
    }

    /// Writes how cells are now that have changed. Others wait only while these are looked at, not while they are written.
    fn bring_up_to_date(&self, index: &mut Index) -> Result<(), FolderError> {
        let mut shared = self.lock();
        let mut changed = take(&mut shared.changed);
        changed.sort_unstable();
        changed.dedup();
        let cells: Vec<(usize, CellState)> = changed.iter().map(|&cell| (cell, self.state(cell, &shared))).collect();
        drop(shared);
        if cells.is_empty() {
            return Ok(());
        }
        let begun = Instant::now();
        let is_written = index.update(&cells)?;
        let mut shared = self.lock();
        shared.recording += begun.elapsed();
        if !is_written {
            shared.changed.append(&mut changed);
        }
        Ok(())
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
