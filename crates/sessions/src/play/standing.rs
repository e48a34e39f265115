//! How a game stands among those that were played before.

use tetrolab_engine::{End, Setup, Time};
use tetrolab_records::{Ranking, Records, Rival, Table};

use super::{OpponentChoice, Session, clock};
use crate::texts::Texts;

/// No more places are counted.
const PLACES: u32 = 10_000;

/// What a game is compared with.
pub struct Standing {
    ranking: Ranking,
    /// Points and time of the games before, the best first.
    places: Vec<(u64, Time)>,
    /// Whether games of this kind are compared at all.
    is_ranked: bool,
}

impl Standing {
    /// Reads the table of games from this set-up.
    pub fn of(setup: &Setup, opponent: Option<&OpponentChoice>, records: Option<&Records>) -> Standing {
        let rival = opponent.map(|opponent| Rival { agent: opponent.agent.clone(), speed: opponent.speed });
        let table = Table::of(setup, rival);
        let best = records.and_then(|records| records.best(&table, PLACES).ok()).unwrap_or_default();
        let is_whole = setup.queue.is_empty() && setup.blocks.is_none();
        let places = best.iter().map(|game| (game.score, game.counts.time)).collect();
        Standing { ranking: table.ranking, places, is_ranked: records.is_some() && is_whole }
    }

    /// The best so far.
    pub fn best(&self) -> Option<String> {
        self.places.first().map(|(score, time)| match self.ranking {
            Ranking::Time => clock(*time),
            Ranking::Score => score.to_string(),
        })
    }

    /// The place that a game would take if it were over now.
    pub fn rank(&self, session: &Session, texts: &Texts) -> Option<String> {
        if !self.is_ranked {
            return None;
        }
        let is_lost = session.game().end().is_some_and(|end| self.ranking == Ranking::Time && end != End::Won);
        if session.is_helped || session.is_continued || is_lost {
            return Some(texts.game.unranked.to_string());
        }
        let game = session.game();
        let is_better = |&&(score, time): &&(u64, Time)| match self.ranking {
            Ranking::Time => time <= game.now(),
            Ranking::Score => score >= game.score(),
        };
        let better = self.places.iter().filter(is_better).count();
        Some(format!("{} / {}", better + 1, self.places.len() + 1))
    }
}
