//! Reading and writing files so that nothing is lost.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// No script and no replay is larger.
const LARGEST: u64 = 64 << 20;

/// Reads a file, with a sentence that names it if that fails.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let size = fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?.len();
    if size > LARGEST {
        bail!("{} is too large: {} MiB, at most {} MiB", path.display(), size >> 20, LARGEST >> 20);
    }
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Reads a text file.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).with_context(|| format!("{} is not text", path.display()))
}

/// Writes a file whole or not at all: beside it first, then it takes its place.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut name = path.file_name().with_context(|| format!("{} is not a file name", path.display()))?.to_os_string();
    name.push(format!(".{}.beside", std::process::id()));
    let beside = path.with_file_name(name);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // What is half written is of no use to anyone.
        let _ = fs::remove_file(&beside);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}
