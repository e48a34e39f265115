//! Lets the cells of a run be done.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::progress::Forecast;
use super::record::now;
use super::schedule::{Next, Schedule};
use super::{Done, Host, LaboratoryError, Line, Progress, Results, Run, RunningCell};
use crate::grid::{Cell, Control, Outcome, Task, Transport};
use tetrolab_runs::folder::{Folder, FolderError, Safekeeping, VERSION};

/// Receives the progress of a run and may stop it.
pub trait Watch: Sync {
    /// Whether to stop now.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Called now and then with the current progress.
    fn progress(&self, _progress: &Progress) {}
}

/// Ignores progress and never stops.
impl Watch for () {}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All cells are done.
    Complete,
    /// The caller stopped it.
    Stopped,
    /// Some cells failed; the others are done, but for those that wait for them.
    Failed,
}

/// From one look at how far it is to the next.
const TICK: Duration = Duration::from_millis(100);
/// Time between two moments at which what was written is made safe against a power cut.
const SYNC: Duration = Duration::from_secs(1);

/// What all threads share.
struct Shared<'r> {
    schedule: Schedule<'r>,
    folder: &'r mut Folder,
    done: Vec<Option<Arc<Done>>>,
    failed: Vec<(usize, String)>,
    running: Vec<RunningCell>,
    forecast: Forecast,
    lines: Vec<Line>,
    /// Why nothing more can be written.
    broken: Option<FolderError>,
    recording: Duration,
    threads: usize,
}

impl Run {
    /// Runs all cells that are not done, on `threads` threads.
    ///
    /// # Errors
    /// If something cannot be written. What is done until then is kept.
    pub fn run(
        &mut self,
        threads: NonZero<usize>,
        transport: &dyn Transport,
        watch: &dyn Watch,
    ) -> Result<Ended, LaboratoryError> {
        let begun = Instant::now();
        let Run { folder, results } = self;
        let first = Line::Begun {
            at: now(),
            version: VERSION.to_string(),
            threads: threads.get(),
            host: Host::this(),
            rules: results.experiment.rules(),
        };
        folder.append(&first)?;
        results.take_in(first);
        let safekeeping = folder.safekeeping()?;
        let (lines, recording, broken) = {
            let shared = Shared {
                schedule: Schedule::new(&results.experiment, threads.get(), |cell| results.done[cell].is_some()),
                folder,
                done: results.done.clone(),
                failed: Vec::new(),
                running: Vec::new(),
                forecast: Forecast::new(results),
                lines: Vec::new(),
                broken: None,
                recording: Duration::ZERO,
                threads: threads.get(),
            };
            let workers = shared.schedule.crew();
            let crew = Crew {
                results,
                shared: Mutex::new(shared),
                changed: Condvar::new(),
                stop: AtomicBool::new(false),
                transport,
            };
            thread::scope(|scope| {
                let workers: Vec<_> = (0..workers).map(|_| scope.spawn(|| crew.work())).collect();
                let mut synced = begun;
                while workers.iter().any(|worker| !worker.is_finished()) {
                    thread::sleep(TICK);
                    if watch.is_stopped() {
                        crew.halt();
                    }
                    if synced.elapsed() >= SYNC {
                        crew.sync(&safekeeping);
                        synced = Instant::now();
                    }
                    watch.progress(&crew.progress());
                }
            });
            let shared = crew.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
            (shared.lines, shared.recording, shared.broken)
        };
        lines.into_iter().for_each(|line| results.take_in(line));
        if let Some(error) = broken {
            return Err(error.into());
        }
        let (seconds, recording_seconds) = (begun.elapsed().as_secs_f64(), recording.as_secs_f64());
        let is_complete = results.is_complete();
        let last = Line::Ended { is_complete, seconds, recording_seconds };
        folder.append(&last)?;
        results.take_in(last);
        Ok(match is_complete {
            true => Ended::Complete,
            false if watch.is_stopped() => Ended::Stopped,
            false => Ended::Failed,
        })
    }
}

/// What came of the cells that a cell needs.
type Before<'r> = Vec<(&'r Cell, Arc<Outcome>)>;

/// The threads that work on a run.
struct Crew<'r> {
    results: &'r Results,
    shared: Mutex<Shared<'r>>,
    changed: Condvar,
    stop: AtomicBool,
    transport: &'r dyn Transport,
}

impl<'r> Crew<'r> {
    fn lock(&self) -> MutexGuard<'_, Shared<'r>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// No thread starts another cell.
    fn halt(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Makes lines safe against a power cut. Where that cannot be done, the run stops.
    fn sync(&self, lines: &Safekeeping) {
        if let Err(error) = lines.sync() {
            self.lock().broken.get_or_insert(error);
            self.halt();
        }
    }

    /// Does cell after cell.
    fn work(&self) {
        while let Some((cell, before)) = self.next() {
            let begun = Instant::now();
            let tell = |share: Option<f64>, words: String| {
                let mut shared = self.lock();
                if let Some(running) = shared.running.iter_mut().find(|running| running.cell == cell.id) {
                    (running.share, running.words) = (share, words);
                }
            };
            let control = Control { stop: &self.stop, tell: &tell };
            let task = Task { cell, before, transport: self.transport };
            let outcome = self.results.experiment.grid_of(cell).work.run(&task, &control);
            self.end(cell, begun.elapsed().as_secs_f64(), outcome);
        }
    }

    /// The next cell, with what came of those that it needs. Waits for it if there will be one.
    fn next(&self) -> Option<(&'r Cell, Before<'r>)> {
        let mut shared = self.lock();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            match shared.schedule.take() {
                Next::Nothing => return None,
                Next::Wait => shared = self.changed.wait(shared).unwrap_or_else(PoisonError::into_inner),
                Next::Cell(cell) => {
                    shared.running.push(RunningCell {
                        cell: cell.id,
                        since: Instant::now(),
                        share: None,
                        words: String::new(),
                    });
                    if shared.write(self.started(cell)).is_err() {
                        self.halt();
                        return None;
                    }
                    return Some((cell, self.before(cell, &shared.done)));
                }
            }
        }
    }

    /// Says which cell is begun.
    fn started(&self, cell: &Cell) -> Line {
        Line::Started {
            cell: cell.id,
            grid: self.results.experiment.grid_of(cell).name.clone(),
            repetition: cell.repetition,
            seed: cell.seed,
            settings: cell.settings.clone(),
        }
    }

    /// What came of the cells that a cell needs.
    fn before(&self, cell: &Cell, done: &[Option<Arc<Done>>]) -> Before<'r> {
        let experiment = &self.results.experiment;
        let Some(name) = experiment.grid_of(cell).work.needs(&cell.settings) else { return Vec::new() };
        let of_grid = experiment.cells.iter().filter(|other| experiment.grid_of(other).name == name);
        let outcome = |other: &'r Cell| done[other.id].as_ref().map(|done| (other, Arc::new(done.outcome.clone())));
        of_grid.filter_map(outcome).collect()
    }

    /// Writes down what came of a cell.
    fn end(&self, cell: &Cell, seconds: f64, outcome: Result<Option<Outcome>, String>) {
        let mut shared = self.lock();
        shared.running.retain(|running| running.cell != cell.id);
        let written = match outcome {
            Ok(Some(outcome)) => {
                let done = Done { cell: cell.id, seconds, outcome };
                let written = shared.write(Line::Done(done.clone()));
                if written.is_ok() {
                    shared.forecast.learn(cell, seconds);
                    shared.done[cell.id] = Some(Arc::new(done));
                    shared.schedule.end(cell, true);
                }
                written
            }
            // It will be begun anew.
            Ok(None) => {
                shared.schedule.end(cell, false);
                Ok(())
            }
            Err(reason) => {
                shared.schedule.end(cell, false);
                shared.failed.push((cell.id, reason.clone()));
                shared.write(Line::Failed { cell: cell.id, reason })
            }
        };
        drop(shared);
        if written.is_err() {
            self.halt();
        }
        self.changed.notify_all();
    }

    /// How far it is.
    fn progress(&self) -> Progress {
        let shared = self.lock();
        let cells = &self.results.experiment.cells;
        let since = |cell: usize| {
            let running = shared.running.iter().find(|running| running.cell == cell)?;
            Some(running.since.elapsed().as_secs_f64())
        };
        let left = shared.forecast.left(cells, |cell| shared.done[cell].is_some(), since, shared.threads);
        Progress {
            cells: cells.len(),
            done: shared.done.iter().flatten().count(),
            failed: shared.failed.len(),
            running: shared.running.clone(),
            left,
        }
    }
}

impl Shared<'_> {
    /// Adds a line. When that failed once, nothing more is written.
    fn write(&mut self, line: Line) -> Result<(), ()> {
        if self.broken.is_some() {
            return Err(());
        }
        let begun = Instant::now();
        let written = self.folder.add(&line);
        self.lines.push(line);
        self.recording += begun.elapsed();
        written.map_err(|error| self.broken = Some(error))
    }
}
