//! What is to be done: a question, the algorithm, and when it is enough. From options, or from the folder of a run.

use std::path::Path;
use std::time::Duration;

use crate::solving::{Plan as Run, Search, Settings, Solving, Typed};
use anyhow::{Result, anyhow, ensure};
use tetrolab_solve::Plan;

use super::method::Method;
use super::question::Question;

/// What is to be done.
#[derive(Debug)]
pub struct Task {
    pub question: Question,
    pub plan: Plan,
    pub limit: Option<Duration>,
    /// The saved solution it begins with, as it was typed.
    pub start: Option<String>,
    /// Whether an empty board is demanded.
    pub is_empty_demanded: bool,
}

impl Task {
    /// What the options say.
    pub fn new(question: Question, method: &Method, is_empty_demanded: bool) -> Result<Task> {
        let never = question.never_empty().filter(|_| is_empty_demanded);
        ensure!(never.is_none(), "the board cannot be emptied: {}", never.unwrap_or_default());
        let plan = method.plan(&question.problem)?;
        let start = method.start.as_ref().map(|file| file.to_string_lossy().into_owned());
        Ok(Task { question, plan, limit: method.limit(), start, is_empty_demanded })
    }

    /// What a run has in its manifest.
    pub fn of(run: &Run) -> Result<Task> {
        let Settings { algorithm, until_empty, typed, .. } = run.settings();
        Ok(Task {
            question: Question::of(run)?,
            plan: algorithm.clone(),
            limit: run.limit(),
            start: typed.start.clone(),
            is_empty_demanded: *until_empty,
        })
    }

    /// The search without a folder.
    pub fn search(&self, method: &Method) -> Search<'_> {
        Search {
            problem: &self.question.problem,
            plan: &self.plan,
            seed: self.question.seed,
            limit: self.limit,
            until_empty: self.is_empty_demanded,
            threads: method.threads(),
        }
    }

    /// A run in a new folder, begun by this command.
    pub fn begin(&self, folder: &Path, command: &str) -> Result<Solving> {
        let (board, fitness) = self.question.typed();
        let settings = Settings {
            problem: self.question.asked(),
            algorithm: self.plan.clone(),
            seed: self.question.seed,
            time_limit: seconds(self.limit),
            until_empty: self.is_empty_demanded,
            typed: Typed { board, fitness, start: self.start.clone() },
        };
        Ok(Solving::create(folder, Run::new(settings).map_err(|error| anyhow!(error))?, command)?)
    }
}

/// How long it may take, as settings have it.
fn seconds(limit: Option<Duration>) -> Option<f64> {
    limit.map(|limit| limit.as_secs_f64())
}
