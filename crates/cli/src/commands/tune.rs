//! `tetrolab tune`: weights of the bot that send more rows and survive longer.

mod report;

use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use tetrolab_bot::Weights;
use tetrolab_lab::tune::{Plan, Tuner};

use super::again;
use super::interrupt::stop_on_interrupt;
use super::progress::{Line, fitting};
use super::train::stopped_by;
use report::Report;
use tetrolab_inputs::bot_name::weights_of;
use tetrolab_inputs::numbers::{MOST_THREADS, at_most, count, number};
use tetrolab_inputs::parsers::THREADS;
use tetrolab_report::short::{duration, figure};
use tetrolab_runs::warn;

/// The seed if none is given.
const SEED: u64 = 1;

/// What is said about a new run, which one that goes on has in its manifest.
const NEW: [&str; 2] = ["out", "NewRun"];

#[derive(Debug, Args)]
pub struct Tune {
    /// The folder of the run: manifest, a line for each generation, and the weights so far
    #[arg(long, value_name = "FOLDER", required_unless_present = "resume")]
    out: Option<PathBuf>,
    /// Go on with the run of a folder; all else is written there
    #[arg(long, value_name = "FOLDER", conflicts_with_all = NEW)]
    resume: Option<PathBuf>,
    #[command(flatten)]
    new: NewRun,
    /// Threads; the result does not depend on it [default: one for each processor]
    #[arg(long, value_name = THREADS, allow_negative_numbers = true, value_parser = count::<MOST_THREADS>)]
    threads: Option<u64>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// No number is larger before the plan is looked at as a whole.
const MANY: u64 = u32::MAX as u64;

/// What is tuned, and how long.
#[derive(Debug, Args)]
struct NewRun {
    /// The weights to start from [default: those of the bot]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Generations [default: 150]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    generations: Option<u64>,
    /// Candidates of a generation [default: 16]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    population: Option<u64>,
    /// Games of each candidate, every second one under garbage [default: 8]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    games: Option<u64>,
    /// Pieces of a game [default: 150]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    pieces: Option<u64>,
    /// Placements that are valued for a piece [default: 5000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    nodes: Option<u64>,
    /// Rows of garbage that come at once in every second game [default: 4]
    #[arg(long, value_name = "ROWS", allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    garbage: Option<u64>,
    /// They come after so many pieces, again and again [default: 8]
    #[arg(long, value_name = "PIECES", allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    every: Option<u64>,
    /// How far the search looks around at first, in parts of each weight [default: 0.25]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = number)]
    sigma: Option<f64>,
    /// What is random follows from it [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_most::<{ u64::MAX }>)]
    seed: Option<u64>,
}

impl NewRun {
    /// What was asked for, and the usual where nothing was.
    fn plan(&self) -> Result<Plan> {
        let weights = match &self.weights {
            Some(file) => weights_of(file)?,
            None => Weights::default(),
        };
        let usual = Plan::new(&weights, self.seed.unwrap_or(SEED));
        Ok(Plan {
            generations: self.generations.unwrap_or(usual.generations),
            population: self.population.map_or(usual.population, |population| population as usize),
            games: self.games.map_or(usual.games, |games| games as usize),
            pieces: self.pieces.map_or(usual.pieces, |pieces| pieces as u32),
            nodes: self.nodes.unwrap_or(usual.nodes),
            rows: self.garbage.map_or(usual.rows, |rows| rows as u32),
            every: self.every.map_or(usual.every, |every| every as u32),
            sigma: self.sigma.unwrap_or(usual.sigma),
            ..usual
        })
    }
}

impl Tune {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let folder = self.resume.as_deref().or(self.out.as_deref()).context("one of them is required")?;
        let tuner = match &self.resume {
            Some(folder) => Tuner::open(folder),
            None => Tuner::create(folder, &again::typed(), self.new.plan()?),
        };
        self.tune(tuner.map_err(|error| anyhow!("{error}"))?, folder, out)
    }

    fn tune(&self, mut tuner: Tuner, folder: &Path, out: &mut impl Write) -> Result<ExitCode> {
        if tuner.was_torn() {
            let kept = match tuner.lines().len() {
                0 => "nothing was whole".to_string(),
                lines => format!("going on after generation {lines}"),
            };
            warn(&format!("{}: the last line was torn and is taken away; {kept}", folder.display()));
        }
        let stopped = stop_on_interrupt()?;
        let start = Instant::now();
        let before = tuner.lines().len();
        let progress = Progress { line: Line::new(), start, before, played: AtomicUsize::new(0) };
        while !tuner.is_done() {
            let standing = Standing::of(&tuner);
            let step = tuner.step(self.threads(), &stopped, |_, games| progress.show(&standing, games));
            if step.is_err() {
                progress.line.end();
            }
            if step.map_err(|error| stopped_by(&error, folder))?.is_none() {
                break;
            }
        }
        progress.line.end();
        let report = Report { folder, tuner: &tuner, new: before, seconds: start.elapsed().as_secs_f64() };
        if self.json {
            writeln!(out, "{:#}", report.document())?;
        } else {
            report.write(out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(all, |threads| threads as usize)
    }
}

/// How far a run is before a generation.
struct Standing {
    generation: u64,
    generations: u64,
    /// Mean and best score of the generation before.
    last: Option<(f64, f64)>,
}

impl Standing {
    fn of(tuner: &Tuner) -> Standing {
        Standing {
            generation: tuner.generation(),
            generations: tuner.plan().generations,
            last: tuner.lines().last().map(|line| (line.mean, line.best)),
        }
    }
}

/// Shows how far a run is.
struct Progress {
    line: Line,
    start: Instant,
    /// Generations that were played before.
    before: usize,
    /// Games played since then.
    played: AtomicUsize,
}

impl Progress {
    /// One more game was played, of `games` in a generation.
    fn show(&self, standing: &Standing, games: usize) {
        let played = self.played.fetch_add(1, Ordering::Relaxed) + 1;
        self.line.show(|columns| {
            let done = standing.generation - self.before as u64;
            let here = played.saturating_sub(done as usize * games);
            let mut parts =
                vec![format!("generation {}/{} game {here}/{games}", standing.generation + 1, standing.generations)];
            if let Some((mean, best)) = standing.last {
                parts.push(format!("  rows/piece mean {} best {}", figure(mean), figure(best)));
            }
            let all = (standing.generations - self.before as u64) as f64 * games as f64;
            let left = self.start.elapsed().as_secs_f64() * (all - played as f64) / played as f64;
            parts.push(format!("  {} left", duration(left)));
            fitting(parts, columns)
        });
    }
}
