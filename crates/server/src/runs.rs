//! Training, solver and experiment runs: the folder in which they lie, and those that are worked on here.
//!
//! A run that was begun here is resumed whenever a server starts, until it is done or the user stops it. Nothing is
//! lost when the program is killed: the folder of a run holds all that is needed to resume.

mod download;
mod job;
mod kinds;
mod reading;
mod wish;

use std::collections::HashMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use tetrolab_lab::train::PLAYER;
use tetrolab_runs::folder::{self, Folder, MANIFEST};

use crate::lock;
use crate::refusal::Refusal;
pub use download::serve;
use job::Job;
use kinds::Kind;
use reading::Shelf;
pub use reading::View;
use tetrolab_inputs::players::Candidate;
pub use tetrolab_runs::name::Name;
use tetrolab_sessions::texts::{Refused, Text};
use wish::Wish;

/// Runs that are worked on at once; the others wait.
const MOST_WORKING: usize = 2;
/// No more runs are kept here.
const MOST_RUNS: usize = 1000;
/// Where runs go that are deleted.
const DELETED: &str = ".deleted";
/// How much runs step back behind everything else on the machine.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// All runs.
#[derive(Debug)]
pub struct Runs {
    folder: PathBuf,
    work: Mutex<Work>,
    /// Told when a run is not worked on any more.
    ended: Condvar,
    /// Held while a folder is opened, and while it is checked whether another program has opened it.
    opening: Mutex<()>,
    shelf: Mutex<Shelf>,
}

#[derive(Debug, Default)]
struct Work {
    /// In the order in which they are taken up.
    jobs: Vec<Arc<Job>>,
    /// Why runs could not go on, where that could not be written down.
    failures: HashMap<Name, String>,
    /// Whether the server ends.
    is_over: bool,
}

/// How a run stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It is worked on here.
    Going,
    /// It stops as soon as it can.
    Stopping,
    /// It waits until others are done.
    Waiting,
    /// Another program works on it.
    Elsewhere,
    /// No process works on it, and it can be resumed.
    Stopped,
    /// It could not go on.
    Failed(String),
    /// It is done.
    Done,
}

impl State {
    /// The word for it.
    pub const fn name(&self) -> &'static str {
        match self {
            State::Going => "going",
            State::Stopping => "stopping",
            State::Waiting => "waiting",
            State::Elsewhere => "elsewhere",
            State::Stopped => "stopped",
            State::Failed(_) => "failed",
            State::Done => "done",
        }
    }
}

/// A sentence about a run.
fn about(name: &Name, text: fn(&Refused) -> &Text) -> Refusal {
    let name = name.clone();
    Refusal::new(move |texts| text(&texts.refused).with(&[("name", &name)]))
}

/// The folder of a run could not be written.
fn unwritten(error: &anyhow::Error) -> Refusal {
    let reason = format!("{error:#}");
    Refusal::new(move |texts| texts.refused.run_folder.with(&[("reason", &reason)]))
}

impl Runs {
    /// The runs of a folder, which need not be there yet. Those that should be going on do so.
    pub fn open(folder: PathBuf) -> Arc<Runs> {
        let (work, opening, shelf) = (Mutex::default(), Mutex::default(), Mutex::default());
        let runs = Arc::new(Runs { folder, work, ended: Condvar::new(), opening, shelf });
        for name in runs.names() {
            let path = runs.path(&name);
            let wish = Wish::read(&path).filter(|wish| wish.goes_on);
            if let Some((wish, kind)) = wish.zip(runs.kind(&name).ok()) {
                lock(&runs.work).jobs.push(Arc::new(Job::new(name, kind, wish.threads)));
            }
        }
        runs.take_up();
        runs
    }

    /// Where a run lies.
    fn path(&self, name: &Name) -> PathBuf {
        self.folder.join(name.as_str())
    }

    /// The names of all runs: folders with a manifest, whatever that is worth.
    fn names(&self) -> Vec<Name> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<Name>().ok());
        let has_manifest = |name: &Name| fs::symlink_metadata(self.path(name).join(MANIFEST)).is_ok();
        let mut names: Vec<Name> = names.filter(has_manifest).take(MOST_RUNS).collect();
        names.sort();
        names
    }

    /// What kind of run that is.
    fn kind(&self, name: &Name) -> Result<&'static Kind> {
        self.ensure_there(name)?;
        Kind::named(&folder::kind(&self.path(name))?)
    }

    fn ensure_there(&self, name: &Name) -> Result<()> {
        ensure!(self.path(name).is_dir(), about(name, |refused| &refused.run));
        Ok(())
    }

    /// The run that is worked on here, or waits for that.
    fn job(&self, name: &Name) -> Option<Arc<Job>> {
        lock(&self.work).jobs.iter().find(|job| job.name == *name).cloned()
    }

    /// How a run stands.
    pub fn state(&self, name: &Name) -> Result<State> {
        self.ensure_there(name)?;
        // What cannot be understood cannot go on.
        let kind = match self.kind(name) {
            Ok(kind) => kind,
            Err(error) => return Ok(State::Failed(format!("{error:#}"))),
        };
        // No other thread opens the folder meanwhile, so that a lock belongs to another program.
        let opening = lock(&self.opening);
        let state = match self.job(name) {
            Some(job) if job.is_stopped() => State::Stopping,
            Some(job) if job.is_working() => State::Going,
            Some(_) => State::Waiting,
            None if Folder::is_taken(&self.path(name), kind.lines) => State::Elsewhere,
            None if self.is_done(name, kind) => State::Done,
            None => {
                let unwritten = lock(&self.work).failures.get(name).cloned();
                let failure = unwritten.or_else(|| Wish::read(&self.path(name))?.failure);
                failure.map_or(State::Stopped, State::Failed)
            }
        };
        drop(opening);
        Ok(state)
    }

    /// Begins a run. The folder is made by `create`, which is told where.
    pub fn start(
        self: &Arc<Self>,
        name: Option<Name>,
        stem: &str,
        threads: u64,
        create: impl FnOnce(&Path) -> Result<()>,
    ) -> Result<Name> {
        ensure!(
            self.names().len() < MOST_RUNS,
            Refusal::new(|texts| texts.refused.run_many.with(&[("most", &MOST_RUNS)]))
        );
        // No other request takes the same name meanwhile.
        let opening = lock(&self.opening);
        let is_free = |name: &Name| !self.path(name).exists();
        let name = match name {
            Some(name) if is_free(&name) => name,
            Some(name) => bail!(about(&name, |refused| &refused.run_exists)),
            None => {
                let mut numbered = (1..=MOST_RUNS as u64 + 1).filter_map(|number| Name::numbered(stem, number));
                numbered.find(is_free).with_context(|| format!("no name like {stem:?} is left"))?
            }
        };
        let path = self.path(&name);
        fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make the folder {}", self.folder.display()))
            .map_err(|error| unwritten(&error))?;
        create(&path).map_err(|error| {
            // An empty folder is of no use to anyone, and only an empty one goes.
            let _ = fs::remove_dir(&path);
            unwritten(&error)
        })?;
        drop(opening);
        self.go_on(&name, threads).inspect_err(|_| {
            // The run has not begun, so the folder holds no results.
            let _ = fs::remove_dir_all(&path);
        })?;
        Ok(name)
    }

    /// Resumes a run.
    pub fn resume(self: &Arc<Self>, name: &Name, threads: u64) -> Result<()> {
        match self.state(name)? {
            State::Stopped | State::Failed(_) => self.go_on(name, threads),
            State::Stopping => bail!(about(name, |refused| &refused.run_stopping)),
            State::Going | State::Waiting => bail!(about(name, |refused| &refused.run_going)),
            State::Elsewhere => bail!(about(name, |refused| &refused.run_elsewhere)),
            State::Done => bail!(about(name, |refused| &refused.run_done)),
        }
    }

    fn go_on(self: &Arc<Self>, name: &Name, threads: u64) -> Result<()> {
        let kind = self.kind(name)?;
        ensure!(kind.open.is_some(), about(name, |refused| &refused.run_terminal));
        Wish { goes_on: true, threads, failure: None }.write(&self.path(name)).map_err(|error| unwritten(&error))?;
        {
            let mut work = lock(&self.work);
            ensure!(!work.is_over, "the server ends");
            ensure!(!work.jobs.iter().any(|job| job.name == *name), about(name, |refused| &refused.run_going));
            work.failures.remove(name);
            work.jobs.push(Arc::new(Job::new(name.clone(), kind, threads)));
        }
        self.take_up();
        Ok(())
    }

    /// Stops a run. It can be resumed.
    pub fn stop(&self, name: &Name) -> Result<()> {
        let state = self.state(name)?;
        ensure!(state != State::Elsewhere, about(name, |refused| &refused.run_elsewhere));
        let job = self.job(name).ok_or_else(|| about(name, |refused| &refused.run_resting))?;
        let wish = Wish { goes_on: false, threads: job.threads, failure: None };
        wish.write(&self.path(name)).map_err(|error| unwritten(&error))?;
        job.stop();
        lock(&self.work).jobs.retain(|job| job.name != *name || job.is_working());
        Ok(())
    }

    /// Puts a run aside. Returns where it is then.
    pub fn delete(&self, name: &Name) -> Result<PathBuf> {
        let state = self.state(name)?;
        let is_at_rest = matches!(state, State::Stopped | State::Failed(_) | State::Done);
        ensure!(is_at_rest, about(name, |refused| &refused.run_going_stop));
        let aside = self.folder.join(DELETED);
        fs::create_dir_all(&aside).with_context(|| format!("cannot make the folder {}", aside.display()))?;
        let mut places = (1..).map(|number: u64| aside.join(format!("{name}-{number}")));
        let place =
            places.find(|place| !place.exists()).ok_or_else(|| anyhow!("no place is left in {}", aside.display()))?;
        fs::rename(self.path(name), &place).with_context(|| format!("cannot move {name} to {}", place.display()))?;
        lock(&self.shelf).forget(name);
        Ok(place)
    }

    /// The player that a run has learned.
    pub fn player(&self, name: &str) -> Result<Candidate> {
        let name: Name = name.parse()?;
        self.kind(&name)?;
        let file = self.path(&name).join(PLAYER);
        ensure!(file.is_file(), about(&name, |refused| &refused.run_no_player));
        Ok(Candidate { name: format!("run:{name}"), ..Candidate::from_file(&file)? })
    }

    /// Takes up runs that wait, as far as there is room for them.
    fn take_up(self: &Arc<Self>) {
        let mut refused = Vec::new();
        {
            let work = lock(&self.work);
            let working = work.jobs.iter().filter(|job| job.is_working()).count();
            let room = if work.is_over { 0 } else { MOST_WORKING.saturating_sub(working) };
            for job in work.jobs.iter().filter(|job| !job.is_working()).take(room) {
                job.begin();
                let (runs, taken) = (Arc::clone(self), Arc::clone(job));
                let thread = thread::Builder::new().name("run".to_string()).spawn(move || runs.work_on(&taken));
                refused.extend(thread.err().map(|error| (Arc::clone(job), error)));
            }
        }
        for (job, error) in refused {
            self.end_of(&job, Err(anyhow!("the system gives no thread: {error}")));
        }
    }

    /// Works on a run until it is done or stopped.
    fn work_on(self: &Arc<Self>, job: &Job) {
        step_back();
        let work = || {
            let open = job.kind.open.context("it is gone on with in the terminal")?;
            let opening = lock(&self.opening);
            // Another program works on it, and what is wanted of it stays as it is.
            if Folder::is_taken(&self.path(&job.name), job.kind.lines) {
                return Ok(false);
            }
            let work = open(&self.path(&job.name), job)?;
            drop(opening);
            work()
        };
        let fault = |_| Err(anyhow!("it went wrong inside tetrolab; please report it"));
        let ended = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(fault);
        self.end_of(job, ended);
        self.take_up();
    }

    /// A run is not worked on any more.
    fn end_of(&self, job: &Job, ended: Result<bool>) {
        // What was stopped is written down already, or should go on later because the server ends.
        let mut unwritten = None;
        if !matches!(ended, Ok(false)) {
            let failure = ended.err().map(|error| format!("{error:#}"));
            let wish = Wish { goes_on: false, threads: job.threads, failure };
            // Where nothing can be written, the run is tried again by the next server, which is as well.
            unwritten = wish
                .write(&self.path(&job.name))
                .err()
                .map(|error| wish.failure.unwrap_or_else(|| format!("{error:#}")));
        }
        let mut work = lock(&self.work);
        work.jobs.retain(|other| other.name != job.name);
        work.failures.extend(unwritten.map(|reason| (job.name.clone(), reason)));
        drop(work);
        self.ended.notify_all();
    }

    /// Stops everything, so that it goes on when a server starts again, and waits for that for a while.
    pub fn end(&self, patience: Duration) {
        let mut work = lock(&self.work);
        work.is_over = true;
        work.jobs.retain(|job| job.is_working());
        work.jobs.iter().for_each(|job| job.stop());
        let wait = self.ended.wait_timeout_while(work, patience, |work| !work.jobs.is_empty());
        drop(wait);
    }
}

/// Lowers the priority of this thread and of those that it starts, so that games come first.
fn step_back() {
    #[cfg(target_os = "linux")]
    // If the system refuses, the run keeps the normal priority.
    let _ = rustix::process::nice(NICENESS);
}
