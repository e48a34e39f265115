//! One solution and changes of it, played from the first changed piece on.

use tetrolab_optimize::solution::Candidate;

use crate::problem::Problem;
use crate::state::State;

/// The games of the current solution and of the last candidate.
#[derive(Debug)]
pub(crate) struct Changes<'p> {
    problem: &'p Problem,
    /// The states of the current solution, piece by piece.
    current: Vec<State>,
    /// Those of the candidate.
    candidate: Vec<State>,
}

impl<'p> Changes<'p> {
    /// There is no current solution yet; the first candidate is played from its first piece on.
    pub fn new(problem: &'p Problem) -> Changes<'p> {
        let states = vec![State::default(); problem.pieces()];
        Changes { problem, current: states.clone(), candidate: states }
    }

    /// These genes are the current solution.
    pub fn from_genes(problem: &'p Problem, genes: &[i8]) -> Changes<'p> {
        let mut changes = Changes::new(problem);
        problem.play_on(genes, 0, &mut changes.current);
        changes
    }

    /// The fitness of a candidate.
    pub fn value(&mut self, candidate: Candidate<'_>) -> f64 {
        let from = candidate.changed.min(self.problem.pieces() - 1);
        self.candidate[..from].copy_from_slice(&self.current[..from]);
        self.problem.fitness().of(&self.problem.play_on(candidate.genes, from, &mut self.candidate))
    }

    /// The last candidate is the current solution now.
    pub fn accept(&mut self) {
        std::mem::swap(&mut self.current, &mut self.candidate);
    }
}
