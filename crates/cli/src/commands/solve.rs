//! `tetrolab solve`: optimised play for a known piece sequence, with proofs where possible.

mod decode;
mod drawing;
mod progress;
mod run;
mod steps;
mod terms;
mod text;
mod tune;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use tetrolab_lab::solve::{Answer, Method, Problem, Task, question};
use tetrolab_lab::solving::Solving;

use super::interrupt::stop_on_interrupt;
use super::page::Page;
use super::table::Table;
use super::{again, replay, terminal};
use tetrolab_runs::{files, warn};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Solve {
    #[command(subcommand)]
    instead: Option<Instead>,
    #[command(flatten)]
    problem: Problem,
    #[command(flatten)]
    method: Method,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    keeping: Keeping,
}

/// Where a run is kept.
#[derive(Debug, Args)]
#[command(next_help_heading = "The folder of a run")]
struct Keeping {
    /// Keep the run in a folder, so that it can be stopped and gone on with: manifest, progress, result
    #[arg(long, value_name = "FOLDER", conflicts_with = "decode")]
    run: Option<PathBuf>,
    /// Go on with the run of a folder; the problem and the algorithm are written there
    #[arg(long, value_name = "FOLDER", conflicts_with_all = NEW)]
    resume: Option<PathBuf>,
}

/// What is said about a new run, which one that goes on has in its manifest.
const NEW: [&str; 20] = [
    "queue",
    "bag",
    "randomizer",
    "game",
    "seed",
    "pieces",
    "genotype",
    "preset",
    "board",
    "fitness",
    "algorithm",
    "time",
    "temperature",
    "width",
    "start",
    "Genetic",
    "Annealing",
    "Refining",
    "empty",
    "run",
];

/// What can be done besides solving.
#[derive(Debug, Subcommand)]
enum Instead {
    /// Tune the weights of the fitness so that fewer Blocks are left, and test them on other queues
    Tune(tune::Tune),
}

/// What is done with the answer.
#[derive(Debug, Args)]
#[command(next_help_heading = "The answer")]
struct Output {
    /// Demand an empty board and stop when there is one, or is known to be none: exit code 1 if there is none
    #[arg(long)]
    empty: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Print the solution as fumen, nothing else
    #[arg(long, conflicts_with = "json")]
    fumen: bool,
    /// Write the JSON document to a file, or a replay if its name ends in .replay
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a replay, which tetrolab replay verifies
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Play the solution in the terminal
    #[arg(long, conflicts_with_all = ["json", "fumen"])]
    watch: bool,
    /// How many times faster it is played
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = tetrolab_inputs::numbers::speed, requires = "watch", allow_negative_numbers = true)]
    speed: f64,
    /// Instead, play the genes of saved records and say what they are worth
    #[arg(long, value_name = "FILE.json|-", conflicts_with_all = ["empty", "fumen", "out", "replay", "watch"])]
    #[arg(conflicts_with_all = ["algorithm", "time", "threads"])]
    #[arg(conflicts_with_all = ["queue", "bag", "randomizer", "game", "seed", "pieces", "genotype", "preset", "board"])]
    decode: Option<PathBuf>,
}

impl Output {
    /// The files that are written: replays and documents.
    fn replays(&self) -> impl Iterator<Item = &Path> {
        let out = self.out.as_deref().filter(|file| is_replay(file));
        out.into_iter().chain(self.replay.as_deref())
    }

    fn documents(&self) -> impl Iterator<Item = &Path> {
        self.out.as_deref().filter(|file| !is_replay(file)).into_iter()
    }
}

fn is_replay(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "replay")
}

impl Solve {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        if let Some(Instead::Tune(tune)) = self.instead {
            return tune.run(out);
        }
        if let Some(file) = &self.output.decode {
            self.method.check_unused()?;
            let fitness = self.problem.fitness.as_deref().map(question::fitness).transpose()?;
            return decode::run(out, file, fitness, self.output.json);
        }
        let mut solving = self.keeping.resume.as_deref().map(Solving::open).transpose()?;
        let task = match &solving {
            Some(solving) => Task::of(solving.plan())?,
            None => Task::new(self.problem.question()?, &self.method, self.output.empty)?,
        };
        ensure!(!self.output.watch || terminal::is_there(), "--watch needs a terminal to draw in");
        self.check_files()?;
        let folder = self.keeping.run.as_deref().or(self.keeping.resume.as_deref());
        if let Some(folder) = &self.keeping.run {
            solving = Some(task.begin(folder, &again::typed())?);
        }
        let interrupted = stop_on_interrupt()?;
        let found = match (&mut solving, folder) {
            (Some(solving), Some(folder)) => run::solve_in(folder, solving, self.method.threads(), &interrupted)?,
            _ => run::solve(&task.search(&self.method), &interrupted)?,
        };
        let answer = Answer::new(&task, &found, folder);
        self.write_files(&answer)?;
        if self.output.json {
            writeln!(out, "{:#}", answer.document())?;
        } else if self.output.fumen {
            writeln!(out, "{}", answer.fumen()?)?;
        } else {
            text::write(out, Page::standard(), &answer)?;
        }
        let is_missing = task.is_empty_demanded && found.solution.blocks() > 0;
        if is_missing && !self.output.json {
            let outcome = answer.outcome();
            let why =
                if outcome.least_blocks > 0 { "proven impossible" } else { "not found, and not proven impossible" };
            warn(&format!("an empty board is {why}"));
        }
        if self.output.watch {
            out.flush()?;
            // Nothing is left to be kept: whatever asks the program to stop now, such as a terminal that closes, ends it.
            interrupted.store(true, Ordering::Relaxed);
            let typed = answer.typed.context("there is nothing to watch")?;
            let stay = Some(replay::LAST_LOOK);
            replay::show(&Table::default(), typed.replay, String::new(), self.output.speed, stay, out)?;
        }
        Ok(if is_missing { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    /// Says before anything is solved what could not be written.
    fn check_files(&self) -> Result<()> {
        let written: Vec<&Path> = self.output.replays().chain(self.output.documents()).collect();
        for file in &written {
            let read = self.problem.files().chain(self.method.start.clone());
            read.into_iter().try_for_each(|read| files::ensure_different(&read, file))?;
            files::ensure_writable(file)?;
        }
        let twice = written.len() == 2 && written[0] == written[1];
        ensure!(!twice, "--out and --replay name the same file");
        Ok(())
    }

    fn write_files(&self, answer: &Answer<'_>) -> Result<()> {
        for file in self.output.replays() {
            let typed = answer.typed.clone().with_context(|| format!("cannot write {}", file.display()))?;
            files::write(file, &typed.replay.to_bytes())?;
        }
        for file in self.output.documents() {
            files::write(file, format!("{:#}\n", answer.document()).as_bytes())?;
        }
        Ok(())
    }
}
