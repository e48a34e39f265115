//! The folder of a run: its plan, its lines, and what they say.

use std::error::Error;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::{Done, Host, Line};
use crate::grid::{Experiment, ExperimentError, Outcome, Scale};
use tetrolab_runs::folder::{Folder, FolderError, Manifest, VERSION};

/// The kind of these runs.
pub const KIND: &str = "experiment";
/// The file to which lines are added.
pub const EVENTS: &str = "events.jsonl";
/// What came of it, for people to read: one page of HTML that needs nothing else.
pub const REPORT: &str = "report.html";

/// Which experiment a run is, as plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Its name in the catalogue, or that of its file.
    pub name: String,
    /// How much of it is run.
    pub scale: Scale,
    /// All that is random follows from it; `None` if the file says it.
    pub seed: Option<u64>,
    pub text: String,
}

impl Plan {
    /// What it says.
    ///
    /// # Errors
    /// If the text makes no sense.
    pub fn experiment(&self) -> Result<Experiment, ExperimentError> {
        Experiment::read(&self.text, self.scale, self.seed)
    }
}

/// Why a run cannot be created or resumed.
#[derive(Debug)]
pub enum LaboratoryError {
    Folder(FolderError),
    Experiment(String, ExperimentError),
}

impl fmt::Display for LaboratoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LaboratoryError::Folder(error) => error.fmt(f),
            LaboratoryError::Experiment(name, error) => write!(f, "{name}, {error}"),
        }
    }
}

impl Error for LaboratoryError {}

impl From<FolderError> for LaboratoryError {
    fn from(error: FolderError) -> LaboratoryError {
        LaboratoryError::Folder(error)
    }
}

/// A run that can be resumed.
pub struct Run {
    pub(super) folder: Folder,
    pub(super) results: Results,
}

/// What is known of a run.
#[derive(Debug)]
pub struct Results {
    /// Which experiment it is.
    pub plan: Plan,
    /// The same, read.
    pub experiment: Experiment,
    /// What was typed to begin it.
    pub command: String,
    /// The version of the program that runs it.
    pub version: String,
    /// What came of each cell; `None` where it is not done.
    pub done: Vec<Option<Arc<Done>>>,
    /// Cells that failed, and why, unless they were done later.
    pub failed: Vec<(usize, String)>,
    /// Cells that are being done, or were when the run was killed.
    pub started: Vec<usize>,
    /// The machines it was on.
    pub hosts: Vec<Host>,
    /// How many cells were taken over from other runs.
    pub taken: usize,
    /// How long it went on, in seconds, and how much of that was writing. What was killed is not counted.
    pub seconds: f64,
    /// How long writing took of that.
    pub recording_seconds: f64,
}

impl Run {
    /// Begins a run in a new folder.
    ///
    /// # Errors
    /// If the experiment makes no sense, or the folder cannot be written.
    pub fn create(path: &Path, plan: Plan, command: &str) -> Result<Run, LaboratoryError> {
        let experiment = plan.experiment().map_err(|error| LaboratoryError::Experiment(plan.name.clone(), error))?;
        let folder = Folder::create(path, KIND, EVENTS, command, &plan)?;
        Ok(Run { folder, results: Results::new(plan, experiment, command, VERSION) })
    }

    /// Opens a folder to resume its run.
    ///
    /// # Errors
    /// If there is no such run, another program works on it, another version began it, or the folder cannot be
    /// written.
    pub fn open(path: &Path) -> Result<Run, LaboratoryError> {
        let found = Folder::open::<Plan, Line>(path, KIND, EVENTS)?;
        Ok(Run { folder: found.folder, results: Results::of(found.manifest, found.lines)? })
    }

    /// What is known of it.
    pub const fn results(&self) -> &Results {
        &self.results
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Results {
    /// Reads a folder without going on with its run.
    ///
    /// # Errors
    /// If there is no such run, or what is there cannot be understood.
    pub fn read(path: &Path) -> Result<Results, LaboratoryError> {
        let (manifest, lines, _) = Folder::read::<Plan, Line>(path, KIND, EVENTS)?;
        Results::of(manifest, lines)
    }

    fn new(plan: Plan, experiment: Experiment, command: &str, version: &str) -> Results {
        Results {
            done: vec![None; experiment.cells.len()],
            plan,
            experiment,
            command: command.to_string(),
            version: version.to_string(),
            failed: Vec::new(),
            started: Vec::new(),
            hosts: Vec::new(),
            taken: 0,
            seconds: 0.0,
            recording_seconds: 0.0,
        }
    }

    /// What is known before the first line.
    pub(super) fn begun(manifest: Manifest<Plan>) -> Result<Results, LaboratoryError> {
        let plan = manifest.settings;
        let experiment = plan.experiment().map_err(|error| LaboratoryError::Experiment(plan.name.clone(), error))?;
        Ok(Results::new(plan, experiment, &manifest.command, &manifest.version))
    }

    fn of(manifest: Manifest<Plan>, lines: Vec<Line>) -> Result<Results, LaboratoryError> {
        let mut results = Results::begun(manifest)?;
        lines.into_iter().for_each(|line| results.take_in(line));
        Ok(results)
    }

    /// Takes in what happened. Lines about cells that the experiment does not have say nothing.
    pub(super) fn take_in(&mut self, line: Line) {
        match line {
            Line::Begun { host, .. } => {
                self.started.clear();
                self.was_on(host);
            }
            Line::Taken { cells, hosts, .. } => {
                self.taken += cells;
                hosts.into_iter().for_each(|host| self.was_on(host));
            }
            Line::Started { cell, .. } => self.started.push(cell),
            Line::Done(done) => {
                self.started.retain(|&cell| cell != done.cell);
                self.failed.retain(|(cell, _)| *cell != done.cell);
                let cell = done.cell;
                // What is done is done: should it be there twice, the first counts.
                if let Some(place) = self.done.get_mut(cell).filter(|place| place.is_none()) {
                    *place = Some(Arc::new(done));
                }
            }
            Line::Failed { cell, reason } => {
                self.started.retain(|&started| started != cell);
                self.failed.retain(|(failed, _)| *failed != cell);
                self.failed.push((cell, reason));
            }
            Line::Ended { seconds, recording_seconds, .. } => {
                self.started.clear();
                self.seconds += seconds;
                self.recording_seconds += recording_seconds;
            }
        }
    }

    /// Cells were done on a machine.
    fn was_on(&mut self, host: Host) {
        if !self.hosts.contains(&host) {
            self.hosts.push(host);
        }
    }

    /// What came of a cell.
    pub fn outcome(&self, cell: usize) -> Option<&Outcome> {
        self.done.get(cell)?.as_ref().map(|done| &done.outcome)
    }

    /// How many cells are done.
    pub fn count(&self) -> usize {
        self.done.iter().flatten().count()
    }

    /// Whether all cells are done.
    pub fn is_complete(&self) -> bool {
        self.done.iter().all(Option::is_some)
    }

    /// The command that does the same again, in a folder of one's own.
    pub fn repeated(&self) -> String {
        let Plan { name, scale, seed, text } = &self.plan;
        let is_known = crate::catalogue::Entry::named(name).is_ok_and(|entry| entry.text == text);
        let ending = if is_known { "" } else { ".toml" };
        let seed = seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
        format!("tetrolab experiment run {name}{ending} --scale {scale}{seed} --out FOLDER")
    }

    /// How long all cells that are done took, added up, in seconds.
    pub fn work_seconds(&self) -> f64 {
        self.done.iter().flatten().map(|done| done.seconds).sum()
    }
}

/// Now, in seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
