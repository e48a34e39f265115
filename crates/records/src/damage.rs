//! Damaged databases: how they are recognised, and how they are copied.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode};
use tempfile::NamedTempFile;

use crate::errors::RecordsError;

/// What SQLite adds to a name for the files that belong to a database.
pub(crate) const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// A damaged database that was copied, and a new one begun in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedCopy {
    pub of: PathBuf,
    pub copy: PathBuf,
    /// What was wrong with it.
    pub reason: String,
}

impl fmt::Display for DamagedCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DamagedCopy { of, copy, reason } = self;
        write!(
            f,
            "{} was damaged ({reason}): a copy of it is in {}, and a new one was begun",
            of.display(),
            copy.display()
        )
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

/// Copies a database and the files that belong to it to the first free names `NAME.damaged-1`, `NAME.damaged-2`, …. The copy
/// of the database itself comes last.
///
/// The caller holds the lock.
pub(crate) fn copy_aside(path: &Path, reason: String) -> Result<DamagedCopy, RecordsError> {
    let is_free = |name: &PathBuf| {
        let taken = |path: &Path| fs::symlink_metadata(path).is_ok();
        !taken(name) && !COMPANIONS.iter().any(|companion| taken(&beside(name, companion)))
    };
    let mut names = (1..).map(|number: u32| beside(path, &format!(".damaged-{number}")));
    let copy = names.find(is_free).expect("some number is free");
    for companion in COMPANIONS.into_iter().chain([""]) {
        copy_whole(&beside(path, companion), &beside(&copy, companion)).map_err(|error| {
            let reason = format!("it is damaged ({reason}) and cannot be copied: {error}");
            RecordsError::NotWritable { path: path.to_path_buf(), reason }
        })?;
    }
    Ok(DamagedCopy { of: path.to_path_buf(), copy, reason })
}

/// Copies a file if it is there, whole or not at all, and not over another one.
fn copy_whole(from: &Path, to: &Path) -> io::Result<()> {
    let mut file = match File::open(from) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        file => file?,
    };
    let mut copy = new_file_beside(to)?;
    io::copy(&mut file, &mut copy)?;
    copy.as_file().set_permissions(file.metadata()?.permissions())?;
    copy.as_file().sync_all()?;
    copy.persist_noclobber(to)?;
    Ok(())
}

/// A new file in the folder of another one, which goes away unless it is given a name.
pub(crate) fn new_file_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tetrolab-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As files usually are: what the user's mask leaves of it.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(path.parent().unwrap_or(Path::new(".")))
}
