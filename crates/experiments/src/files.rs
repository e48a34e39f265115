//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
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

/// Opens a file to be read. What is not a plain file, such as a folder or a device that never ends, is refused.
pub fn open_plain(path: &Path) -> io::Result<File> {
    // Before it is opened, because opening some things waits for somebody at their other end.
    if fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a plain file"))
    }
}

/// Reads a plain file of at most so many bytes.
pub fn read_plain(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_plain(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than {most} bytes")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_files_of_some_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "12345").unwrap();
        assert_eq!(read_plain(&file, 5).unwrap(), b"12345");
        assert_eq!(read_plain(&file, 4).unwrap_err().to_string(), "it is larger than 4 bytes");
        assert_eq!(read_plain(folder.path(), 5).unwrap_err().to_string(), "it is not a plain file");
        assert_eq!(read_plain(&folder.path().join("none"), 5).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn what_never_ends_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
        assert_eq!(read_plain(&link, 5).unwrap_err().to_string(), "it is not a plain file");
    }
}
