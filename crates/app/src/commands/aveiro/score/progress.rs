//! How far the games are, while they are played.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use tetrolab_experiments::words::shorten;
use tetrolab_protocols::aveiro::Played;

use crate::commands::number::{duration, figure};
use crate::commands::progress::{Line, fitting};

/// Watches games and shows in a terminal how far they are.
pub struct Progress<'a> {
    name: &'a str,
    games: u64,
    begun: Instant,
    done: AtomicU64,
    score: AtomicU64,
    line: Line,
}

impl<'a> Progress<'a> {
    /// So many games of an agent begin.
    pub fn new(name: &'a str, games: u64) -> Progress<'a> {
        let zero = || AtomicU64::new(0);
        Progress { name, games, begun: Instant::now(), done: zero(), score: zero(), line: Line::new() }
    }

    /// A game was played.
    pub fn played(&self, played: &Played) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.score.fetch_add(played.score, Ordering::Relaxed);
        self.line.show(|columns| self.text(columns));
    }

    /// All games were played.
    pub fn end(&self) {
        self.line.end();
    }

    fn text(&self, columns: usize) -> String {
        let (done, score) = (self.done.load(Ordering::Relaxed), self.score.load(Ordering::Relaxed));
        let seconds = self.begun.elapsed().as_secs_f64();
        let share = done as f64 / self.games as f64;
        let parts = [
            format!("{:>3.0} %", share * 100.0),
            format!(" {} left  ", duration(seconds / share - seconds)),
            format!("{} ", shorten(self.name, 16)),
            format!(" {done} of {} games", self.games),
            format!("  mean {}", figure(score as f64 / done as f64)),
        ];
        fitting(parts, columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_it_is() {
        let progress = Progress::new("lee", 4);
        for score in [100, 300] {
            progress.played(&Played { score, lines: 0, pieces: 9, clears: [0; 4], is_capped: false });
        }
        assert_eq!(progress.text(80), " 50 % 0 s left  lee  2 of 4 games  mean 200");
        assert!((0..60).all(|columns| progress.text(columns).chars().count() <= columns));
    }
}
