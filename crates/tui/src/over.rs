//! The end of a game: it is stored, and its result is shown.

use ratatui::style::Style;
use tetrolab_engine::Time;

use super::view::Shared;
use tetrolab_sessions::play::{Session, ending_of, results, store};

/// What is shown of a game that is over.
pub struct Over {
    /// When it was over, in time of the program.
    since: Time,
    title: String,
    results: Vec<String>,
}

impl Over {
    /// The result of a game.
    pub fn new(session: &Session, shared: &Shared) -> Over {
        let texts = shared.texts;
        let results = results(session, texts).into_iter().map(|(name, value)| format!("{name} {value}"));
        Over { since: shared.now, title: ending_of(session, texts), results: results.collect() }
    }

    /// Stores a game and keeps its result.
    pub fn store(session: &Session, shared: &mut Shared) -> Over {
        let texts = shared.texts;
        let Over { since, title, mut results } = Over::new(session, shared);
        let player = shared.preferences.player.clone();
        match shared.records.as_mut().map(|records| store(session, &player, records)) {
            Some(Ok(stored)) => {
                if let Some(copy) = stored.damaged {
                    shared.notify(copy.to_string());
                }
                if let Some(rank) = stored.rank {
                    let words = if rank == 1 { &texts.over.new_best } else { &texts.over.rank };
                    results.insert(0, words.with(&[("rank", &rank)]));
                }
            }
            Some(Err(error)) => shared.notify(texts.over.not_kept.with(&[("reason", &error)])),
            None => results.insert(0, texts.over.unkept.to_string()),
        }
        Over { since, title, results }
    }

    /// When it was over, in time of the program.
    pub const fn since(&self) -> Time {
        self.since
    }

    /// The lines that are shown over the Matrix.
    pub fn lines(&self, shared: &Shared) -> Vec<(String, Style)> {
        let look = &shared.look;
        let first = [(self.title.clone(), look.strong()), (String::new(), look.text())];
        first.into_iter().chain(self.results.iter().map(|line| (line.clone(), look.text()))).collect()
    }
}
