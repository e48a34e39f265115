//! Reading and writing files so that nothing is lost.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, stdin};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Result, bail, ensure};
use clap::builder::{PathBufValueParser, TypedValueParser};
use tetrolab_experiments::files::{beside, write_whole};

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

/// The path of a file that is read and written again, which standard input cannot be.
pub fn kept_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match is_input(&path) {
        true => Err("this file is also written, so it cannot be standard input"),
        false => Ok(path),
    })
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
