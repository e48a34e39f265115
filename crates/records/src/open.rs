//! Opening a database, and reading and writing it safely beside other programs.
//!
//! Reading writes nothing, makes no file and takes no lock file, so that it works on a read-only disk and on a file that is not
//! ours. Everything that changes something happens under the lock file, and only after the file was recognised as ours.

use std::cell::RefCell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use tempfile::{TempDir, TempPath};

use crate::damage::{self, COMPANIONS, DamagedCopy, beside};
use crate::errors::RecordsError;
use crate::header::Header;
use crate::lock::{Lock, PATIENCE};
use crate::record::GameRecord;
use crate::schema::{self, Owner, SCHEMA_VERSION};
use crate::stamp::{Identity, Stamp, identity};

/// The stored games: one database file, which any number of programs may have open.
#[derive(Debug)]
pub struct Records {
    path: PathBuf,
    database: RefCell<Database>,
}

/// What is at the path.
#[derive(Debug)]
enum Database {
    /// It has to be opened.
    Closed,
    /// Nothing yet, which reads as a database without games.
    Missing { empty: Connection },
    /// A database of ours that cannot be read. It stays as it is until a game is to be stored.
    Damaged { stamp: Stamp, reason: String },
    /// A database of today's schema, read and perhaps written where it lies.
    Live { connection: Connection, identity: Identity, is_writable: bool },
    /// A private copy of a database: one of an older schema, or one that a killed program left with a log.
    Copied { connection: Connection, stamp: Stamp, _folder: TempDir },
}

impl Records {
    /// Opens the database at this path for reading. If there is none, it is made when a game is stored.
    ///
    /// # Errors
    /// If the file cannot be read, is busy for too long, is not a database of this program, or is one of a newer version. A damaged
    /// database is no error here: [`Records::damage`] tells.
    pub fn open(path: impl AsRef<Path>) -> Result<Records, RecordsError> {
        let path = whole(path.as_ref())?;
        let database = open_for_reading(&path)?;
        Ok(Records { path, database: RefCell::new(database) })
    }

    /// Where the database is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why the database cannot be read, if it is damaged. The next game that is stored begins a new one, after the damaged one was
    /// copied.
    pub fn damage(&self) -> Option<RecordsError> {
        match &*self.database.borrow() {
            Database::Damaged { reason, .. } => Some(self.damaged(reason)),
            _ => None,
        }
    }

    /// Whether a game could be stored now, as far as that can be told without storing one. Nothing is left of the attempt but the folder.
    ///
    /// # Errors
    /// If the file or its folder cannot be made or written.
    pub fn check_writable(&self) -> Result<(), RecordsError> {
        let failed = |error: io::Error| not_writable(&self.path, &error);
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(|error| not_writable(folder, &error))?;
        }
        damage::new_file_beside(&self.path).map_err(failed)?;
        match OpenOptions::new().append(true).open(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(failed(error)),
            _ => Ok(()),
        }
    }

    fn damaged(&self, reason: &str) -> RecordsError {
        RecordsError::Damaged { path: self.path.clone(), reason: reason.to_string() }
    }

    /// Opens the file again if it is another one than was opened, or was changed where a copy is read.
    fn refresh(&self) -> Result<(), RecordsError> {
        let is_current = match &*self.database.borrow() {
            Database::Closed => false,
            Database::Missing { .. } => {
                matches!(fs::metadata(&self.path), Err(error) if error.kind() == ErrorKind::NotFound)
            }
            Database::Live { connection, identity: opened, is_writable } => {
                // Another program may have been killed while it wrote; what it left cannot be read where it lies.
                let can_read = || *is_writable || !Stamp::of(&self.path).has_log() || schema::owner(connection).is_ok();
                identity(&self.path).is_ok_and(|now| now == *opened) && can_read()
            }
            Database::Damaged { stamp, .. } | Database::Copied { stamp, .. } => Stamp::of(&self.path) == *stamp,
        };
        if !is_current {
            // Closed before it is opened again, so that SQLite's locks of this process are gone.
            self.database.replace(Database::Closed);
            self.database.replace(open_for_reading(&self.path)?);
        }
        Ok(())
    }

    /// Reads something.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, RecordsError> {
        self.refresh()?;
        let database = self.database.borrow();
        let connection = match &*database {
            Database::Missing { empty } => empty,
            Database::Live { connection, .. } | Database::Copied { connection, .. } => connection,
            Database::Damaged { reason, .. } => return Err(self.damaged(reason)),
            Database::Closed => unreachable!("it was just opened"),
        };
        read(connection).map_err(|error| RecordsError::of(&self.path, &error))
    }

    /// Changes something, wholly or not at all. Makes the database if there is none.
    pub(crate) fn write<T>(
        &mut self,
        write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, RecordsError> {
        let _lock = self.lock()?;
        self.change(write)
    }

    /// As [`Records::write`]; but of a damaged database a copy is made, and a new one takes its place.
    pub(crate) fn write_or_begin_anew<T>(
        &mut self,
        write: impl Fn(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<(T, Option<DamagedCopy>), RecordsError> {
        let _lock = self.lock()?;
        match self.change(&write) {
            Err(RecordsError::Damaged { .. }) => {}
            written => return Ok((written?, None)),
        }
        // It is looked at anew: what was written over our file may be no database of ours at all.
        self.database.replace(Database::Closed);
        self.refresh()?;
        let copy = match self.database.get_mut() {
            Database::Damaged { reason, .. } => Some(damage::copy_aside(&self.path, reason.clone())?),
            _ => None,
        };
        if copy.is_some() {
            begin_anew(&self.path)?;
        }
        Ok((self.change(&write)?, copy))
    }

    /// The lock that writers hold. It is taken, and its file made, only beside a database of ours or where there is no file yet.
    fn lock(&self) -> Result<Lock, RecordsError> {
        self.refresh()?;
        if matches!(*self.database.borrow(), Database::Missing { .. })
            && let Some(folder) = self.path.parent()
        {
            fs::create_dir_all(folder).map_err(|error| not_writable(folder, &error))?;
        }
        Lock::take(&self.path)
    }

    /// The lock is held: other programs of this kind neither write nor replace the file.
    fn change<T>(&mut self, write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>) -> Result<T, RecordsError> {
        self.refresh()?;
        if matches!(self.database.get_mut(), Database::Missing { .. }) {
            begin(&self.path)?;
            self.refresh()?;
        }
        if let Some(damage) = self.damage() {
            return Err(damage);
        }
        let database = self.database.get_mut();
        if !matches!(database, Database::Live { is_writable: true, .. }) {
            *database = Database::Closed;
            *database = open_for_writing(&self.path)?;
        }
        let Database::Live { connection, .. } = database else { unreachable!("it was just opened to be written") };
        let change = || {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let written = write(&transaction)?;
            transaction.commit()?;
            Ok(written)
        };
        change().map_err(|error| RecordsError::of(&self.path, &error))
    }
}

/// The whole path. Links are followed, so that the lock and what SQLite keeps beside a database are beside the file itself; also links
/// to a file that is still to be made.
fn whole(path: &Path) -> Result<PathBuf, RecordsError> {
    /// As many links as may lead to each other.
    const LINKS: usize = 16;
    let mut whole = std::path::absolute(path).map_err(|error| not_readable(path, &error))?;
    for _ in 0..LINKS {
        match (fs::canonicalize(&whole), fs::read_link(&whole), whole.parent()) {
            (Ok(there), ..) => return Ok(there),
            (Err(_), Ok(target), Some(folder)) => whole = folder.join(target),
            _ => break,
        }
    }
    Ok(whole)
}

fn not_writable(path: &Path, reason: &dyn ToString) -> RecordsError {
    RecordsError::NotWritable { path: path.to_path_buf(), reason: reason.to_string() }
}

fn not_readable(path: &Path, reason: &dyn ToString) -> RecordsError {
    RecordsError::NotReadable { path: path.to_path_buf(), reason: reason.to_string() }
}

/// Recognises what is at the path and opens it, without a trace.
fn open_for_reading(path: &Path) -> Result<Database, RecordsError> {
    let stamp = Stamp::of(path);
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound && stamp.has_log() => {
            return Ok(Database::Damaged { stamp, reason: "only its log is left".to_string() });
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let mut empty = Connection::open_in_memory().map_err(|error| RecordsError::of(path, &error))?;
            schema::update(&mut empty, 0).map_err(|error| RecordsError::of(path, &error))?;
            return Ok(Database::Missing { empty });
        }
        Err(error) => return Err(not_readable(path, &error)),
        // Devices and the like are left alone, too.
        Ok(there) if !there.is_file() => return Err(not_readable(path, &"this is not a file")),
        Ok(_) => {}
    }
    let Header { owner, is_lost, has_log_mode } = Header::read(path).map_err(|error| not_readable(path, &error))?;
    let opened = match owner {
        Owner::Us(SCHEMA_VERSION) if !has_log_mode => match live(path) {
            // A killed program left a journal that has to be rolled back. That changes the file, so it is done to a copy.
            Err(RecordsError::NotWritable { .. }) => copied(path),
            live => live,
        },
        Owner::Us(_) => copied(path),
        Owner::Newer(version) => Err(RecordsError::Newer { path: path.to_path_buf(), version }),
        Owner::Others if is_lost => {
            Err(RecordsError::Damaged { path: path.to_path_buf(), reason: "its header is damaged".to_string() })
        }
        // The log may say whose file it is.
        Owner::Others if stamp.has_log() => match copied(path) {
            Err(RecordsError::Damaged { .. }) => Err(foreign(path)),
            copied => copied,
        },
        Owner::Others => Err(foreign(path)),
    };
    match opened {
        Err(RecordsError::Damaged { reason, .. }) => Ok(Database::Damaged { stamp, reason }),
        Err(RecordsError::NotWritable { path, reason }) => Err(RecordsError::NotReadable { path, reason }),
        opened => opened,
    }
}

fn foreign(path: &Path) -> RecordsError {
    RecordsError::Foreign { path: path.to_path_buf() }
}

/// A database of today's schema where it lies. Reading it makes no files, because it has no write-ahead log.
fn live(path: &Path) -> Result<Database, RecordsError> {
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    check(path, &connection)?;
    let identity = identity(path).map_err(|error| not_readable(path, &error))?;
    Ok(Database::Live { connection, identity, is_writable: false })
}

/// A private copy of a database with its log, brought up to today's schema.
fn copied(path: &Path) -> Result<Database, RecordsError> {
    let failed = |error: io::Error| not_readable(path, &error);
    loop {
        let stamp = Stamp::of(path);
        let folder = tempfile::tempdir().map_err(failed)?;
        let copy = folder.path().join("records.sqlite");
        for companion in ["", "-wal", "-journal"] {
            match File::open(beside(path, companion)) {
                Err(error) if error.kind() == ErrorKind::NotFound && !companion.is_empty() => {}
                // Not its permissions: the copy is written, whatever holds for the file.
                file => {
                    let mut to = File::create(beside(&copy, companion)).map_err(failed)?;
                    io::copy(&mut file.map_err(failed)?, &mut to).map_err(failed)?;
                }
            }
        }
        // What another program was writing meanwhile is in no state.
        if Stamp::of(path) != stamp {
            continue;
        }
        let mut connection = connect(&copy, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let wrong = |error| RecordsError::of_opening(path, &error);
        let version = our_version(path, &connection)?;
        schema::update(&mut connection, version).map_err(wrong)?;
        check(path, &connection)?;
        return Ok(Database::Copied { connection, stamp, _folder: folder });
    }
}

/// A database that was read before, to be written. Another program may keep one of an older schema open: then it stays as it is.
fn open_for_writing(path: &Path) -> Result<Database, RecordsError> {
    let mut connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let wrong = |error| RecordsError::of_opening(path, &error);
    if connection.is_readonly("main").map_err(wrong)? {
        return Err(not_writable(path, &"the file is read-only"));
    }
    let version = our_version(path, &connection)?;
    let mode: rusqlite::Result<String> =
        connection.pragma_update_and_check(None, "journal_mode", "DELETE", |row| row.get(0));
    // Nothing counts as written before it is on the disk, and the journal is gone from there.
    connection.pragma_update(None, "synchronous", "EXTRA").map_err(wrong)?;
    if mode.as_deref() == Ok("delete") {
        schema::update(&mut connection, version).map_err(wrong)?;
    }
    let identity = identity(path).map_err(|error| not_writable(path, &error))?;
    Ok(Database::Live { connection, identity, is_writable: true })
}

fn connect(path: &Path, access: OpenFlags) -> Result<Connection, RecordsError> {
    let wrong = |error| RecordsError::of_opening(path, &error);
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(wrong)?;
    connection.busy_timeout(PATIENCE).map_err(wrong)?;
    Ok(connection)
}

/// The version of a database, if it is ours and known.
fn our_version(path: &Path, connection: &Connection) -> Result<u32, RecordsError> {
    match schema::owner(connection).map_err(|error| RecordsError::of_opening(path, &error))? {
        Owner::Us(version) => Ok(version),
        Owner::Newer(version) => Err(RecordsError::Newer { path: path.to_path_buf(), version }),
        Owner::Others => Err(foreign(path)),
    }
}

/// Looks at every page and every game.
fn check(path: &Path, connection: &Connection) -> Result<(), RecordsError> {
    let wrong = |error| RecordsError::of_opening(path, &error);
    match damage::fault(connection).map_err(wrong)? {
        Some(reason) => Err(RecordsError::Damaged { path: path.to_path_buf(), reason }),
        None => GameRecord::check_all(connection).map_err(wrong),
    }
}

/// Makes a database without games and puts it in its place when it is whole. A file that is there by then stays.
fn begin(path: &Path) -> Result<(), RecordsError> {
    match empty_database(path)?.persist_noclobber(path) {
        Err(failed) if failed.error.kind() != ErrorKind::AlreadyExists => Err(not_writable(path, &failed.error)),
        _ => Ok(()),
    }
}

/// Puts a database without games in the place of a damaged one that was copied.
fn begin_anew(path: &Path) -> Result<(), RecordsError> {
    let new = empty_database(path)?;
    if let Ok(metadata) = fs::metadata(path)
        && !metadata.permissions().readonly()
    {
        fs::set_permissions(&new, metadata.permissions()).map_err(|error| not_writable(path, &error))?;
    }
    // SQLite would take a log that is left for that of the new one.
    for companion in COMPANIONS {
        match fs::remove_file(beside(path, companion)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(not_writable(path, &error)),
            _ => {}
        }
    }
    new.persist(path).map_err(|failed| not_writable(path, &failed.error))
}

/// A database without games beside the path, under another name.
fn empty_database(path: &Path) -> Result<TempPath, RecordsError> {
    let file = damage::new_file_beside(path).map_err(|error| not_writable(path, &error))?.into_temp_path();
    let mut connection = connect(&file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    schema::update(&mut connection, 0).map_err(|error| RecordsError::of(path, &error))?;
    Ok(file)
}
