//! One way to ask for a solution, whatever the algorithm.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use tetrolab_optimize::{annealing, genetic};

use crate::annealing::anneal;
use crate::auto::{self, WIDEST_BEAM};
use crate::bounds::least_blocks;
use crate::checkpoint::{Best, Checkpoint, Journey, Keep};
use crate::effort::Effort;
use crate::genetic::evolve;
use crate::hybrid::{self, Hybrid};
use crate::problem::{GenesError, Problem, Solution};

/// An algorithm and its settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Plan {
    /// The genetic algorithm.
    #[serde(rename = "ga")]
    Genetic(genetic::Settings),
    /// Simulated annealing, from a random solution or from this one.
    #[serde(rename = "sa")]
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

    /// The words for all of them.
    pub const NAMES: [&str; 6] = ["ga", "sa", "hybrid", "beam", "exact", "auto"];

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

/// All that a solution can be found by.
pub(crate) const METHODS: [&str; 7] = ["ga", "sa", "hybrid", "beam", "perfect clears", "exact", "auto"];

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
    /// The fitness of the solution that is being changed, which may be worse than the best; of annealings only.
    pub current: Option<f64>,
    /// Solutions, placements or fields that were looked at so far.
    pub evaluations: u64,
}

impl Progress {
    /// The same, but not worse than what is known already.
    fn at_least(&self, known: &Outcome) -> Progress {
        let least_blocks = self.least_blocks.max(known.least_blocks);
        let rank = |blocks: Option<u32>, fitness: Option<f64>| (blocks == Some(0), fitness);
        match rank(known.blocks(), known.fitness()) > rank(self.blocks, self.fitness) {
            true => Progress { fitness: known.fitness(), blocks: known.blocks(), least_blocks, ..*self },
            false => Progress { least_blocks, ..*self },
        }
    }
}

/// How a search is watched and stopped.
pub struct Control<'a> {
    /// The search ends soon after this becomes true; what was found until then is kept.
    pub stop: &'a AtomicBool,
    /// Is told regularly how far it has come, at moments that follow from the problem and the plan alone.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// Everything there is to do was done.
    Complete,
    /// Everything there is to do was done, but whether something better exists is not known.
    Unproven,
    /// The number of generations or iterations was reached, or that of placements and fields.
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

    /// This or the other, whose solution is better, with all that is proven in one of them.
    pub(crate) fn at_least(mut self, other: &Outcome) -> Outcome {
        if let Some(solution) = &other.solution {
            self.improve(solution.clone(), other.method);
        }
        self.least_blocks = self.least_blocks.max(other.least_blocks);
        self.most_fitness = match (self.most_fitness, other.most_fitness) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        self
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
            current: None,
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
    /// A checkpoint that belongs to something else.
    Checkpoint,
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
            PlanError::Checkpoint => write!(f, "the checkpoint is not one of this search"),
            PlanError::Width => write!(f, "a beam is at least one state wide"),
        }
    }
}

impl std::error::Error for PlanError {}

/// Solves a problem, on the threads of the current pool. The seed decides about everything random. However soon it is stopped, there is
/// a solution.
pub fn solve(problem: &Problem, plan: &Plan, seed: u64, control: &mut Control<'_>) -> Result<Outcome, PlanError> {
    solve_from(problem, plan, seed, None, &mut (), control)
}

/// The same, from a checkpoint of the same search on if there is one; `keep` receives the new ones.
///
/// The genetic algorithm, the annealing and the hybrid resume as if they had never been interrupted. Beams and proofs begin again;
/// the better of both solutions and of both proofs counts in the end.
pub fn solve_from(
    problem: &Problem,
    plan: &Plan,
    seed: u64,
    from: Option<&Checkpoint>,
    keep: &mut dyn Keep,
    control: &mut Control<'_>,
) -> Result<Outcome, PlanError> {
    run(problem, plan, seed, Journey { from, keep }, Effort::ENDLESS, control)
}

/// Solves a problem as [`solve`] does, but beams and proofs end soon after they have looked at `most` placements and fields.
/// Unlike a time limit, this gives the same result everywhere. Populations and annealings have limits of their own.
pub fn solve_within(
    problem: &Problem,
    plan: &Plan,
    seed: u64,
    most: u64,
    control: &mut Control<'_>,
) -> Result<Outcome, PlanError> {
    run(problem, plan, seed, Journey { from: None, keep: &mut () }, Effort(most), control)
}

fn run(
    problem: &Problem,
    plan: &Plan,
    seed: u64,
    journey: Journey<'_>,
    effort: Effort,
    control: &mut Control<'_>,
) -> Result<Outcome, PlanError> {
    if plan.needs_genes() && problem.moves().genotype().is_none() {
        return Err(PlanError::NoGenes(plan.name()));
    }
    match plan {
        Plan::Genetic(settings) => evolve(problem, settings.clone(), seed, journey, control),
        Plan::Annealing { settings, start } => {
            anneal(problem, settings.clone(), start.as_deref(), seed, journey, control)
        }
        Plan::Hybrid(hybrid) => hybrid::run(problem, hybrid, seed, journey, control),
        Plan::Beam { width: 0 } => Err(PlanError::Width),
        Plan::Beam { .. } | Plan::Exact | Plan::Auto { .. } => begin_again(problem, plan, journey, effort, control),
    }
}

/// Beams and proofs, from their beginning.
fn begin_again(
    problem: &Problem,
    plan: &Plan,
    journey: Journey<'_>,
    effort: Effort,
    control: &mut Control<'_>,
) -> Result<Outcome, PlanError> {
    let (before, position) = journey.begin(problem, plan.name())?;
    if position.is_some() {
        return Err(PlanError::Checkpoint);
    }
    let (stop, tell) = (control.stop, &mut *control.watch);
    // As long as nothing as good is found again, what was found before is the best.
    let mut watch = |progress: &Progress| tell(&progress.at_least(&before));
    let control = &mut Control { stop, watch: &mut watch };
    let Journey { keep: kept, .. } = journey;
    // What is kept is never worse than what was kept before.
    let mut keep = |outcome: &Outcome| {
        let checkpoint = || Checkpoint { position: None, best: Best::of(&outcome.clone().at_least(&before)) };
        kept.between(outcome.ended == Ended::Stopped, &checkpoint);
    };
    let outcome = match plan {
        Plan::Beam { width } => {
            let mut outcome = Outcome::new(problem, "beam");
            auto::beam(problem, *width, effort, &mut outcome, control);
            keep(&outcome);
            outcome
        }
        Plan::Auto { widest } => auto::run(problem, *widest, effort, &mut keep, control),
        _ => auto::prove(problem, effort, &mut keep, control),
    };
    Ok(outcome.at_least(&before))
}
