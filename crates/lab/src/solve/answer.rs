//! The answer: a solution, how it was found, and what is proven.

use std::path::Path;

use crate::solving::{Found, document};
use anyhow::{Context, Result};
use serde_json::{Map, Value, json};
use tetrolab_engine::{Blocks, Placement};
use tetrolab_protocols::fumen::Fumen;
use tetrolab_solve::{Outcome, Solution, TypeError, Typed};

use super::method::{Algorithm, Setting, described};
use super::question::{Origin, Question};
use super::task::Task;
use tetrolab_inputs::numbers::{quoted, typed_time};
use tetrolab_report::short as number;

/// Everything there is to say about a solution.
pub struct Answer<'a> {
    pub question: &'a Question,
    pub algorithm: Algorithm,
    pub limit: Option<std::time::Duration>,
    pub found: &'a Found,
    pub solution: &'a Solution,
    /// Its keys, if there are any that do it.
    pub typed: Result<Typed, TypeError>,
    /// The folder of its run, if it has one.
    pub folder: Option<&'a Path>,
    /// Whether an empty board was demanded.
    is_empty_demanded: bool,
    settings: Vec<Setting>,
    /// The saved solution it began with.
    start: Option<&'a str>,
}

impl<'a> Answer<'a> {
    pub fn new(task: &'a Task, found: &'a Found, folder: Option<&'a Path>) -> Answer<'a> {
        let (question, solution) = (&task.question, &found.solution);
        Answer {
            question,
            algorithm: Algorithm::of(&task.plan),
            limit: task.limit,
            found,
            solution,
            typed: question.problem.typed(solution, &question.blocks),
            folder,
            is_empty_demanded: task.is_empty_demanded,
            settings: described(&task.plan),
            start: task.start.as_deref(),
        }
    }

    /// The words of the command that asks the same again; an option and its value are one.
    pub fn command(&self) -> Vec<String> {
        let mut words = vec!["tetrolab solve".to_string()];
        words.extend(self.question.options());
        words.push(format!("--algorithm {}", self.algorithm.name()));
        words.extend(self.limit.map(|limit| format!("--time {}", typed_time(limit))));
        words.extend(self.start.map(|file| format!("--start {}", quoted(file))));
        words.extend(self.settings.iter().map(|(name, value)| match value {
            Value::String(word) => format!("--{name} {word}"),
            number => format!("--{name} {number}"),
        }));
        words.extend(self.is_empty_demanded.then(|| "--empty".to_string()));
        words
    }

    pub fn outcome(&self) -> &Outcome {
        &self.found.outcome
    }

    /// What is left, with its colours if they are known.
    pub fn blocks(&self) -> Blocks {
        document::left(self.solution, self.typed.as_ref().ok())
    }

    /// How few Blocks are left, and whether fewer could be.
    pub fn blocks_sentence(&self) -> String {
        let (left, outcome) = (self.solution.blocks(), self.outcome());
        let least = outcome.least_blocks;
        // The count of Blocks is a proof only where the bound says so too.
        let why = self.question.never_empty().filter(|_| least > 0).map_or(String::new(), |why| format!(" ({why})"));
        match least {
            _ if outcome.has_fewest_blocks() => format!("{left}, proven: nothing is less{why}"),
            0 => format!("{left}; whether fewer are possible is not known"),
            _ if !why.is_empty() => format!("{left}; nothing is below {least}{why}"),
            _ => format!("{left}; nothing is below {least}, an empty board is proven impossible"),
        }
    }

    /// How high the fitness is, and whether it could be higher.
    pub fn fitness_sentence(&self) -> String {
        let fitness = number::exact(self.solution.fitness());
        match self.outcome().most_fitness {
            _ if self.outcome().is_best() => format!("{fitness}, proven optimal"),
            Some(most) => format!("{fitness}; nothing is above {}", number::exact(most)),
            None => format!("{fitness}; how much higher it could be is not known"),
        }
    }

    /// The solution as a fumen.
    pub fn fumen(&self) -> Result<String> {
        let placements: Vec<Placement> = self.solution.steps.iter().map(|step| step.placement).collect();
        let letters = self.question.letters();
        let (current, rest) = letters.split_at(1);
        let quiz = format!("#Q=[]({current}){rest}");
        let comments = [quiz.as_str()];
        let comments: &[&str] = if self.question.problem.moves().has_hold() { &comments } else { &[] };
        let fumen = Fumen::solution(&self.question.blocks, &placements, comments);
        fumen.context("there is no fumen of this solution")?.try_encode().context("there is no fumen of this solution")
    }

    /// Everything.
    pub fn document(&self) -> Value {
        let Answer { question, found, solution, .. } = self;
        let outcome = &found.outcome;
        let (randomizer, bags) = match question.origin {
            Origin::Given => (None, None),
            Origin::Bags(bags) => (Some("7-bag".to_string()), Some(bags)),
            Origin::Random(randomizer) => (Some(randomizer.to_string()), None),
        };
        let genotype = question.problem.moves().genotype();
        let settings: Map<String, Value> =
            self.settings.iter().map(|(name, value)| (name.replace('-', "_"), value.clone())).collect();
        let mut document = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "rules": "solver",
            "randomizer": randomizer,
            "bags": bags,
            "game": randomizer.is_some().then_some(question.game),
            "seed": question.seed,
            "search_space": genotype.map(|genotype| genotype.search_space(question.problem.pieces())),
            "algorithm": self.algorithm.name(),
            "settings": settings,
            "start": self.start,
            "time_limit": self.limit.map(|limit| limit.as_secs_f64()),
            "command": self.command().join(" "),
            "folder": self.folder,
            "proof": {
                "least_blocks": outcome.least_blocks,
                "has_fewest_blocks": outcome.has_fewest_blocks(),
                "most_fitness": outcome.most_fitness.map(number::json),
                "is_best": outcome.is_best(),
                "never_empty": question.never_empty(),
            },
            "fumen": self.fumen().ok(),
        });
        if let Value::Object(document) = &mut document {
            let typed = self.typed.as_ref().ok();
            document.extend(document::solved(&question.problem, &question.blocks, solution, typed));
            document.extend(document::work(found));
        }
        document
    }
}
