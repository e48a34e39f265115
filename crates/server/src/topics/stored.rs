//! Stored games for the page: what goes wrong is one sentence in its language.

use tetrolab_records::{Records, RecordsError};

/// No more players are named to choose from.
const MOST_PLAYERS: u32 = 200;

/// The players of stored games, to choose from.
///
/// # Errors
/// If the games cannot be read.
pub fn players(records: &Records) -> Result<Vec<String>, RecordsError> {
    records.players(MOST_PLAYERS)
}
