//! One way to ask for a solution, whatever the algorithm.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use tetrolab_optimize::{annealing, genetic};

use crate::annealing::anneal;
use crate::auto::{self, WIDEST_BEAM};
use crate::bounds::least_blocks;
use crate::genetic::evolve;
use crate::hybrid::{self, Hybrid};
use crate::problem::{GenesError, Problem, Solution};

/// An algorithm and its settings.
#[derive(Clone, Debug)]
pub enum Plan {
    /// The genetic algorithm.
    Genetic(genetic::Settings),
    /// Simulated annealing, from a random solution or from this one.
    Annealing {
        /// How.
        settings: annealing::Settings,
        /// The genes to begin with.
        start: Option<Vec<i8>>,
    },
    /// The genetic algorithm, whose best are refined and go back into the population.
    Hybrid(Hybrid),
    /// Beam search over distinct placements.
    Beam {
        /// How many states are kept after each piece.
        width: usize,
    },
    /// Proof: the best that can be done, if that can be proven; otherwise as [`Plan::Auto`].
    Exact,
    /// Whatever is best, as long as there is time.
    Auto {
        /// How wide the last beam is, if the time lasts for it.
        widest: usize,
    },
}

impl Plan {
    /// Whatever is best, until it is stopped.
    pub const AUTO: Plan = Plan::Auto { widest: WIDEST_BEAM };

    /// The word for it on the command line.
    pub const fn name(&self) -> &'static str {
        match self {
            Plan::Genetic(_) => "ga",
            Plan::Annealing { .. } => "sa",
            Plan::Hybrid(_) => "hybrid",
            Plan::Beam { .. } => "beam",
            Plan::Exact => "exact",
            Plan::Auto { .. } => "auto",
        }
    }

    /// Whether solutions must have genes.
    pub const fn needs_genes(&self) -> bool {
        matches!(self, Plan::Genetic(_) | Plan::Annealing { .. } | Plan::Hybrid(_))
    }
}

/// How far an algorithm has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// What is being done.
    pub stage: &'static str,
    /// The best fitness so far.
    pub fitness: Option<f64>,
    /// The Blocks that the best solution leaves.
    pub blocks: Option<u32>,
    /// No solution leaves fewer, as far as is known.
    pub least_blocks: u32,
    /// Generations, iterations or pieces so far, whatever the stage counts.
    pub count: u64,
    /// How many there are at most, if that is known.
    pub limit: Option<u64>,
    /// The temperature, if there is one.
    pub temperature: Option<f64>,
    /// Solutions, placements or fields that were looked at so far.
    pub evaluations: u64,
}

/// Who looks on and may stop it.
pub struct Control<'a> {
    /// The search ends soon after this becomes true; what was found until then is kept.
    pub stop: &'a AtomicBool,
    /// Is told regularly how far it has come.
    pub watch: &'a mut dyn FnMut(&Progress),
}

impl Control<'_> {
    /// Whether to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").field("stop", self.stop).finish_non_exhaustive()
    }
}

/// Why an algorithm ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything there is to do was done.
    Complete,
    /// Everything there is to do was done, but whether something better exists is not known.
    Unproven,
    /// The number of generations or iterations was reached.
    Limit,
    /// Nothing better was found for too long.
    Patience,
    /// All neighbours were tabu.
    Stuck,
    /// It was told to.
    Stopped,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The best solution; there is one in the end.
    pub solution: Option<Solution>,
    /// How it was found.
    pub method: &'static str,
    /// No solution leaves fewer Blocks.
    pub least_blocks: u32,
    /// No solution has a higher fitness, if anything is known.
    pub most_fitness: Option<f64>,
    /// Why it ended.
    pub ended: Ended,
    /// Solutions, placements or fields that were looked at.
    pub evaluations: u64,
    /// Generations or iterations, where there are any.
    pub count: u64,
}

impl Outcome {
    /// Nothing yet.
    pub(crate) fn new(problem: &Problem, method: &'static str) -> Outcome {
        Outcome {
            solution: None,
            method,
            least_blocks: least_blocks(problem),
            most_fitness: None,
            ended: Ended::Complete,
            evaluations: 0,
            count: 0,
        }
    }

    /// Takes a solution if it is better than what there was: an empty board is better than any other, then the fitness counts.
    pub(crate) fn improve(&mut self, solution: Solution, method: &'static str) {
        let rank = |solution: &Solution| (solution.blocks() == 0, solution.fitness());
        if self.solution.as_ref().is_none_or(|best| rank(&solution) > rank(best)) {
            (self.solution, self.method) = (Some(solution), method);
        }
    }

    /// The fitness of the best solution.
    pub fn fitness(&self) -> Option<f64> {
        self.solution.as_ref().map(Solution::fitness)
    }

    /// The Blocks that the best solution leaves.
    pub fn blocks(&self) -> Option<u32> {
        self.solution.as_ref().map(Solution::blocks)
    }

    /// Whether it is proven that no solution leaves fewer Blocks.
    pub fn has_fewest_blocks(&self) -> bool {
        self.blocks().is_some_and(|blocks| blocks <= self.least_blocks)
    }

    /// Whether it is proven that no solution has a higher fitness.
    pub fn is_best(&self) -> bool {
        self.fitness().zip(self.most_fitness).is_some_and(|(fitness, most)| fitness >= most)
    }

    pub(crate) fn progress(&self, stage: &'static str, count: u64, limit: Option<u64>) -> Progress {
        Progress {
            stage,
            fitness: self.fitness(),
            blocks: self.blocks(),
            least_blocks: self.least_blocks,
            count,
            limit,
            temperature: None,
            evaluations: self.evaluations,
        }
    }
}

/// Why an algorithm cannot begin.
#[derive(Clone, Debug, PartialEq)]
pub enum PlanError {
    /// It needs genes, and the moves have none.
    NoGenes(&'static str),
    /// The genes to begin with are none.
    Start(GenesError),
    /// A setting of the genetic algorithm.
    Genetic(genetic::SettingsError),
    /// A setting of the annealing.
    Annealing(annealing::SettingsError),
    /// A setting of the hybrid.
    Hybrid(&'static str),
    /// A beam that is not at least one state wide.
    Width,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::NoGenes(name) => {
                write!(f, "the algorithm {name} needs a genotype; reachable placements have no genes")
            }
            PlanError::Start(error) => write!(f, "the solution to begin with: {error}"),
            PlanError::Genetic(error) => error.fmt(f),
            PlanError::Annealing(error) => error.fmt(f),
            PlanError::Hybrid(reason) => f.write_str(reason),
            PlanError::Width => write!(f, "a beam is at least one state wide"),
        }
    }
}

impl std::error::Error for PlanError {}

/// Solves a problem, on the threads of the current pool. The seed decides about everything random. However soon it is stopped, there is
/// a solution.
pub fn solve(problem: &Problem, plan: &Plan, seed: u64, control: &mut Control<'_>) -> Result<Outcome, PlanError> {
    if plan.needs_genes() && problem.moves().genotype().is_none() {
        return Err(PlanError::NoGenes(plan.name()));
    }
    match plan {
        Plan::Genetic(settings) => evolve(problem, settings.clone(), seed, control),
        Plan::Annealing { settings, start } => anneal(problem, settings.clone(), start.as_deref(), seed, control),
        Plan::Hybrid(hybrid) => hybrid::run(problem, hybrid, seed, control),
        Plan::Beam { width } => beam(problem, *width, control),
        Plan::Exact => Ok(auto::prove(problem, control)),
        Plan::Auto { widest } => Ok(auto::run(problem, *widest, control)),
    }
}

fn beam(problem: &Problem, width: usize, control: &mut Control<'_>) -> Result<Outcome, PlanError> {
    if width == 0 {
        return Err(PlanError::Width);
    }
    let mut outcome = Outcome::new(problem, "beam");
    auto::beam(problem, width, &mut outcome, control);
    Ok(outcome)
}
