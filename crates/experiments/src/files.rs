//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside its place first; then it takes its place. What is half written when that fails is removed.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = beside(path)?;
    let write = || -> io::Result<()> {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        // A file takes the place of another only when it is safe itself.
        file.sync_all()?;
        fs::rename(&beside, path)?;
        // So that its name is safe too. Not every system can do that to a folder; then it does so by itself in a while.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
        Ok(())
    };
    write().inspect_err(|_| {
        // What is half written is of no use to anyone.
        let _ = fs::remove_file(&beside);
    })
}

/// Where a file is written before it takes its place.
pub fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it is not a file name"))?;
    let mut name: OsString = name.to_os_string();
    name.push(format!(".{}.beside", std::process::id()));
    Ok(path.with_file_name(name))
}
