//! Solving: on threads, within a time, until somebody interrupts, with progress.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rayon::ThreadPoolBuilder;
use tetrolab_solve::{Control, Outcome, Plan, Problem, Progress, Solution, solve};

/// What is solved, and how long it may take.
pub struct Run<'a> {
    pub problem: &'a Problem,
    pub plan: &'a Plan,
    pub seed: u64,
    pub limit: Option<Duration>,
    /// Whether all that is wanted is an empty board, or to know that there is none.
    pub until_empty: bool,
    /// One for each processor, if nothing is said.
    pub threads: Option<u64>,
    /// Set when somebody wants to stop.
    pub interrupted: &'a AtomicBool,
}

/// What came of it.
pub struct Found {
    pub outcome: Outcome,
    /// The solution of the outcome.
    pub solution: Solution,
    pub seconds: f64,
    pub threads: usize,
    /// Whether it was stopped from outside, and why.
    pub stopped: Option<Stopped>,
}

/// Who stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    Time,
    Interrupt,
    /// An empty board was all that was wanted.
    Empty,
    /// The same, but there is none.
    NeverEmpty,
}

/// How often it is looked whether to stop.
const TICK: Duration = Duration::from_millis(10);

/// What came of work that was watched.
pub struct Watched<T> {
    pub result: T,
    pub seconds: f64,
    pub threads: usize,
    /// Whether it was told to stop, and why.
    pub stopped: Option<Stopped>,
}

/// Works on threads, within a time, until it is interrupted. `watch` hears again and again how far it is.
pub fn watched<T: Send>(
    limit: Option<Duration>,
    threads: Option<u64>,
    interrupted: &AtomicBool,
    mut watch: impl FnMut(Option<Progress>),
    work: impl FnOnce(&mut Control<'_>) -> T + Send,
) -> Result<Watched<T>> {
    let threads = threads.unwrap_or(0) as usize;
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start the threads")?;
    let (stop, latest) = (AtomicBool::new(false), Mutex::new(None::<Progress>));
    let begun = Instant::now();
    let mut stopped = None;
    let result = thread::scope(|scope| {
        let (done, end) = channel();
        let (pool, stop, latest) = (&pool, &stop, &latest);
        scope.spawn(move || {
            let result = pool.install(|| {
                let mut watch = |progress: &Progress| {
                    if let Ok(mut latest) = latest.lock() {
                        *latest = Some(*progress);
                    }
                };
                work(&mut Control { stop, watch: &mut watch })
            });
            // Whoever waited for it may have gone.
            let _ = done.send((result, begun.elapsed()));
        });
        loop {
            match end.recv_timeout(TICK) {
                Ok(result) => break Some(result),
                // It panicked; the scope hands that on.
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stopped.is_none() {
                let is_late = limit.is_some_and(|limit| begun.elapsed() >= limit);
                let is_interrupted = interrupted.load(Ordering::Relaxed);
                stopped = if is_interrupted { Some(Stopped::Interrupt) } else { is_late.then_some(Stopped::Time) };
                if stopped.is_some() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            let progress = latest.lock().ok().and_then(|latest| *latest);
            watch(progress);
        }
    });
    let (result, time) = result.context("the search ended without an answer")?;
    Ok(Watched { result, seconds: time.as_secs_f64(), threads: pool.current_num_threads(), stopped })
}

impl Run<'_> {
    /// Solves. What was found until then is kept when it is stopped. `watch` hears again and again how far it is.
    pub fn solve(&self, watch: impl FnMut(Option<Progress>)) -> Result<Found> {
        let work = |control: &mut Control<'_>| {
            let (stop, tell) = (control.stop, &mut *control.watch);
            let mut watch = |progress: &Progress| {
                tell(progress);
                if self.until_empty && (progress.blocks == Some(0) || progress.least_blocks > 0) {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            solve(self.problem, self.plan, self.seed, &mut Control { stop, watch: &mut watch })
        };
        let watched = watched(self.limit, self.threads, self.interrupted, watch, work)?;
        let outcome = watched.result?;
        let enough = match outcome.blocks() {
            _ if !self.until_empty => None,
            Some(0) => Some(Stopped::Empty),
            _ => (outcome.least_blocks > 0).then_some(Stopped::NeverEmpty),
        };
        // What ended by itself was not stopped, however late it was.
        let stopped = watched.stopped.or(enough);
        let stopped = stopped.filter(|_| outcome.ended == tetrolab_solve::Ended::Stopped);
        let solution = outcome.solution.clone().context("the search ended without a solution")?;
        Ok(Found { outcome, solution, seconds: watched.seconds, threads: watched.threads, stopped })
    }
}
