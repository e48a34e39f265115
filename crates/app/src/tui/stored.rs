//! Stored games in the terminal: reading them, and watching one again. What goes wrong is said, and the view stays.

use tetrolab_engine::ReplayError;
use tetrolab_records::{GameRecord, Records, RecordsError};

use super::replaying::Replaying;
use super::view::{Next, Shared};
use crate::play::OpponentChoice;
use crate::texts::Texts;

impl Shared {
    /// Does something with the records; nothing if there are none, or if it fails.
    pub fn with_records<T>(&mut self, act: impl Fn(&mut Records) -> Result<T, RecordsError>) -> Option<T> {
        let records = self.records.as_mut()?;
        let mut done = act(records);
        if done.as_ref().is_err_and(RecordsError::needs_reopening) {
            match records.reopen() {
                Ok(moved_aside) => {
                    done = act(records);
                    if let Some(moved_aside) = moved_aside {
                        self.notify(moved_aside.to_string());
                    }
                }
                Err(error) => done = Err(error),
            }
        }
        done.map_err(|error| self.notify(in_words(&error, self.texts))).ok()
    }
}

/// What went wrong, in a sentence.
fn in_words(error: &RecordsError, texts: &Texts) -> String {
    match error {
        RecordsError::StoredReplay { id, error: ReplayError::Version(version), .. } => {
            texts.scores.other_version.with(&[("id", id), ("version", version)])
        }
        RecordsError::StoredReplay { id, error: ReplayError::Damaged(reason), .. } => {
            texts.scores.damaged.with(&[("id", id), ("reason", reason)])
        }
        RecordsError::StoredReplay { id, error, .. } => texts.scores.damaged.with(&[("id", id), ("reason", error)]),
        error => error.to_string(),
    }
}

/// Opens the replay of a game, with the opponent beside it if there was one.
pub fn watch(game: &GameRecord, shared: &mut Shared) -> Next {
    let Some(replay) = shared.with_records(|records| records.replay(game.id)) else { return Next::Stay };
    let player = game.agent.as_ref().unwrap_or(&game.player);
    let replaying = Replaying::new(replay, player.clone(), shared).and_then(|replaying| match &game.table.opponent {
        Some(rival) => {
            let theirs = shared.with_records(|records| records.opponent_replay(game.id)).flatten();
            let opponent = OpponentChoice { agent: rival.agent.clone(), speed: rival.speed };
            replaying.against(opponent, theirs)
        }
        None => Ok(replaying),
    });
    match replaying {
        Ok(replaying) => Next::Open(Box::new(replaying)),
        Err(error) => {
            shared.notify(format!("{error:#}"));
            Next::Stay
        }
    }
}

#[cfg(test)]
mod tests;
