//! The tables of an index.

use rusqlite::Connection;

use super::IndexError;

/// Marks a database as an index of this program: the letters `TLRI`.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"TLRI");

/// The version of the tables. Others are written anew.
pub const INDEX_VERSION: u32 = 1;

const TABLES: &str = "
    CREATE TABLE facts (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE cells (
        id INTEGER PRIMARY KEY,
        grid TEXT NOT NULL,
        work TEXT NOT NULL,
        repetition INTEGER NOT NULL,
        seed TEXT NOT NULL,
        settings TEXT NOT NULL,
        state TEXT NOT NULL,
        seconds REAL,
        reason TEXT
    ) STRICT;
    CREATE TABLE numbers (
        cell INTEGER NOT NULL REFERENCES cells (id),
        name TEXT NOT NULL,
        value REAL NOT NULL,
        PRIMARY KEY (cell, name)
    ) STRICT, WITHOUT ROWID;
";

/// Whether the tables are there. Without them there is nothing else either.
pub fn are_there(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT count(*) > 0 FROM sqlite_schema", [], |row| row.get(0))
}

/// Refuses what is not an index of this version.
pub fn check(connection: &Connection) -> Result<(), IndexError> {
    let id: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0))? as u32;
    match (id, version) {
        (APPLICATION_ID, INDEX_VERSION) => Ok(()),
        (0, 0) if !are_there(connection)? => Ok(()),
        (APPLICATION_ID, version) => Err(IndexError::Damaged(format!("its tables have version {version}"))),
        _ => Err(IndexError::Damaged("it belongs to another program".to_string())),
    }
}

/// Makes them.
pub fn create(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(TABLES)?;
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", INDEX_VERSION)
}
