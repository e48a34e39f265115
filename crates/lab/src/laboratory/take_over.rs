//! Cells that another run has done already.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::{Done, LaboratoryError, Line, Results, Run};
use crate::grid::{Cell, Experiment};
use tetrolab_runs::folder::{VERSION, wrong};

/// What says all about a cell: its work, seed, repetition and settings. The same cell of two experiments comes out the same, whatever
/// their grids are called.
type Name = (&'static str, u64, u64, String);

impl Results {
    /// What another run has done, for a run of this version.
    ///
    /// # Errors
    /// If the folder cannot be read, or another version has written it.
    pub fn to_be_taken_over(path: &Path) -> Result<Results, LaboratoryError> {
        let results = Results::read(path)?;
        if results.version == VERSION {
            return Ok(results);
        }
        let reason = format!("the run is of tetrolab {}, and this is {VERSION}: results may differ", results.version);
        Err(wrong(path, reason).into())
    }
}

impl Run {
    /// Takes over what came of cells that another run has done, so that they need not be done again: after a file has got other words,
    /// figures or values, or to go on at a larger scale. Says how many they are.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn take_over(&mut self, other: &Results) -> Result<usize, LaboratoryError> {
        let taken = taken(&self.results, other);
        if taken.is_empty() {
            return Ok(0);
        }
        let mut lines =
            vec![Line::Taken { from: other.command.clone(), cells: taken.len(), hosts: other.hosts.clone() }];
        lines.extend(taken.into_iter().map(Line::Done));
        let count = lines.len() - 1;
        for line in lines {
            self.folder.add(&line)?;
            self.results.take_in(line);
        }
        self.folder.sync()?;
        Ok(count)
    }
}

/// What the other run has done of the cells that are left here.
fn taken(results: &Results, other: &Results) -> Vec<Done> {
    let known: BTreeMap<Name, &Arc<Done>> = other
        .done
        .iter()
        .flatten()
        .map(|done| (name(&other.experiment, &other.experiment.cells[done.cell]), done))
        .collect();
    // What follows from a grid of other cells is something else, even where the settings are the same.
    let is_same = |grid: &str| {
        let here = names(&results.experiment, grid);
        here == names(&other.experiment, grid) && here.iter().all(|name| known.contains_key(name))
    };
    let experiment = &results.experiment;
    let left = experiment.cells.iter().filter(|cell| results.done[cell.id].is_none());
    let stands = |cell: &&Cell| experiment.grid_of(cell).work.needs(&cell.settings).is_none_or(&is_same);
    left.filter(stands)
        .filter_map(|cell| Some(Done { cell: cell.id, ..Done::clone(known.get(&name(experiment, cell))?) }))
        .collect()
}

fn name(experiment: &Experiment, cell: &Cell) -> Name {
    let grid = experiment.grid_of(cell);
    let settings = serde_json::to_string(&cell.settings).unwrap_or_default();
    (grid.work.name(), cell.seed, cell.repetition, settings)
}

/// The names of all cells of a grid.
fn names(experiment: &Experiment, grid: &str) -> BTreeSet<Name> {
    let of_grid = experiment.cells.iter().filter(|cell| experiment.grid_of(cell).name == grid);
    of_grid.map(|cell| name(experiment, cell)).collect()
}
