//! Whatever is best, as long as there is time; proofs included.

use crate::beam::BeamSearch;
use crate::effort::Effort;
use crate::exact::{Patience, is_provable, is_triable, prove_blocks, prove_by_trying, prove_fitness};
use crate::problem::Problem;
use crate::solver::{Control, Ended, Outcome, Progress};

/// Is told after each stage what was found so far.
type Stages<'a> = &'a mut dyn FnMut(&Outcome);

/// The first beam; each later one is four times as wide.
const FIRST_WIDTH: usize = 50;
/// The better the first solution, the shorter a proof.
const WIDTH_BEFORE_PROOF: usize = 1000;
/// Up to this many pieces, a beam of [`MOST_STATES`] can try everything.
const FEW_PIECES: usize = 4;
/// The width of that beam.
const MOST_STATES: usize = 1 << 17;
/// No wider beam fits into memory.
pub const WIDEST_BEAM: usize = 1 << 21;

/// How much a first proof may take: about a second.
const FIRST_PATIENCE: Patience = Patience { boards: 1 << 22, targets: 1 << 17 };
/// More do not fit into memory.
const MOST_TARGETS: usize = 1 << 23;

/// A quick beam, perfect clears, proofs where they are possible, and wider beams until it is stopped or one was so wide.
pub(crate) fn run(
    problem: &Problem,
    widest: usize,
    effort: Effort,
    stages: Stages<'_>,
    control: &mut Control<'_>,
) -> Outcome {
    improve(problem, widest, 1, effort, Outcome::new(problem, "auto"), stages, control)
}

/// The same, but each proof may take four times as much as the one before.
pub(crate) fn prove(problem: &Problem, effort: Effort, stages: Stages<'_>, control: &mut Control<'_>) -> Outcome {
    improve(problem, WIDEST_BEAM, 4, effort, Outcome::new(problem, "exact"), stages, control)
}

fn improve(
    problem: &Problem,
    widest: usize,
    more_patience: usize,
    effort: Effort,
    mut outcome: Outcome,
    stages: Stages<'_>,
    control: &mut Control<'_>,
) -> Outcome {
    let mut width = FIRST_WIDTH.min(widest);
    beam(problem, width, effort, &mut outcome, control);
    stages(&outcome);
    if outcome.ended == Ended::Complete && problem.pieces() <= FEW_PIECES {
        beam(problem, MOST_STATES, effort, &mut outcome, control);
    }
    if outcome.ended == Ended::Complete {
        prove_blocks(problem, effort, &mut outcome, control);
        stages(&outcome);
    }
    if is_provable(problem) && outcome.blocks() > Some(0) && may_go_on(&outcome) {
        width = WIDTH_BEFORE_PROOF.min(widest);
        beam(problem, width, effort, &mut outcome, control);
        stages(&outcome);
    }
    if is_triable(problem) && may_go_on(&outcome) {
        prove_by_trying(problem, effort, &mut outcome, control);
        stages(&outcome);
    }
    let mut patience = FIRST_PATIENCE;
    // A better solution brings a proof nearer.
    let mut tried = None;
    loop {
        let is_new = more_patience > 1 || outcome.fitness() != tried;
        if is_provable(problem) && is_new && may_go_on(&outcome) {
            prove_fitness(problem, patience, effort, &mut outcome, control);
            stages(&outcome);
            tried = outcome.fitness();
            patience.boards *= more_patience;
            patience.targets = (patience.targets * more_patience).min(MOST_TARGETS);
        }
        if !may_go_on(&outcome) {
            return outcome;
        }
        if width == widest {
            outcome.ended = Ended::Unproven;
            return outcome;
        }
        width = (4 * width).min(widest);
        beam(problem, width, effort, &mut outcome, control);
        stages(&outcome);
    }
}

fn may_go_on(outcome: &Outcome) -> bool {
    !outcome.is_best() && outcome.ended == Ended::Complete
}

/// One beam. If it has to end early and there is no solution yet, the best state so far is quickly brought to an end.
pub(crate) fn beam(problem: &Problem, width: usize, effort: Effort, outcome: &mut Outcome, control: &mut Control<'_>) {
    let mut search = BeamSearch::new(problem, width);
    let (before, pieces) = (outcome.evaluations, Some(problem.pieces() as u64));
    while search.depth() < problem.pieces() {
        let end = effort.end(outcome, control);
        let end = end.or_else(|| (!search.step(|| control.is_stopped())).then_some(Ended::Stopped));
        if let Some(end) = end {
            outcome.ended = end;
            if outcome.solution.is_none() {
                outcome.improve(search.finish(), "beam");
            }
            return;
        }
        outcome.evaluations = before + search.placements();
        let fitness = outcome.fitness().unwrap_or_else(|| search.best_value());
        let progress = outcome.progress("beam", search.depth() as u64, pieces);
        (control.watch)(&Progress { fitness: Some(fitness), ..progress });
    }
    let Some(solution) = search.best() else { return };
    if let Some(fewest) = search.fewest_blocks() {
        outcome.most_fitness = Some(solution.fitness());
        outcome.least_blocks = outcome.least_blocks.max(fewest);
    }
    outcome.improve(solution, "beam");
}
