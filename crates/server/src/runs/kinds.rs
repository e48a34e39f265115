//! The kinds of runs: one table.

use std::path::Path;

use anyhow::{Context, Result, bail};
use tetrolab_lab::laboratory::{self, Ended, Run};
use tetrolab_lab::solving::{self, Solving};
use tetrolab_lab::train::record::Generation;
use tetrolab_lab::train::{self, Course, Trainer};
use tetrolab_lab::{evolve, report, select, tune};
use tetrolab_simulate::Tally;

use super::job::Job;
use crate::lock;
use tetrolab_host::aveiro::Sockets;

/// A kind of run.
#[derive(Debug)]
pub struct Kind {
    /// What it is called in manifests.
    pub name: &'static str,
    /// The file to which its lines are added.
    pub lines: &'static str,
    /// Opens its folder and resumes it. `None` if only the terminal can resume it.
    pub open: Option<Open>,
}

/// Opens a folder. What comes of it goes on until the run is done, which it says, or stopped.
type Open = for<'j> fn(&Path, &'j Job) -> Result<Box<dyn FnOnce() -> Result<bool> + 'j>>;

/// All of them.
static KINDS: [Kind; 6] = [
    Kind { name: train::KIND, lines: train::GENERATIONS, open: Some(training) },
    Kind { name: select::KIND, lines: select::STEPS, open: Some(selecting) },
    Kind { name: evolve::KIND, lines: evolve::GENERATIONS, open: Some(evolving) },
    Kind { name: solving::KIND, lines: solving::PROGRESS, open: Some(solve) },
    Kind { name: laboratory::KIND, lines: laboratory::EVENTS, open: Some(experiment) },
    Kind { name: tune::KIND, lines: tune::LINES, open: None },
];

impl Kind {
    /// The kind with this name.
    pub fn named(name: &str) -> Result<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name).with_context(|| format!("there are no runs of kind {name:?}"))
    }
}

fn training<'j>(folder: &Path, job: &'j Job) -> Result<Box<dyn FnOnce() -> Result<bool> + 'j>> {
    let mut trainer = Trainer::open(folder)?;
    let course = job.course.get_or_init(|| Course::new(trainer.plan(), trainer.generations()));
    Ok(Box::new(move || Ok(trainer.train(job.cpu(), &Trained { job, course })?.is_some())))
}

fn selecting<'j>(folder: &Path, job: &'j Job) -> Result<Box<dyn FnOnce() -> Result<bool> + 'j>> {
    let mut selector = select::Selector::open(folder)?;
    Ok(Box::new(move || Ok(selector.select(job.cpu(), job)?.is_some())))
}

fn evolving<'j>(folder: &Path, job: &'j Job) -> Result<Box<dyn FnOnce() -> Result<bool> + 'j>> {
    let mut evolver = evolve::Evolver::open(folder)?;
    Ok(Box::new(move || Ok(evolver.evolve(job.cpu(), job)?.is_some())))
}

fn solve<'j>(folder: &Path, job: &'j Job) -> Result<Box<dyn FnOnce() -> Result<bool> + 'j>> {
    let mut solving = Solving::open(folder)?;
    Ok(Box::new(move || Ok(solving.run(Some(job.cpu().threads), job)?.is_some())))
}

fn experiment<'j>(folder: &Path, job: &'j Job) -> Result<Box<dyn FnOnce() -> Result<bool> + 'j>> {
    let mut run = Run::open(folder)?;
    Ok(Box::new(move || match run.run(job.cpu().threads, &Sockets, job)? {
        Ended::Stopped => Ok(false),
        Ended::Complete => {
            report::write(&report::of_run(run.results()), run.path())?;
            Ok(true)
        }
        Ended::Failed => {
            let (cell, reason) = run.results().failed.first().context("a cell failed")?;
            bail!("cell {cell} failed: {reason}")
        }
    }))
}

/// A job that trains.
struct Trained<'j> {
    job: &'j Job,
    course: &'j Course,
}

impl train::Watch for Trained<'_> {
    fn begins(&self, run: u64, generation: u64) {
        self.course.begins(run, generation);
    }

    fn played(&self, more: Tally) {
        self.course.played(more);
    }

    fn done(&self, generation: &Generation) {
        self.course.done(generation);
    }

    fn judges(&self, games: u64) {
        self.course.judges(games);
    }

    fn is_stopped(&self) -> bool {
        self.job.is_stopped()
    }
}

impl select::Watch for Job {
    fn is_stopped(&self) -> bool {
        self.is_stopped()
    }
}

impl evolve::Watch for Job {
    fn is_stopped(&self) -> bool {
        self.is_stopped()
    }
}

impl solving::Watch for Job {
    fn progress(&self, line: &solving::Line) {
        lock(&self.solving).replace(line.clone());
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped()
    }
}

impl laboratory::Watch for Job {
    fn progress(&self, progress: &laboratory::Progress) {
        lock(&self.experiment).replace(progress.clone());
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped()
    }
}
