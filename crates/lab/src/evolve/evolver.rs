//! A run with its folder, from the base to the player.

use std::error::Error;
use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tetrolab_simulate::{Contest, Cpu, EvaluateError, Goal, SavedLane};

use super::check;
use super::ground::Ground;
use super::race::Race;
use super::record::{Generation, Outcome};
use super::settings::{Plan, Settings};
use super::watch::{Games, Step, Watch};
use crate::saving::UntilSaved;
use crate::train::record::MOST_PIECES;
use tetrolab_runs::folder::{Folder, FolderError};

/// What the folder of such a run is called in its manifest.
pub const KIND: &str = "evolve";
/// The file with a line for each generation.
pub const GENERATIONS: &str = "generations.jsonl";
/// The player: the base with the best formulas.
pub const PLAYER: &str = "player.toml";
/// What came of it all.
pub const RESULT: &str = "result.json";
/// Games that were going on when the run was stopped.
const PARTIAL: &str = "partial.json";

/// Why formulas cannot evolve.
#[derive(Debug)]
pub enum EvolveError {
    /// The settings make no sense, one sentence for each reason.
    Settings(Vec<String>),
    /// The folder cannot be used. What was written before is whole.
    Folder(FolderError),
    /// A line of the folder does not fit its settings or the lines before.
    Line {
        /// Which, from 1.
        number: usize,
        /// What is wrong.
        reason: String,
    },
    /// Games could not be played.
    Games(EvaluateError),
    /// Weights could not be learned in a folder inside of the folder.
    Learning {
        /// Which.
        folder: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// No formula differs between the drops of a piece and is new.
    Nothing,
}

impl fmt::Display for EvolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvolveError::Settings(problems) => f.write_str(&problems.join("; ")),
            EvolveError::Folder(error) => error.fmt(f),
            EvolveError::Line { number, reason } => write!(f, "{GENERATIONS}, line {number}: {reason}"),
            EvolveError::Games(error) => error.fmt(f),
            EvolveError::Learning { folder, reason } => write!(f, "{folder}: {reason}"),
            EvolveError::Nothing => f.write_str("no formula was found that is not in the base already"),
        }
    }
}

impl Error for EvolveError {}

impl From<FolderError> for EvolveError {
    fn from(error: FolderError) -> EvolveError {
        EvolveError::Folder(error)
    }
}

impl From<EvaluateError> for EvolveError {
    fn from(error: EvaluateError) -> EvolveError {
        EvolveError::Games(error)
    }
}

/// Games as they can be written down in the middle.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Partial {
    /// Which games they are.
    pub name: String,
    /// The race that they belong to, or that was over before they began.
    pub race: Option<Race>,
    /// Pieces that were played before in the same generation.
    pub before: u64,
    lanes: Vec<Vec<SavedLane>>,
}

/// A run with its folder.
#[derive(Debug)]
pub struct Evolver {
    pub(super) plan: Plan,
    pub(super) folder: Folder,
    pub(super) command: String,
    pub(super) generations: Vec<Generation>,
    was_torn: bool,
}

impl Evolver {
    /// Begins in a new folder.
    pub fn create(path: &Path, plan: Plan, command: &str) -> Result<Evolver, EvolveError> {
        let folder = Folder::create(path, KIND, GENERATIONS, command, plan.settings())?;
        Ok(Evolver { plan, folder, command: command.to_string(), generations: Vec::new(), was_torn: false })
    }

    /// Resumes the run of a folder.
    pub fn open(path: &Path) -> Result<Evolver, EvolveError> {
        let found = Folder::open::<Settings, Generation>(path, KIND, GENERATIONS)?;
        let plan = Plan::new(found.manifest.settings)?;
        for (place, generation) in found.lines.iter().enumerate() {
            check::generation(&plan, &found.lines[..place], generation)
                .map_err(|reason| EvolveError::Line { number: place + 1, reason })?;
        }
        let command = found.manifest.command;
        Ok(Evolver { plan, folder: found.folder, command, generations: found.lines, was_torn: found.was_torn })
    }

    /// What is evolved and how.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// All generations so far.
    pub fn generations(&self) -> &[Generation] {
        &self.generations
    }

    /// Whether the last line of the folder was torn and has been taken away.
    pub const fn was_torn(&self) -> bool {
        self.was_torn
    }

    /// Runs until the player is learned and judged. Returns `None` if it was stopped; the run can then be resumed.
    pub fn evolve(&mut self, cpu: Cpu, watch: &dyn Watch) -> Result<Option<Outcome>, EvolveError> {
        let Some((weights, pieces)) = self.base(cpu, watch)? else { return Ok(None) };
        let ground = Ground::new(&self.plan, &weights);
        while (self.generations.len() as u64) < self.plan.settings().generations {
            watch.begins(Step::Evolving, self.generations.len() as u64 + 1);
            let Some(generation) = self.generation(&ground, cpu, watch)? else { return Ok(None) };
            self.folder.append(&generation)?;
            self.folder.remove(PARTIAL)?;
            watch.done(&generation);
            self.generations.push(generation);
        }
        watch.begins(Step::Choosing, 1);
        let Some(chosen) = self.choose(&ground, cpu, watch)? else { return Ok(None) };
        self.finish(&ground, &chosen, pieces, cpu, watch)
    }

    /// The games that were going on when the run was stopped, if these are theirs. What cannot be is not believed.
    pub(super) fn partial(&self, name: &str) -> Option<Partial> {
        let partial = self.folder.read_json::<Partial>(PARTIAL);
        partial.filter(|partial| partial.name == name && partial.before <= MOST_PIECES)
    }

    /// Restores the saved games of a contest, if they belong to it.
    pub(super) fn restore(&self, contest: &mut Contest, name: &str) {
        self.partial(name).filter(|partial| contest.restore(&partial.lanes));
    }

    /// The same with a race that they belong to. Returns that as it was left.
    pub(super) fn restore_race(&self, contest: &mut Contest, name: &str, begun: &Race) -> Option<Race> {
        let partial = self.partial(name)?;
        let race = partial.race.filter(|race| begun.can_become(race))?;
        contest.restore(&partial.lanes).then_some(race)
    }

    /// Plays games, saving them now and then. Returns whether all were played; if not, they are saved.
    pub(super) fn play(
        &self,
        contest: &mut Contest,
        goals: &[Option<Goal>],
        name: &str,
        (race, before): (Option<&Race>, u64),
        watch: &dyn Watch,
    ) -> Result<bool, EvolveError> {
        loop {
            if contest.play(goals, &UntilSaved::new(&Games(watch))) {
                return Ok(true);
            }
            let partial = Partial { name: name.to_string(), race: race.cloned(), before, lanes: contest.save() };
            self.folder.write_json(PARTIAL, &partial)?;
            if watch.is_stopped() {
                return Ok(false);
            }
        }
    }

    /// Forgets the games that were going on.
    pub(super) fn forget_partial(&self) -> Result<(), EvolveError> {
        Ok(self.folder.remove(PARTIAL)?)
    }
}
