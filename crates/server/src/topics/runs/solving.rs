//! A new solver run, from options as the command has them.

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Parser;
use serde_json::{Map, Value};
use tetrolab_solve::Plan;

use super::options::{too_many, words};
use crate::refusal::{Place, of_words};
use tetrolab_inputs::numbers::quoted;
use tetrolab_lab::solve::{Options, Task};

/// Larger populations and wider beams would take more memory than a page may ask for.
const MOST_SOLUTIONS: usize = 100_000;
/// Options that name files, and the one that every run has in the same way.
const REFUSED: [&str; 4] = ["board", "fitness", "start", "threads"];

/// The words after `tetrolab solve` that say what is solved and how.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Words {
    #[command(flatten)]
    options: Options,
}

/// A solver run that can be begun.
pub struct Solving {
    task: Task,
    words: Vec<String>,
}

impl Solving {
    /// Checks the options as the command does. None of them may name a file.
    pub fn read(options: &Map<String, Value>) -> Result<Solving> {
        if let Some(name) = REFUSED.into_iter().find(|name| options.contains_key(*name)) {
            return Err(anyhow!("a solver run of the page has no option {name:?}"));
        }
        let words = words(options)?;
        let parsed = Words::try_parse_from(&words).map_err(|error| of_words(error, Place::Learn))?;
        let task = parsed.options.task()?;
        let solutions = match &task.plan {
            Plan::Genetic(settings) => settings.population,
            Plan::Hybrid(hybrid) => hybrid.genetic.population,
            Plan::Beam { width } => *width,
            Plan::Annealing { .. } | Plan::Exact | Plan::Auto { .. } => 1,
        };
        ensure!(solutions <= MOST_SOLUTIONS, too_many(|refused| &refused.most_solutions, MOST_SOLUTIONS, solutions));
        Ok(Solving { task, words })
    }

    /// What its name begins with, unless it is given one.
    pub fn stem(&self) -> String {
        format!("{}-{}-pieces", self.task.plan.name(), self.task.question.problem.pieces())
    }

    /// Begins in a new folder.
    pub fn create(&self, folder: &Path) -> Result<()> {
        let name = folder.file_name().context("the folder has a name")?.to_string_lossy().into_owned();
        let mut words: Vec<String> = self.words.iter().map(|word| quoted(word)).collect();
        words.extend(["--run".to_string(), name]);
        self.task.begin(folder, &format!("tetrolab solve {}", words.join(" ")))?;
        Ok(())
    }
}
