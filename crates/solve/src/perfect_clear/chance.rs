//! How many queues can clear the lines.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

use tetrolab_engine::Piece;

use super::field::Field;
use super::moves::Moves;
use super::order::queues_of;
use super::puzzle::{Answer, Budget, Puzzle};
use super::queues::Queues;
use super::search::Solver;

/// What is known of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Outcome {
    /// Nothing yet: the work was stopped.
    Unknown = 0,
    /// It clears the lines.
    Clears = 1,
    /// It does not.
    Fails = 2,
}

/// What is known of all queues, while many threads look for more.
#[derive(Debug)]
pub struct Outcomes {
    outcomes: Vec<AtomicU8>,
    known: AtomicUsize,
}

impl Outcomes {
    fn new(queues: usize) -> Outcomes {
        Outcomes { outcomes: (0..queues).map(|_| AtomicU8::new(0)).collect(), known: AtomicUsize::new(0) }
    }

    /// How many queues there are.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// How many are known.
    pub fn known(&self) -> usize {
        self.known.load(Ordering::Relaxed)
    }

    /// What is known of one queue.
    pub fn get(&self, index: usize) -> Outcome {
        match self.outcomes[index].load(Ordering::Relaxed) {
            1 => Outcome::Clears,
            2 => Outcome::Fails,
            _ => Outcome::Unknown,
        }
    }

    fn set(&self, index: usize, outcome: Outcome) {
        if self.outcomes[index].swap(outcome as u8, Ordering::Relaxed) == Outcome::Unknown as u8 {
            self.known.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// What is to be cleared with many queues.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The filled cells.
    pub field: Field,
    /// How many lines are to be cleared, 1 to 6.
    pub lines: u8,
    /// The queues: as long as pieces are needed or, with Hold, one longer.
    pub queues: &'a Queues,
    /// Whether Hold may be used.
    pub use_hold: bool,
    /// Ends the work when it becomes true.
    pub stop: Option<&'a AtomicBool>,
}

impl Task<'_> {
    /// How many pieces of a queue can matter; `None` if the empty cells are not a multiple of four or a filled one is above
    /// the lines.
    pub fn length(field: Field, lines: u8, use_hold: bool) -> Option<usize> {
        let puzzle = Puzzle { field, lines, queue: &[], hold: None, use_hold };
        puzzle.pieces().map(|pieces| pieces + usize::from(use_hold))
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// How many queues a thread takes at a time.
const TAKEN: usize = 16;

/// Looks at every queue, on the threads of the current pool. `watch` is called now and then, by one of the threads.
///
/// One solution answers for many queues: for all that can bring its pieces in the same order. What is found does not depend on
/// the number of threads.
pub fn chance<M: Moves + Clone>(moves: &M, task: &Task<'_>, watch: impl Fn(&Outcomes) + Sync) -> Outcomes {
    let outcomes = Outcomes::new(task.queues.len());
    let taken = AtomicUsize::new(0);
    let work = |thread: rayon::BroadcastContext<'_>| {
        let mut solver = Solver::new(moves.clone());
        loop {
            let first = taken.fetch_add(TAKEN, Ordering::Relaxed);
            if first >= outcomes.len() || task.is_stopped() {
                break;
            }
            for index in first..(first + TAKEN).min(outcomes.len()) {
                if outcomes.get(index) == Outcome::Unknown {
                    look_at(&mut solver, task, index, &outcomes);
                }
            }
            if thread.index() == 0 {
                watch(&outcomes);
            }
        }
    };
    rayon::broadcast(work);
    outcomes
}

fn look_at<M: Moves>(solver: &mut Solver<M>, task: &Task<'_>, index: usize, outcomes: &Outcomes) {
    let queue: Vec<Piece> = task.queues.get(index).collect();
    let Task { field, lines, queues, use_hold, stop, .. } = *task;
    let puzzle = Puzzle { field, lines, queue: &queue, hold: None, use_hold };
    match solver.find(&puzzle, Budget { stop, ..Budget::UNLIMITED }) {
        Answer::Found(steps) => {
            let order: Vec<Piece> = steps.iter().map(|step| step.placement.piece).collect();
            queues_of(queues, &order, use_hold, &mut |range| {
                for index in range {
                    outcomes.set(index, Outcome::Clears);
                }
            });
        }
        Answer::Impossible => outcomes.set(index, Outcome::Fails),
        Answer::Stopped => {}
    }
}
