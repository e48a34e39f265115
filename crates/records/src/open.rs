//! Opening a database, and reading and writing it safely beside other programs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::damage::{self, MovedAside};
use crate::errors::{RecordsError, in_words};
use crate::lock::{Lock, PATIENCE};
use crate::record::GameRecord;
use crate::schema::{self, Owner};

/// The stored games: one database file, which any number of programs may have open.
#[derive(Debug)]
pub struct Records {
    path: PathBuf,
    connection: Connection,
    /// Which file was opened; the path may lead to another one later.
    identity: Identity,
}

/// A database that was opened, and what had to be done for it.
#[derive(Debug)]
pub struct Opened {
    /// The games.
    pub records: Records,
    /// The damaged database that was found in its place. Tell the player: it shows as a sentence.
    pub moved_aside: Option<MovedAside>,
}

impl Records {
    /// Opens the database at this path; makes it, and the folders it is in, if they are missing. A damaged one is moved aside
    /// and a new one begun.
    ///
    /// # Errors
    /// If the file cannot be written, is busy for too long, belongs to another program or to a newer version of this one.
    pub fn open(path: impl AsRef<Path>) -> Result<Opened, RecordsError> {
        let path = made_ready(path.as_ref())?;
        let _lock = Lock::take(&path)?;
        let opened = match damage::hidden_fault(&path) {
            Some(fault) => Err(RecordsError::Damaged { path: path.clone(), reason: fault.to_string() }),
            None => Records::connect(&path),
        };
        match opened {
            Err(RecordsError::Damaged { reason, .. }) => {
                let moved_aside = Some(damage::move_aside(&path, reason)?);
                Ok(Opened { records: Records::connect(&path)?, moved_aside })
            }
            opened => opened.map(|records| Opened { records, moved_aside: None }),
        }
    }

    /// Opens the same path again, which helps if the database was found damaged, moved or replaced. Returns what
    /// was moved aside.
    ///
    /// # Errors
    /// As [`Records::open`]; everything stays as it was then.
    pub fn reopen(&mut self) -> Result<Option<MovedAside>, RecordsError> {
        let Opened { records, moved_aside } = Records::open(&self.path)?;
        *self = records;
        Ok(moved_aside)
    }

    /// Does something, and once more after opening the database again if that helps. Returns also what was moved aside.
    pub fn retry<T>(
        &mut self,
        act: impl Fn(&mut Records) -> Result<T, RecordsError>,
    ) -> (Result<T, RecordsError>, Option<MovedAside>) {
        match act(self) {
            Err(error) if error.needs_reopening() => match self.reopen() {
                Ok(moved_aside) => (act(self), moved_aside),
                Err(error) => (Err(error), None),
            },
            done => (done, None),
        }
    }

    /// Where the database is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens a file that is sound, or empty, or missing. The caller holds the lock.
    fn connect(path: &Path) -> Result<Records, RecordsError> {
        let wrong = |error| RecordsError::of(path, &error);
        let unreadable = |error: rusqlite::Error| match damage::is_unreadable(&error) {
            true => RecordsError::Damaged { path: path.to_path_buf(), reason: in_words(&error) },
            false => wrong(error),
        };
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags).map_err(wrong)?;
        connection.busy_timeout(PATIENCE).map_err(wrong)?;
        // What is refused or moved aside stays as it is, log and all.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(wrong)?;
        let version = match schema::owner(&connection).map_err(unreadable)? {
            Owner::Nobody => 0,
            Owner::Us(version) => version,
            Owner::Newer(version) => return Err(RecordsError::Newer { path: path.to_path_buf(), version }),
            Owner::Others => return Err(RecordsError::Foreign { path: path.to_path_buf() }),
        };
        if let Some(reason) = damage::fault(&connection).map_err(wrong)? {
            return Err(RecordsError::Damaged { path: path.to_path_buf(), reason });
        }
        if connection.is_readonly("main").map_err(wrong)? {
            let reason = "the file is read-only".to_string();
            return Err(RecordsError::NotWritable { path: path.to_path_buf(), reason });
        }
        prepare_writing(&connection).map_err(wrong)?;
        schema::update(&mut connection, version).map_err(wrong)?;
        GameRecord::check_all(&connection).map_err(unreadable)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(wrong)?;
        let identity = identity(path).map_err(|error| not_writable(path, &error))?;
        Ok(Records { path: path.to_path_buf(), connection, identity })
    }

    /// Reads something.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, RecordsError> {
        self.check_identity()?;
        read(&self.connection).map_err(|error| RecordsError::of(&self.path, &error))
    }

    /// Changes something, wholly or not at all.
    pub(crate) fn write<T>(
        &mut self,
        write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, RecordsError> {
        let change = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let written = write(&transaction)?;
            transaction.commit()?;
            Ok(written)
        };
        let written = change().map_err(|error| RecordsError::of(&self.path, &error))?;
        // Only now: had another program moved the file before, the change went with it. If it does so later, that is no other
        // than if this change had been made long ago.
        self.check_identity()?;
        Ok(written)
    }

    fn check_identity(&self) -> Result<(), RecordsError> {
        if identity(&self.path).is_ok_and(|now| now == self.identity) {
            Ok(())
        } else {
            Err(RecordsError::Replaced { path: self.path.clone() })
        }
    }
}

/// The whole path, with its folders made. A link is followed, so that the lock and what SQLite keeps beside a database are
/// beside the file itself.
fn made_ready(path: &Path) -> Result<PathBuf, RecordsError> {
    let whole = std::path::absolute(path).map_err(|error| not_writable(path, &error))?;
    let whole = fs::canonicalize(&whole).unwrap_or(whole);
    // Devices and the like are left alone, too.
    if whole.exists() && !whole.is_file() {
        return Err(not_writable(&whole, &"this is not a file"));
    }
    if let Some(folder) = whole.parent() {
        fs::create_dir_all(folder).map_err(|error| not_writable(folder, &error))?;
    }
    Ok(whole)
}

fn not_writable(path: &Path, reason: &dyn ToString) -> RecordsError {
    RecordsError::NotWritable { path: path.to_path_buf(), reason: reason.to_string() }
}

/// A write-ahead log, so that readers and writers do not wait for each other; and nothing counts as written before it is on the
/// disk. Where there can be no such log, SQLite's older journal does the same, slower.
fn prepare_writing(connection: &Connection) -> rusqlite::Result<()> {
    // What comes back is the mode that is used from now on, and an error means that it is the one from before.
    let _: Result<String, _> = connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0));
    connection.pragma_update(None, "synchronous", "FULL")
}

/// What tells a file from another one at the same path: device and number.
#[cfg(unix)]
type Identity = (u64, u64);
/// Elsewhere a file cannot be moved while it is open, so being there is enough.
#[cfg(not(unix))]
type Identity = ();

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|metadata| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(drop)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn without_shared_memory_the_older_journal_is_used() {
        let folder = tempfile::tempdir().unwrap();
        let mode = |connection: &Connection| -> String {
            connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).unwrap()
        };
        let with = Connection::open(folder.path().join("with")).unwrap();
        prepare_writing(&with).unwrap();
        assert_eq!(mode(&with), "wal");

        // This form of SQLite's file access has no shared memory, as some network drives have none.
        let path = folder.path().join("without");
        let mut without = Connection::open_with_flags_and_vfs(path, OpenFlags::default(), "unix-dotfile").unwrap();
        prepare_writing(&without).unwrap();
        assert_eq!(mode(&without), "delete");
        schema::update(&mut without, 0).unwrap();
        GameRecord::check_all(&without).unwrap();
    }
}
