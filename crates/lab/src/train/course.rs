//! How far a training run is and how long it will take, for the terminal and for the page.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::train::Plan;
use crate::train::record::Generation;
use tetrolab_simulate::Tally;

/// A training run on its way.
pub struct Course {
    /// How many runs there are.
    pub runs: u64,
    /// In each run.
    pub generations: u64,
    start: Instant,
    so_far: Mutex<SoFar>,
}

/// What is going on.
#[derive(Clone, Copy)]
pub enum At {
    /// This generation of this run.
    Generation { run: u64, number: u64 },
    /// Results are judged.
    Judging { games: u64, played: u64, begun: Instant },
}

struct SoFar {
    at: At,
    last: Option<Generation>,
    /// Pieces played since the program began.
    pieces: u64,
    /// Pieces of each generation of a run, as far as any run has come.
    costs: Vec<u64>,
}

impl SoFar {
    fn note(&mut self, generation: &Generation) {
        let place = generation.generation as usize - 1;
        if place < self.costs.len() {
            self.costs[place] = generation.pieces;
        } else {
            self.costs.push(generation.pieces);
        }
        self.last = Some(generation.clone());
    }
}

/// How far a run is at a moment.
pub struct Now {
    /// What is going on.
    pub at: At,
    /// The last generation of the run that is going on.
    pub last: Option<Generation>,
    /// Pieces played in a second.
    pub speed: f64,
    /// How long it may take, in seconds.
    pub left: Option<f64>,
    /// Whether it will take longer: games become longer while a run learns, and none has come to its end yet.
    pub is_at_least: bool,
    /// How much is done, from 0 to 1.
    pub share: f64,
}

impl Course {
    /// A run that goes on from these generations.
    pub fn new(plan: &Plan, generations: &[Generation]) -> Course {
        let mut so_far = SoFar { at: At::Generation { run: 1, number: 1 }, last: None, pieces: 0, costs: Vec::new() };
        generations.iter().for_each(|generation| so_far.note(generation));
        Course {
            runs: plan.settings().runs,
            generations: plan.settings().generations,
            start: Instant::now(),
            so_far: Mutex::new(so_far),
        }
    }

    fn lock(&self) -> MutexGuard<'_, SoFar> {
        self.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A generation begins.
    pub fn begins(&self, run: u64, generation: u64) {
        self.lock().at = At::Generation { run, number: generation };
    }

    /// Some games were played on.
    pub fn played(&self, more: Tally) {
        let mut so_far = self.lock();
        so_far.pieces += more.pieces;
        if let At::Judging { played, .. } = &mut so_far.at {
            *played += more.deaths;
        }
    }

    /// A generation is done.
    pub fn done(&self, generation: &Generation) {
        self.lock().note(generation);
    }

    /// The results are judged.
    pub fn judges(&self, games: u64) {
        self.lock().at = At::Judging { games, played: 0, begun: Instant::now() };
    }

    /// How far it is.
    pub fn now(&self) -> Now {
        let so_far = self.lock();
        let speed = so_far.pieces as f64 / self.start.elapsed().as_secs_f64();
        let (left, share, is_at_least, last) = match so_far.at {
            At::Generation { run, number } => {
                let left = self.pieces_left(&so_far, run, number).filter(|_| speed > 0.0).map(|left| left / speed);
                let done = (run - 1) as f64 + (number - 1) as f64 / self.generations as f64;
                let last = so_far.last.clone().filter(|last| last.run == run);
                (left, done / self.runs as f64, run == 1 && 2 * number < self.generations, last)
            }
            At::Judging { games, played, begun } => {
                let share = played as f64 / games.max(1) as f64;
                let left = (played > 0).then(|| begun.elapsed().as_secs_f64() * (1.0 - share) / share);
                (left, share, false, None)
            }
        };
        Now { at: so_far.at, last, speed, left, is_at_least, share }
    }

    /// How many pieces are still to be played, if all runs are as the first, and all generations that none had are as the last one.
    fn pieces_left(&self, so_far: &SoFar, run: u64, generation: u64) -> Option<f64> {
        let last = *so_far.costs.last()?;
        let cost = |generation: u64| so_far.costs.get(generation as usize).copied().unwrap_or(last) as f64;
        // With racing runs may have fewer generations.
        let generations = if run == 1 { self.generations } else { so_far.costs.len() as u64 };
        let whole: f64 = (0..generations).map(cost).sum();
        let rest: f64 = (generation - 1..generations.max(generation)).map(cost).sum();
        Some(rest + (self.runs - run) as f64 * whole)
    }
}
