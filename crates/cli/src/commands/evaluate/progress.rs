//! How far a run is, while it runs.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tetrolab_report::words::shorten;
use tetrolab_simulate::{Stop, Tally, Watch};

use crate::commands::progress::{Line, fitting};
use tetrolab_report::short::{duration, figure, rate};

/// Watches a run and shows it in a terminal.
pub struct Progress<'a> {
    name: &'a str,
    stop: Stop,
    stopped: &'a AtomicBool,
    start: Instant,
    pieces: AtomicU64,
    lines: AtomicU64,
    deaths: AtomicU64,
}

impl Watch for Progress<'_> {
    fn played(&self, _: usize, more: Tally) {
        self.pieces.fetch_add(more.pieces, Ordering::Relaxed);
        self.lines.fetch_add(more.lines, Ordering::Relaxed);
        self.deaths.fetch_add(more.deaths, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

impl<'a> Progress<'a> {
    pub fn new(name: &'a str, stop: Stop, stopped: &'a AtomicBool) -> Progress<'a> {
        let zero = || AtomicU64::new(0);
        Progress { name, stop, stopped, start: Instant::now(), pieces: zero(), lines: zero(), deaths: zero() }
    }

    /// Does the work; if it takes long and there is a terminal, shows how far it is.
    pub fn shown<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let line = Line::new();
        if !line.is_seen() {
            return work();
        }
        thread::scope(|scope| {
            let worker = scope.spawn(work);
            while !worker.is_finished() {
                thread::sleep(Duration::from_millis(20));
                line.show(|columns| self.line(columns));
            }
            line.end();
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// The progress in at most `columns` columns: what does not fit is left out, the least important first.
    fn line(&self, columns: usize) -> String {
        let pieces = self.pieces.load(Ordering::Relaxed);
        let (lines, deaths) = (self.lines.load(Ordering::Relaxed), self.deaths.load(Ordering::Relaxed));
        let name = shorten(self.name, 16);
        if pieces == 0 {
            return format!("{name} warming up").chars().take(columns).collect();
        }
        let (done, all) = match self.stop {
            Stop::Games(all) | Stop::Deaths(all) => (deaths, all),
            Stop::Pieces(all) => (pieces, all),
        };
        let share = (done as f64 / all as f64).min(1.0);
        let seconds = self.start.elapsed().as_secs_f64();
        let left = if done == 0 { "?".to_string() } else { duration(seconds / share - seconds) };
        const WIDTH: usize = 20;
        let filled = (share * WIDTH as f64) as usize;
        let bar: String = (0..WIDTH).map(|place| if place < filled { '█' } else { '·' }).collect();
        let what = match self.stop {
            Stop::Games(games) => format!("{deaths} of {games} games"),
            Stop::Deaths(all) => format!("{} of {all} deaths", deaths.min(all)),
            Stop::Pieces(_) => format!("{deaths} deaths"),
        };
        let parts = [
            format!("{:>3.0} %", share * 100.0),
            format!(" {left} left  "),
            format!("{name} "),
            bar,
            format!("  {what}"),
            format!("  {} pieces/s", rate(pieces as f64 / seconds)),
            format!("  {} lines", figure(lines as f64)),
        ];
        fitting(parts, columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_it_is() {
        let stopped = AtomicBool::new(false);
        let progress = Progress::new("bcts", Stop::Deaths(400), &stopped);
        progress.played(0, Tally { pieces: 5_000_000, lines: 2_000_000, deaths: 100 });
        let line = progress.line(120);
        assert!(line.starts_with(" 25 % 0 s left  bcts █████···············  100 of 400 deaths  "), "{line}");
        assert!(line.ends_with(" pieces/s  2.00e6 lines"), "{line}");
        for columns in 0..100 {
            assert!(progress.line(columns).chars().count() <= columns);
        }
        assert_eq!(progress.line(18), " 25 % 0 s left  ", "whole parts only");
        assert_eq!(Progress::new("bcts", Stop::Deaths(400), &stopped).line(80), "bcts warming up");
    }
}
