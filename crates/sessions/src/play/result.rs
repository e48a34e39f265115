//! The end of a game: what came of it, and how it gets into the records.

use std::time::SystemTime;

use tetrolab_engine::{End, Game, SECOND};
use tetrolab_records::{NewGame, Opponent, Records, RecordsError, Stored};

use super::{Session, clock};
use crate::texts::{Text, Texts};

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

/// The same for a game that may have been a duel; nothing while it goes on.
pub fn ending_of(session: &Session, texts: &Texts) -> String {
    match (session.opponent(), session.game().end()) {
        (_, None) => String::new(),
        (Some(_), Some(End::Won)) => texts.over.duel_won.to_string(),
        (Some(opponent), Some(_)) => texts.over.duel_lost.with(&[("agent", &opponent.choice().title())]),
        (None, Some(end)) => ending(end, texts).to_string(),
    }
}

/// What is worth reading about a game that is over, name and value.
pub fn results(session: &Session, texts: &Texts) -> Vec<(String, String)> {
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
    entries.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

/// Puts a game into the records.
///
/// # Errors
/// If it cannot be written.
pub fn store(session: &Session, player: &str, records: &mut Records) -> Result<Stored, RecordsError> {
    let replay = session.replay();
    let theirs = session.opponent().map(super::Opponent::replay);
    let opponent = session.opponent().zip(theirs.as_ref()).map(|(opponent, replay)| Opponent {
        agent: &opponent.choice().agent,
        speed: opponent.choice().speed,
        replay: Some(replay),
    });
    records.add(&NewGame {
        player,
        replay: &replay,
        at: SystemTime::now(),
        agent: None,
        hints: session.is_helped,
        continued: session.is_continued,
        opponent,
    })
}
