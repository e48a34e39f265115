//! Stored games for the page: what goes wrong is one sentence in its language.

use anyhow::Result;
use tetrolab_records::{Records, RecordsError};

use crate::server::house::House;

/// No more players are named to choose from.
const MOST_PLAYERS: u32 = 200;

/// Who has played, to choose from.
///
/// # Errors
/// If the games cannot be read.
pub fn players(records: &Records) -> Result<Vec<String>, RecordsError> {
    records.players(MOST_PLAYERS)
}

/// Does something with the stored games. Returns also what has to be told besides: that a damaged database was moved aside.
///
/// # Errors
/// If there are none, or it fails.
pub fn with_records<T>(
    house: &House,
    act: impl Fn(&mut Records) -> Result<T, RecordsError>,
) -> Result<(T, Option<String>)> {
    let (done, moved_aside) = house.with_records(|records| Ok(records.retry(act)))?;
    Ok((done?, moved_aside.map(|moved_aside| moved_aside.to_string())))
}
