//! Folders of runs: a manifest that says everything needed to repeat the run, and a line of JSON for each step.
//!
//! A folder survives whatever stops its run. The manifest is written whole. Lines are only added, each in one piece; a last line that
//! was torn is taken away when the folder is opened again. Everything else is written beside its place and then takes it.

use std::error::Error;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::files::{open_plain, read_plain, write_whole};

/// Changes when older programs could not read it any more.
const FORMAT: u32 = 1;

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The file that says what a run is.
pub const MANIFEST: &str = "manifest.json";
/// No manifest is larger, in bytes.
const LARGEST_MANIFEST: u64 = 16 << 20;
/// Nothing else that is read at once is larger.
const LARGEST_FILE: u64 = 1 << 30;

/// What a run is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest<S> {
    /// How the folder is written.
    pub format: u32,
    /// What kind of run it is.
    pub kind: String,
    /// The version of the program that runs it.
    pub version: String,
    /// What was typed to begin it.
    pub command: String,
    /// All its settings.
    pub settings: S,
    /// A number that stands for the settings, so that it shows if they were changed later.
    pub digest: String,
}

/// A folder that belongs to this process as long as it is open.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    lines: File,
    /// How long the file of lines is.
    length: u64,
}

/// What was found in a folder.
#[derive(Debug)]
pub struct Found<S, L> {
    pub folder: Folder,
    /// What the run is.
    pub manifest: Manifest<S>,
    pub lines: Vec<L>,
    /// Whether the last line was torn and has been taken away.
    pub was_torn: bool,
}

/// Why a folder cannot be used.
#[derive(Debug)]
pub struct FolderError {
    path: PathBuf,
    reason: String,
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.reason)
    }
}

impl Error for FolderError {}

/// What went wrong with a file, in words.
pub fn wrong(path: &Path, reason: impl fmt::Display) -> FolderError {
    FolderError { path: path.to_path_buf(), reason: reason.to_string() }
}

impl Folder {
    /// A new folder for a run; the folder may be there, but not with anything in it.
    pub fn create<S: Serialize>(
        path: &Path,
        kind: &str,
        lines: &str,
        command: &str,
        settings: &S,
    ) -> Result<Folder, FolderError> {
        if fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some()) {
            let reason = if path.join(MANIFEST).exists() {
                "a run is there already: resume it, or name another folder"
            } else {
                "the folder is not empty"
            };
            return Err(wrong(path, reason));
        }
        fs::create_dir_all(path).map_err(|error| wrong(path, format_args!("cannot make the folder: {error}")))?;
        let file = path.join(lines);
        let open = OpenOptions::new().append(true).create(true).open(&file);
        let lines = open.map_err(|error| wrong(&file, format_args!("cannot make the file: {error}")))?;
        lock(path, &lines)?;
        let folder = Folder { path: path.to_path_buf(), lines, length: 0 };
        let (command, version) = (command.to_string(), VERSION.to_string());
        let digest = digest(settings);
        let manifest = Manifest { format: FORMAT, kind: kind.to_string(), version, command, settings, digest };
        folder.write_json(MANIFEST, &manifest).inspect_err(|_| {
            // An empty folder can be begun in again.
            let _ = fs::remove_file(&file);
        })?;
        Ok(folder)
    }

    /// Opens a folder to resume its run.
    pub fn open<S: Serialize + DeserializeOwned, L: DeserializeOwned>(
        path: &Path,
        kind: &str,
        lines: &str,
    ) -> Result<Found<S, L>, FolderError> {
        // The version before the rest, which another one may have written in another way.
        let version = head(path)?.version;
        if version != VERSION {
            let reason = format!(
                "the run was begun by tetrolab {version}, and this is {VERSION}: its results would be mixed, so go on with that version or begin anew"
            );
            return Err(wrong(path, reason));
        }
        let manifest = manifest(path, kind)?;
        let file = path.join(lines);
        // A run that was stopped before its first line may not have the file yet.
        let open = OpenOptions::new().read(true).append(true).create(true).open(&file);
        let mut opened = open.map_err(|error| wrong(&file, format_args!("cannot open it: {error}")))?;
        lock(path, &opened)?;
        let (lines, length, was_torn) = read_lines(&file, &mut opened, 0)?;
        if was_torn {
            opened.set_len(length).map_err(|error| wrong(&file, error))?;
        }
        Ok(Found { folder: Folder { path: path.to_path_buf(), lines: opened, length }, manifest, lines, was_torn })
    }

    /// Reads a folder without going on with its run: manifest, lines, and whether the last is torn and left out.
    pub fn read<S: Serialize + DeserializeOwned, L: DeserializeOwned>(
        path: &Path,
        kind: &str,
        lines: &str,
    ) -> Result<(Manifest<S>, Vec<L>, bool), FolderError> {
        let manifest = manifest(path, kind)?;
        let file = path.join(lines);
        let mut opened = open_plain(&file).map_err(|error| wrong(&file, format_args!("cannot open it: {error}")))?;
        let (lines, _, is_torn) = read_lines(&file, &mut opened, 0)?;
        Ok((manifest, lines, is_torn))
    }

    /// Reads the whole lines of a file that begin at a place, and says where they end. What is torn may become whole later.
    pub fn read_on<L: DeserializeOwned>(path: &Path, lines: &str, from: u64) -> Result<(Vec<L>, u64), FolderError> {
        let file = path.join(lines);
        let mut opened = open_plain(&file).map_err(|error| wrong(&file, format_args!("cannot open it: {error}")))?;
        let (lines, length, _) = read_lines(&file, &mut opened, from)?;
        Ok((lines, from + length))
    }

    /// Whether the run is being continued at this moment. Where files cannot be locked, it never seems to be.
    pub fn is_taken(path: &Path, lines: &str) -> bool {
        let opened = open_plain(&path.join(lines));
        opened.is_ok_and(|opened| matches!(opened.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// What went wrong with it, in words.
    pub fn wrong(&self, reason: impl fmt::Display) -> FolderError {
        wrong(&self.path, reason)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a line, whole or not at all, and makes it safe against a power cut.
    pub fn append(&mut self, line: &impl Serialize) -> Result<(), FolderError> {
        let before = self.length;
        self.add(line)?;
        self.sync().inspect_err(|_| self.cut(before))
    }

    /// Adds a line, whole or not at all. A power cut may take it away again until the next [`sync`](Self::sync).
    pub fn add(&mut self, line: &impl Serialize) -> Result<(), FolderError> {
        let mut text = serde_json::to_vec(line).map_err(|error| wrong(&self.path, error))?;
        text.push(b'\n');
        if let Err(error) = self.lines.write_all(&text) {
            self.cut(self.length);
            return Err(wrong(&self.path, format_args!("cannot write the next line: {error}")));
        }
        self.length += text.len() as u64;
        Ok(())
    }

    /// Something by which all lines that were added until then can be made safe while others are added.
    pub fn safekeeping(&self) -> Result<Safekeeping, FolderError> {
        let lines = self.lines.try_clone();
        let lines = lines.map_err(|error| wrong(&self.path, format_args!("cannot write the next line: {error}")))?;
        Ok(Safekeeping { path: self.path.clone(), lines })
    }

    /// Makes all lines safe against a power cut.
    pub fn sync(&mut self) -> Result<(), FolderError> {
        let synced = self.lines.sync_data();
        synced.map_err(|error| wrong(&self.path, format_args!("cannot write the next line: {error}")))
    }

    /// Takes away what is there of a line. Should that fail too, it is done when the folder is opened.
    fn cut(&mut self, length: u64) {
        self.length = length;
        let _ = self.lines.set_len(length);
    }

    /// Writes a file of the folder, whole or not at all.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let path = self.path.join(name);
        write_whole(&path, bytes).map_err(|error| wrong(&path, format_args!("cannot write it: {error}")))
    }

    /// Writes a file of JSON.
    pub fn write_json(&self, name: &str, value: &impl Serialize) -> Result<(), FolderError> {
        let mut text = serde_json::to_string_pretty(value).map_err(|error| wrong(&self.path.join(name), error))?;
        text.push('\n');
        self.write(name, text.as_bytes())
    }

    /// Writes a file of JSON that is not meant for reading by people, as short as it can be.
    pub fn write_compact(&self, name: &str, value: &impl Serialize) -> Result<(), FolderError> {
        let text = serde_json::to_vec(value).map_err(|error| wrong(&self.path.join(name), error))?;
        self.write(name, &text)
    }

    /// Reads a file of JSON; `None` if there is none, or none that can be understood.
    pub fn read_json<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let text = read_plain(&self.path.join(name), LARGEST_FILE).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Removes a file, if it is there.
    pub fn remove(&self, name: &str) -> Result<(), FolderError> {
        let path = self.path.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(wrong(&path, error)),
            _ => Ok(()),
        }
    }
}

/// Makes the lines of a folder safe against a power cut, without adding any.
#[derive(Debug)]
pub struct Safekeeping {
    path: PathBuf,
    lines: File,
}

impl Safekeeping {
    /// Makes all lines safe that were added until now.
    pub fn sync(&self) -> Result<(), FolderError> {
        let synced = self.lines.sync_data();
        synced.map_err(|error| wrong(&self.path, format_args!("cannot write the next line: {error}")))
    }
}

/// What kind of run a folder holds.
pub fn kind(path: &Path) -> Result<String, FolderError> {
    Ok(head(path)?.kind)
}

/// Locks the run, so that no other process continues it at the same time.
fn lock(path: &Path, lines: &File) -> Result<(), FolderError> {
    match lines.try_lock() {
        Err(TryLockError::WouldBlock) => Err(wrong(path, "the run is going on in another process")),
        // File systems without locks are used at one's own risk.
        Err(TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

/// The part of a manifest that says how to read the rest.
#[derive(Clone, Debug, Deserialize)]
pub struct Head {
    format: u32,
    /// What kind of run it is.
    pub kind: String,
    /// The version of the program that runs it.
    pub version: String,
    /// What was typed to begin it.
    pub command: String,
}

/// What is said at the beginning of a manifest.
pub fn head(path: &Path) -> Result<Head, FolderError> {
    Ok(head_and_text(path)?.0)
}

/// The head of a manifest, and all its text.
fn head_and_text(path: &Path) -> Result<(Head, String), FolderError> {
    let file = path.join(MANIFEST);
    let bytes = match read_plain(&file, LARGEST_MANIFEST) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(wrong(path, format_args!("there is no run: {MANIFEST} is missing")));
        }
        bytes => bytes.map_err(|error| wrong(&file, error))?,
    };
    let text = String::from_utf8(bytes).map_err(|_| wrong(&file, "not a manifest: it is not text"))?;
    // The format first: what it means for the rest is not known if it is another one.
    let head: Head =
        serde_json::from_str(&text).map_err(|error| wrong(&file, format_args!("not a manifest: {error}")))?;
    if head.format != FORMAT {
        let reason = format!("it is written in format {}, and this program knows format {FORMAT}", head.format);
        return Err(wrong(&file, reason));
    }
    Ok((head, text))
}

/// A number that stands for settings.
pub fn digest(settings: &impl Serialize) -> String {
    // FNV-1a, in 64 bits.
    let add = |digest: u64, byte: u8| (digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
    let digest = serde_json::to_vec(settings).unwrap_or_default().into_iter().fold(0xCBF2_9CE4_8422_2325, add);
    format!("{digest:016x}")
}

/// What the run of a folder is.
pub fn manifest<S: Serialize + DeserializeOwned>(path: &Path, kind: &str) -> Result<Manifest<S>, FolderError> {
    let file = path.join(MANIFEST);
    let (head, text) = head_and_text(path)?;
    if head.kind != kind {
        return Err(wrong(&file, format_args!("it is a run of kind {:?}, not {kind:?}", head.kind)));
    }
    let manifest: Manifest<S> =
        serde_json::from_str(&text).map_err(|error| wrong(&file, format_args!("not a manifest: {error}")))?;
    if manifest.digest != digest(&manifest.settings) {
        return Err(wrong(&file, "its settings are not those that the run began with"));
    }
    Ok(manifest)
}

/// All whole lines from a place on, how many bytes they are, and whether something was left over.
fn read_lines<L: DeserializeOwned>(
    path: &Path,
    file: &mut File,
    from: u64,
) -> Result<(Vec<L>, u64, bool), FolderError> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(from)).and_then(|_| file.read_to_end(&mut bytes)).map_err(|error| wrong(path, error))?;
    let (mut lines, mut whole) = (Vec::new(), 0);
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match serde_json::from_slice(line) {
            Ok(read) if line.ends_with(b"\n") => lines.push(read),
            // Torn lines are the last.
            _ if whole + line.len() == bytes.len() => break,
            Ok(_) => unreachable!("only the last line has no end"),
            Err(error) => return Err(wrong(path, format_args!("line {}: {error}", lines.len() + 1))),
        }
        whole += line.len();
    }
    Ok((lines, whole as u64, whole < bytes.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Lines = (Vec<u32>, bool);

    fn open(path: &Path) -> Result<Lines, String> {
        let found = Folder::open::<String, u32>(path, "test", "lines.jsonl").map_err(|error| error.to_string())?;
        assert_eq!(found.manifest.settings, "settings");
        Ok((found.lines, found.was_torn))
    }

    fn made(lines: &[u32]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let mut made = Folder::create(folder.path(), "test", "lines.jsonl", "command", &"settings").unwrap();
        lines.iter().for_each(|line| made.append(line).unwrap());
        folder
    }

    #[test]
    fn lines_are_found_again() {
        let folder = made(&[1, 2, 3]);
        assert_eq!(open(folder.path()), Ok((vec![1, 2, 3], false)));
    }

    #[test]
    fn a_torn_line_is_taken_away() {
        let file = |folder: &tempfile::TempDir| folder.path().join("lines.jsonl");
        for torn in ["1\n22\n33", "1\n22\n{\"a\"", "1\n22\n\n", "1\n22\nnonsense\n"] {
            let folder = made(&[]);
            fs::write(file(&folder), torn).unwrap();
            assert_eq!(open(folder.path()), Ok((vec![1, 22], true)), "{torn:?}");
            assert_eq!(fs::read_to_string(file(&folder)).unwrap(), "1\n22\n");
            let mut found = Folder::open::<String, u32>(folder.path(), "test", "lines.jsonl").unwrap();
            found.folder.append(&4).unwrap();
            assert_eq!(fs::read_to_string(file(&folder)).unwrap(), "1\n22\n4\n");
        }
        let folder = made(&[]);
        fs::write(file(&folder), "1\nnonsense\n3\n").unwrap();
        let error = open(folder.path()).unwrap_err();
        assert!(error.contains("lines.jsonl: line 2: "), "{error}");
    }

    #[test]
    fn lines_are_read_as_they_come() {
        let folder = made(&[1, 22]);
        let read_on = |from| Folder::read_on::<u32>(folder.path(), "lines.jsonl", from).unwrap();
        assert_eq!(read_on(0), (vec![1, 22], 5));
        fs::write(folder.path().join("lines.jsonl"), "1\n22\n33").unwrap();
        assert_eq!(read_on(5), (vec![], 5), "a torn line");
        fs::write(folder.path().join("lines.jsonl"), "1\n22\n333\n").unwrap();
        assert_eq!(read_on(5), (vec![333], 9));
        assert_eq!(read_on(9), (vec![], 9));
    }

    #[test]
    fn only_one_process_goes_on_with_a_run() {
        let folder = made(&[1]);
        assert!(!Folder::is_taken(folder.path(), "lines.jsonl"));
        let held = Folder::open::<String, u32>(folder.path(), "test", "lines.jsonl").unwrap();
        assert!(open(folder.path()).unwrap_err().ends_with("the run is going on in another process"));
        assert!(Folder::is_taken(folder.path(), "lines.jsonl"));
        drop(held);
        assert_eq!(open(folder.path()), Ok((vec![1], false)));
    }

    #[test]
    fn other_folders_are_refused() {
        let folder = made(&[1]);
        let create =
            |path: &Path| Folder::create(path, "test", "lines.jsonl", "", &0).map(drop).unwrap_err().to_string();
        assert!(create(folder.path()).contains("a run is there already"));
        let change = |from: &str, to: &str| {
            let folder = made(&[1]);
            let text = fs::read_to_string(folder.path().join(MANIFEST)).unwrap();
            assert!(text.contains(from));
            fs::write(folder.path().join(MANIFEST), text.replace(from, to)).unwrap();
            open(folder.path()).unwrap_err()
        };
        assert!(change("\"format\": 1", "\"format\": 2").contains("format 2, and this program knows format 1"));
        assert!(change("\"kind\": \"test\"", "\"kind\": \"other\"").contains("a run of kind \"other\", not \"test\""));
        assert!(change(VERSION, "0.0.7").contains("begun by tetrolab 0.0.7, and this is"));
        assert!(change("\"settings\": \"settings\"", "\"settings\": 3").contains("not a manifest"));
        assert_eq!(kind(folder.path()).unwrap(), "test");
        let empty = tempfile::tempdir().unwrap();
        assert!(kind(empty.path()).is_err());
        assert!(open(empty.path()).unwrap_err().ends_with("there is no run: manifest.json is missing"));
        fs::write(empty.path().join("note.txt"), "mine").unwrap();
        assert!(create(empty.path()).ends_with("the folder is not empty"));
    }
}
