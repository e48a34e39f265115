//! A selection with its folder, line by line.

use std::error::Error;
use std::fmt;
use std::path::Path;

use tetrolab_agents::Weights;
use tetrolab_simulate::{Cpu, EvaluateError};

use super::notes::Notes;
use super::record::{End, Line, Outcome, Step, Trial};
use super::set::Set;
use super::settings::{Direction, Selection, Settings};
use super::steps;
use super::trials::{Trials, Watch, Whole};
use crate::train::TrainError;
use crate::train::record::MOST_PIECES;
use tetrolab_runs::folder::{Folder, FolderError};

/// What the folder of a selection is called in its manifest.
pub const KIND: &str = "select";
/// The file with a line for each step.
pub const STEPS: &str = "steps.jsonl";
/// The player with the final set.
pub const PLAYER: &str = "player.toml";
/// What came of it.
pub const RESULT: &str = "result.json";

/// Why a selection cannot go on.
#[derive(Debug)]
pub enum SelectError {
    /// The settings make no sense.
    Settings(String),
    /// The folder cannot be used. What was written before is whole.
    Folder(FolderError),
    /// A line of the folder does not fit its settings or the lines before.
    Line {
        /// Which, from 1.
        number: usize,
        /// What is wrong.
        reason: String,
    },
    /// Weights could not be learned.
    Learning(TrainError),
    /// Games could not be played.
    Games(EvaluateError),
}

impl fmt::Display for SelectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SelectError::Settings(reason) => f.write_str(reason),
            SelectError::Folder(error) => error.fmt(f),
            SelectError::Line { number, reason } => write!(f, "{STEPS}, line {number}: {reason}"),
            SelectError::Learning(error) => error.fmt(f),
            SelectError::Games(error) => error.fmt(f),
        }
    }
}

impl Error for SelectError {}

impl From<FolderError> for SelectError {
    fn from(error: FolderError) -> SelectError {
        SelectError::Folder(error)
    }
}

impl From<TrainError> for SelectError {
    fn from(error: TrainError) -> SelectError {
        SelectError::Learning(error)
    }
}

impl From<EvaluateError> for SelectError {
    fn from(error: EvaluateError) -> SelectError {
        SelectError::Games(error)
    }
}

/// A selection with its folder.
#[derive(Debug)]
pub struct Selector {
    selection: Selection,
    folder: Folder,
    lines: Vec<Line>,
    was_torn: bool,
}

impl Selector {
    /// Begins in a new folder.
    pub fn create(path: &Path, selection: Selection, command: &str) -> Result<Selector, SelectError> {
        let folder = Folder::create(path, KIND, STEPS, command, selection.settings())?;
        Ok(Selector { selection, folder, lines: Vec::new(), was_torn: false })
    }

    /// Resumes the selection of a folder.
    pub fn open(path: &Path) -> Result<Selector, SelectError> {
        let found = Folder::open::<Settings, Line>(path, KIND, STEPS)?;
        let selection = Selection::new(found.manifest.settings).map_err(SelectError::Settings)?;
        let mut selector = Selector { selection, folder: found.folder, lines: Vec::new(), was_torn: found.was_torn };
        for line in found.lines {
            selector.check(&line).map_err(|reason| SelectError::Line { number: selector.lines.len() + 1, reason })?;
            selector.lines.push(line);
        }
        Ok(selector)
    }

    /// Says what is wrong with the next line.
    fn check(&self, line: &Line) -> Result<(), String> {
        let is_expected = match line {
            Line::Begin(_) => self.lines.is_empty(),
            Line::Step(step) => self.end().is_none() && step.number == self.lines.len() as u64,
            Line::Worths(_) => self.end().is_some() && !matches!(self.lines.last(), Some(Line::Worths(_))),
        };
        if !is_expected || self.features_after(line) != Some(line.set().features.clone()) {
            return Err("it does not follow from the lines before".to_string());
        }
        let is_possible = |trial: &Trial| trial.is_possible(self.selection.width());
        if !line.trials().iter().all(is_possible) || line.pieces() > MOST_PIECES {
            return Err("it has numbers that cannot be".to_string());
        }
        self.check_set(line.set())?;
        if let Line::Step(step) = line { self.check_set(&step.control) } else { Ok(()) }
    }

    /// The features that the set of the next line has; `None` if there are none that follow.
    fn features_after(&self, line: &Line) -> Option<Vec<String>> {
        let Some(last) = self.lines.last() else { return Some(self.selection.settings().features.clone()) };
        let mut features = last.set().features.clone();
        let Line::Step(step) = line else { return Some(features) };
        if step.control.features != features {
            return None;
        }
        let Some(best) = step.best.as_ref().filter(|best| best.is_accepted()) else { return Some(features) };
        match self.selection.settings().direction {
            Direction::Grow => features.push(best.feature.clone()),
            Direction::Shrink => features.retain(|feature| *feature != best.feature),
        }
        Some(features)
    }

    /// Says what is wrong with a set: what plays with its weights must be a player.
    fn check_set(&self, set: &Set) -> Result<(), String> {
        if set.features.is_empty() && set.weights.is_empty() {
            return Ok(());
        }
        let settings = Settings {
            direction: Direction::Grow,
            features: set.features.clone(),
            start: set.weights.clone(),
            most: set.features.len() as u64 + 1,
            ..self.selection.settings().clone()
        };
        Selection::new(settings)?;
        let is_scaled = !set.weights.is_empty() && Set::is_scaled(&set.weights);
        is_scaled.then_some(()).ok_or("its weights are not of length 1".to_string())
    }

    /// What is chosen and how.
    pub const fn selection(&self) -> &Selection {
        &self.selection
    }

    /// All lines so far.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// All steps so far.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.lines.iter().filter_map(|line| if let Line::Step(step) = line { Some(&**step) } else { None })
    }

    /// Whether the last line of the folder was torn and has been taken away.
    pub const fn was_torn(&self) -> bool {
        self.was_torn
    }

    /// Why there are no more steps; `None` if there are.
    pub fn end(&self) -> Option<End> {
        let direction = self.selection.settings().direction;
        let last = self.steps().last();
        match last.filter(|step| !step.is_made()) {
            Some(step) if step.best.is_none() => return Some(End::NothingToTry),
            Some(_) if direction == Direction::Grow => return Some(End::NotBetter),
            Some(_) => return Some(End::Missed),
            None => {}
        }
        let size = self.lines.last()?.set().features.len() as u64;
        match direction {
            Direction::Grow => (size >= self.selection.settings().most).then_some(End::Full),
            Direction::Shrink => (size < 2).then_some(End::OneLeft),
        }
    }

    /// Runs until all is done. Returns `None` if it was stopped; the selection can then be resumed.
    pub fn select(&mut self, cpu: Cpu, watch: &dyn Watch) -> Result<Option<Outcome>, SelectError> {
        while !matches!(self.lines.last(), Some(Line::Worths(_))) {
            if watch.is_stopped() {
                return Ok(None);
            }
            let Some(line) = self.next_line(cpu, watch)? else { return Ok(None) };
            self.folder.append(&line)?;
            Notes::remove(&self.folder)?;
            watch.done(&line);
            self.lines.push(line);
        }
        let outcome = self.outcome();
        self.folder.write_json(RESULT, &outcome)?;
        if !outcome.set.features.is_empty() {
            self.folder.write(PLAYER, self.weights(&outcome.set).to_string().as_bytes())?;
        }
        Ok(Some(outcome))
    }

    fn next_line(&self, cpu: Cpu, watch: &dyn Watch) -> Whole<Line> {
        let notes = Notes::new(&self.folder, self.lines.len(), self.selection.width());
        let step = self.lines.len() as u64;
        let trials = Trials { selection: &self.selection, cpu, watch, notes, step, work: 0, done: 0 };
        match (self.lines.last(), self.end()) {
            (None, _) => steps::begin(&trials),
            (Some(last), None) => steps::step(trials, last.set(), self.steps().next().map(|first| &first.control)),
            (Some(last), Some(_)) => steps::worths(trials, last.set()),
        }
    }

    /// What came of it, when all lines are there.
    fn outcome(&self) -> Outcome {
        let Some(Line::Worths(last)) = self.lines.last() else { unreachable!("the last line is there") };
        Outcome {
            direction: self.selection.settings().direction,
            set: last.set.clone(),
            score: last.score,
            end: self.end().expect("it has ended"),
            steps: self.steps().filter_map(|step| step.best.clone()).collect(),
            worths: last.worths.clone(),
            pieces: self.lines.iter().map(Line::pieces).sum(),
        }
    }

    fn weights(&self, set: &Set) -> Weights {
        let measures = set.measures(self.selection.width()).into_iter();
        Weights::from_measures(measures.zip(set.weights.iter().copied()).collect()).expect("the features were checked")
    }
}
