//! The lines of a training run, as they are read from its folder.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tetrolab_optimize::continuous::State;

use super::record::Generation;
use super::settings::{Plan, Settings};
use super::trainer::{GENERATIONS, KIND, TrainError};
use crate::folder::Folder;

/// A generation as it is written down, with all that is needed to go on from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// What it was.
    #[serde(flatten)]
    pub generation: Generation,
    /// The search after it.
    pub checkpoint: State,
}

/// A training run as it stands in its folder.
#[derive(Debug)]
pub struct Recorded {
    /// What is learned and how.
    pub plan: Plan,
    /// The command that began it.
    pub command: String,
    /// All generations so far.
    pub generations: Vec<Generation>,
    /// Whether the last line is torn, and left out.
    pub is_torn: bool,
}

impl Recorded {
    /// Reads a folder; nothing in it is changed.
    pub fn read(path: &Path) -> Result<Recorded, TrainError> {
        let (manifest, lines, is_torn) = Folder::read::<Settings, Line>(path, KIND, GENERATIONS)?;
        let plan = Plan::new(manifest.settings).map_err(TrainError::Settings)?;
        let generations = checked(&plan, &lines)?;
        Ok(Recorded { plan, command: manifest.command, generations, is_torn })
    }
}

/// The generations of these lines, if they are those of the plan.
pub(super) fn checked(plan: &Plan, lines: &[Line]) -> Result<Vec<Generation>, TrainError> {
    let mut generations: Vec<Generation> = Vec::new();
    for (place, Line { generation, checkpoint }) in lines.iter().enumerate() {
        let wrong = |reason: &str| Err(TrainError::Line { number: place + 1, reason: reason.to_string() });
        let (run, number) = next(plan, &generations);
        if run > plan.settings().runs {
            return wrong(&format!("there are no more than {} runs", plan.settings().runs));
        }
        if (generation.run, generation.generation) != (run, number) {
            return wrong(&format!("generation {number} of run {run} belongs here"));
        }
        let dimension = plan.measures().len();
        let is_whole = [&generation.best, &generation.axes, &generation.deviations].map(Vec::len) == [dimension; 3];
        let points = [&generation.centre, &generation.mean];
        if !is_whole || points.iter().any(|point| plan.try_weights(point).is_none()) {
            return wrong("it has weights that no player of these features can have");
        }
        if *checkpoint.settings() != plan.search(run) {
            return wrong("its checkpoint is that of another search");
        }
        generations.push(generation.clone());
    }
    Ok(generations)
}

/// The run and the number of the generation that follows these.
pub(super) fn next(plan: &Plan, generations: &[Generation]) -> (u64, u64) {
    let Some(last) = generations.last() else { return (1, 1) };
    let first = generations.partition_point(|generation| generation.run < last.run);
    if plan.is_over(&generations[first..]) { (last.run + 1, 1) } else { (last.run, last.generation + 1) }
}
