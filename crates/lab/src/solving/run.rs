//! A solver run with its folder.

use std::error::Error;
use std::fmt;
use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tetrolab_solve::{Checkpoint, Keep, PlanError, Progress};

use super::checkpoint::{self, Found as OfFolder, Kept};
use super::lines::{Line, PROGRESS, without_repeats};
use super::result;
use super::search::{Found, Search, SearchError, Stopped};
use super::settings::{Plan, Settings};
use crate::problems::SettingsError;
use tetrolab_runs::folder::{Folder, FolderError, digest};

/// What the folder of a solver run is called in its manifest.
pub const KIND: &str = "solve";

/// How often a checkpoint is written, at most.
const KEPT_EVERY: Duration = Duration::from_secs(3);
/// After a slow checkpoint, the pause before the next is this many times as long.
const REST: u32 = 20;

/// Receives the progress of a solver run and may stop it.
pub trait Watch: Sync {
    /// The current progress; called many times a second, whether it has changed or not.
    fn progress(&self, _line: &Line) {}

    /// What was kept when the run was stopped cannot be used, and it begins again, which gives the same.
    fn begins_again(&self) {}

    /// Whether to stop now. Nothing is lost.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Ignores progress and never stops.
impl Watch for () {}

/// Why a solver run cannot go on.
#[derive(Debug)]
pub enum SolvingError {
    /// The settings make no sense.
    Settings(SettingsError),
    /// The folder cannot be used. What was written before is whole.
    Folder(FolderError),
    /// The search cannot begin or came to nothing.
    Search(SearchError),
}

impl fmt::Display for SolvingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolvingError::Settings(error) => error.fmt(f),
            SolvingError::Folder(error) => error.fmt(f),
            SolvingError::Search(error) => error.fmt(f),
        }
    }
}

impl Error for SolvingError {}

impl From<FolderError> for SolvingError {
    fn from(error: FolderError) -> SolvingError {
        SolvingError::Folder(error)
    }
}

/// A solver run with its folder.
#[derive(Debug)]
pub struct Solving {
    plan: Plan,
    folder: Folder,
    /// The digest of its settings, by which it knows its checkpoints.
    digest: String,
    lines: Vec<Line>,
    was_torn: bool,
    /// What it had found when it was last left.
    found: Option<Found>,
}

impl Solving {
    /// Begins in a new folder.
    pub fn create(path: &Path, plan: Plan, command: &str) -> Result<Solving, SolvingError> {
        let folder = Folder::create(path, KIND, PROGRESS, command, plan.settings())?;
        let digest = digest(plan.settings());
        Ok(Solving { plan, folder, digest, lines: Vec::new(), was_torn: false, found: None })
    }

    /// Resumes the run of a folder.
    pub fn open(path: &Path) -> Result<Solving, SolvingError> {
        let found = Folder::open::<Settings, Line>(path, KIND, PROGRESS)?;
        let (folder, was_torn, digest) = (found.folder, found.was_torn, found.manifest.digest);
        let plan = Plan::new(found.manifest.settings).map_err(SolvingError::Settings)?;
        Ok(Solving { plan, folder, digest, lines: without_repeats(found.lines), was_torn, found: None })
    }

    /// What is solved and how.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How far it was over time.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Whether the last line of the folder was torn and has been taken away.
    pub const fn was_torn(&self) -> bool {
        self.was_torn
    }

    /// What was found by the last [`run`](Self::run), whether it ended or was stopped.
    pub const fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }

    /// Searches until the algorithm ends or its time is up. Returns no result if it was stopped; the run can then be
    /// resumed. A run that has ended is not repeated. What comes of it does not depend on the number of threads.
    pub fn run(&mut self, threads: Option<NonZero<usize>>, watch: &dyn Watch) -> Result<Option<Found>, SolvingError> {
        if let Some(found) = result::read(self.folder.path(), &self.plan) {
            self.found = Some(found.clone());
            return Ok(Some(found));
        }
        let from = match checkpoint::read(self.folder.path(), &self.digest) {
            OfFolder::Nothing => None,
            OfFolder::Kept(kept) => Some(kept),
            OfFolder::Unusable => {
                watch.begins_again();
                None
            }
        };
        let found = match self.search(from.as_deref(), threads, watch) {
            Err(SolvingError::Search(SearchError::Plan(PlanError::Checkpoint))) if from.is_some() => {
                watch.begins_again();
                self.search(None, threads, watch)?
            }
            found => found?,
        };
        self.found = Some(found.clone());
        if found.stopped == Some(Stopped::Interrupt) {
            return Ok(None);
        }
        result::write(&self.folder, &self.plan, &found)?;
        checkpoint::remove(&self.folder)?;
        Ok(Some(found))
    }

    /// Searches on, and writes lines and checkpoints.
    fn search(
        &mut self,
        from: Option<&Kept>,
        threads: Option<NonZero<usize>>,
        watch: &dyn Watch,
    ) -> Result<Found, SolvingError> {
        let before = from.map_or(0.0, |from| from.seconds);
        // What came after the checkpoint is done again.
        self.lines.retain(|line| line.seconds <= before);
        let (begun, shelf) = (Instant::now(), Shelf::default());
        let settings = self.plan.settings();
        let search = Search {
            problem: self.plan.problem(),
            plan: &settings.algorithm,
            seed: settings.seed,
            limit: self.plan.limit().map(|limit| limit.saturating_sub(Duration::from_secs_f64(before))),
            until_empty: settings.until_empty,
            threads,
        };
        let mut diary = Diary {
            folder: &mut self.folder,
            digest: &self.digest,
            lines: &mut self.lines,
            shelf: &shelf,
            next: begun + KEPT_EVERY,
            last: None,
            failed: None,
        };
        let tick = |progress: Option<&Progress>| {
            if let Some(progress) = progress {
                let line = Line::new(progress, before + begun.elapsed().as_secs_f64());
                watch.progress(&line);
                diary.see(line);
            }
            watch.is_stopped() || diary.failed.is_some()
        };
        let mut keeper = Keeper { shelf: &shelf, before, begun };
        let found = search.solve_from(from.map(|from| &from.checkpoint), &mut keeper, tick);
        let mut found = found.map_err(SolvingError::Search)?;
        found.seconds += before;
        diary.end(&found)?;
        Ok(found)
    }
}

/// Passes checkpoints from the search to the thread that writes them.
#[derive(Debug, Default)]
struct Shelf {
    /// Whether one is wanted.
    is_due: AtomicBool,
    /// The newest, with the seconds worked until then.
    newest: Mutex<Option<(f64, Checkpoint)>>,
}

/// Puts checkpoints on the shelf.
struct Keeper<'s> {
    shelf: &'s Shelf,
    before: f64,
    begun: Instant,
}

impl Keep for Keeper<'_> {
    fn between(&mut self, is_last: bool, checkpoint: &dyn Fn() -> Checkpoint) {
        if (self.shelf.is_due.swap(false, Ordering::Relaxed) || is_last)
            && let Ok(mut newest) = self.shelf.newest.lock()
        {
            *newest = Some((self.before + self.begun.elapsed().as_secs_f64(), checkpoint()));
        }
    }
}

/// Writes what happens into the folder.
struct Diary<'d> {
    folder: &'d mut Folder,
    digest: &'d str,
    lines: &'d mut Vec<Line>,
    shelf: &'d Shelf,
    /// When the next checkpoint is due.
    next: Instant,
    /// What was seen last, written or not.
    last: Option<Line>,
    /// What could not be written.
    failed: Option<FolderError>,
}

impl Diary<'_> {
    /// Takes the current progress.
    fn see(&mut self, line: Line) {
        if self.failed.is_some() {
            return;
        }
        if Instant::now() >= self.next {
            self.shelf.is_due.store(true, Ordering::Relaxed);
        }
        let mut write = || -> Result<(), FolderError> {
            self.keep()?;
            if line.is_due_after(self.lines.last()) {
                self.folder.append(&line)?;
                self.lines.push(line.clone());
            }
            Ok(())
        };
        self.failed = write().err();
        self.last = Some(line);
    }

    /// Writes the checkpoint that lies on the shelf, if there is one.
    fn keep(&mut self) -> Result<(), FolderError> {
        let newest = self.shelf.newest.lock().ok().and_then(|mut newest| newest.take());
        let Some((seconds, checkpoint)) = newest else { return Ok(()) };
        let begun = Instant::now();
        checkpoint::write(self.folder, self.digest, seconds, checkpoint)?;
        self.next = Instant::now() + KEPT_EVERY.max(REST * begun.elapsed());
        Ok(())
    }

    /// The run has ended, or was stopped.
    fn end(mut self, found: &Found) -> Result<(), FolderError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if found.stopped == Some(Stopped::Interrupt) {
            self.keep()?;
        }
        let line = Line::last(found, self.last.as_ref().or(self.lines.last()));
        self.folder.append(&line)?;
        self.lines.push(line);
        Ok(())
    }
}
