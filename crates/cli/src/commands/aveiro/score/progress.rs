//! How far the games are, while they are played.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use tetrolab_protocols::aveiro::{Played, Player};
use tetrolab_report::words::shorten;

use crate::commands::progress::{Line, fitting};
use tetrolab_report::short::{counted, duration, figure};

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
    /// The progress of an agent that begins `games` games.
    pub fn new(name: &'a str, games: u64) -> Progress<'a> {
        let zero = || AtomicU64::new(0);
        Progress { name, games, begun: Instant::now(), done: zero(), score: zero(), line: Line::new() }
    }

    /// A game was played.
    pub fn played(&self, played: &Played) {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.score.fetch_add(played.score, Ordering::Relaxed);
        self.line.show(|columns| self.text(None, columns));
    }

    /// A game is being played.
    pub fn plays(&self, player: &Player) {
        self.line.show(|columns| {
            let score = player.last().map_or(0, |last| last.score);
            self.text(Some((score, player.pieces())), columns)
        });
    }

    /// All games were played.
    pub fn end(&self) {
        self.line.end();
    }

    /// `now` is score and pieces of a game that is not over.
    fn text(&self, now: Option<(u64, u64)>, columns: usize) -> String {
        let (done, score) = (self.done.load(Ordering::Relaxed), self.score.load(Ordering::Relaxed));
        let seconds = self.begun.elapsed().as_secs_f64();
        let share = done as f64 / self.games as f64;
        let mut parts = vec![format!("{:>3.0} %", share * 100.0)];
        parts.extend((done > 0).then(|| format!(" {} left", duration(seconds / share - seconds))));
        parts.push(format!("  {} ", shorten(self.name, 16)));
        parts.push(format!(" {done} of {} games", self.games));
        parts.extend((done > 0).then(|| format!("  mean {}", figure(score as f64 / done as f64))));
        parts.extend(now.map(|(score, pieces)| format!("  now {score} after {}", counted(pieces, "piece"))));
        fitting(parts, columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_far_it_is() {
        let progress = Progress::new("lee", 4);
        assert_eq!(progress.text(Some((7, 1)), 80), "  0 %  lee  0 of 4 games  now 7 after 1 piece");
        for score in [100, 300] {
            progress.played(&Played { score, lines: 0, pieces: 9, clears: [0; 4], is_capped: false });
        }
        assert_eq!(progress.text(None, 80), " 50 % 0 s left  lee  2 of 4 games  mean 200");
        assert!((0..60).all(|columns| progress.text(Some((1, 2)), columns).chars().count() <= columns));
    }
}
