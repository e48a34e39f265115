//! `tetrolab pc path`: all ways to clear the board.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};
use tetrolab_engine::Placement;
use tetrolab_protocols::fumen::Fumen;
use tetrolab_solve::perfect_clear::{Cover, End, Solution, fewest, solutions};

use super::drawing;
use super::percent::percent;
use super::question::{Options, Question, with_moves};
use crate::commands::interrupt::stop_on_interrupt;
use crate::commands::page::Page;
use crate::commands::progress::{Line, fitting};
use tetrolab_inputs::numbers::{MANY, at_most};
use tetrolab_report::short::counted;
use tetrolab_runs::files;

#[derive(Debug, Args)]
pub struct Path {
    #[command(flatten)]
    options: Options,
    /// Only a few solutions that together are good for every queue
    #[arg(long)]
    minimal: bool,
    /// How many solutions are listed [default: 10, all with --json and --out]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    limit: Option<u64>,
    /// Write the list to a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// How many solutions are listed as text.
const LISTED: usize = 10;

/// What was found.
struct Found<'a> {
    question: &'a Question,
    /// All solutions, those for most queues first.
    solutions: Vec<Solution>,
    /// A few of them, if wanted.
    cover: Option<Cover>,
    /// How many queues have a solution.
    clear: usize,
    is_stopped: bool,
    limit: usize,
}

impl Path {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let question = self.options.question()?;
        if let Some(file) = &self.out {
            self.options.files().try_for_each(|read| files::ensure_different(&read, file))?;
            files::ensure_writable(file)?;
        }
        let (stop, progress) = (stop_on_interrupt()?, Line::new());
        let found = self.found(&question, &stop, |divisions, found| {
            progress.show(|columns| fitting([format!("{divisions} divisions looked at, {found} solutions")], columns));
        });
        progress.end();
        let found = found?;
        let mut text = Vec::new();
        let page = if self.out.is_some() { Page::plain() } else { Page::standard() };
        if self.options.json {
            writeln!(text, "{:#}", found.document()?)?;
        } else {
            found.write(&mut text, page)?;
        }
        match &self.out {
            Some(file) => {
                files::write(file, &text)?;
                writeln!(out, "{}", found.sentence(Page::standard()))?;
                writeln!(out, "{} of them are in {}", found.listed().count(), file.display())?;
            }
            None => out.write_all(&text)?,
        }
        Ok(if found.solutions.is_empty() { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    /// What `--json` prints, for at most so many queues. `watch` hears how many divisions of the board were looked at, and how many solutions were found.
    pub fn document(&self, most: u64, stop: &AtomicBool, watch: impl Fn(u64, usize) + Sync) -> Result<Value> {
        let question = self.options.question_within(most)?;
        self.found(&question, stop, watch)?.document()
    }

    fn found<'a>(
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
    fn listed(&self) -> impl Iterator<Item = usize> + '_ {
        let chosen = self.cover.as_ref().map(|cover| cover.chosen.clone());
        chosen.unwrap_or_else(|| (0..self.solutions.len()).collect()).into_iter().take(self.limit)
    }

    fn sentence(&self, page: Page) -> String {
        let (all, queues) = (self.solutions.len(), self.question.queues.len());
        let many = page.strong(&format!("{all} solution{}", if all == 1 { "" } else { "s" }));
        let share = percent(self.clear, queues);
        let stopped = if self.is_stopped { " (stopped: there may be more)" } else { "" };
        format!("{many}{stopped}, together good for {} of {queues} queues ({share})", self.clear)
    }

    fn write(&self, out: &mut impl Write, page: Page) -> Result<()> {
        writeln!(out, "{}", self.sentence(page))?;
        if let Some(Cover { chosen, is_smallest }) = &self.cover {
            let proof = if *is_smallest { "no fewer do" } else { "fewer might do: that was not proved" };
            writeln!(out, "{} of them suffice for all these queues; {proof}", chosen.len())?;
        }
        writeln!(out, "{}", page.quiet(&self.question.summary()))?;
        if let Some(remark) = self.question.remark() {
            writeln!(out, "{}", page.quiet(&remark))?;
        }
        for number in self.listed() {
            let solution = &self.solutions[number];
            let queues = solution.queues.len();
            let share = percent(queues, self.question.queues.len());
            let first = self.question.letters(solution.queues[0] as usize);
            writeln!(out, "\n{}: {} ({share}), such as {first}", number + 1, counted(queues as u64, "queue"))?;
            for row in drawing::rows(page, self.question, &solution.tiles) {
                writeln!(out, "{row}")?;
            }
            writeln!(out, "{}", self.fumen(solution)?)?;
        }
        let all = self.cover.as_ref().map_or(self.solutions.len(), |cover| cover.chosen.len());
        if self.limit < all {
            writeln!(out, "\n{} more are not listed; --limit {all} or --out FILE lists all", all - self.limit)?;
        }
        Ok(())
    }

    /// How the first of its queues plays a solution, a page for each piece, with the pieces to come.
    fn fumen(&self, solution: &Solution) -> Result<String> {
        let placements: Vec<Placement> = solution.steps.iter().map(|step| step.placement).collect();
        let first = self.question.letters(solution.queues[0] as usize);
        let (current, rest) = first.split_at(1);
        let quiz = format!("#Q=[]({current}){rest}");
        let comment = [quiz.as_str()];
        let comments: &[&str] = if self.question.use_hold { &comment } else { &[] };
        Ok(Fumen::solution(&self.question.blocks, &placements, comments)?.try_encode()?)
    }

    fn document(&self) -> Result<Value> {
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
                "rows": drawing::rows(Page::plain(), self.question, &solution.tiles),
                "fumen": self.fumen(solution)?,
                "steps": steps.collect::<Vec<_>>(),
                "queues": queues.collect::<Vec<_>>(),
            }))
        });
        document["list"] = list.collect::<Result<Vec<Value>>>()?.into();
        Ok(document)
    }
}
