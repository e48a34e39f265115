//! How far a run was over time, as lines of its folder.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tetrolab_solve::{Progress, Solution};

use super::checkpoint::{self, Found as Checkpoint};
use super::result;
use super::run::{KIND, SolvingError};
use super::search::Found;
use super::settings::{Plan, Settings};
use tetrolab_runs::folder::Folder;

/// The file with a line for each moment.
pub const PROGRESS: &str = "progress.jsonl";

/// How far a run is at a moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// How many seconds were worked so far.
    pub seconds: f64,
    /// What is being done.
    pub stage: String,
    /// Generations, iterations or pieces so far, whatever the stage counts.
    pub count: u64,
    /// How many there are at most, if that is known.
    pub limit: Option<u64>,
    /// Solutions, placements or fields that were looked at so far.
    pub evaluations: u64,
    /// The best fitness so far.
    pub fitness: Option<f64>,
    /// The Blocks that the best solution leaves.
    pub blocks: Option<u32>,
    /// No solution leaves fewer, as far as is known.
    pub least_blocks: u32,
    /// The temperature, if there is one.
    pub temperature: Option<f64>,
}

impl Line {
    /// The line of a progress, after this many seconds of work.
    pub fn new(progress: &Progress, seconds: f64) -> Line {
        let Progress { stage, fitness, blocks, least_blocks, count, limit, temperature, evaluations, .. } = *progress;
        let stage = stage.to_string();
        Line { seconds, stage, count, limit, evaluations, fitness, blocks, least_blocks, temperature }
    }

    /// How a run ended.
    pub(super) fn last(found: &Found, before: Option<&Line>) -> Line {
        let outcome = &found.outcome;
        Line {
            seconds: found.seconds,
            stage: before.map_or_else(|| outcome.method.to_string(), |line| line.stage.clone()),
            count: before.filter(|_| outcome.count == 0).map_or(outcome.count, |line| line.count),
            limit: before.and_then(|line| line.limit),
            evaluations: outcome.evaluations,
            fitness: outcome.fitness(),
            blocks: outcome.blocks(),
            least_blocks: outcome.least_blocks,
            temperature: before.and_then(|line| line.temperature),
        }
    }

    /// Whether it is to be written after this one: something better was found, or it was long ago. Long runs have longer
    /// pauses, so that no file becomes too large to be drawn.
    pub(super) fn is_due_after(&self, last: Option<&Line>) -> bool {
        /// No two lines are nearer to each other, in seconds.
        const SHORTEST: f64 = 0.1;
        /// A pause without anything better.
        const PAUSE: f64 = 1.0;
        /// Such a pause as a part of all that was worked.
        const SHARE: f64 = 0.001;
        let Some(last) = last else { return true };
        let pause = self.seconds - last.seconds;
        let is_better = self.fitness != last.fitness && pause >= SHORTEST.max(SHARE * self.seconds / 10.0);
        is_better || pause >= PAUSE.max(SHARE * self.seconds)
    }
}

/// A run that was killed repeats what came after its last checkpoint: what is repeated does not count.
pub(super) fn without_repeats(lines: Vec<Line>) -> Vec<Line> {
    let mut kept: Vec<Line> = Vec::with_capacity(lines.len());
    for line in lines {
        while kept.last().is_some_and(|last| last.seconds >= line.seconds) {
            kept.pop();
        }
        kept.push(line);
    }
    kept
}

/// A solver run as it stands in its folder.
#[derive(Debug)]
pub struct Recorded {
    /// What is solved and how.
    pub plan: Plan,
    /// The command that began it.
    pub command: String,
    /// How far it was over time.
    pub lines: Vec<Line>,
    /// Whether the last line is torn, and left out.
    pub is_torn: bool,
    /// What came of it, if it has ended.
    pub found: Option<Found>,
    /// The best solution that is kept so far.
    pub best: Option<Solution>,
}

impl Recorded {
    /// Reads a folder, also while its run goes on; nothing in it is changed.
    pub fn read(path: &Path) -> Result<Recorded, SolvingError> {
        let (manifest, lines, is_torn) = Folder::read::<Settings, Line>(path, KIND, PROGRESS)?;
        let plan = Plan::new(manifest.settings).map_err(SolvingError::Settings)?;
        let found = result::read(path, &plan);
        let best = match (&found, checkpoint::read(path, &manifest.digest)) {
            (Some(found), _) => Some(found.solution.clone()),
            (None, Checkpoint::Kept(kept)) => kept.checkpoint.best.and_then(|best| best.solution(plan.problem())),
            (None, _) => None,
        };
        Ok(Recorded { plan, command: manifest.command, lines: without_repeats(lines), is_torn, found, best })
    }
}
