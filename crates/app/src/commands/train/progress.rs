//! How far a training run is, while it runs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use serde_json::{Value, json};
use tetrolab_experiments::plot::scores::LEVEL;
use tetrolab_experiments::train::record::{Generation, Score};
use tetrolab_experiments::train::{Plan, Watch};
use tetrolab_simulate::Tally;

use crate::commands::number::{duration, figure, interval, rate};
use crate::commands::progress::{Line, fitting};

/// Watches a training run and shows it in a terminal.
pub struct Progress<'a> {
    line: Line,
    stopped: &'a AtomicBool,
    runs: u64,
    /// In each run.
    generations: u64,
    start: Instant,
    so_far: Mutex<SoFar>,
}

/// What is going on.
#[derive(Clone, Copy)]
enum At {
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

impl Watch for Progress<'_> {
    fn begins(&self, run: u64, generation: u64) {
        if let Ok(mut so_far) = self.so_far.lock() {
            so_far.at = At::Generation { run, number: generation };
        }
    }

    fn played(&self, more: Tally) {
        if let Ok(mut so_far) = self.so_far.lock() {
            so_far.pieces += more.pieces;
            if let At::Judging { played, .. } = &mut so_far.at {
                *played += more.deaths;
            }
            self.line.show(|columns| self.text(&so_far, columns));
        }
    }

    fn done(&self, generation: &Generation) {
        if let Ok(mut so_far) = self.so_far.lock() {
            so_far.note(generation);
        }
    }

    fn begins_again(&self) {
        self.line.end();
        eprintln!("tetrolab: the games that were kept cannot be used; they begin again, which gives the same");
    }

    fn judges(&self, games: u64) {
        if let Ok(mut so_far) = self.so_far.lock() {
            so_far.at = At::Judging { games, played: 0, begun: Instant::now() };
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
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

impl<'a> Progress<'a> {
    pub fn new(plan: &Plan, generations: &[Generation], stopped: &'a AtomicBool) -> Progress<'a> {
        let mut so_far = SoFar { at: At::Generation { run: 1, number: 1 }, last: None, pieces: 0, costs: Vec::new() };
        generations.iter().for_each(|generation| so_far.note(generation));
        Progress {
            line: Line::new(),
            stopped,
            runs: plan.settings().runs,
            generations: plan.settings().generations,
            start: Instant::now(),
            so_far: Mutex::new(so_far),
        }
    }

    /// Takes the line away.
    pub fn end(&self) {
        self.line.end();
    }

    /// How far it is, in at most so many columns: what does not fit is left out, the least important first.
    fn text(&self, so_far: &SoFar, columns: usize) -> String {
        let speed = so_far.pieces as f64 / self.start.elapsed().as_secs_f64();
        let mut parts = Vec::new();
        match so_far.at {
            At::Generation { run, number } => {
                parts.push(format!("run {run}/{} generation {number}/{}", self.runs, self.generations));
                let last = so_far.last.as_ref().filter(|last| last.run == run);
                if let Some(last) = last {
                    parts.push(format!(" centre {}", rough(&last.centre_score)));
                    parts.push(format!(" best {}", rough(&last.best_score)));
                }
                if let Some(left) = self.pieces_left(so_far, run, number).filter(|_| speed > 0.0) {
                    // Games become longer while a run learns, and none has come to its end yet.
                    let least = if run == 1 && 2 * number < self.generations { "≥ " } else { "" };
                    parts.push(format!(" {least}{} left", duration(left / speed)));
                }
                if let Some(last) = last {
                    parts.push(format!(" σ {:.2}", last.sigma));
                }
            }
            At::Judging { games, played, begun } => {
                let share = played as f64 / games.max(1) as f64;
                parts.push(format!("judging the results  {:.0} %", 100.0 * share));
                if played > 0 {
                    let left = begun.elapsed().as_secs_f64() * (1.0 - share) / share;
                    parts.push(format!("  {} left", duration(left)));
                }
            }
        }
        parts.push(format!("  {} pieces/s", rate(speed)));
        fitting(parts, columns)
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

/// A mean and how far it may be off, in a few characters.
fn rough(score: &Score) -> String {
    let off = score.estimate().relative_precision(LEVEL).filter(|&off| off < 1.0);
    format!("{}±{}%", figure(score.mean()), off.map_or("?".to_string(), |off| format!("{:.0}", 100.0 * off)))
}

/// A mean with its interval.
pub fn score(score: &Score) -> String {
    format!("{} ({})", figure(score.mean()), interval(&score.estimate().interval(LEVEL)))
}

/// A mean with its interval, as JSON.
pub fn score_document(score: &Score) -> Value {
    let interval = score.estimate().interval(LEVEL);
    json!({
        "lines": score.lines,
        "deaths": score.deaths,
        "mean": score.mean(),
        "interval": [interval.lower, interval.upper],
    })
}
