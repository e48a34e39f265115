//! The index of a run: its cells and what came of them, for whoever wants to ask them questions in SQL.
//!
//! Everything in it can be found out again from the lines of the run. So a file that is damaged, or belongs to somebody else, or says
//! something else than the lines is not worth keeping: it is written anew. The README describes the tables.

mod contents;
mod tables;

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use crate::damage::{COMPANIONS, beside, fault, hidden_fault, is_unreadable};
use crate::errors::in_words;
use crate::lock::PATIENCE;
pub use contents::{CellState, IndexedCell, RunContents};
pub use tables::INDEX_VERSION;

/// The index of a run, open to be written by the one program that works on the run.
#[derive(Debug)]
pub struct RunIndex {
    connection: Connection,
}

/// Why an index cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IndexError {
    /// It is not as this program writes it.
    Damaged(String),
    /// Another program would not let go of it.
    Busy,
    /// Something else, such as a full disk.
    Failed(String),
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IndexError::Damaged(reason) => write!(f, "it is damaged: {reason}"),
            IndexError::Busy => f.write_str("another program has kept it busy for too long"),
            IndexError::Failed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for IndexError {}

impl From<rusqlite::Error> for IndexError {
    fn from(error: rusqlite::Error) -> IndexError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => IndexError::Busy,
            _ if is_unreadable(&error) => IndexError::Damaged(in_words(&error)),
            _ => IndexError::Failed(in_words(&error)),
        }
    }
}

impl RunIndex {
    /// Opens the index at this path and makes it say this. Nothing is written where it does already; one that cannot be understood is
    /// removed, and a new one begun.
    ///
    /// # Errors
    /// If it cannot be written, or another program keeps it busy.
    pub fn agreeing(path: &Path, contents: &RunContents) -> Result<RunIndex, IndexError> {
        let kept = RunIndex::open(path).and_then(|index| index.made_to_say(contents));
        let index = match kept {
            Err(IndexError::Damaged(_)) => {
                remove(path).map_err(|error| IndexError::Failed(error.to_string()))?;
                RunIndex::open(path)?.made_to_say(contents)?
            }
            kept => kept?,
        };
        // Whoever keeps it up to date can come again, and has no time to wait.
        index.connection.busy_timeout(Duration::ZERO)?;
        Ok(index)
    }

    /// Opens an index that is there, or begins an empty one.
    fn open(path: &Path) -> Result<RunIndex, IndexError> {
        if path.exists() && !path.is_file() {
            return Err(IndexError::Failed("it is not a plain file".to_string()));
        }
        if let Some(fault) = hidden_fault(path) {
            return Err(IndexError::Damaged(fault.to_string()));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(PATIENCE)?;
        tables::check(&connection)?;
        if let Some(fault) = fault(&connection)? {
            return Err(IndexError::Damaged(fault));
        }
        // With a log nobody who reads stands in the way. Where there can be none, SQLite's older journal does.
        let _: Result<String, _> = connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0));
        // A power cut may spoil it. That shows when it is opened, and the lines of the run are safe.
        connection.pragma_update(None, "synchronous", "OFF")?;
        Ok(RunIndex { connection })
    }

    fn made_to_say(mut self, contents: &RunContents) -> Result<RunIndex, IndexError> {
        if !tables::are_there(&self.connection)? {
            self.write(|change| {
                tables::create(change)?;
                contents::write_all(change, contents)
            })?;
            return Ok(self);
        }
        let before = self.contents()?;
        if before != *contents {
            self.write(|change| contents::write_changes(change, &before, contents))?;
        }
        Ok(self)
    }

    /// What an index says, of which nothing is changed.
    ///
    /// # Errors
    /// If there is none, or it cannot be understood.
    pub fn read(path: &Path) -> Result<RunContents, IndexError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(PATIENCE)?;
        tables::check(&connection)?;
        Ok(contents::read_all(&connection)?)
    }

    /// All that it says.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn contents(&self) -> Result<RunContents, IndexError> {
        Ok(contents::read_all(&self.connection)?)
    }

    /// Writes how some cells are now, all of them or none.
    ///
    /// # Errors
    /// If that cannot be written, or not at this moment, or there are no such cells.
    pub fn update(&mut self, cells: &[(usize, CellState)]) -> Result<(), IndexError> {
        self.write(|change| cells.iter().try_for_each(|(id, state)| contents::write_state(change, *id, state)))
    }

    /// Puts everything into the one file, safe against a power cut, so that it can be copied, and read where nothing can be written.
    /// While somebody else reads it, there are others beside it.
    pub fn close(self) {
        let path = self.connection.path().map(PathBuf::from);
        let _: Result<String, _> =
            self.connection.pragma_update_and_check(None, "journal_mode", "DELETE", |row| row.get(0));
        drop(self);
        // Where that cannot be done, the system does so in a while.
        let _ = path.map(|path| File::open(path).and_then(|file| file.sync_all()));
    }

    fn write(&mut self, write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>) -> Result<(), IndexError> {
        let change = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        write(&change)?;
        Ok(change.commit()?)
    }
}

/// Removes an index and the files that belong to it.
fn remove(path: &Path) -> io::Result<()> {
    let files = COMPANIONS.into_iter().chain([""]).map(|companion| beside(path, companion));
    files.map(|file: PathBuf| fs::remove_file(file)).try_for_each(|removed| match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    })
}
