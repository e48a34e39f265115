//! The lock file: programs that open one database do so one after the other.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::damage::beside;
use crate::errors::RecordsError;

/// How long to wait for another program, here and in SQLite.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// How long to wait before looking at the lock again.
const PAUSE: Duration = Duration::from_millis(2);

/// Held while a database is made, written, changed to a newer schema or replaced. The file stays: removing it would take the lock
/// away from a program that has just got it.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Waits for the lock of the database at this path.
    pub fn take(path: &Path) -> Result<Lock, RecordsError> {
        let lock = beside(path, ".lock");
        let open = OpenOptions::new().write(true).create(true).truncate(false).open(&lock);
        let file = open.map_err(|error| RecordsError::NotWritable { path: lock.clone(), reason: error.to_string() })?;
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => return Err(RecordsError::Busy { path: path.to_path_buf() }),
                // File systems without locks are used at one's own risk.
                Err(TryLockError::Error(_)) | Ok(()) => return Ok(Lock { _file: file }),
            }
        }
    }
}
