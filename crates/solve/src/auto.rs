//! Whatever is best, as long as there is time.

use std::sync::atomic::Ordering;

use crate::beam::BeamSearch;
use crate::exact::{is_provable, prove_blocks, prove_fitness};
use crate::problem::Problem;
use crate::solver::{Control, Ended, Outcome};

/// The first beam; each later one is four times as wide.
const FIRST_WIDTH: usize = 50;
/// For so many pieces everything can be tried.
const FEW_PIECES: usize = 4;
/// As long as there are no more states than these.
const MOST_STATES: usize = 1 << 17;
/// No wider beam fits into memory.
pub(crate) const WIDEST: usize = 1 << 21;

/// A quick beam, perfect clears, proofs where they are possible, and wider beams until it is stopped or one was so wide.
pub(crate) fn run(problem: &Problem, widest: usize, control: &mut Control<'_>) -> Outcome {
    let mut outcome = Outcome::new(problem, "auto");
    let mut width = FIRST_WIDTH;
    if !begin(problem, width, &mut outcome, control) {
        return outcome;
    }
    if is_provable(problem) && !outcome.is_best() {
        // The better the first solution, the shorter the proof.
        if outcome.solution.as_ref().is_some_and(|solution| solution.blocks() > 0) {
            beam(problem, 20 * width, &mut outcome, control);
        }
        prove_fitness(problem, &mut outcome, control);
    }
    while !outcome.is_best() && outcome.ended != Ended::Stopped && width < widest {
        width = (4 * width).min(widest);
        if !beam(problem, width, &mut outcome, control) {
            outcome.ended = Ended::Stopped;
        }
    }
    outcome
}

/// A first solution, everything if there are few pieces, and perfect clears. Returns false if it was stopped.
pub(crate) fn begin(problem: &Problem, width: usize, outcome: &mut Outcome, control: &mut Control<'_>) -> bool {
    let all = problem.pieces() <= FEW_PIECES && beam(problem, MOST_STATES, outcome, control);
    if !all && !beam(problem, width, outcome, control) {
        outcome.ended = Ended::Stopped;
        return false;
    }
    prove_blocks(problem, outcome, control);
    outcome.ended != Ended::Stopped
}

/// One beam; returns false if it was stopped.
fn beam(problem: &Problem, width: usize, outcome: &mut Outcome, control: &mut Control<'_>) -> bool {
    let mut search = BeamSearch::new(problem, width);
    let (before, pieces) = (outcome.evaluations, Some(problem.pieces() as u64));
    while search.depth() < problem.pieces() {
        let stop = control.stop;
        if !search.step(|| stop.load(Ordering::Relaxed)) {
            return false;
        }
        outcome.evaluations = before + search.placements();
        (control.watch)(&outcome.progress("beam", search.depth() as u64, pieces));
    }
    if let Some(solution) = search.best() {
        if search.is_complete() {
            outcome.most_fitness = Some(solution.fitness());
        }
        outcome.improve(solution, "beam");
    }
    true
}
