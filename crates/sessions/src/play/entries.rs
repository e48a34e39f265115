//! What is known of a game in progress: names and values, the same on every screen.

use tetrolab_engine::{Finesse, Game, SECOND};

use super::clock;
use crate::texts::Texts;

/// What stands beside a game.
pub struct Entries<'a> {
    pub game: &'a Game,
    pub finesse: Option<&'a Finesse>,
    pub player: &'a str,
    /// The best so far, and the place that this game would take, as texts.
    pub best: Option<&'a str>,
    pub rank: Option<&'a str>,
    /// Whether it has an opponent.
    pub is_duel: bool,
}

impl Entries<'_> {
    /// Name and value of each, the most important first.
    pub fn list(&self, texts: &Texts) -> Vec<(String, String)> {
        let (game, texts) = (self.game, &texts.game);
        let (mode, statistics) = (game.mode(), game.statistics());
        let rate = |count: f64, per: f64| if per > 0.0 { format!("{:.2}", count / per) } else { "0.00".to_string() };
        let seconds = game.now() as f64 / SECOND as f64;
        let pieces = f64::from(statistics.pieces);
        let mut entries = vec![(texts.score.to_string(), game.score().to_string())];
        let mut add = |name: &str, value: String| entries.push((name.to_string(), value));
        if let Some(best) = self.best {
            add(&texts.best, best.to_string());
        }
        add(&texts.level, game.level().to_string());
        if let Some(left) = game.garbage_left() {
            add(&texts.garbage_left, left.to_string());
        }
        if let Some(left) = game.perfect_clears_left() {
            add(&texts.perfect_clears_left, left.to_string());
        }
        match (mode.line_limit, game.goal_left()) {
            (Some(limit), _) => add(&texts.lines_left, limit.saturating_sub(game.lines()).to_string()),
            (None, Some(goal)) => {
                add(&texts.lines, game.lines().to_string());
                add(&texts.goal_left, goal.to_string());
            }
            (None, None) => add(&texts.lines, game.lines().to_string()),
        }
        match mode.time_limit {
            Some(limit) => add(&texts.time_left, clock(limit.saturating_sub(game.now()))),
            None => add(&texts.time, clock(game.now())),
        }
        add(&texts.pieces_per_second, rate(pieces, seconds));
        add(&texts.keys_per_piece, rate(statistics.keys as f64, pieces));
        if let Some(finesse) = self.finesse {
            add(&texts.faults, finesse.faults.to_string());
        }
        if statistics.attack > 0 || self.is_duel {
            add(&texts.attack, statistics.attack.to_string());
        }
        if game.garbage_waiting() > 0 {
            add(&texts.garbage, game.garbage_waiting().to_string());
        }
        add(&texts.player, self.player.to_string());
        if let Some(rank) = self.rank {
            add(&texts.rank, rank.to_string());
        }
        add(&texts.seed, game.seed().0.to_string());
        entries
    }
}
