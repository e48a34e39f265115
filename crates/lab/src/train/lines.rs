//! The lines of a training run, as they are read from its folder.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tetrolab_optimize::continuous::State;

use super::record::Generation;
use super::settings::{Plan, Settings};
use super::trainer::{GENERATIONS, KIND, TrainError};
use tetrolab_runs::folder::{Folder, Manifest, manifest};

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

/// A training run that may be going on, read as far as it has come.
#[derive(Debug)]
pub struct Followed {
    /// What is learned and how.
    pub plan: Plan,
    /// The command that began it.
    pub command: String,
    /// All generations so far.
    pub generations: Vec<Generation>,
    path: PathBuf,
    /// How many bytes of the lines were read.
    read: u64,
}

impl Followed {
    /// Reads a folder; nothing in it is changed.
    pub fn open(path: &Path) -> Result<Followed, TrainError> {
        let Manifest { settings, command, .. } = manifest::<Settings>(path, KIND)?;
        let plan = Plan::new(settings).map_err(TrainError::Settings)?;
        let path = path.to_path_buf();
        let mut followed = Followed { plan, command, generations: Vec::new(), path, read: 0 };
        followed.read_on()?;
        Ok(followed)
    }

    /// Reads what has been added, and says whether that was anything.
    pub fn read_on(&mut self) -> Result<bool, TrainError> {
        if !self.path.join(GENERATIONS).exists() {
            // The folder was just made.
            return Ok(false);
        }
        let (lines, read) = Folder::read_on::<Line>(&self.path, GENERATIONS, self.read)?;
        for line in &lines {
            check(&self.plan, &self.generations, line)?;
            self.generations.push(line.generation.clone());
        }
        self.read = read;
        Ok(!lines.is_empty())
    }
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
    for line in lines {
        check(plan, &generations, line)?;
        generations.push(line.generation.clone());
    }
    Ok(generations)
}

/// Whether a line of the plan follows these generations.
fn check(plan: &Plan, before: &[Generation], line: &Line) -> Result<(), TrainError> {
    let Line { generation, checkpoint } = line;
    let wrong = |reason: &str| Err(TrainError::Line { number: before.len() + 1, reason: reason.to_string() });
    let (run, number) = next(plan, before);
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
    Ok(())
}

/// The run and the number of the generation that follows these.
pub(super) fn next(plan: &Plan, generations: &[Generation]) -> (u64, u64) {
    let Some(last) = generations.last() else { return (1, 1) };
    let first = generations.partition_point(|generation| generation.run < last.run);
    if plan.is_over(&generations[first..]) { (last.run + 1, 1) } else { (last.run, last.generation + 1) }
}
