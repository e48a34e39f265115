//! Solving: on threads, until it ends, its time is up, or it is stopped.

use std::fmt;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rayon::{ThreadPoolBuildError, ThreadPoolBuilder};
use tetrolab_solve::{
    Checkpoint, Control, Ended, Keep, Outcome, Plan, PlanError, Problem, Progress, Solution, solve_from,
};

/// What is solved, and how long it may take.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// The piece sequence and the board.
    pub problem: &'a Problem,
    pub plan: &'a Plan,
    /// What is random follows from it.
    pub seed: u64,
    /// How long it may take.
    pub limit: Option<Duration>,
    /// Whether all that is wanted is an empty board, or to know that there is none.
    pub until_empty: bool,
    /// One for each processor, if nothing is said. Only populations are valued on several.
    pub threads: Option<NonZero<usize>>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Found {
    /// Everything the algorithm says.
    pub outcome: Outcome,
    /// The solution of the outcome.
    pub solution: Solution,
    /// How long was worked.
    pub seconds: f64,
    /// On how many threads.
    pub threads: usize,
    /// Whether it was stopped from outside, and why.
    pub stopped: Option<Stopped>,
}

/// Who stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The time was up.
    Time,
    /// The caller stopped it.
    Interrupt,
    /// An empty board was all that was wanted.
    Empty,
    /// The same, but there is none.
    NeverEmpty,
}

/// Why a search came to nothing.
#[derive(Debug)]
pub enum SearchError {
    /// The threads could not be started.
    Threads(ThreadPoolBuildError),
    /// The algorithm cannot begin.
    Plan(PlanError),
    /// It ended without a solution.
    Nothing,
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::Threads(error) => write!(f, "cannot start the threads: {error}"),
            SearchError::Plan(error) => error.fmt(f),
            SearchError::Nothing => f.write_str("the search ended without a solution"),
        }
    }
}

impl std::error::Error for SearchError {}

/// How often it is looked whether to stop.
const TICK: Duration = Duration::from_millis(10);

/// What came of work that was watched.
#[derive(Debug)]
pub struct Watched<T> {
    /// What came of it.
    pub result: T,
    /// How long it took.
    pub seconds: f64,
    /// On how many threads.
    pub threads: usize,
    /// Whether it was told to stop, and why.
    pub stopped: Option<Stopped>,
}

/// Works on threads, within a time. Every few milliseconds `tick` is told how far it is, and says whether to stop.
pub fn watched<T: Send>(
    threads: Option<NonZero<usize>>,
    limit: Option<Duration>,
    mut tick: impl FnMut(Option<&Progress>) -> bool,
    work: impl FnOnce(&mut Control<'_>) -> T + Send,
) -> Result<Watched<T>, SearchError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.map_or(0, NonZero::get)).build();
    let pool = pool.map_err(SearchError::Threads)?;
    let (stop, latest) = (AtomicBool::new(false), Mutex::new(None::<Progress>));
    let begun = Instant::now();
    let mut stopped = None;
    let mut look = |progress: Option<&Progress>| {
        let is_interrupted = tick(progress);
        if stopped.is_none() {
            let is_late = limit.is_some_and(|limit| begun.elapsed() >= limit);
            stopped = if is_interrupted { Some(Stopped::Interrupt) } else { is_late.then_some(Stopped::Time) };
            stop.fetch_or(stopped.is_some(), Ordering::Relaxed);
        }
    };
    // A caller that stops at once gets the least possible result.
    look(None);
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
            // The receiver may be gone.
            let _ = done.send((result, begun.elapsed()));
        });
        loop {
            match end.recv_timeout(TICK) {
                Ok(result) => break Some(result),
                // It panicked; the scope hands that on.
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let progress = latest.lock().ok().and_then(|latest| *latest);
            look(progress.as_ref());
        }
    });
    let (result, time) = result.ok_or(SearchError::Nothing)?;
    Ok(Watched { result, seconds: time.as_secs_f64(), threads: pool.current_num_threads(), stopped })
}

impl Search<'_> {
    /// Solves. What was found until then is kept when it is stopped.
    pub fn solve(&self, tick: impl FnMut(Option<&Progress>) -> bool) -> Result<Found, SearchError> {
        self.solve_from(None, &mut (), tick)
    }

    /// The same, from a checkpoint on; `keep` stores further checkpoints.
    pub fn solve_from(
        &self,
        from: Option<&Checkpoint>,
        keep: &mut (dyn Keep + Send),
        tick: impl FnMut(Option<&Progress>) -> bool,
    ) -> Result<Found, SearchError> {
        let work = |control: &mut Control<'_>| {
            let (stop, tell) = (control.stop, &mut *control.watch);
            let mut watch = |progress: &Progress| {
                tell(progress);
                if self.until_empty && (progress.blocks == Some(0) || progress.least_blocks > 0) {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            solve_from(self.problem, self.plan, self.seed, from, keep, &mut Control { stop, watch: &mut watch })
        };
        let watched = watched(self.threads(), self.limit, tick, work)?;
        let outcome = watched.result.map_err(SearchError::Plan)?;
        let enough = match outcome.blocks() {
            _ if !self.until_empty => None,
            Some(0) => Some(Stopped::Empty),
            _ => (outcome.least_blocks > 0).then_some(Stopped::NeverEmpty),
        };
        // What ended by itself was not stopped, however late it was.
        let stopped = enough.or(watched.stopped).filter(|_| outcome.ended == Ended::Stopped);
        let solution = outcome.solution.clone().ok_or(SearchError::Nothing)?;
        Ok(Found { outcome, solution, seconds: watched.seconds, threads: watched.threads, stopped })
    }

    /// Those that have something to do.
    fn threads(&self) -> Option<NonZero<usize>> {
        match self.plan {
            Plan::Genetic(_) | Plan::Hybrid(_) => self.threads,
            Plan::Annealing { .. } | Plan::Beam { .. } | Plan::Exact | Plan::Auto { .. } => Some(NonZero::<usize>::MIN),
        }
    }
}

impl Found {
    /// Why it ended, as a word.
    pub const fn ended(&self) -> &'static str {
        match (self.outcome.ended, self.stopped) {
            (Ended::Stopped, Some(Stopped::Interrupt)) => "interrupted",
            (Ended::Stopped, Some(Stopped::Empty)) => "empty",
            (Ended::Stopped, Some(Stopped::NeverEmpty)) => "never empty",
            (Ended::Stopped, _) => "time",
            (Ended::Complete, _) => "complete",
            (Ended::Unproven, _) => "unproven",
            (Ended::Limit, _) => "limit",
            (Ended::Patience, _) => "patience",
            (Ended::Stuck, _) => "stuck",
        }
    }

    /// What such a word means.
    pub(super) fn read_ended(word: &str) -> Option<(Ended, Option<Stopped>)> {
        Some(match word {
            "interrupted" => (Ended::Stopped, Some(Stopped::Interrupt)),
            "empty" => (Ended::Stopped, Some(Stopped::Empty)),
            "never empty" => (Ended::Stopped, Some(Stopped::NeverEmpty)),
            "time" => (Ended::Stopped, Some(Stopped::Time)),
            "complete" => (Ended::Complete, None),
            "unproven" => (Ended::Unproven, None),
            "limit" => (Ended::Limit, None),
            "patience" => (Ended::Patience, None),
            "stuck" => (Ended::Stuck, None),
            _ => return None,
        })
    }
}
