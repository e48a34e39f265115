//! What all clients share: settings, records, runs.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, Result};
use tetrolab_records::Records;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit, watch};

use super::refusal::Refusal;
use super::runs::Runs;
use super::turns::Shared;
use super::{Options, lock};
use tetrolab_sessions::preferences::Preferences;
use tetrolab_sessions::texts::Language;

/// No more clients are served at once.
const MOST_CLIENTS: usize = 512;
/// Bots that are watched at once. Each takes some memory.
const MOST_BOTS: usize = 24;
/// Questions that take seconds and are thought about at once; the others wait.
const MOST_LONG_QUESTIONS: usize = 2;

/// What all clients share.
pub struct House {
    preferences: Mutex<Preferences>,
    settings_file: PathBuf,
    /// Held while the settings are written. Readers do not wait for it.
    changing: Mutex<()>,
    /// The language that was asked for when the server was started.
    language: Option<Language>,
    records: Mutex<Option<Records>>,
    records_file: PathBuf,
    runs: Arc<Runs>,
    places: Arc<Semaphore>,
    turns: Shared,
    work: Semaphore,
    bots: Arc<Semaphore>,
    long_questions: Arc<Semaphore>,
    aside: Handle,
    closing: watch::Receiver<bool>,
}

/// How many may work at once.
fn at_work() -> usize {
    (std::thread::available_parallelism().map_or(1, usize::from) / 2).max(1)
}

/// The file of settings cannot be read or written.
fn unstored(error: &anyhow::Error) -> Refusal {
    let reason = format!("{error:#}");
    Refusal::new(move |texts| texts.refused.settings_file.with(&[("reason", &reason)]))
}

impl House {
    /// Opens what is kept in files, and says what could not be opened.
    pub fn open(options: &Options, aside: Handle, closing: watch::Receiver<bool>) -> (House, Vec<String>) {
        let mut warnings = Vec::new();
        let records = match Records::open(&options.places.records) {
            Ok(records) => {
                warnings.extend(records.damage().map(|damage| damage.to_string()));
                warnings.extend(records.check_writable().err().map(|error| format!("games are not kept: {error}")));
                Some(records)
            }
            Err(error) => {
                warnings.push(format!("games are not kept: {error}"));
                None
            }
        };
        let house = House {
            preferences: Mutex::new(options.preferences.clone()),
            settings_file: options.places.settings.clone(),
            changing: Mutex::default(),
            language: options.places.language,
            records: Mutex::new(records),
            records_file: options.places.records.clone(),
            runs: Runs::open(options.runs.clone()),
            places: Arc::new(Semaphore::new(MOST_CLIENTS)),
            turns: Shared::default(),
            work: Semaphore::new(at_work()),
            bots: Arc::new(Semaphore::new(MOST_BOTS)),
            long_questions: Arc::new(Semaphore::new(MOST_LONG_QUESTIONS)),
            aside,
            closing,
        };
        (house, warnings)
    }

    /// A place for a client, if there is one.
    pub fn place(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.places).try_acquire_owned().ok()
    }

    /// Waits until all clients are gone.
    pub async fn is_empty(&self) {
        // It fails only when the semaphore is closed, so that no client can come any more.
        let _ = self.places.acquire_many(MOST_CLIENTS as u32).await;
    }

    /// The turns in which questions are answered.
    pub fn turns(&self) -> Shared {
        self.turns.clone()
    }

    /// Waits for a permit for short work that may be delayed. Waiting tasks are served first come, first served. Half
    /// of the processors stay free for games that are played.
    pub async fn turn(&self) -> Option<SemaphorePermit<'_>> {
        self.work.acquire().await.ok()
    }

    /// A place for a bot that is watched, if there is one.
    pub fn room_for_a_bot(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.bots).try_acquire_owned().ok()
    }

    /// Whether no more than one client is there.
    pub fn has_one_client(&self) -> bool {
        self.places.available_permits() + 1 >= MOST_CLIENTS
    }

    /// Time for a question that takes seconds, if there is any now.
    pub fn time_now_for_a_long_question(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.long_questions).try_acquire_owned().ok()
    }

    /// Waits until there is time for a question that takes seconds.
    pub async fn time_for_a_long_question(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.long_questions).acquire_owned().await.ok()
    }

    /// Where everything runs that may wait a little.
    pub fn aside(&self) -> &Handle {
        &self.aside
    }

    /// Becomes true when the server ends.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.clone()
    }

    /// The user's settings.
    pub fn preferences(&self) -> Preferences {
        lock(&self.preferences).clone()
    }

    /// The language that was asked for, or that of the settings; `None` if the browser decides.
    pub fn language(&self) -> Option<Language> {
        self.language.or(lock(&self.preferences).language)
    }

    /// Changes the settings and writes them down. What cannot be written is not changed.
    pub fn change<T>(&self, change: impl FnOnce(&mut Preferences) -> Result<T>) -> Result<T> {
        let changing = lock(&self.changing);
        // The terminal may have changed the file meanwhile.
        let mut changed = Preferences::load_from(&self.settings_file).map_err(|error| unstored(&error))?;
        let done = change(&mut changed)?;
        changed.save_to(&self.settings_file).map_err(|error| unstored(&error))?;
        *lock(&self.preferences) = changed;
        drop(changing);
        Ok(done)
    }

    /// Does something with the games that were played.
    pub fn with_records<T>(&self, work: impl FnOnce(&mut Records) -> Result<T>) -> Result<T> {
        let mut records = lock(&self.records);
        if records.is_none() {
            // What stood in the way may be gone.
            *records = Some(Records::open(&self.records_file)?);
        }
        let open = records.as_mut().context("the games were just opened")?;
        work(open)
    }

    /// Training, solver and experiment runs.
    pub fn runs(&self) -> &Arc<Runs> {
        &self.runs
    }

    /// Everything that goes on is stopped, so that it can go on later.
    pub fn end(&self, patience: Duration) {
        self.runs.end(patience);
    }
}
