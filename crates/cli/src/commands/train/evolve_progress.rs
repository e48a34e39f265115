//! How far formulas have evolved, while they do.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tetrolab_lab::evolve::record::Generation;
use tetrolab_lab::evolve::{Plan, Step, Watch};
use tetrolab_report::words::shorten;
use tetrolab_simulate::Tally;

use super::progress::score;
use crate::commands::progress::{Line, fitting};
use tetrolab_report::short::{duration, figure, rate};

/// Longer formulas are cut to this many characters.
const LONGEST_FORMULA: usize = 34;

/// Watches a run and shows it in a terminal.
pub struct Progress<'a> {
    line: Line,
    stopped: &'a AtomicBool,
    /// Of formulas.
    generations: u64,
    /// Of weights.
    learning_generations: u64,
    start: Instant,
    so_far: Mutex<SoFar>,
}

struct SoFar {
    at: (Step, u64),
    /// When the step began, and with which generation.
    begun: (Instant, u64),
    last: Option<Generation>,
    /// Pieces played since the program began.
    pieces: u64,
}

impl Watch for Progress<'_> {
    fn begins(&self, step: Step, generation: u64) {
        if let Ok(mut so_far) = self.so_far.lock() {
            if so_far.at.0 != step || so_far.pieces == 0 {
                so_far.begun = (Instant::now(), generation);
            }
            so_far.at = (step, generation);
        }
    }

    fn played(&self, more: Tally) {
        if let Ok(mut so_far) = self.so_far.lock() {
            so_far.pieces += more.pieces;
            self.line.show(|columns| self.text(&so_far, columns));
        }
    }

    fn done(&self, generation: &Generation) {
        if let Ok(mut so_far) = self.so_far.lock() {
            so_far.last = Some(generation.clone());
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

impl<'a> Progress<'a> {
    pub fn new(plan: &Plan, generations: &[Generation], stopped: &'a AtomicBool) -> Progress<'a> {
        let start = Instant::now();
        let last = generations.last().cloned();
        Progress {
            line: Line::new(),
            stopped,
            generations: plan.settings().generations,
            learning_generations: plan.settings().learning_generations,
            start,
            so_far: Mutex::new(SoFar { at: (Step::Base, 1), begun: (start, 1), last, pieces: 0 }),
        }
    }

    /// Takes the line away.
    pub fn end(&self) {
        self.line.end();
    }

    /// Pieces played since the program began.
    pub fn pieces(&self) -> u64 {
        self.so_far.lock().map_or(0, |so_far| so_far.pieces)
    }

    /// Seconds since then.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// The progress in at most `columns` columns: what does not fit is left out, the least important first.
    fn text(&self, so_far: &SoFar, columns: usize) -> String {
        let (step, generation) = so_far.at;
        let (what, generations) = match step {
            Step::Base => ("learning the base", self.learning_generations),
            Step::Evolving => ("evolving", self.generations),
            Step::Choosing => ("choosing the best formula", 1),
            Step::Learning => ("learning all weights", self.learning_generations),
            Step::Control => ("learning the base alone", self.learning_generations),
        };
        let mut parts = vec![match step {
            Step::Choosing => what.to_string(),
            _ => format!("{what}, generation {generation} of {generations}"),
        }];
        let (begun, first) = so_far.begun;
        if generation > first && generation <= generations {
            let each = begun.elapsed().as_secs_f64() / (generation - first) as f64;
            parts.push(format!("  {} left of this", duration(each * (generations - generation + 1) as f64)));
        }
        if let Some(last) = so_far.last.as_ref().filter(|_| matches!(step, Step::Evolving | Step::Choosing)) {
            parts.push(format!("  {}", shorten(&last.best.formula, LONGEST_FORMULA)));
            parts.push(format!("  {}", score(&last.best.score)));
            if let Some(base) = last.base.filter(|base| base.mean() > 0.0) {
                parts.push(format!(", {} x base", figure(last.best.score.mean() / base.mean())));
            }
        }
        parts.push(format!("  {} pieces/s", rate(so_far.pieces as f64 / self.seconds())));
        fitting(parts, columns)
    }
}
