//! Many solutions at once: bred, played from their first changed piece on, and valued.

use rayon::prelude::*;
use tetrolab_optimize::genetic::{Brood, Genetic, Mutation, Scope};

use crate::problem::Problem;
use crate::state::State;

/// The share of newcomers that is not worth memory.
const FEW: f64 = 0.05;

/// How many newcomers a thread takes at a time.
const PART: usize = 64;

/// Plays the newcomers of a genetic algorithm. It remembers the games of all who live, piece by piece, so that a newcomer is played
/// from the first piece on that differs from its parent's.
#[derive(Debug)]
pub struct Evaluator {
    /// For each slot, the states after its first pieces.
    states: Vec<State>,
    /// How many those are.
    kept: usize,
    genes: Vec<i8>,
    fitness: Vec<f64>,
}

/// One newcomer to be bred and played.
struct Newcomer<'a> {
    number: usize,
    genes: &'a mut [i8],
    fitness: &'a mut f64,
    states: &'a mut [State],
    parent: usize,
}

impl Evaluator {
    /// Room for the slots of a population.
    ///
    /// What is beyond the piece up to which few newcomers are like a parent is not worth remembering: it would only be written.
    pub fn new(problem: &Problem, genetic: &Genetic) -> Evaluator {
        let Mutation { probability, scope, .. } = genetic.settings().mutation;
        let unchanged = match scope {
            Scope::PerSite => 1.0 - probability,
            Scope::PerGenome => 1.0,
        };
        let kept = (1..=problem.pieces()).take_while(|&piece| unchanged.powi(piece as i32) >= FEW).count().max(1);
        let states = vec![State::default(); genetic.slots() * kept];
        Evaluator { states, kept, genes: Vec::new(), fitness: Vec::new() }
    }

    /// Breeds and plays all newcomers, on the threads of the current pool. What comes of it does not depend on them.
    /// Returns the genes of all, one after the other, and the fitness of each.
    pub fn evaluate(&mut self, problem: &Problem, brood: &Brood<'_>) -> (&[i8], &[f64]) {
        let (kept, length) = (self.kept, problem.pieces() * problem.genotype().genes());
        self.genes.resize(brood.len() * length, 0);
        self.fitness.resize(brood.len(), 0.0);
        let mut parents: Vec<&[State]> = Vec::with_capacity(self.states.len() / kept);
        let mut newcomers: Vec<Newcomer<'_>> = Vec::with_capacity(brood.len());
        let mut rooms = self.genes.chunks_exact_mut(length).zip(&mut self.fitness).enumerate();
        for (slot, states) in self.states.chunks_exact_mut(kept).enumerate() {
            if newcomers.len() < brood.len() && brood.slot(newcomers.len()) == slot {
                let (number, (genes, fitness)) = rooms.next().expect("a room for each newcomer");
                newcomers.push(Newcomer { number, genes, fitness, states, parent: 0 });
                parents.push(&[]);
            } else {
                parents.push(states);
            }
        }
        let evaluate = |part: &mut [Newcomer<'_>]| evaluate(problem, brood, &parents, part);
        match rayon::current_num_threads() {
            1 => evaluate(&mut newcomers),
            _ => newcomers.par_chunks_mut(PART).for_each(evaluate),
        }
        (&self.genes, &self.fitness)
    }

    /// Plays one solution into a slot, all of it.
    pub fn put(&mut self, problem: &Problem, slot: usize, genes: &[i8]) -> f64 {
        let state = problem.play_on(genes, 0, &mut self.states[slot * self.kept..][..self.kept]);
        problem.fitness().of(&state)
    }
}

#[inline(always)]
fn evaluate_here(problem: &Problem, brood: &Brood<'_>, parents: &[&[State]], part: &mut [Newcomer<'_>]) {
    // Step by step for all, so that waiting for the memory of one parent overlaps with waiting for that of the next.
    let mut from = [0; PART];
    for part in part.chunks_mut(PART) {
        for (newcomer, from) in part.iter_mut().zip(&mut from) {
            let origin = brood.breed(newcomer.number, newcomer.genes);
            *from = origin.slot.map_or(0, |_| origin.shared.min(newcomer.states.len()));
            newcomer.parent = origin.slot.unwrap_or(0);
        }
        for (newcomer, &from) in part.iter_mut().zip(&from) {
            newcomer.states[..from].copy_from_slice(&parents[newcomer.parent][..from]);
        }
        for (newcomer, &from) in part.iter_mut().zip(&from) {
            let state = problem.play_on(newcomer.genes, from, newcomer.states);
            *newcomer.fitness = problem.fitness().of(&state);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;

    /// The same, compiled for processors that shift and count bits in one instruction.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn evaluate(problem: &Problem, brood: &Brood<'_>, parents: &[&[State]], part: &mut [Newcomer<'_>]) {
        evaluate_here(problem, brood, parents, part);
    }

    pub fn is_available() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }
}

fn evaluate(problem: &Problem, brood: &Brood<'_>, parents: &[&[State]], part: &mut [Newcomer<'_>]) {
    #[cfg(target_arch = "x86_64")]
    if x86::is_available() {
        #[expect(unsafe_code, reason = "the processor has these instructions: it was just asked")]
        // SAFETY: `is_available` says that the processor has all features the function is compiled for.
        unsafe {
            x86::evaluate(problem, brood, parents, part);
        }
        return;
    }
    evaluate_here(problem, brood, parents, part);
}
