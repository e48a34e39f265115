//! How far an experiment is, while it runs.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::terminal;
use tetrolab_lab::grid::{Experiment, Value};
use tetrolab_lab::laboratory::{Progress, Results, RunningCell, Watch};
use tetrolab_report::words::shorten;

use tetrolab_report::short::{duration, grouped};

/// From one picture to the next.
const PAUSE: Duration = Duration::from_millis(200);
/// Cells that are shown at once; there may be more threads.
const MOST_SHOWN: usize = 8;

/// Shows how far an experiment is: a line for all of it, and one for each cell that is being done.
pub struct Shown<'a> {
    experiment: Experiment,
    stopped: &'a AtomicBool,
    is_seen: bool,
    begun: Instant,
    /// When it was shown last, and in how many lines.
    last: Mutex<Option<(Instant, usize)>>,
}

impl Watch for Shown<'_> {
    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn progress(&self, progress: &Progress) {
        if !self.is_seen || self.begun.elapsed() < 2 * PAUSE {
            return;
        }
        let Ok(mut last) = self.last.lock() else { return };
        if last.is_none_or(|(at, _)| at.elapsed() >= PAUSE) {
            let columns = terminal::size().map_or(80, |(columns, _)| usize::from(columns)).saturating_sub(3);
            let lines = self.lines(progress, columns);
            replace(last.map_or(0, |(_, lines)| lines), &lines);
            *last = Some((Instant::now(), lines.len()));
        }
    }
}

impl<'a> Shown<'a> {
    pub fn new(results: &Results, stopped: &'a AtomicBool) -> Shown<'a> {
        let experiment = results.experiment.clone();
        Shown { experiment, stopped, is_seen: stderr().is_terminal(), begun: Instant::now(), last: Mutex::new(None) }
    }

    /// Takes the lines away.
    pub fn end(&self) {
        if let Ok(mut last) = self.last.lock()
            && let Some((_, lines)) = last.take()
        {
            replace(lines, &[]);
        }
    }

    fn lines(&self, progress: &Progress, columns: usize) -> Vec<String> {
        let Progress { cells, done, failed, running, left } = progress;
        let share = 100.0 * *done as f64 / (*cells).max(1) as f64;
        let mut first = format!("{} of {} cells ({share:.0} %)", grouped(*done as u64), grouped(*cells as u64));
        if *failed > 0 {
            first += &format!(", {failed} failed");
        }
        if let Some(left) = left {
            first += &format!(", {} left", duration(left.as_secs_f64()));
        }
        if self.stopped.load(Ordering::Relaxed) {
            first += ", stopping";
        }
        let shown = running.iter().take(MOST_SHOWN).map(|running| self.line(running));
        [first].into_iter().chain(shown).map(|line| shorten(&line, columns.max(20))).collect()
    }

    /// A cell that is being done: how much of it, for how long, and which it is.
    fn line(&self, running: &RunningCell) -> String {
        let cell = &self.experiment.cells[running.cell];
        let grid = self.experiment.grid_of(cell);
        let share = running.share.map_or("    ".to_string(), |share| format!("{:3.0}%", 100.0 * share));
        let mut line = format!("  {share} {:>8}  {}", duration(running.since.elapsed().as_secs_f64()), grid.name);
        for (name, _) in grid.axes.iter().filter(|axis| axis.1.len() > 1) {
            let value = cell.settings.get(name).map(Value::to_string).unwrap_or_default();
            let _ = write!(line, " {value}");
        }
        if grid.repetitions > 1 {
            let _ = write!(line, " #{}", cell.repetition + 1);
        }
        if !running.words.is_empty() {
            let _ = write!(line, ": {}", running.words);
        }
        line
    }
}

/// Puts lines where others were.
fn replace(before: usize, lines: &[String]) {
    let mut text = String::new();
    if before > 1 {
        let _ = write!(text, "\x1b[{}A", before - 1);
    }
    text.push_str("\r\x1b[J");
    text.push_str(&lines.join("\r\n"));
    // Whether it can be shown does not matter to the result.
    let _ = write!(stderr(), "{text}").and_then(|()| stderr().flush());
}
