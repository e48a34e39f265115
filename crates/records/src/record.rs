//! A stored game, as it is written to the database and read from it.

use std::error::Error;
use std::time::SystemTime;

use rusqlite::types::{Type, Value};
use rusqlite::{Connection, Row, params_from_iter};
use tetrolab_engine::{End, Seed};

use crate::counts::Counts;
use crate::filter::Ending;
use crate::moment::{milliseconds, moment};
use crate::table::{Ranking, Rival, Table};

/// A stored game: all that is known of it but the replay.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Its number. No other game ever gets it.
    pub id: i64,
    /// When it ended, to the millisecond.
    pub at: SystemTime,
    /// The version of the program that stored it.
    pub version: String,
    /// Whose game it was.
    pub player: String,
    /// The agent that played, if one did.
    pub agent: Option<String>,
    /// Whether the assistant was asked.
    pub hints: bool,
    /// Whether it went on from a replay.
    pub continued: bool,
    /// What it is compared in.
    pub table: Table,
    /// Whether it counts in its table.
    pub ranked: bool,
    /// The player's handling, and the settings that differ from its preset.
    pub handling: String,
    /// Where its pieces came from, by name.
    pub randomizer: String,
    pub seed: Seed,
    /// Its number among the games of the seed.
    pub number: u64,
    /// Why it was over; `None` if it was not.
    pub end: Option<End>,
    /// Points.
    pub score: u64,
    /// The level it came to.
    pub level: u8,
    /// Most clearing pieces in a row.
    pub longest_combo: u32,
    /// Longest Back-to-Back chain.
    pub longest_chain: u32,
    /// Time, pieces, keys and everything else that is counted, with rates.
    pub counts: Counts,
}

/// All columns but the number and the counts, in the order of [`GameRecord::insert`].
const COLUMNS: [&str; 21] = [
    "at",
    "version",
    "player",
    "agent",
    "hints",
    "continued",
    "mode",
    "rules",
    "opponent",
    "opponent_speed",
    "ranking",
    "ranked",
    "handling",
    "randomizer",
    "seed",
    "number",
    "end",
    "score",
    "level",
    "longest_combo",
    "longest_chain",
];

/// The statement that stores a game.
fn insert_statement() -> String {
    let columns = [&COLUMNS[..], &Counts::COLUMNS].concat();
    let values = vec!["?"; columns.len()].join(", ");
    format!("INSERT INTO games ({}) VALUES ({values})", columns.join(", "))
}

impl GameRecord {
    /// What it came to. A game for points is not lost, it ends.
    pub fn ending(&self) -> Option<Ending> {
        match (self.end, self.table.ranking) {
            (Some(End::Won), _) => Some(Ending::Won),
            (Some(End::BlockOut | End::LockOut | End::TopOut), Ranking::Time) => Some(Ending::Lost),
            _ => None,
        }
    }

    /// Fails if a table or column is missing, or a game cannot be read.
    pub(crate) fn check_all(connection: &Connection) -> rusqlite::Result<()> {
        connection.prepare(&insert_statement())?;
        connection.prepare("SELECT game, side, bytes FROM replays")?;
        connection.prepare("SELECT * FROM games")?.query_map([], GameRecord::read)?.try_for_each(|game| game.map(drop))
    }

    /// Stores it under a new number, which is returned.
    pub(crate) fn insert(&self, connection: &Connection) -> rusqlite::Result<i64> {
        let text = |text: &str| Value::Text(text.to_string());
        let opponent = self.table.opponent.as_ref();
        let own = [
            Value::Integer(milliseconds(self.at)),
            text(&self.version),
            text(&self.player),
            self.agent.clone().into(),
            self.hints.into(),
            self.continued.into(),
            text(&self.table.mode),
            text(&self.table.rules),
            opponent.map(|rival| rival.agent.clone()).into(),
            opponent.map(|rival| rival.speed).into(),
            text(self.table.ranking.name()),
            self.ranked.into(),
            text(&self.handling),
            text(&self.randomizer),
            text(&self.seed.0.to_string()),
            text(&self.number.to_string()),
            self.end.map(|end| end.name().to_string()).into(),
            Value::Integer(i64::try_from(self.score).unwrap_or(i64::MAX)),
            i64::from(self.level).into(),
            i64::from(self.longest_combo).into(),
            i64::from(self.longest_chain).into(),
        ];
        let values = own.into_iter().chain(self.counts.values());
        connection.prepare_cached(&insert_statement())?.insert(params_from_iter(values))
    }

    /// From a row with all columns.
    pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<GameRecord> {
        let end: Option<String> = row.get("end")?;
        let end = end.map(|name| {
            let known = End::ALL.into_iter().find(|end| end.name() == name);
            known.ok_or_else(|| unreadable(format!("no game ends with {name:?}")))
        });
        Ok(GameRecord {
            id: row.get("id")?,
            at: moment(row.get("at")?),
            version: row.get("version")?,
            player: row.get("player")?,
            agent: row.get("agent")?,
            hints: row.get("hints")?,
            continued: row.get("continued")?,
            table: read_table(row)?,
            ranked: row.get("ranked")?,
            handling: row.get("handling")?,
            randomizer: row.get("randomizer")?,
            seed: Seed(read_number(row, "seed")?),
            number: read_number(row, "number")?,
            end: end.transpose()?,
            score: row.get("score")?,
            level: row.get("level")?,
            longest_combo: row.get("longest_combo")?,
            longest_chain: row.get("longest_chain")?,
            counts: Counts::read(row)?,
        })
    }
}

/// The table of a row that has its columns.
pub(crate) fn read_table(row: &Row<'_>) -> rusqlite::Result<Table> {
    let ranking: String = row.get("ranking")?;
    let known = Ranking::ALL.into_iter().find(|known| known.name() == ranking);
    let agent: Option<String> = row.get("opponent")?;
    let speed: Option<f64> = row.get("opponent_speed")?;
    Ok(Table {
        mode: row.get("mode")?,
        rules: row.get("rules")?,
        opponent: agent.zip(speed).map(|(agent, speed)| Rival { agent, speed }),
        ranking: known.ok_or_else(|| unreadable(format!("there is no ranking by {ranking:?}")))?,
    })
}

/// Numbers of 64 bits without sign are too large for SQLite, so they are texts.
fn read_number(row: &Row<'_>, column: &str) -> rusqlite::Result<u64> {
    row.get::<_, String>(column)?.parse().map_err(unreadable::<std::num::ParseIntError>)
}

/// A text that this program did not write.
fn unreadable<E: Into<Box<dyn Error + Send + Sync>>>(error: E) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Text, error.into())
}
