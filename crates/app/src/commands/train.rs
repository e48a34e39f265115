//! `tetrolab train`: players that learn.

mod options;
mod progress;
mod report;
mod select;
mod select_options;
mod select_progress;
mod select_report;

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use tetrolab_experiments::train::{Plan, Trainer};
use tetrolab_experiments::{folder, select as selection};
use tetrolab_simulate::Cpu;

use super::again;
use super::interrupt::stop_on_interrupt;
use super::options::count;
use options::Training;
use progress::Progress;
use report::Report;
use select_options::{Selecting, Typed};

/// Learn the weights of a player of the research game
#[derive(Debug, Args)]
pub struct Train {
    // Before the options that it asks about: these take away what they have read.
    #[command(flatten)]
    typed: Typed,
    #[command(flatten)]
    training: Training,
    #[command(flatten)]
    selecting: Selecting,
    /// The folder of the run: manifest, a line for each generation or step, result
    #[arg(long, value_name = "FOLDER", required_unless_present = "resume")]
    out: Option<PathBuf>,
    /// Go on with the run of a folder; all else is written there
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["out", "Training", "GameOptions", "SearchOptions", "AmountOptions", "Selecting"])]
    resume: Option<PathBuf>,
    /// Threads; the result does not depend on it [default: one for each processor]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<1024>)]
    threads: Option<u64>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Train {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let kind = self.resume.as_deref().map(folder::kind).transpose()?;
        if self.selecting.is_wanted() || kind.as_deref() == Some(selection::KIND) {
            return select::run(&self, out);
        }
        let mut trainer = match (&self.resume, &self.out) {
            (Some(folder), _) => Trainer::open(folder)?,
            (None, Some(folder)) => {
                let plan = Plan::new(self.training.settings()?)?;
                Trainer::create(folder, plan, &again::typed())?
            }
            (None, None) => unreachable!("one of them is required"),
        };
        let folder = self.resume.as_ref().or(self.out.as_ref()).context("a folder")?;
        if trainer.was_torn() {
            let last = trainer.generations().last();
            let kept = last.map_or("nothing was whole".to_string(), |last| {
                format!("going on after generation {} of run {}", last.generation, last.run)
            });
            eprintln!("tetrolab: {}: the last line was torn and is taken away; {kept}", folder.display());
        }
        let cpu = self.cpu();
        let stopped = stop_on_interrupt()?;
        let start = Instant::now();
        let before = trainer.generations().len();
        let progress = Progress::new(trainer.plan(), trainer.generations(), &stopped);
        let outcome = trainer.train(cpu, &progress);
        progress.end();
        let outcome = outcome.map_err(|error| {
            anyhow::Error::from(error)
                .context(format!("the run stopped; go on with it by --resume {}", folder.display()))
        })?;
        let report = Report {
            folder,
            plan: trainer.plan(),
            generations: trainer.generations(),
            new: before,
            outcome: outcome.as_ref(),
            seconds: start.elapsed().as_secs_f64(),
        };
        if self.json {
            writeln!(out, "{:#}", report.document())?;
        } else {
            report.write(out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// What games are played on.
    fn cpu(&self) -> Cpu {
        let threads = self.threads.and_then(|threads| NonZero::new(threads as usize));
        threads.map_or_else(Cpu::default, |threads| Cpu { threads })
    }
}
