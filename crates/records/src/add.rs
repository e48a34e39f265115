//! Storing games, and taking them out again.

use std::time::SystemTime;

use rusqlite::params;
use tetrolab_engine::{Finesse, Game, Group, Replay};

use crate::counts::Counts;
use crate::damage::DamagedCopy;
use crate::errors::{RecordsError, Side};
use crate::open::Records;
use crate::played::{Played, is_ranked};
use crate::query::rank;
use crate::record::GameRecord;
use crate::table::{Rival, Table, variant};

/// A game to be stored. Everything that is not here comes from the replay, by playing it again.
#[derive(Clone, Copy, Debug)]
pub struct NewGame<'a> {
    /// Whose game it is.
    pub player: &'a str,
    pub replay: &'a Replay,
    /// When it ended.
    pub at: SystemTime,
    /// The agent that played, if it was not the player.
    pub agent: Option<&'a str>,
    /// Whether the assistant was asked.
    pub hints: bool,
    /// Whether it went on from a replay.
    pub continued: bool,
    /// The agent that was played against.
    pub opponent: Option<Opponent<'a>>,
}

/// An agent that was played against.
#[derive(Clone, Copy, Debug)]
pub struct Opponent<'a> {
    pub agent: &'a str,
    /// How fast it played, in pieces per second.
    pub speed: f64,
    /// Its side of the game.
    pub replay: Option<&'a Replay>,
}

/// A game that was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    pub id: i64,
    /// Its place in its table, 1 for a new best; `None` if it does not count.
    pub rank: Option<u32>,
    /// A damaged database that was copied; the game is in a new one. Tell the player: it shows as a sentence.
    pub damaged: Option<DamagedCopy>,
}

impl<'a> NewGame<'a> {
    /// A game that a person played from its beginning, without help and alone.
    pub fn new(player: &'a str, replay: &'a Replay, at: SystemTime) -> NewGame<'a> {
        NewGame { player, replay, at, agent: None, hints: false, continued: false, opponent: None }
    }

    fn record(&self, game: &Game, finesse: &Finesse) -> Result<GameRecord, RecordsError> {
        let setup = &self.replay.setup;
        let rival = |Opponent { agent, speed, .. }| Rival { agent: String::from(agent), speed };
        let opponent = self.opponent.map(rival);
        if let Some(Rival { speed, .. }) = opponent
            && !(speed.is_finite() && speed > 0.0)
        {
            return Err(RecordsError::Speed(speed));
        }
        let table = Table::of(setup, opponent);
        let ranked = self.agent.is_none() && !self.hints && !self.continued && is_ranked(self.replay, &table);
        let statistics = game.statistics();
        Ok(GameRecord {
            id: 0,
            at: self.at,
            version: env!("CARGO_PKG_VERSION").to_string(),
            player: self.player.to_string(),
            agent: self.agent.map(str::to_string),
            hints: self.hints,
            continued: self.continued,
            table,
            ranked,
            handling: variant(setup, Group::Handling),
            randomizer: setup.randomizer.to_string(),
            seed: setup.seed,
            number: setup.game,
            end: game.end(),
            score: game.score(),
            level: game.level(),
            longest_combo: statistics.longest_combo,
            longest_chain: statistics.longest_chain,
            counts: Counts::of(game, finesse),
        })
    }
}

impl Records {
    /// Stores a game with its replay, after playing it again. When this returns, the game is on the disk. If the database is
    /// damaged, it is copied and the game goes to a new one.
    ///
    /// # Errors
    /// If the replay does not play to its end, or the database cannot be written.
    pub fn add(&mut self, game: &NewGame<'_>) -> Result<Stored, RecordsError> {
        let play = |replay, side| Played::new(replay).map_err(|error| RecordsError::NotPlayed { side, error });
        let played = play(game.replay, Side::Player)?;
        let theirs = game.opponent.and_then(|opponent| opponent.replay);
        let theirs = theirs.map(|replay| play(replay, Side::Opponent)).transpose()?;
        let record = game.record(&played.game, &played.finesse)?;
        let replays: Vec<(Side, &[u8])> = [(Side::Player, Some(&played)), (Side::Opponent, theirs.as_ref())]
            .into_iter()
            .filter_map(|(side, played)| Some((side, &played?.bytes[..])))
            .collect();
        let ((id, rank), damaged) = self.write_or_begin_anew(|transaction| {
            let id = record.insert(transaction)?;
            for (side, bytes) in &replays {
                let insert = "INSERT INTO replays (game, side, bytes) VALUES (?1, ?2, ?3)";
                transaction.prepare_cached(insert)?.execute(params![id, side.name(), bytes])?;
            }
            let rank = record.ranked.then(|| rank(transaction, &record.table, id));
            Ok((id, rank.transpose()?))
        })?;
        Ok(Stored { id, rank, damaged })
    }

    /// Takes a game out, with its replays.
    ///
    /// # Errors
    /// If there is no such game, or the database cannot be written.
    pub fn delete(&mut self, id: i64) -> Result<(), RecordsError> {
        // Where there is no database none is made.
        self.game(id)?;
        let deleted = self.write(|transaction| {
            transaction.execute("DELETE FROM replays WHERE game = ?1", [id])?;
            transaction.execute("DELETE FROM games WHERE id = ?1", [id])
        })?;
        if deleted == 0 { Err(RecordsError::NoSuchGame { id }) } else { Ok(()) }
    }
}
