//! What tells a file from another one at the same path, and whether it was changed.

use std::fs;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use crate::damage::beside;

/// Device and number of a file.
#[cfg(unix)]
pub(crate) type Identity = (u64, u64);
/// Elsewhere a file cannot be moved while it is open, so being there is enough.
#[cfg(not(unix))]
pub(crate) type Identity = ();

#[cfg(unix)]
pub(crate) fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|metadata| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
pub(crate) fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(drop)
}

/// A database file and the logs beside it, as they are at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    identity: Option<Identity>,
    /// Length and last change of the file, its write-ahead log and its journal.
    files: [Option<(u64, Option<SystemTime>)>; 3],
}

impl Stamp {
    pub fn of(path: &Path) -> Stamp {
        let file = |companion| {
            let metadata = fs::metadata(beside(path, companion)).ok()?;
            Some((metadata.len(), metadata.modified().ok()))
        };
        Stamp { identity: identity(path).ok(), files: ["", "-wal", "-journal"].map(file) }
    }

    /// Whether any log lies beside the file, which a program has not finished with.
    pub fn has_log(&self) -> bool {
        self.files[1..].iter().flatten().any(|&(length, _)| length > 0)
    }
}
