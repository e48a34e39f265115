//! The file of high scores. Several servers may share one.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tetrolab_protocols::aveiro::HighScores;

use crate::files;

/// How long to wait for another server that writes the file.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long to wait before looking at its lock again.
const PAUSE: Duration = Duration::from_millis(2);

/// High scores, and the file they are in.
pub struct ScoreFile {
    path: Option<PathBuf>,
    /// As they were when the file was read or written last.
    scores: HighScores,
    /// Games that could not be written yet.
    unwritten: Vec<(String, u64)>,
}

impl ScoreFile {
    /// No file at all.
    pub fn none() -> ScoreFile {
        ScoreFile { path: None, scores: HighScores::default(), unwritten: Vec::new() }
    }

    /// Reads a file, which need not be there yet. One that cannot be understood is refused, and stays as it is.
    pub fn open(path: PathBuf) -> Result<ScoreFile> {
        files::ensure_writable(&path)?;
        let scores = read(&path)?.unwrap_or_default();
        Ok(ScoreFile { path: Some(path), scores, unwritten: Vec::new() })
    }

    /// Adds a game. Returns the high scores, and why they could not be written if so; then they are written with the next.
    pub fn keep(&mut self, name: &str, score: u64) -> (HighScores, Option<String>) {
        self.unwritten.push((name.to_string(), score));
        let failure = match &self.path {
            None => None,
            Some(path) => match write(path, &self.scores, &self.unwritten) {
                Ok(scores) => {
                    self.scores = scores;
                    self.unwritten.clear();
                    None
                }
                Err(error) => Some(format!("{error:#}")),
            },
        };
        (with(self.scores.clone(), &self.unwritten), failure)
    }
}

fn with(mut scores: HighScores, games: &[(String, u64)]) -> HighScores {
    for (name, score) in games {
        scores.add(name, *score);
    }
    scores
}

/// The scores in a file, if it is there.
fn read(path: &Path) -> Result<Option<HighScores>> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        _ => {}
    }
    let text = files::read_text(path)?;
    let wrong = || format!("{} is no list of high scores such as [[\"name\", 12]]", path.display());
    HighScores::parse(&text).map(Some).with_context(wrong)
}

/// Adds games to what is in the file now, or to what was known if it is gone. A file that cannot be understood any more is
/// kept aside.
fn write(path: &Path, known: &HighScores, games: &[(String, u64)]) -> Result<HighScores> {
    let _lock = lock(path)?;
    let there = match read(path) {
        Ok(there) => there,
        Err(_) => {
            keep_aside(path)?;
            None
        }
    };
    let scores = with(there.unwrap_or_else(|| known.clone()), games);
    files::write(path, scores.to_text().as_bytes())?;
    Ok(scores)
}

/// Waits until no other server writes the file.
fn lock(path: &Path) -> Result<File> {
    let name = named(path, ".lock");
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&name);
    let file = file.with_context(|| format!("cannot write {}", name.display()))?;
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => bail!("cannot write {}: another program does", path.display()),
            // File systems without locks are used at one's own risk.
            Err(TryLockError::Error(_)) | Ok(()) => return Ok(file),
        }
    }
}

fn keep_aside(path: &Path) -> Result<()> {
    let aside = (1..).map(|number| named(path, &format!(".damaged-{number}"))).find(|aside| !aside.exists());
    let aside = aside.context("there are too many damaged files")?;
    fs::rename(path, &aside).with_context(|| format!("cannot keep {} aside", path.display()))
}

/// The file's name and something more.
fn named(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    name.into()
}
