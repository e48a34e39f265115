//! The genetic algorithm whose best are refined and go back into the population.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tetrolab_optimize::climb::{Climb, Rule};
use tetrolab_optimize::{annealing, genetic};

use crate::annealing::{Cooling, PORTION, Variant};
use crate::changes::Changes;
use crate::checkpoint::Journey;
use crate::genetic::{Evolution, evolve_and};
use crate::genotype::{Encoding, Genotype};
use crate::problem::Problem;
use crate::solver::{Control, Outcome, PlanError};
use crate::tail::improve_tail;

/// What refines a solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refiner {
    /// Simulated annealing that begins with it.
    Annealing(annealing::Settings),
    /// Greedy steps to a better neighbour until there is none.
    Greedy,
    /// A* over what can be done with the last pieces.
    AStar {
        /// How many pieces.
        pieces: usize,
        /// How many states it may look at.
        nodes: usize,
    },
}

impl Refiner {
    /// The words for all of them.
    pub const NAMES: [&str; 3] = ["annealing", "greedy", "a-star"];
    /// How hot an annealing that refines usually is at first. It begins with something good, so it need not be hot.
    pub const TEMPERATURE: f64 = 2.0;
    /// How many iterations it usually has at most.
    pub const ITERATIONS: u64 = 20_000;
    /// How many of the last pieces A* usually places anew.
    pub const PIECES: usize = 4;
    /// How many states it usually looks at.
    pub const NODES: usize = 20_000;

    /// The one with this name, as it usually is.
    pub fn usual(name: &str, genotype: Genotype, encoding: Encoding) -> Option<Refiner> {
        Some(match name {
            "annealing" => Refiner::Annealing(annealing::Settings {
                temperature: Refiner::TEMPERATURE,
                iterations: Refiner::ITERATIONS,
                ..Variant::Mended.settings(genotype, encoding)
            }),
            "greedy" => Refiner::Greedy,
            "a-star" => Refiner::AStar { pieces: Refiner::PIECES, nodes: Refiner::NODES },
            _ => return None,
        })
    }

    /// The word for it on the command line.
    pub const fn name(&self) -> &'static str {
        match self {
            Refiner::Annealing(_) => "annealing",
            Refiner::Greedy => "greedy",
            Refiner::AStar { .. } => "a-star",
        }
    }
}

/// How a hybrid works.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hybrid {
    /// The genetic algorithm.
    pub genetic: genetic::Settings,
    /// What refines.
    pub refiner: Refiner,
    /// How many generations there are from one refinement to the next.
    pub every: u64,
    /// How many of the best are refined, in parallel.
    pub refined: usize,
}

impl Hybrid {
    /// How many generations there usually are from one refinement to the next.
    pub const EVERY: u64 = 25;
    /// How many of the best are usually refined.
    pub const REFINED: usize = 4;
}

/// Lets a population evolve and refines its best, until it has to stop.
pub(crate) fn run(
    problem: &Problem,
    hybrid: &Hybrid,
    seed: u64,
    journey: Journey<'_>,
    control: &mut Control<'_>,
) -> Result<Outcome, PlanError> {
    if hybrid.every == 0 || hybrid.refined == 0 || 2 * hybrid.refined > hybrid.genetic.population {
        return Err(PlanError::Hybrid("from 1 up to half of the population are refined, every 1 or more generations"));
    }
    let stop = control.stop;
    let is_due = |generation: u64| generation.is_multiple_of(hybrid.every);
    evolve_and(problem, "hybrid", (hybrid.genetic.clone(), seed), journey, control, is_due, |evolution| {
        refine(problem, hybrid, seed, evolution, stop)
    })
}

/// Refines the best, each different from the others, and puts what became better into the place of the worst. Returns how many
/// solutions were looked at.
fn refine(
    problem: &Problem,
    hybrid: &Hybrid,
    seed: u64,
    evolution: &mut Evolution<'_>,
    stop: &AtomicBool,
) -> Result<u64, PlanError> {
    let genetic = evolution.genetic();
    let mut chosen: Vec<&[i8]> = Vec::with_capacity(hybrid.refined);
    for &slot in genetic.ranked() {
        let genes = genetic.individual(slot as usize).genes;
        if !chosen.contains(&genes) {
            chosen.push(genes);
        }
        if chosen.len() == hybrid.refined {
            break;
        }
    }
    // Each solution has its own random numbers, whichever thread refines it.
    let first = seed ^ genetic.generation().wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let refined = chosen
        .par_iter()
        .enumerate()
        .map(|(number, genes)| refined(problem, &hybrid.refiner, genes, first.wrapping_add(number as u64), stop));
    let refined: Vec<(Vec<i8>, f64, u64)> = refined.collect::<Result<_, _>>()?;
    let evaluations = refined.iter().map(|one| one.2).sum();
    let solutions: Vec<(&[i8], f64)> = refined.iter().map(|(genes, fitness, _)| (&genes[..], *fitness)).collect();
    evolution.inject(&solutions).expect("what was refined is in the space, and there are few");
    Ok(evaluations)
}

/// What becomes of one solution; if it is stopped, the best until then.
fn refined(
    problem: &Problem,
    refiner: &Refiner,
    genes: &[i8],
    seed: u64,
    stop: &AtomicBool,
) -> Result<(Vec<i8>, f64, u64), PlanError> {
    let is_stopped = || stop.load(Ordering::Relaxed);
    match refiner {
        Refiner::Annealing(settings) => {
            let mut cooling = Cooling::new(problem, settings.clone(), Some(genes), seed)?;
            while cooling.run(PORTION).is_none() && !is_stopped() {}
            let annealing = cooling.annealing();
            let best = annealing.best().expect("the first solution was told");
            Ok((best.genes.to_vec(), best.fitness, annealing.iteration()))
        }
        Refiner::Greedy => Ok(climb(problem, genes, is_stopped)),
        Refiner::AStar { pieces, nodes } => Ok(improve_tail(problem, genes, *pieces, *nodes, is_stopped)),
    }
}

/// Steps to the first better neighbour until there is none.
fn climb(problem: &Problem, genes: &[i8], is_stopped: impl Fn() -> bool) -> (Vec<i8>, f64, u64) {
    let mut climb = Climb::new(problem.space(), Rule::First, genes).expect("genes of the population");
    let mut changes = Changes::new(problem);
    while climb.evaluations() == 0 || !is_stopped() {
        let Some(candidate) = climb.ask() else { break };
        let fitness = changes.value(candidate);
        if climb.tell(fitness).expect("every fitness is finite") {
            changes.accept();
        }
    }
    let found = climb.current().expect("the first solution was told");
    (found.genes.to_vec(), found.fitness, climb.evaluations())
}
