//! Tuning the bot: weights that send more rows and survive longer.
//!
//! A generation of an optimiser plays the same games, each candidate alone: half of them in peace, half under garbage that keeps
//! coming. What counts is the rows sent for each piece that a whole game has, so who tops out early pays for it.

mod check;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use serde::{Deserialize, Serialize};
use tetrolab_bot::{Pressure, Search, Solo, TBP_RULES, Tally, Weights, terms};
use tetrolab_engine::Seed;
use tetrolab_optimize::continuous::{Optimizer, Settings, State, restore};

use crate::problems::optimizer;
use tetrolab_runs::folder::{Folder, FolderError};

pub use crate::problems::SettingsError;

/// The kind of run that folders of tuning hold.
pub const KIND: &str = "tune-bot";

/// The file with a line for each generation.
pub const LINES: &str = "generations.jsonl";

/// The file with the weights in the centre of the search.
pub const WEIGHTS: &str = "weights.toml";

/// A weight that starts nearer to zero than this varies as if it were this far away.
const LEAST_SCALE: f64 = 0.3;

/// Memory of one search; games of tuning are small.
const MEMORY: usize = 16 << 20;

/// All that decides how a run goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The weights it starts from, by name.
    pub start: BTreeMap<String, f32>,
    /// The name of the optimiser.
    pub optimizer: String,
    /// How far it looks around at first, in parts of each weight.
    pub sigma: f64,
    /// Candidates of a generation.
    pub population: usize,
    /// Games of a candidate.
    pub games: usize,
    /// Pieces of a game.
    pub pieces: u32,
    /// Placements valued for a piece.
    pub nodes: u64,
    /// Pieces seen beyond the one in play.
    pub previews: usize,
    /// Under pressure, rows of garbage come after this many pieces.
    pub every: u32,
    /// How many rows come at once.
    pub rows: u32,
    /// Generations.
    pub generations: u64,
    /// All random numbers follow from it.
    pub seed: u64,
}

impl Plan {
    /// The plan of a run from these weights, with sizes that take an hour or two.
    pub fn new(weights: &Weights, seed: u64) -> Plan {
        let start = terms().map(|term| term.name.to_string()).zip(weights.numbers()).collect();
        Plan {
            start,
            optimizer: "cma-es".into(),
            sigma: 0.25,
            population: 16,
            games: 8,
            pieces: 150,
            nodes: 5000,
            previews: 5,
            every: 8,
            rows: 4,
            generations: 150,
            seed,
        }
    }

    fn scales(&self) -> Vec<f64> {
        terms()
            .map(|term| f64::from(self.start.get(term.name).copied().unwrap_or(0.0)).abs().max(LEAST_SCALE))
            .collect()
    }

    fn settings(&self) -> Settings {
        let start = terms().map(|term| f64::from(self.start.get(term.name).copied().unwrap_or(0.0)));
        let mean = start.zip(self.scales()).map(|(weight, scale)| weight / scale).collect();
        let mut settings = Settings::new(mean, self.sigma, self.seed);
        settings.population = Some(self.population);
        settings
    }

    /// The search at its beginning.
    fn begun(&self) -> Result<Box<dyn Optimizer>, TuneError> {
        Ok((optimizer(&self.optimizer)?.start)(&self.settings())?)
    }

    /// The weights that a point of the search stands for.
    fn weights(&self, point: &[f64]) -> Weights {
        let numbers: Vec<f32> = point.iter().zip(self.scales()).map(|(x, scale)| (x * scale) as f32).collect();
        Weights::from_numbers(&numbers).expect("a point has a coordinate for each term")
    }

    /// Plays one game of a generation.
    fn play(&self, weights: &Weights, generation: u64, game: usize) -> Tally {
        let pressure = (game % 2 == 1).then_some(Pressure { every: self.every, rows: self.rows });
        let seed = self.seed.wrapping_add(generation * self.games as u64 + game as u64);
        let mut solo = Solo::new(TBP_RULES, Seed(seed), self.previews, pressure);
        let mut search = Search::new(&TBP_RULES, weights, MEMORY);
        while solo.tally().pieces < self.pieces && !solo.is_over() {
            search.start(solo.position());
            search.think(self.nodes);
            let Some(&first) = search.suggestion().moves.first() else { break };
            solo.play(first).expect("a suggested move can be played");
        }
        *solo.tally()
    }
}

/// A generation that has been played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Its number, from 0.
    pub generation: u64,
    /// The mean score of its candidates.
    pub mean: f64,
    /// The best score.
    pub best: f64,
    /// The step size after it.
    pub sigma: f64,
    /// The search after it.
    pub state: State,
}

/// A run of tuning, with its folder.
#[derive(Debug)]
pub struct Tuner {
    folder: Folder,
    plan: Plan,
    optimizer: Box<dyn Optimizer>,
    lines: Vec<Line>,
    was_torn: bool,
}

/// Why a run cannot begin or go on.
pub type TuneError = Box<dyn Error + Send + Sync>;

impl Tuner {
    /// Begins a run in a new folder.
    ///
    /// # Errors
    /// If the plan makes no sense, or the folder cannot be made.
    pub fn create(path: &Path, command: &str, plan: Plan) -> Result<Tuner, TuneError> {
        plan.check()?;
        let optimizer = plan.begun()?;
        let folder = Folder::create(path, KIND, LINES, command, &plan)?;
        Ok(Tuner { folder, plan, optimizer, lines: Vec::new(), was_torn: false })
    }

    /// Resumes a run.
    ///
    /// # Errors
    /// If there is none in the folder, or it is damaged.
    pub fn open(path: &Path) -> Result<Tuner, TuneError> {
        let found = Folder::open::<Plan, Line>(path, KIND, LINES)?;
        let (plan, lines) = (found.manifest.settings, found.lines);
        plan.check().map_err(|error| format!("{}: {error}", path.display()))?;
        let file = path.join(LINES);
        if let Some((place, line)) = (0..).zip(&lines).find(|(place, line)| line.generation != *place) {
            let what = if line.generation > place { "a generation is missing before it" } else { "it is out of order" };
            let found = line.generation;
            return Err(format!("{}: line {}: {what}: it is generation {found}", file.display(), place + 1).into());
        }
        let optimizer = match lines.last() {
            Some(line) => restored(&plan, line)
                .map_err(|reason| format!("{}: line {}: {reason}", file.display(), line.generation + 1))?,
            None => plan.begun()?,
        };
        let tuner = Tuner { folder: found.folder, plan, optimizer, lines, was_torn: found.was_torn };
        if !tuner.lines.is_empty() {
            // Who was stopped between the line and the weights has those of the line before.
            tuner.write_weights()?;
        }
        Ok(tuner)
    }

    /// The generations that have been played.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Whether the last line was torn and has been taken away.
    pub const fn was_torn(&self) -> bool {
        self.was_torn
    }

    /// What it does.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The next generation.
    pub fn generation(&self) -> u64 {
        self.optimizer.generation()
    }

    /// Whether all generations have been played.
    pub fn is_done(&self) -> bool {
        self.generation() >= self.plan.generations
    }

    /// The weights in the centre of the search: what the run is for.
    pub fn weights(&self) -> Weights {
        self.plan.weights(self.optimizer.mean())
    }

    /// Plays a generation on `threads` threads. After every game, `played` is called with how many were played of how
    /// many. If it is stopped, the generation is played again later, and nothing is returned.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn step(
        &mut self,
        threads: usize,
        stopped: &AtomicBool,
        played: impl Fn(usize, usize) + Sync,
    ) -> Result<Option<Line>, FolderError> {
        let generation = self.generation();
        let points = self.optimizer.ask();
        let weights: Vec<Weights> = points.iter().map(|point| self.plan.weights(point)).collect();
        let tasks = points.len() * self.plan.games;
        let (next, scores) = (AtomicUsize::new(0), Mutex::new(vec![0.0; tasks]));
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let task = next.fetch_add(1, Ordering::Relaxed);
                        if task >= tasks || stopped.load(Ordering::Relaxed) {
                            return;
                        }
                        let (candidate, game) = (task / self.plan.games, task % self.plan.games);
                        let tally = self.plan.play(&weights[candidate], generation, game);
                        let score = f64::from(tally.attack) / f64::from(self.plan.pieces);
                        scores.lock().expect("no thread panics while it holds the lock")[task] = score;
                        played(task + 1, tasks);
                    }
                });
            }
        });
        if stopped.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let scores = scores.into_inner().expect("no thread panics while it holds the lock");
        let scores: Vec<f64> =
            scores.chunks(self.plan.games).map(|games| games.iter().sum::<f64>() / games.len() as f64).collect();
        self.optimizer.tell(&points, &scores).expect("what was asked for is told");
        let line = Line {
            generation,
            mean: scores.iter().sum::<f64>() / scores.len() as f64,
            best: scores.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            sigma: self.optimizer.spread().sigma,
            state: self.optimizer.state(),
        };
        self.folder.append(&line)?;
        self.write_weights()?;
        self.lines.push(line.clone());
        Ok(Some(line))
    }

    fn write_weights(&self) -> Result<(), FolderError> {
        self.folder.write(WEIGHTS, self.weights().to_toml().as_bytes())
    }
}

/// The search after a line, or why it cannot be that of the plan.
fn restored(plan: &Plan, line: &Line) -> Result<Box<dyn Optimizer>, TuneError> {
    let optimizer = restore(line.state.clone())?;
    if optimizer.mean().len() != terms().count() {
        return Err(format!("a search over {} weights, not {}", optimizer.mean().len(), terms().count()).into());
    }
    if optimizer.generation() != line.generation + 1 || optimizer.ask().len() != plan.population {
        return Err("the search is that of another run".into());
    }
    Ok(optimizer)
}
