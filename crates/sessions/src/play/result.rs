//! The end of a game: what came of it.

use tetrolab_engine::{End, Game, SECOND};

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
