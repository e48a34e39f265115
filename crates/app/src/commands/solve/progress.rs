//! How far a search is, in a line that is replaced.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use tetrolab_solve::Progress;

use crate::commands::evaluate::rate;
use crate::commands::number::Digits;

/// The line, where there is a terminal to show it in.
pub struct Line {
    algorithm: &'static str,
    limit: Option<Duration>,
    begun: Instant,
    is_seen: bool,
    last: Option<Instant>,
}

/// From one picture to the next.
const PAUSE: Duration = Duration::from_millis(200);

impl Line {
    pub fn new(algorithm: &'static str, limit: Option<Duration>, begun: Instant) -> Line {
        Line { algorithm, limit, begun, is_seen: stderr().is_terminal(), last: None }
    }

    /// Shows how far it is, if that was not shown just now.
    pub fn show(&mut self, progress: Option<Progress>) {
        let Some(progress) = progress.filter(|_| self.is_seen && self.begun.elapsed() >= 2 * PAUSE) else { return };
        if self.last.is_none_or(|last| last.elapsed() >= PAUSE) {
            self.last = Some(Instant::now());
            let columns = crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns));
            // Two columns are left for what a terminal shows when Ctrl-C is pressed.
            let line = self.line(&progress, self.begun.elapsed().as_secs_f64(), columns.saturating_sub(3));
            // Whether it can be shown does not matter to the result.
            let _ = write!(stderr(), "\r\x1b[2K{line}").and_then(|()| stderr().flush());
        }
    }

    /// Takes the line away.
    pub fn end(&mut self) {
        if self.last.take().is_some() {
            let _ = write!(stderr(), "\r\x1b[2K").and_then(|()| stderr().flush());
        }
    }

    /// How far it is, in at most so many columns: what does not fit is left out, the least important first.
    fn line(&self, progress: &Progress, seconds: f64, columns: usize) -> String {
        let Progress { stage, fitness, blocks, count, limit, temperature, evaluations } = *progress;
        let stage = if stage == self.algorithm { stage.to_string() } else { format!("{}: {stage}", self.algorithm) };
        let fitness = fitness.map_or("nothing yet".to_string(), |best| format!("best {}", short(best)));
        let blocks = blocks.map(|blocks| format!(", {blocks} Blocks left"));
        let what = match stage.as_str() {
            "ga" | "hybrid" => "generation",
            "sa" => "iteration",
            _ => "step",
        };
        let count = match (count, limit) {
            (0, _) => None,
            (count, Some(limit)) => Some(format!(", {what} {count} of {limit}")),
            (count, None) => Some(format!(", {what} {count}")),
        };
        let time = match self.limit {
            Some(limit) => format!(", {seconds:.1} of {} s", limit.as_secs_f64()),
            None => format!(", {seconds:.1} s"),
        };
        let temperature = temperature.map(|temperature| format!(", temperature {}", short(temperature)));
        let speed = format!(", {}/s", rate(evaluations as f64 / seconds.max(1e-9)));
        let parts = [Some(stage), Some(format!("  {fitness}")), blocks, count, Some(time), Some(speed), temperature];
        let mut line = String::new();
        for part in parts.into_iter().flatten() {
            if line.chars().count() + part.chars().count() > columns {
                break;
            }
            line.push_str(&part);
        }
        line
    }
}

/// A number with as many digits as it needs, but not many.
fn short(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    Digits::of([rounded].into_iter()).write(rounded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_it_is() {
        let progress = Progress {
            stage: "ga",
            fitness: Some(-12.253),
            blocks: Some(10),
            count: 120,
            limit: Some(3000),
            temperature: Some(20.84),
            evaluations: 600_000,
        };
        let line = Line::new("ga", None, Instant::now());
        let text = line.line(&progress, 0.5, 100);
        assert_eq!(text, "ga  best -12.25, 10 Blocks left, generation 120 of 3000, 0.5 s, 1.20 M/s, temperature 20.84");
        for columns in 0..100 {
            assert!(line.line(&progress, 0.5, columns).chars().count() <= columns);
        }
        let line = Line::new("auto", Some(Duration::from_secs(2)), Instant::now());
        let progress = Progress { stage: "beam", fitness: None, blocks: None, temperature: None, ..progress };
        let text = line.line(&progress, 0.5, 100);
        assert_eq!(text, "auto: beam  nothing yet, step 120 of 3000, 0.5 of 2 s, 1.20 M/s");
    }
}
