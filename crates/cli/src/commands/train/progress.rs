//! How far a training run is, while it runs.

use std::sync::atomic::{AtomicBool, Ordering};

use tetrolab_lab::train::record::{Generation, Score};
use tetrolab_lab::train::{At, Course, Plan, Watch};
use tetrolab_simulate::Tally;
use tetrolab_statistics::LEVEL;

use crate::commands::progress::{Line, fitting};
use tetrolab_report::short::{duration, figure, interval, rate};
use tetrolab_runs::warn;

/// Watches a training run and shows it in a terminal.
pub struct Progress<'a> {
    line: Line,
    stopped: &'a AtomicBool,
    course: Course,
}

impl Watch for Progress<'_> {
    fn begins(&self, run: u64, generation: u64) {
        self.course.begins(run, generation);
    }

    fn played(&self, more: Tally) {
        self.course.played(more);
        self.line.show(|columns| self.text(columns));
    }

    fn done(&self, generation: &Generation) {
        self.course.done(generation);
    }

    fn begins_again(&self) {
        self.line.end();
        warn("the games that were kept cannot be used; they begin again, which gives the same");
    }

    fn judges(&self, games: u64) {
        self.course.judges(games);
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

impl<'a> Progress<'a> {
    pub fn new(plan: &Plan, generations: &[Generation], stopped: &'a AtomicBool) -> Progress<'a> {
        Progress { line: Line::new(), stopped, course: Course::new(plan, generations) }
    }

    /// Takes the line away.
    pub fn end(&self) {
        self.line.end();
    }

    /// The progress in at most `columns` columns: what does not fit is left out, the least important first.
    fn text(&self, columns: usize) -> String {
        let now = self.course.now();
        let mut parts = Vec::new();
        match now.at {
            At::Generation { run, number } => {
                let Course { runs, generations, .. } = &self.course;
                parts.push(format!("run {run}/{runs} generation {number}/{generations}"));
                if let Some(last) = &now.last {
                    parts.push(format!(" centre {}", rough(&last.centre_score)));
                    parts.push(format!(" best {}", rough(&last.best_score)));
                }
                if let Some(left) = now.left {
                    let least = if now.is_at_least { "≥ " } else { "" };
                    parts.push(format!(" {least}{} left", duration(left)));
                }
                if let Some(last) = &now.last {
                    parts.push(format!(" σ {:.2}", last.sigma));
                }
            }
            At::Judging { .. } => {
                parts.push(format!("judging the results  {:.0} %", 100.0 * now.share));
                if let Some(left) = now.left {
                    parts.push(format!("  {} left", duration(left)));
                }
            }
        }
        parts.push(format!("  {} pieces/s", rate(now.speed)));
        fitting(parts, columns)
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
