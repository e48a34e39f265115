//! What can go wrong, each in one sentence.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use tetrolab_engine::ReplayError;

use crate::damage::{is_damage, is_unreadable};
use crate::schema::SCHEMA_VERSION;

/// Whose replay it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Of the player whose game is stored.
    Player,
    /// Of the opponent.
    Opponent,
}

impl Side {
    /// The word for it in the database.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Side::Player => "player",
            Side::Opponent => "opponent",
        }
    }
}

/// Why something cannot be done.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RecordsError {
    /// The file or its folder cannot be made, opened or written.
    NotWritable {
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The file cannot be read.
    NotReadable {
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The file is not a database of this program. It was left alone.
    Foreign { path: PathBuf },
    /// The file was written by a newer version of this program. It was left alone.
    Newer {
        path: PathBuf,
        /// The version of its schema.
        version: u32,
    },
    /// The database is damaged. It was left alone; the next game that is stored begins a new one, after this one was copied.
    Damaged {
        path: PathBuf,
        /// What was found.
        reason: String,
    },
    /// Another program would not let go of the database.
    Busy { path: PathBuf },
    /// SQLite failed in some other way; the disk may be full.
    Failed {
        path: PathBuf,
        /// What it says.
        reason: String,
    },
    /// There is no game with this number.
    NoSuchGame { id: i64 },
    /// A game that is to be stored cannot be played again as it was recorded.
    NotPlayed {
        /// Whose replay it is.
        side: Side,
        /// Why not.
        error: ReplayError,
    },
    /// An opponent that plays no pieces, or a speed that is no number.
    Speed(f64),
    /// A stored replay cannot be read.
    StoredReplay {
        id: i64,
        /// Whose replay it is.
        side: Side,
        /// Why not; a replay of another version is [`ReplayError::Version`].
        error: ReplayError,
    },
}

/// What SQLite says, without the statement it says it about.
pub(crate) fn in_words(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        error => error.to_string(),
    }
}

impl RecordsError {
    /// What an error of SQLite means for the database at this path.
    pub(crate) fn of(path: &Path, error: &rusqlite::Error) -> RecordsError {
        let (path, reason) = (path.to_path_buf(), in_words(error));
        if is_damage(error) {
            return RecordsError::Damaged { path, reason };
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => RecordsError::Busy { path },
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                RecordsError::NotWritable { path, reason }
            }
            _ => RecordsError::Failed { path, reason },
        }
    }

    /// The same while the database is being opened.
    pub(crate) fn of_opening(path: &Path, error: &rusqlite::Error) -> RecordsError {
        match is_unreadable(error) {
            true => RecordsError::Damaged { path: path.to_path_buf(), reason: in_words(error) },
            false => RecordsError::of(path, error),
        }
    }
}

impl fmt::Display for RecordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordsError::NotWritable { path, reason } => {
                write!(f, "{}: games cannot be stored here: {reason}", path.display())
            }
            RecordsError::NotReadable { path, reason } => {
                write!(f, "{}: stored games cannot be read: {reason}", path.display())
            }
            RecordsError::Foreign { path } => {
                write!(f, "{}: not a tetrolab database, so it was left unchanged; name another file", path.display())
            }
            RecordsError::Newer { path, version } => write!(
                f,
                "{}: this database has version {version}, and this program knows versions up to {SCHEMA_VERSION}; use a \
                 newer tetrolab",
                path.display()
            ),
            RecordsError::Damaged { path, reason } => {
                write!(
                    f,
                    "{}: the database is damaged ({reason}); it is copied before the next game is stored",
                    path.display()
                )
            }
            RecordsError::Busy { path } => {
                write!(f, "{}: another program has kept the database busy for too long", path.display())
            }
            RecordsError::Failed { path, reason } => write!(f, "{}: {reason}", path.display()),
            RecordsError::NoSuchGame { id } => write!(f, "there is no game {id}"),
            RecordsError::NotPlayed { side: Side::Player, error } => write!(f, "the game is not stored: {error}"),
            RecordsError::NotPlayed { side: Side::Opponent, error } => {
                write!(f, "the game is not stored because of the opponent's: {error}")
            }
            RecordsError::Speed(speed) => {
                write!(f, "an opponent plays a positive number of pieces per second, not {speed}")
            }
            RecordsError::StoredReplay { id, side: Side::Player, error } => write!(f, "game {id}: {error}"),
            RecordsError::StoredReplay { id, side: Side::Opponent, error } => {
                write!(f, "opponent in game {id}: {error}")
            }
        }
    }
}

impl Error for RecordsError {}
