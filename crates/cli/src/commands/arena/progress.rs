//! How far a tournament is, while it goes on.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use tetrolab_bot::arena::ratings;

use crate::commands::progress::{Line, fitting};
use tetrolab_host::arena::{Tournament, Watch};
use tetrolab_report::short::{counted, duration, rate};

/// Shows a tournament in a terminal.
pub struct Progress {
    line: Line,
    begun: Instant,
    /// Games that were there when it began.
    before: u64,
    placed: AtomicU64,
}

impl Progress {
    pub fn new(games: u64) -> Progress {
        Progress { line: Line::new(), begun: Instant::now(), before: games, placed: AtomicU64::new(0) }
    }

    /// Takes the line away.
    pub fn end(&self) {
        self.line.end();
    }

    fn text(&self, tournament: &Tournament, columns: usize) -> String {
        let played = tournament.games_played();
        let seconds = self.begun.elapsed().as_secs_f64();
        let mut parts = Vec::new();
        match tournament.games_in_all() {
            Some(all) => {
                parts.push(format!("game {}/{all}", (played + 1).min(all)));
                let new = played.saturating_sub(self.before);
                if new > 0 {
                    let left = seconds / new as f64 * all.saturating_sub(played) as f64;
                    parts.push(format!("  {} left", duration(left)));
                }
            }
            None => parts.push(counted(played, "game")),
        }
        if let Some((state, _)) = tournament.test() {
            parts.push(format!("  LLR {:.2} ({:.2} to {:.2})", state.ratio, state.lower, state.upper));
        }
        if played > 0 && tournament.entrants.len() == 2 {
            let table = tournament.table();
            let (results, difference) = (table.against(0, 1), ratings(&table).difference(0, 1));
            parts.push(format!("  {}-{}-{}", results.wins, results.draws, results.losses));
            parts.push(format!("  {:+.0} ± {:.0} Elo", difference.elo, difference.margin));
        }
        parts.push(format!("  {} pieces/s", rate(self.placed.load(Ordering::Relaxed) as f64 / seconds)));
        fitting(parts, columns)
    }
}

impl Watch for Progress {
    fn placed(&self, tournament: &Tournament) {
        self.placed.fetch_add(1, Ordering::Relaxed);
        self.line.show(|columns| self.text(tournament, columns));
    }

    fn say(&self, sentence: &str) {
        self.line.end();
        let _ = writeln!(io::stderr(), "{sentence}");
    }
}
