//! The tables, and how older ones become today's.

use rusqlite::{Connection, TransactionBehavior};

/// Marks a database as one of this program: the letters `TLRG`.
pub(crate) const APPLICATION_ID: i32 = i32::from_be_bytes(*b"TLRG");

/// How the statement of the first table begins, from which a damaged database can be recognised.
pub(crate) const FIRST_TABLE: &str = "CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        version TEXT NOT NULL,
        player TEXT NOT NULL,";

/// Each step leads from one version to the next, the first one from an empty file. Steps that were ever released stay as they
/// are. What older programs could not read (a new column, a new way for a game to end) needs a new step.
const STEPS: &[&str] = &[
    "
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        version TEXT NOT NULL,
        player TEXT NOT NULL,
        agent TEXT,
        hints INTEGER NOT NULL,
        continued INTEGER NOT NULL,
        mode TEXT NOT NULL,
        rules TEXT NOT NULL,
        opponent TEXT,
        opponent_speed REAL,
        ranking TEXT NOT NULL,
        ranked INTEGER NOT NULL,
        handling TEXT NOT NULL,
        randomizer TEXT NOT NULL,
        seed TEXT NOT NULL,
        number TEXT NOT NULL,
        end TEXT,
        score INTEGER NOT NULL,
        level INTEGER NOT NULL,
        longest_combo INTEGER NOT NULL,
        longest_chain INTEGER NOT NULL,
        time INTEGER NOT NULL,
        pieces INTEGER NOT NULL,
        keys INTEGER NOT NULL,
        holds INTEGER NOT NULL,
        lines INTEGER NOT NULL,
        attack INTEGER NOT NULL,
        garbage INTEGER NOT NULL,
        perfect_clears INTEGER NOT NULL,
        undos INTEGER NOT NULL,
        judged INTEGER NOT NULL,
        presses INTEGER NOT NULL,
        fewest INTEGER NOT NULL,
        faults INTEGER NOT NULL,
        faulty INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX games_by_table ON games (mode, rules, opponent, opponent_speed, ranking) WHERE ranked;
    CREATE INDEX games_by_time ON games (at);
    CREATE TABLE replays (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        side TEXT NOT NULL,
        bytes BLOB NOT NULL,
        PRIMARY KEY (game, side)
    ) STRICT;
",
    // Databases of the first version have a write-ahead log, which cannot be read without writing. Those of this one have none.
    "",
];

/// The version of the schema that is written. Older ones are brought up to it, newer ones refused.
pub const SCHEMA_VERSION: u32 = STEPS.len() as u32;

/// Whose file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// This program's, with a schema that it knows.
    Us(u32),
    /// This program's, with a schema that it does not know.
    Newer(u32),
    /// Another program's, or an empty file.
    Others,
}

/// Looks whose file it is.
pub(crate) fn owner(connection: &Connection) -> rusqlite::Result<Owner> {
    let id: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0))? as u32;
    Ok(match id {
        APPLICATION_ID if version > SCHEMA_VERSION => Owner::Newer(version),
        APPLICATION_ID => Owner::Us(version),
        _ => Owner::Others,
    })
}

/// Brings a database from a version to today's, wholly or not at all.
pub(crate) fn update(connection: &mut Connection, version: u32) -> rusqlite::Result<()> {
    take_steps(connection, version, STEPS)
}

fn take_steps(connection: &mut Connection, version: u32, steps: &[&str]) -> rusqlite::Result<()> {
    let left = steps.get(version as usize..).unwrap_or_default();
    if left.is_empty() {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for step in left {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", steps.len())?;
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(connection: &Connection) -> u32 {
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
    }

    #[test]
    fn every_older_version_becomes_the_newest() {
        let steps = ["CREATE TABLE a (x)", "ALTER TABLE a ADD COLUMN y DEFAULT 5", "INSERT INTO a (x) VALUES (8)"];
        for first in 0..=steps.len() {
            let mut connection = Connection::open_in_memory().unwrap();
            take_steps(&mut connection, 0, &steps[..first]).unwrap();
            assert_eq!(version(&connection), first as u32);
            take_steps(&mut connection, first as u32, &steps).unwrap();
            assert_eq!(version(&connection), 3);
            let sum: i64 = connection.query_row("SELECT sum(x + y) FROM a", [], |row| row.get(0)).unwrap();
            assert_eq!(sum, 13);
        }
    }

    #[test]
    fn a_step_that_fails_leaves_the_older_version() {
        let mut connection = Connection::open_in_memory().unwrap();
        update(&mut connection, 0).unwrap();
        let steps = [STEPS, &["DROP INDEX games_by_time", "no such thing"]].concat();
        assert!(take_steps(&mut connection, SCHEMA_VERSION, &steps).is_err());
        assert_eq!(version(&connection), SCHEMA_VERSION);
        connection.execute_batch("DROP INDEX games_by_time").unwrap();
    }

    #[test]
    fn the_first_table_begins_as_it_is_recognised() {
        assert!(STEPS[0].contains(FIRST_TABLE));
    }

    #[test]
    fn owners_are_told_apart() {
        let mut connection = Connection::open_in_memory().unwrap();
        assert_eq!(owner(&connection), Ok(Owner::Others));
        update(&mut connection, 0).unwrap();
        assert_eq!(owner(&connection), Ok(Owner::Us(SCHEMA_VERSION)));
        connection.pragma_update(None, "user_version", -1).unwrap();
        assert_eq!(owner(&connection), Ok(Owner::Newer(u32::MAX)));
        connection.pragma_update(None, "application_id", 7).unwrap();
        assert_eq!(owner(&connection), Ok(Owner::Others));
        let other = Connection::open_in_memory().unwrap();
        other.execute_batch("CREATE TABLE notes (note)").unwrap();
        assert_eq!(owner(&other), Ok(Owner::Others));
    }
}
