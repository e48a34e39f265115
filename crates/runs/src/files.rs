//! Reading and writing files so that nothing is lost.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write, stdin};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Result, bail, ensure};

/// No script and no replay is larger.
const LARGEST: u64 = 64 << 20;

/// What stands for standard input wherever a file is read.
pub const STANDARD_INPUT: &str = "-";

/// Whether that is standard input.
pub fn is_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// What sentences call a file.
pub fn name(path: &Path) -> String {
    if is_input(path) { "standard input".to_string() } else { path.display().to_string() }
}

/// Reads a file, or standard input if it is called `-`, with a sentence that names it if that fails. Standard input is read
/// once, and is the same for all that ask for it.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    static INPUT: OnceLock<Vec<u8>> = OnceLock::new();
    let name = name(path);
    if !is_input(path) {
        return read_all(File::open(path).with_context(|| format!("cannot read {name}"))?, &name);
    }
    if let Some(bytes) = INPUT.get() {
        return Ok(bytes.clone());
    }
    let bytes = read_all(stdin().lock(), &name)?;
    Ok(INPUT.get_or_init(|| bytes).clone())
}

/// Reads a text, as [`read`] does. A mark of the byte order, which some editors put first, is left out.
pub fn read_text(path: &Path) -> Result<String> {
    text(read(path)?, &name(path))
}

fn read_all(from: impl Read, name: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(LARGEST + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > LARGEST {
        bail!("{name} is too large: at most {} MiB can be read", LARGEST >> 20);
    }
    Ok(bytes)
}

fn text(bytes: Vec<u8>, name: &str) -> Result<String> {
    let text = String::from_utf8(bytes).with_context(|| format!("{name} is not text"))?;
    Ok(match text.strip_prefix('\u{FEFF}') {
        Some(rest) => rest.to_string(),
        None => text,
    })
}

/// Writes a file whole or not at all: beside it first, then it takes its place. What is not a plain file is never
/// replaced, and what a link points to is written rather than the link.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let path = match fs::metadata(path) {
        Ok(there) => {
            ensure!(there.is_file(), "cannot write {}: it is there and is not a plain file", path.display());
            fs::canonicalize(path).with_context(failed)?
        }
        Err(_) => PathBuf::from(path),
    };
    write_whole(&path, bytes).with_context(failed)
}

/// Writes a file that was not there: `NAME.END`, or else `NAME-2.END` and so on. Returns its name. Nothing is overwritten.
pub fn write_new(folder: &Path, name: &str, end: &str, bytes: &[u8]) -> Result<String> {
    let names = [format!("{name}.{end}")].into_iter().chain((2..).map(|number| format!("{name}-{number}.{end}")));
    for name in names {
        let path = folder.join(&name);
        // The empty file keeps the name until the whole one takes its place.
        match File::create_new(&path) {
            Ok(_) => {
                return write(&path, bytes).map(|()| name).inspect_err(|_| {
                    let _ = fs::remove_file(&path);
                });
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| format!("cannot write {}", path.display())),
        }
    }
    bail!("cannot write {}: there are too many such files", folder.join(name).display())
}

/// Makes sure, before long work, that a file can be written where it should be.
pub fn ensure_writable(path: &Path) -> Result<()> {
    let failed = || format!("cannot write {}", path.display());
    if let Ok(there) = fs::metadata(path) {
        ensure!(there.is_file(), "cannot write {}: it is there and is not a plain file", path.display());
    }
    let beside = beside(path).with_context(failed)?;
    File::create(&beside).and_then(|_| fs::remove_file(&beside)).with_context(failed)
}

/// Makes sure that writing one file does not overwrite another that was read.
pub fn ensure_different(read: &Path, written: &Path) -> Result<()> {
    let same =
        matches!((fs::canonicalize(read), fs::canonicalize(written)), (Ok(read), Ok(written)) if read == written);
    ensure!(!same, "{} cannot be read and written at once", written.display());
    Ok(())
}

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
        // A half-written file is of no use.
        let _ = fs::remove_file(&beside);
    })
}

/// Where a file is written before it takes its place.
pub fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or_else(|| io::Error::new(ErrorKind::InvalidInput, "it is not a file name"))?;
    let mut name: OsString = name.to_os_string();
    name.push(format!(".{}.beside", std::process::id()));
    Ok(path.with_file_name(name))
}

/// Opens a file to be read. What is not a plain file, such as a folder or a device that never ends, is refused.
pub fn open_plain(path: &Path) -> io::Result<File> {
    // Checked before opening, because opening a pipe waits for its other end.
    if fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::new(ErrorKind::InvalidInput, "it is not a plain file"))
    }
}

/// Reads a plain file of at most `most` bytes.
pub fn read_plain(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_plain(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("it is larger than {most} bytes")));
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
        assert_eq!(read_plain(&folder.path().join("none"), 5).unwrap_err().kind(), ErrorKind::NotFound);
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
