//! Damaged databases: how they are recognised, and how they are moved aside.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode};

use crate::errors::RecordsError;

/// What SQLite adds to a name for the files that belong to a database. They go before the database itself: should that be
/// interrupted, a database without them is still there to be looked at, and not a new one beside old logs.
pub(crate) const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// A damaged database that was given another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedAside {
    /// Its name before.
    pub from: PathBuf,
    /// Its name now.
    pub to: PathBuf,
    /// What was wrong with it.
    pub reason: String,
}

impl fmt::Display for MovedAside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MovedAside { from, to, reason } = self;
        write!(f, "{} is damaged ({reason}): it is now {}, and a new one was begun", from.display(), to.display())
    }
}

/// The path with something added to its name.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

/// Whether SQLite's error means that the file is not as SQLite or this program wrote it, rather than that the disk is full, the
/// file locked, or the like.
pub(crate) fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::Error;
    match error {
        Error::SqliteFailure(failure, _) => {
            matches!(failure.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
        }
        Error::FromSqlConversionFailure(..)
        | Error::IntegralValueOutOfRange(..)
        | Error::Utf8Error(..)
        | Error::InvalidColumnName(_)
        | Error::InvalidColumnType(..) => true,
        _ => false,
    }
}

/// The same while a database is being opened, when nothing but its own content can make SQLite misunderstand this program: it has
/// no such table, or is of no known format.
pub(crate) fn is_unreadable(error: &rusqlite::Error) -> bool {
    let is_misunderstood = matches!(error, rusqlite::Error::SqlInputError { .. });
    is_damage(error) || is_misunderstood || error.sqlite_error_code() == Some(ErrorCode::Unknown)
}

/// Looks at every page of a database and says what is wrong with it, if something is.
pub(crate) fn fault(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let found: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    // The first line says in which database.
    let reason = found.lines().last().unwrap_or_default().to_string();
    Ok((found != "ok").then_some(reason))
}

/// What SQLite would take for an empty file and write over, if it is something else.
pub(crate) fn hidden_fault(path: &Path) -> Option<&'static str> {
    let length = |path: &Path| fs::metadata(path).map_or(0, |metadata| metadata.len());
    match length(path) {
        0 if length(&beside(path, "-wal")) > 0 => Some("only its log is left"),
        1 => Some("only one byte is left"),
        _ => None,
    }
}

/// Gives a database and the files that belong to it the first free names `NAME.damaged-1`, `NAME.damaged-2`, ….
///
/// The caller holds the lock.
pub(crate) fn move_aside(path: &Path, reason: String) -> Result<MovedAside, RecordsError> {
    let is_free = |name: &PathBuf| {
        let taken = |path: &Path| fs::symlink_metadata(path).is_ok();
        !taken(name) && !COMPANIONS.iter().any(|companion| taken(&beside(name, companion)))
    };
    let mut names = (1..).map(|number: u32| beside(path, &format!(".damaged-{number}")));
    let to = names.find(is_free).expect("some number is free");
    for companion in COMPANIONS.into_iter().chain([""]) {
        let (from, to) = (beside(path, companion), beside(&to, companion));
        if let Err(error) = fs::rename(&from, &to)
            && fs::symlink_metadata(&from).is_ok()
        {
            let reason = format!("it is damaged ({reason}) and cannot be moved aside: {error}");
            return Err(RecordsError::NotWritable { path: from, reason });
        }
    }
    Ok(MovedAside { from: path.to_path_buf(), to, reason })
}
