//! The file of high scores. Several servers may share one.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use tetrolab_protocols::aveiro::HighScores;

use tetrolab_report::untrusted;
use tetrolab_runs::files;

/// How long to wait before looking at the lock of another server again.
const PAUSE: Duration = Duration::from_millis(2);
/// How long the end of a game waits for the lock of another server, which needs less to write the file. Too short to
/// be noticed.
const BRIEFLY: Duration = Duration::from_millis(20);
/// How long to wait before what could not be written is tried again.
const AGAIN: Duration = Duration::from_millis(200);

/// High scores, and the file they are in.
pub struct ScoreFile {
    path: Option<PathBuf>,
    /// As they were when the file was read or written last.
    scores: HighScores,
    /// Games that could not be written yet.
    unwritten: Vec<(String, u64)>,
    /// When writing was tried last.
    tried: Instant,
}

impl ScoreFile {
    /// No file at all.
    pub fn none() -> ScoreFile {
        ScoreFile::of(None, HighScores::default())
    }

    /// Reads a file, which need not be there yet. One that cannot be understood is refused, and stays as it is.
    pub fn open(path: PathBuf) -> Result<ScoreFile> {
        files::ensure_writable(&path)?;
        let scores = read(&path)?.unwrap_or_default();
        Ok(ScoreFile::of(Some(path), scores))
    }

    fn of(path: Option<PathBuf>, scores: HighScores) -> ScoreFile {
        ScoreFile { path, scores, unwritten: Vec::new(), tried: Instant::now() }
    }

    /// Adds a game and returns the high scores. It waits only briefly for the file: a game that cannot be written now
    /// is written later, and `tell` gets the reason.
    pub fn keep(&mut self, name: &str, score: u64, tell: &mut impl FnMut(String)) -> HighScores {
        self.unwritten.push((name.to_string(), score));
        if let Err(error) = self.write(BRIEFLY, tell) {
            tell(format!("{error:#}; it is tried again"));
        }
        with(self.scores.clone(), &self.unwritten)
    }

    /// Writes what could not be written yet, unless that was tried just now.
    pub fn write_again(&mut self, tell: &mut impl FnMut(String)) {
        if self.tried.elapsed() >= AGAIN {
            // Why it fails was told when it failed first.
            let _ = self.write(Duration::ZERO, tell);
        }
    }

    /// Writes what could not be written yet, and waits so long for other servers. If it fails, the error names the games.
    pub fn finish(&mut self, patience: Duration, tell: &mut impl FnMut(String)) -> Result<()> {
        self.write(patience, tell).map_err(|error| {
            let games = self.unwritten.iter().map(|(name, score)| format!("{} {score}", untrusted::shown(name)));
            anyhow!("{error:#}; not written: {}", games.collect::<Vec<_>>().join(", "))
        })
    }

    fn write(&mut self, patience: Duration, tell: &mut impl FnMut(String)) -> Result<()> {
        if self.unwritten.is_empty() {
            return Ok(());
        }
        self.tried = Instant::now();
        self.scores = match &self.path {
            Some(path) => write(path, &self.scores, &self.unwritten, patience, tell)?,
            None => with(self.scores.clone(), &self.unwritten),
        };
        self.unwritten.clear();
        Ok(())
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
fn write(
    path: &Path,
    known: &HighScores,
    games: &[(String, u64)],
    patience: Duration,
    tell: &mut impl FnMut(String),
) -> Result<HighScores> {
    let _lock = lock(path, patience)?;
    let there = match read(path) {
        Ok(there) => there,
        Err(error) => {
            let aside = keep_aside(path)?;
            tell(format!("{error:#}; it is kept as {}", aside.display()));
            None
        }
    };
    let scores = with(there.unwrap_or_else(|| known.clone()), games);
    files::write(path, scores.to_text().as_bytes())?;
    Ok(scores)
}

/// Waits until no other server writes the file.
fn lock(path: &Path, patience: Duration) -> Result<File> {
    let name = named(path, ".lock");
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&name);
    let file = file.with_context(|| format!("cannot write {}", name.display()))?;
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if begun.elapsed() < patience => thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => bail!("cannot write {}: another program does", path.display()),
            // File systems without locks are used at one's own risk.
            Err(TryLockError::Error(_)) | Ok(()) => return Ok(file),
        }
    }
}

/// Gives a file another name, which is returned.
fn keep_aside(path: &Path) -> Result<PathBuf> {
    let aside = (1..).map(|number| named(path, &format!(".damaged-{number}"))).find(|aside| !aside.exists());
    let aside = aside.context("there are too many damaged files")?;
    fs::rename(path, &aside).with_context(|| format!("cannot keep {} aside", path.display()))?;
    Ok(aside)
}

/// The file's name and something more.
fn named(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    name.into()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn text(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn what_cannot_be_written_is_written_later() {
        let folder = TempDir::new().unwrap();
        let (there, away) = (folder.path().join("there"), folder.path().join("away"));
        fs::create_dir(&there).unwrap();
        let mut file = ScoreFile::open(there.join("h.json")).unwrap();
        let mut told = Vec::new();
        let mut tell = |sentence| told.push(sentence);
        fs::rename(&there, &away).unwrap();
        assert_eq!(file.keep("bob\n", 7, &mut tell).to_text(), r#"[["bob\n", 7]]"#);
        let error = file.finish(Duration::ZERO, &mut tell).unwrap_err().to_string();
        assert!(error.starts_with("cannot write ") && error.ends_with(r"; not written: bob\n 7"), "{error}");
        fs::rename(&away, &there).unwrap();
        file.finish(Duration::ZERO, &mut tell).unwrap();
        assert_eq!(text(&there.join("h.json")), r#"[["bob\n", 7]]"#);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].ends_with("; it is tried again"), "{told:?}");
    }

    #[test]
    fn a_game_does_not_wait_for_who_holds_the_lock() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("h.json");
        let mut file = ScoreFile::open(path.clone()).unwrap();
        // Long enough ago that it may be tried again at once.
        let Some(long_ago) = Instant::now().checked_sub(AGAIN) else { return };
        let mut told = Vec::new();
        let held = lock(&path, Duration::ZERO).unwrap();
        assert_eq!(file.keep("ann", 3, &mut |sentence| told.push(sentence)).list().len(), 1);
        assert!(told[0].contains("h.json: another program does; it is tried again"), "{told:?}");
        assert!(!path.exists());
        drop(held);
        file.tried = long_ago;
        file.write_again(&mut |sentence| told.push(sentence));
        assert_eq!(text(&path), r#"[["ann", 3]]"#);
        assert_eq!(told.len(), 1, "{told:?}");
    }

    #[test]
    fn it_is_said_where_a_damaged_file_went() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("h.json");
        let mut file = ScoreFile::open(path.clone()).unwrap();
        fs::write(&path, "garbage").unwrap();
        let mut told = Vec::new();
        file.keep("ann", 3, &mut |sentence| told.push(sentence));
        let aside = named(&path, ".damaged-1");
        assert_eq!((text(&path).as_str(), text(&aside).as_str()), (r#"[["ann", 3]]"#, "garbage"));
        assert!(told[0].ends_with(&format!("; it is kept as {}", aside.display())), "{told:?}");
        assert_eq!(told.len(), 1, "{told:?}");
    }
}
