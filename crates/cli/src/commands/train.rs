//! `tetrolab train`: players that learn.

mod evolve;
mod evolve_progress;
mod evolve_report;
mod progress;
mod report;
mod select;
mod select_options;
mod select_progress;
mod select_report;

use std::error::Error;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use tetrolab_lab::evolve::{self as evolution, Evolver};
use tetrolab_lab::select::{self as selection, Selection, Selector};
use tetrolab_lab::train::options::Training;
use tetrolab_lab::train::{Plan, Report, Trainer};
use tetrolab_runs::{folder, warn};
use tetrolab_simulate::Cpu;

use super::again;
use super::interrupt::stop_on_interrupt;
use evolve::Evolution;
use progress::Progress;
use select_options::Selecting;
use tetrolab_inputs::numbers::{MOST_THREADS, count, quoted};
use tetrolab_inputs::parsers::THREADS;

/// Options under no heading of their own, though they come after some that have one.
const NO_HEADING: Option<&str> = None;

/// What is said about a new run, which one that goes on has in its manifest.
const NEW: [&str; 7] = ["out", "features", "GameOptions", "SearchOptions", "AmountOptions", "Selecting", "Evolution"];

#[derive(Debug, Args)]
pub struct Train {
    #[command(flatten)]
    training: Training,
    #[command(flatten)]
    selecting: Selecting,
    #[command(flatten)]
    evolution: Evolution,
    /// The folder of the run: manifest, a line for each generation or step, result
    #[arg(long, help_heading = NO_HEADING, value_name = "FOLDER", required_unless_present = "resume")]
    out: Option<PathBuf>,
    /// Go on with the run of a folder; all else is written there
    #[arg(long, help_heading = NO_HEADING, value_name = "FOLDER", conflicts_with_all = NEW)]
    resume: Option<PathBuf>,
    /// Threads; the result does not depend on it [default: one for each processor]
    #[arg(long, help_heading = NO_HEADING, value_name = THREADS, allow_negative_numbers = true, value_parser = count::<MOST_THREADS>)]
    threads: Option<u64>,
    /// Print one JSON document
    #[arg(long, help_heading = NO_HEADING)]
    json: bool,
}

impl Train {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let folder = self.folder()?;
        for (option, needed) in [(self.selecting.in_vain(), "--select"), (self.evolution.in_vain(), "--evolve")] {
            if let Some(option) = option {
                bail!("{option} needs {needed}");
            }
        }
        match &self.resume {
            Some(folder) => match folder::kind(folder)?.as_str() {
                evolution::KIND => self.evolve(Evolver::open(folder)?, out),
                selection::KIND => self.select(Selector::open(folder)?, out),
                _ => self.train(Trainer::open(folder)?, out),
            },
            None if self.evolution.is_asked_for() => {
                self.evolve(self.evolution.create(&self.training, folder, &again::typed())?, out)
            }
            None if self.selecting.is_wanted() => {
                let settings = self.selecting.settings(&self.training)?;
                let selection = Selection::new(settings).map_err(|reason| anyhow!(reason))?;
                self.select(Selector::create(folder, selection, &again::typed())?, out)
            }
            None => {
                let plan = Plan::new(self.training.settings()?)?;
                self.train(Trainer::create(folder, plan, &again::typed())?, out)
            }
        }
    }

    /// Learns weights.
    fn train(&self, mut trainer: Trainer, out: &mut impl Write) -> Result<ExitCode> {
        let folder = self.folder()?;
        if trainer.was_torn() {
            let last = trainer.generations().last();
            let kept = last.map_or("nothing was whole".to_string(), |last| {
                format!("going on after generation {} of run {}", last.generation, last.run)
            });
            warn(&format!("{}: the last line was torn and is taken away; {kept}", folder.display()));
        }
        let stopped = stop_on_interrupt()?;
        let start = Instant::now();
        let before = trainer.generations().len();
        let progress = Progress::new(trainer.plan(), trainer.generations(), &stopped);
        let outcome = trainer.train(self.cpu(), &progress);
        progress.end();
        let outcome = outcome.map_err(|error| stopped_by(&error, folder))?;
        let report = Report {
            folder,
            plan: trainer.plan(),
            generations: trainer.generations(),
            new: before,
            outcome: outcome.as_ref(),
            is_judging: trainer.is_learned(),
            seconds: start.elapsed().as_secs_f64(),
        };
        if self.json {
            writeln!(out, "{:#}", report.document())?;
        } else {
            report::write(&report, out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Learns formulas.
    fn evolve(&self, evolver: Evolver, out: &mut impl Write) -> Result<ExitCode> {
        let report = evolve::run(evolver, self.folder()?, self.cpu())?;
        if self.json {
            writeln!(out, "{:#}", report.document())?;
        } else {
            report.write(out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Chooses features.
    fn select(&self, selector: Selector, out: &mut impl Write) -> Result<ExitCode> {
        select::run(selector, self.folder()?, self.cpu(), self.json, out)
    }

    fn folder(&self) -> Result<&Path> {
        self.resume.as_deref().or(self.out.as_deref()).context("one of them is required")
    }

    fn cpu(&self) -> Cpu {
        let threads = self.threads.and_then(|threads| NonZero::new(threads as usize));
        threads.map_or_else(Cpu::default, |threads| Cpu { threads })
    }
}

/// What is said of a run that could not go on.
pub(super) fn stopped_by(error: &dyn Error, folder: &Path) -> anyhow::Error {
    anyhow!("{error}; the run stopped, and can be gone on with by --resume {}", quoted(&folder.to_string_lossy()))
}
