//! How far a selection is, while it runs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tetrolab_lab::select::{At, Line as Written, Stage, Watch};
use tetrolab_report::words::shorten;
use tetrolab_simulate::Tally;

use crate::commands::progress::{Line, fitting};
use tetrolab_report::short::{duration, figure, rate};

/// No name of a feature takes more characters.
const LONGEST_NAME: usize = 32;

/// Watches a selection and shows it in a terminal.
pub struct Progress<'a> {
    line: Line,
    stopped: &'a AtomicBool,
    start: Instant,
    so_far: Mutex<SoFar>,
}

#[derive(Default)]
struct SoFar {
    at: Option<At>,
    /// When the first trial of this step began that was really played, and how much of the step was done then.
    first: Option<(Instant, f64)>,
    /// The best of this round, with its ratio to the set as it is.
    best: Option<(String, f64)>,
    /// Pieces played since the program began.
    pieces: u64,
}

impl Watch for Progress<'_> {
    fn begins(&self, at: At) {
        if let Ok(mut so_far) = self.so_far.lock() {
            if so_far.at.is_none_or(|before| before.stage != at.stage) {
                so_far.best = None;
            }
            so_far.at = Some(at);
        }
    }

    fn played(&self, more: Tally) {
        if let Ok(mut so_far) = self.so_far.lock() {
            so_far.pieces += more.pieces;
            let share = so_far.at.map_or(0.0, |at| at.share);
            so_far.first.get_or_insert((Instant::now(), share));
            self.line.show(|columns| self.text(&so_far, columns));
        }
    }

    fn best(&self, feature: &str, ratio: f64) {
        if let Ok(mut so_far) = self.so_far.lock() {
            so_far.best = Some((feature.to_string(), ratio));
        }
    }

    fn done(&self, _: &Written) {
        if let Ok(mut so_far) = self.so_far.lock() {
            (so_far.at, so_far.first, so_far.best) = (None, None, None);
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

impl<'a> Progress<'a> {
    pub fn new(stopped: &'a AtomicBool) -> Progress<'a> {
        Progress { line: Line::new(), stopped, start: Instant::now(), so_far: Mutex::default() }
    }

    /// Takes the line away.
    pub fn end(&self) {
        self.line.end();
    }

    /// The progress in at most `columns` columns: what does not fit is left out, the least important first.
    fn text(&self, so_far: &SoFar, columns: usize) -> String {
        let Some(at) = so_far.at else { return String::new() };
        let mut parts = vec![place(at)];
        if let Some((feature, ratio)) = &so_far.best {
            parts.push(format!("  best {} ({}x)", shorten(feature, LONGEST_NAME), figure(*ratio)));
        }
        if let Some((begun, share)) = so_far.first.filter(|(_, share)| at.share > *share) {
            let left = begun.elapsed().as_secs_f64() * (1.0 - at.share) / (at.share - share);
            parts.push(format!("  {} left in this step", duration(left)));
        }
        parts.push(format!("  {} pieces/s", rate(so_far.pieces as f64 / self.start.elapsed().as_secs_f64())));
        fitting(parts, columns)
    }
}

/// Where a selection is, in words.
fn place(at: At) -> String {
    let At { step, stage, trial, trials, .. } = at;
    let who = if trial == 0 { "the set as it is".to_string() } else { format!("candidate {trial} of {trials}") };
    match stage {
        Stage::Begin => "learning the features to begin with".to_string(),
        Stage::Round(round) => format!("step {step}, round {round}, {who}"),
        Stage::Decision => format!("step {step}, deciding"),
        Stage::Worth if trial == 0 => "worth, learning the final set".to_string(),
        Stage::Worth => format!("worth, feature {trial} of {trials}"),
    }
}
