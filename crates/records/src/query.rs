//! Finding games again: the best of a table, the newest, one by its number, its replay.

use std::time::SystemTime;

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params_from_iter};
use tetrolab_engine::{Replay, ReplayError};

use crate::errors::{RecordsError, Side};
use crate::filter::Filter;
use crate::moment::moment;
use crate::open::Records;
use crate::record::{GameRecord, read_table};
use crate::table::Table;

/// The order of a table; of equal games the older one is better.
const BEST_FIRST: &str = "CASE ranking WHEN 'score' THEN -score ELSE 0 END, time, at, id";

/// The games of a table, over the parameters that [`parameters`] gives.
const IN_TABLE: &str =
    "ranked AND mode = ?1 AND rules = ?2 AND opponent IS ?3 AND opponent_speed IS ?4 AND ranking = ?5";

/// The parameters of [`IN_TABLE`], and one more.
fn parameters(table: &Table, more: i64) -> [Value; 6] {
    let opponent = table.opponent.as_ref();
    [
        table.mode.clone().into(),
        table.rules.clone().into(),
        opponent.map(|rival| rival.agent.clone()).into(),
        opponent.map(|rival| rival.speed).into(),
        table.ranking.name().to_string().into(),
        more.into(),
    ]
}

/// The place of a game in its table, from 1.
pub(crate) fn rank(connection: &Connection, table: &Table, id: i64) -> rusqlite::Result<u32> {
    let better = format!(
        "SELECT 1 + count(*) FROM games
         WHERE {IN_TABLE} AND ({BEST_FIRST}) < (SELECT {BEST_FIRST} FROM games WHERE id = ?6)"
    );
    connection.prepare_cached(&better)?.query_row(parameters(table, id), |row| row.get(0))
}

fn best(connection: &Connection, table: &Table, limit: u32) -> rusqlite::Result<Vec<GameRecord>> {
    let best = format!("SELECT * FROM games WHERE {IN_TABLE} ORDER BY {BEST_FIRST} LIMIT ?6");
    connection.prepare_cached(&best)?.query_map(parameters(table, limit.into()), GameRecord::read)?.collect()
}

/// A table at a glance.
#[derive(Clone, Debug, PartialEq)]
pub struct TableSummary {
    pub table: Table,
    /// How many games count in it.
    pub games: u64,
    /// When the last of them ended.
    pub last: SystemTime,
    /// The best of them.
    pub best: GameRecord,
}

impl Records {
    /// The best games of a table, the best one first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn best(&self, table: &Table, limit: u32) -> Result<Vec<GameRecord>, RecordsError> {
        self.read(|connection| best(connection, table, limit))
    }

    /// All tables in which games count, the one that was played last first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn tables(&self) -> Result<Vec<TableSummary>, RecordsError> {
        self.read(|connection| {
            // In one transaction, so that each table still has its best game.
            let transaction = connection.unchecked_transaction()?;
            let tables = "SELECT mode, rules, opponent, opponent_speed, ranking, count(*) AS games, max(at) AS last
                 FROM games WHERE ranked GROUP BY 1, 2, 3, 4, 5 ORDER BY last DESC, max(id) DESC";
            let mut summaries = Vec::new();
            let mut statement = transaction.prepare_cached(tables)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let table = read_table(row)?;
                for best in best(&transaction, &table, 1)? {
                    let (games, last) = (row.get("games")?, moment(row.get("last")?));
                    summaries.push(TableSummary { table: table.clone(), games, last, best });
                }
            }
            Ok(summaries)
        })
    }

    /// The game with this number.
    ///
    /// # Errors
    /// If there is none, or the database cannot be read.
    pub fn game(&self, id: i64) -> Result<GameRecord, RecordsError> {
        let game = self.read(|connection| {
            connection.prepare_cached("SELECT * FROM games WHERE id = ?1")?.query_row([id], GameRecord::read).optional()
        })?;
        game.ok_or(RecordsError::NoSuchGame { id })
    }

    /// Games, the newest first, after leaving out `offset` of them.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn games(&self, filter: &Filter, limit: u32, offset: u32) -> Result<Vec<GameRecord>, RecordsError> {
        let games =
            format!("SELECT * FROM games WHERE {} ORDER BY at DESC, id DESC LIMIT ?8 OFFSET ?9", Filter::CONDITION);
        let page = [limit.into(), offset.into()];
        let parameters = params_from_iter(filter.parameters().into_iter().chain(page));
        self.read(|connection| connection.prepare_cached(&games)?.query_map(parameters, GameRecord::read)?.collect())
    }

    /// How many games there are.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn count(&self, filter: &Filter) -> Result<u64, RecordsError> {
        let count = format!("SELECT count(*) FROM games WHERE {}", Filter::CONDITION);
        self.read(|connection| connection.prepare_cached(&count)?.query_row(filter.parameters(), |row| row.get(0)))
    }

    /// The names of all players, in order, at most `limit`.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn players(&self, limit: u32) -> Result<Vec<String>, RecordsError> {
        let players = "SELECT DISTINCT player FROM games ORDER BY player LIMIT ?1";
        self.read(|connection| connection.prepare_cached(players)?.query_map([limit], |row| row.get(0))?.collect())
    }

    /// The replay of a game.
    ///
    /// # Errors
    /// If there is no such game, or its replay is missing, damaged or of another version.
    pub fn replay(&self, id: i64) -> Result<Replay, RecordsError> {
        let missing =
            RecordsError::StoredReplay { id, side: Side::Player, error: ReplayError::Damaged("it is missing") };
        self.stored_replay(id, Side::Player)?.ok_or(missing)
    }

    /// The opponent's side of a game, if it was stored.
    ///
    /// # Errors
    /// If there is no such game, or the replay is damaged or of another version.
    pub fn opponent_replay(&self, id: i64) -> Result<Option<Replay>, RecordsError> {
        self.stored_replay(id, Side::Opponent)
    }

    fn stored_replay(&self, id: i64, side: Side) -> Result<Option<Replay>, RecordsError> {
        let found: Option<Option<Vec<u8>>> = self.read(|connection| {
            let bytes = "SELECT bytes FROM games LEFT JOIN replays ON game = id AND side = ?2 WHERE id = ?1";
            connection.prepare_cached(bytes)?.query_row((id, side.name()), |row| row.get(0)).optional()
        })?;
        let bytes = found.ok_or(RecordsError::NoSuchGame { id })?;
        let read = bytes.map(|bytes| Replay::from_bytes(&bytes));
        read.transpose().map_err(|error| RecordsError::StoredReplay { id, side, error })
    }
}
