//! Recorded games, and playing on from a moment of one.

use std::borrow::Borrow;

use anyhow::{Result, bail};
use tetrolab_engine::{Mode, Playback, Replay};
use tetrolab_records::{GameRecord, Records, RecordsError};

use super::{NewGame, Opponent, OpponentChoice, Session};
use crate::texts::Texts;

/// A recorded game, and who played it.
pub struct Recording {
    pub replay: Replay,
    /// Whose game it was, if that is known.
    pub player: String,
    /// Who was played against, and that game, if it was recorded too.
    pub opponent: Option<(OpponentChoice, Option<Replay>)>,
    /// Why the opponent's game cannot be read, although it was recorded.
    pub fault: Option<RecordsError>,
}

impl Recording {
    /// A stored game.
    ///
    /// # Errors
    /// If its replay cannot be read.
    pub fn stored(game: &GameRecord, records: &Records) -> Result<Recording, RecordsError> {
        let replay = records.replay(game.id)?;
        let player = game.agent.as_ref().unwrap_or(&game.player).clone();
        let Some(rival) = &game.table.opponent else { return Ok(Recording::of(replay, player)) };
        let (theirs, fault) = match records.opponent_replay(game.id) {
            Ok(theirs) => (theirs, None),
            Err(error @ RecordsError::Damaged { .. }) => return Err(error),
            Err(error) => (None, Some(error)),
        };
        let choice = OpponentChoice { agent: rival.agent.clone(), speed: rival.speed };
        Ok(Recording { opponent: Some((choice, theirs)), fault, ..Recording::of(replay, player) })
    }

    /// A game that was played alone.
    pub fn of(replay: Replay, player: String) -> Recording {
        Recording { replay, player, opponent: None, fault: None }
    }
}

/// The games of a recording as they are now, to be played on: what is played, and the game.
///
/// # Errors
/// If the game is over, or it is a duel whose other side was not recorded.
pub fn take_over<R: Borrow<Replay> + Clone>(
    playback: &Playback<R>,
    opponent: Option<(&OpponentChoice, Option<&Playback<R>>)>,
    texts: &Texts,
) -> Result<(NewGame, Session)> {
    if playback.game().is_over() {
        bail!("{}", texts.replay.already_over);
    }
    let setup = &playback.replay().setup;
    let opponent = match opponent {
        Some((choice, Some(theirs))) => Some(Opponent::going_on(choice.clone(), setup, theirs.clone())?),
        _ if setup.mode.name == Mode::VERSUS.name => bail!("{}", texts.replay.no_opponent),
        _ => None,
    };
    let choice = opponent.as_ref().map(|opponent| opponent.choice().clone());
    let session = Session::take_over(playback.clone(), opponent);
    Ok((NewGame { opponent: choice, ..NewGame::of(setup) }, session))
}
