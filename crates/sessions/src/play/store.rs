//! How a game gets into the records.

use std::time::SystemTime;

use tetrolab_records::{NewGame, Opponent, Records, RecordsError, Stored};

use super::Session;

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
