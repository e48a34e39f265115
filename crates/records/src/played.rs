//! Games as they are played again before they are stored: what is not played is not stored.

use tetrolab_engine::{Act, End, Finesse, Game, Replay, ReplayError};

use crate::table::{Ranking, Table};

/// A replay that was played to the end it was recorded with.
pub(crate) struct Played {
    pub bytes: Vec<u8>,
    /// The game in its end.
    pub game: Game,
    pub finesse: Finesse,
}

impl Played {
    /// Writes a replay, reads it again and plays it.
    pub fn new(replay: &Replay) -> Result<Played, ReplayError> {
        if !replay.steps.is_sorted_by_key(|step| step.at) {
            return Err(ReplayError::Damaged("its times are not in order"));
        }
        let bytes = replay.to_bytes();
        let mut finesse = Finesse::default();
        let game = Replay::from_bytes(&bytes)?.play(|game, events| finesse.watch(game, events))?;
        Ok(Played { bytes, game, finesse })
    }
}

/// Whether a game of a person, without help, counts in its table.
pub(crate) fn is_ranked(replay: &Replay, table: &Table) -> bool {
    let setup = &replay.setup;
    let is_whole = setup.queue.is_empty() && setup.hold.is_none() && setup.blocks.is_none() && setup.in_play.is_none();
    let is_good_enough = match table.ranking {
        Ranking::Time => replay.outcome.end == Some(End::Won),
        Ranking::Score => replay.outcome.end.is_some(),
    };
    // What comes from another player must come from one.
    let is_own = |act| matches!(act, Act::Press(_) | Act::Release(_) | Act::Undo | Act::Wait);
    let is_fair = table.opponent.is_some() || replay.steps.iter().all(|step| is_own(step.act));
    is_whole && is_good_enough && is_fair
}
