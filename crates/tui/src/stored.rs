//! Stored games in the terminal: reading them, and watching one again. What goes wrong is said, and the view stays.

use tetrolab_records::{GameRecord, Records, RecordsError};

use super::replaying::Replaying;
use super::view::{Next, Shared};
use tetrolab_sessions::history::refusal;
use tetrolab_sessions::play::Recording;

impl Shared {
    /// Does something with the records; `None` if there are none, or if it fails.
    pub fn with_records<T>(&mut self, act: impl FnOnce(&mut Records) -> Result<T, RecordsError>) -> Option<T> {
        let done = act(self.records.as_mut()?);
        done.map_err(|error| self.notify(refusal(&error, self.texts))).ok()
    }
}

/// Opens the replay of a game, with the opponent beside it if there was one.
pub fn watch(game: &GameRecord, shared: &mut Shared) -> Next {
    let Some(recording) = shared.with_records(|records| Recording::stored(game, records)) else { return Next::Stay };
    let Recording { replay, player, opponent, fault } = recording;
    if let Some(fault) = fault {
        shared.notify(refusal(&fault, shared.texts));
    }
    let replaying = Replaying::new(replay, player, shared).and_then(|replaying| match opponent {
        Some((opponent, theirs)) => replaying.against(opponent, theirs),
        None => Ok(replaying),
    });
    shared.next_or_notice(replaying.map(|replaying| Next::Open(Box::new(replaying))))
}

#[cfg(test)]
mod tests;
