//! The end of a game: it is stored, and its result is shown.

use std::time::SystemTime;

use ratatui::style::Style;
use tetrolab_engine::{End, Game, SECOND, Time};
use tetrolab_records::{NewGame, Opponent};

use super::view::Shared;
use super::writing::clock;
use crate::play::Session;
use crate::texts::{Text, Texts};

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
        let end = session.game().end();
        let title = match (session.opponent(), end) {
            (_, None) => String::new(),
            (Some(_), Some(End::Won)) => texts.over.duel_won.to_string(),
            (Some(opponent), Some(_)) => texts.over.duel_lost.with(&[("agent", &opponent.choice().title())]),
            (None, Some(end)) => ending(end, texts).to_string(),
        };
        Over { since: shared.now, title, results: results(session, texts) }
    }

    /// Stores a game and keeps its result.
    pub fn store(session: &Session, shared: &mut Shared) -> Over {
        let texts = shared.texts;
        let Over { since, title, mut results } = Over::new(session, shared);
        match stored(session, shared) {
            Some(Ok(stored)) => {
                if let Some(moved_aside) = stored.moved_aside {
                    shared.notify(moved_aside.to_string());
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

/// How a game ended, in words.
pub fn ending(end: End, texts: &Texts) -> &Text {
    match end {
        End::BlockOut => &texts.over.block_out,
        End::LockOut => &texts.over.lock_out,
        End::TopOut => &texts.over.top_out,
        End::Won => &texts.over.won,
        End::TimeUp => &texts.over.time_up,
        End::OutOfPieces => &texts.over.out_of_pieces,
    }
}

/// Puts the game into the records, if there are any.
fn stored(session: &Session, shared: &mut Shared) -> Option<Result<tetrolab_records::Stored, String>> {
    let replay = session.replay();
    let theirs = session.opponent().map(crate::play::Opponent::replay);
    let opponent = session.opponent().zip(theirs.as_ref()).map(|(opponent, replay)| Opponent {
        agent: &opponent.choice().agent,
        speed: opponent.choice().speed,
        replay: Some(replay),
    });
    let game = NewGame {
        player: &shared.preferences.player,
        replay: &replay,
        at: SystemTime::now(),
        agent: None,
        hints: session.is_helped,
        continued: session.is_continued,
        opponent,
    };
    let records = shared.records.as_mut()?;
    Some(records.add(&game).map_err(|error| error.to_string()))
}

/// What is worth reading about a game that is over, a line each.
fn results(session: &Session, texts: &Texts) -> Vec<String> {
    let game: &Game = session.game();
    let statistics = game.statistics();
    let (pieces, seconds) = (f64::from(statistics.pieces), game.now() as f64 / SECOND as f64);
    let rate = |count: f64, per: f64| if per > 0.0 { count / per } else { 0.0 };
    let game_texts = &texts.game;
    let entries = [
        (&game_texts.score, game.score().to_string()),
        (&game_texts.time, clock(game.now())),
        (&game_texts.lines, game.lines().to_string()),
        (&game_texts.pieces_per_second, format!("{:.2}", rate(pieces, seconds))),
        (&game_texts.keys_per_piece, format!("{:.2}", rate(statistics.keys as f64, pieces))),
        (&game_texts.faults, session.finesse().faults.to_string()),
        (&game_texts.attack, statistics.attack.to_string()),
    ];
    entries.into_iter().map(|(name, value)| format!("{name} {value}")).collect()
}
