//! Many solutions at once: bred, played from their first changed piece on, and valued.

use rayon::prelude::*;
use tetrolab_optimize::genetic::{Brood, Genetic, Mutation, Origin, Scope};

#[cfg(target_arch = "x86_64")]
use crate::eight::Eight;
use crate::problem::Problem;
use crate::state::State;

/// Where fewer newcomers than this share are still like a parent, their states are not kept.
const FEW: f64 = 0.3;

/// How many newcomers a thread takes at a time.
const PART: usize = 256;

/// Plays the newcomers of a genetic algorithm. It remembers how the games of all individuals began, piece by piece, so that a
/// newcomer is played from the first piece on that differs from its parent's.
#[derive(Debug)]
pub struct Evaluator {
    /// For each slot, the states after its first pieces.
    states: Vec<State>,
    /// How many those are.
    kept: usize,
    genes: Vec<i8>,
    fitness: Vec<f64>,
    player: Player,
}

/// One newcomer to be bred and played.
#[derive(Debug)]
pub(crate) struct Newcomer<'a> {
    pub number: usize,
    pub genes: &'a mut [i8],
    /// The piece to begin with.
    pub from: usize,
    /// The states after the first pieces: those before `from` are read, the others written.
    pub states: &'a mut [State],
    pub fitness: &'a mut f64,
}

impl Evaluator {
    /// Room for the slots of a population.
    ///
    /// Only the states after the first pieces are kept, as long as enough newcomers can go on from them: fetching the others from memory
    /// takes longer than playing a few pieces again.
    pub fn new(problem: &Problem, genetic: &Genetic) -> Evaluator {
        let Mutation { probability, scope, .. } = genetic.settings().mutation;
        let unchanged = match scope {
            Scope::PerSite => 1.0 - probability,
            Scope::PerGenome => 1.0,
        };
        let kept = (1..=problem.pieces()).take_while(|&piece| unchanged.powi(piece as i32) >= FEW).count().max(1);
        let states = vec![State::default(); genetic.slots() * kept];
        Evaluator { states, kept, genes: Vec::new(), fitness: Vec::new(), player: Player::new(problem) }
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
                newcomers.push(Newcomer { number, genes, from: 0, states, fitness });
                parents.push(&[]);
            } else {
                parents.push(states);
            }
        }
        let player = &self.player;
        let evaluate = |part: &mut [Newcomer<'_>]| {
            // Step by step for all, so that waiting for the memory of one parent overlaps with waiting for that of the next.
            let origins: [_; PART] = std::array::from_fn(|i| Some(brood.breed(part.get_mut(i)?.number, part[i].genes)));
            for (newcomer, origin) in part.iter_mut().zip(origins) {
                let Some(Origin { slot: Some(parent), shared }) = origin else { continue };
                newcomer.from = shared.min(kept);
                newcomer.states[..newcomer.from].copy_from_slice(&parents[parent][..newcomer.from]);
            }
            player.play(problem, part);
        };
        match rayon::current_num_threads() {
            1 => newcomers.chunks_mut(PART).for_each(evaluate),
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

/// How newcomers are played, by what the processor can do.
#[derive(Debug)]
enum Player {
    OneByOne,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Eight(Box<Eight>),
}

impl Player {
    fn new(problem: &Problem) -> Player {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(eight) = Eight::new(problem) {
                return Player::Eight(eight);
            }
            if x86::is_available() {
                return Player::Avx2;
            }
        }
        Player::OneByOne
    }

    fn play(&self, problem: &Problem, newcomers: &mut [Newcomer<'_>]) {
        match self {
            Player::OneByOne => play_one_by_one(problem, newcomers),
            #[cfg(target_arch = "x86_64")]
            Player::Avx2 => {
                #[expect(unsafe_code, reason = "the processor has these instructions: it was asked")]
                // SAFETY: there is such a player only if the processor has all features the function is compiled for.
                unsafe {
                    x86::play(problem, newcomers);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Player::Eight(eight) => eight.play(problem, newcomers),
        }
    }
}

#[inline(always)]
fn play_one_by_one(problem: &Problem, newcomers: &mut [Newcomer<'_>]) {
    for newcomer in newcomers {
        let state = problem.play_on(newcomer.genes, newcomer.from, newcomer.states);
        *newcomer.fitness = problem.fitness().of(&state);
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;

    /// The same, compiled for processors that shift and count bits in one instruction.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn play(problem: &Problem, newcomers: &mut [Newcomer<'_>]) {
        play_one_by_one(problem, newcomers);
    }

    pub fn is_available() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }
}
