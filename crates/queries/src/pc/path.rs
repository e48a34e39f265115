//! All ways to clear the board.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use tetrolab_engine::Placement;
use tetrolab_protocols::fumen::Fumen;
use tetrolab_solve::perfect_clear::{Cover, End, Solution, fewest, solutions};

use super::question::{Options, Question, with_moves};
use super::rows;
use tetrolab_inputs::numbers::{MANY, at_most};

/// What is to be cleared, and which solutions are listed.
#[derive(Debug, Args)]
pub struct Path {
    #[command(flatten)]
    /// What is to be cleared.
    pub options: Options,
    /// Only a few solutions that together are good for every queue
    #[arg(long)]
    minimal: bool,
    /// How many solutions are listed [default: 10, all with --json and --out]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    limit: Option<u64>,
    /// Write the list to a file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// How many solutions are listed as text.
const LISTED: usize = 10;

/// What was found.
pub struct Found<'a> {
    /// What was asked.
    pub question: &'a Question,
    /// All solutions, those for most queues first.
    pub solutions: Vec<Solution>,
    /// A few of them, if wanted.
    pub cover: Option<Cover>,
    /// How many queues have a solution.
    pub clear: usize,
    /// Whether it was stopped, so that there may be more.
    pub is_stopped: bool,
    /// How many are listed.
    pub limit: usize,
}

impl Path {
    /// What `--json` prints, for at most `most` queues. `watch` is told how many divisions of the board were looked at, and how many
    /// solutions were found.
    pub fn document(&self, most: u64, stop: &AtomicBool, watch: impl Fn(u64, usize) + Sync) -> Result<Value> {
        let question = self.options.question_within(most)?;
        self.found(&question, stop, watch)?.document()
    }

    /// Looks for all solutions.
    pub fn found<'a>(
        &self,
        question: &'a Question,
        stop: &AtomicBool,
        watch: impl Fn(u64, usize) + Sync,
    ) -> Result<Found<'a>> {
        let (task, pool) = (question.task(stop), question.pool()?);
        let (solutions, end) = with_moves!(question.drop, |moves| pool.install(|| solutions(moves, &task, &watch)));
        let mut is_good = vec![false; question.queues.len()];
        solutions.iter().flat_map(|solution| &solution.queues).for_each(|&queue| is_good[queue as usize] = true);
        let lists_all = self.options.json || self.out.is_some();
        Ok(Found {
            question,
            cover: self.minimal.then(|| fewest(&solutions)),
            solutions,
            clear: is_good.iter().filter(|&&is_good| is_good).count(),
            is_stopped: end == End::Stopped,
            limit: self.limit.map_or(if lists_all { usize::MAX } else { LISTED }, |limit| limit as usize),
        })
    }
}

impl Found<'_> {
    /// The numbers of the solutions that are listed.
    pub fn listed(&self) -> impl Iterator<Item = usize> + '_ {
        let chosen = self.cover.as_ref().map(|cover| cover.chosen.clone());
        chosen.unwrap_or_else(|| (0..self.solutions.len()).collect()).into_iter().take(self.limit)
    }

    /// How the first of its queues plays a solution, a page for each piece, with the pieces to come.
    pub fn fumen(&self, solution: &Solution) -> Result<String> {
        let placements: Vec<Placement> = solution.steps.iter().map(|step| step.placement).collect();
        let first = self.question.letters(solution.queues[0] as usize);
        let (current, rest) = first.split_at(1);
        let quiz = format!("#Q=[]({current}){rest}");
        let comment = [quiz.as_str()];
        let comments: &[&str] = if self.question.use_hold { &comment } else { &[] };
        Ok(Fumen::solution(&self.question.blocks, &placements, comments)?.try_encode()?)
    }

    /// What `--json` prints.
    pub fn document(&self) -> Result<Value> {
        let mut document = self.question.document();
        document["clear"] = self.clear.into();
        document["solutions"] = self.solutions.len().into();
        document["is_stopped"] = self.is_stopped.into();
        if let Some(Cover { chosen, is_smallest }) = &self.cover {
            document["minimal"] = json!({ "solutions": chosen.len(), "is_smallest": is_smallest });
        }
        let list = self.listed().map(|number| {
            let solution = &self.solutions[number];
            let steps = solution.steps.iter().map(|step| {
                let Placement { piece, rotation, x, y } = step.placement;
                json!({ "hold": step.hold, "piece": piece.letter().to_string(), "rotation": rotation.name(), "x": x, "y": y })
            });
            let queues = solution.queues.iter().map(|&queue| self.question.letters(queue as usize));
            Ok(json!({
                "number": number + 1,
                "rows": rows(self.question, &solution.tiles),
                "fumen": self.fumen(solution)?,
                "steps": steps.collect::<Vec<_>>(),
                "queues": queues.collect::<Vec<_>>(),
            }))
        });
        document["list"] = list.collect::<Result<Vec<Value>>>()?.into();
        Ok(document)
    }
}
