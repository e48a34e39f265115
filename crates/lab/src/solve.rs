//! Solving as front ends ask for it: the options, the task, and the answer as JSON.

mod annealing;
mod answer;
mod genetic;
mod method;
pub mod question;
pub mod record;
mod task;

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use clap::Args;
use serde_json::Value;
use tetrolab_solve::Progress;

pub use answer::Answer;
pub use method::{Algorithm, Method};
pub use question::{Options as Problem, Question};
pub use task::Task;

/// What is solved, and how.
#[derive(Debug, Args)]
#[group(skip)]
pub struct Options {
    #[command(flatten)]
    problem: Problem,
    #[command(flatten)]
    method: Method,
    /// Demand an empty board
    #[arg(long)]
    empty: bool,
}

impl Options {
    /// What is to be done.
    pub fn task(&self) -> Result<Task> {
        Task::new(self.problem.question()?, &self.method, self.empty)
    }

    /// Solves, and answers what `tetrolab solve --json` prints. `watch` hears again and again how far it is.
    pub fn document(&self, stop: &AtomicBool, mut watch: impl FnMut(&Progress)) -> Result<Value> {
        let task = self.task()?;
        let found = task.search(&self.method).solve(|progress| {
            progress.into_iter().for_each(&mut watch);
            stop.load(Ordering::Relaxed)
        })?;
        Ok(Answer::new(&task, &found, None).document())
    }
}
