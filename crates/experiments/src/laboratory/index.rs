//! The index of a run, kept up to date with its lines.
//!
//! It is derived from them: what it says follows from the [results](Results), and is written anew wherever it says something else.

use std::path::{Path, PathBuf};

use tetrolab_records::{CellState, IndexError, IndexedCell, RunContents, RunIndex};

use super::{Done, Host, INDEX, Results};
use crate::grid::Cell;
use tetrolab_runs::folder::{FolderError, wrong};

/// The index in the folder of a run.
#[derive(Debug)]
pub struct Index {
    folder: PathBuf,
    /// Nothing once it is closed.
    open: Option<RunIndex>,
}

impl Index {
    /// The index of a folder, made to agree with what is known of its run.
    pub fn new(folder: &Path, results: &Results) -> Result<Index, FolderError> {
        let mut index = Index { folder: folder.to_path_buf(), open: None };
        index.agree(results)?;
        Ok(index)
    }

    /// Opens it, and makes it agree with what is known of the run.
    pub fn agree(&mut self, results: &Results) -> Result<(), FolderError> {
        self.open = None;
        let opened = RunIndex::agreeing(&self.folder.join(INDEX), &contents(results));
        self.open = Some(opened.map_err(|error| self.wrong(&error))?);
        Ok(())
    }

    /// Writes how some cells are now. Says whether that was possible: what is not at this moment may be later, and one that is damaged
    /// is written anew when it has to agree.
    pub fn update(&mut self, cells: &[(usize, CellState)]) -> Result<bool, FolderError> {
        match self.open.as_mut().map_or(Ok(()), |open| open.update(cells)) {
            Ok(()) => Ok(true),
            Err(IndexError::Busy | IndexError::Damaged(_)) => Ok(false),
            Err(error) => Err(self.wrong(&error)),
        }
    }

    /// Leaves it as one file, safe against a power cut.
    pub fn close(&mut self) {
        self.open.take().into_iter().for_each(RunIndex::close);
    }

    fn wrong(&self, error: &IndexError) -> FolderError {
        wrong(&self.folder, format_args!("cannot write {INDEX}: {error}"))
    }
}

/// A cell that is done.
pub fn done(done: &Done) -> CellState {
    CellState::Done { seconds: done.seconds, numbers: done.outcome.values.clone() }
}

/// What the index of a run says.
pub fn contents(results: &Results) -> RunContents {
    let Results { plan, experiment, .. } = results;
    let hosts: Vec<String> = results.hosts.iter().map(Host::words).collect();
    let facts = [
        ("name", plan.name.clone()),
        ("title", experiment.title.clone()),
        ("version", results.version.clone()),
        ("scale", experiment.scale.to_string()),
        ("seed", experiment.seed.to_string()),
        ("host", hosts.join("; ")),
    ];
    let cell = |cell: &Cell| IndexedCell {
        id: cell.id,
        grid: experiment.grid_of(cell).name.clone(),
        work: experiment.grid_of(cell).work.name().to_string(),
        repetition: cell.repetition,
        seed: cell.seed,
        settings: serde_json::to_string(&cell.settings).unwrap_or_default(),
        state: CellState::Waiting,
    };
    let mut cells: Vec<IndexedCell> = experiment.cells.iter().map(cell).collect();
    let mut set = |cell: usize, state: CellState| {
        if let Some(cell) = cells.get_mut(cell) {
            cell.state = state;
        }
    };
    // A cell that failed may have been begun again, and what is done is done.
    for (cell, reason) in &results.failed {
        set(*cell, CellState::Failed { reason: reason.clone() });
    }
    results.started.iter().for_each(|&cell| set(cell, CellState::Running));
    results.done.iter().flatten().for_each(|cell| set(cell.cell, done(cell)));
    RunContents { facts: facts.map(|(name, value)| (name.to_string(), value)).into(), cells }
}
