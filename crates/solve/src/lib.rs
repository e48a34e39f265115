#![doc = include_str!("../README.md")]

mod annealing;
mod auto;
mod beam;
mod bounds;
mod changes;
mod checkpoint;
mod clears;
mod effort;
#[cfg(target_arch = "x86_64")]
mod eight;
mod evaluator;
mod exact;
mod fitness;
mod fitness_file;
mod forms;
mod genetic;
mod genotype;
mod ground;
mod hybrid;
mod keys;
mod moves;
mod openings;
pub mod perfect_clear;
mod play;
mod problem;
mod solver;
mod state;
mod tail;
pub mod tune;
mod walker;

pub use annealing::Variant;
pub use auto::WIDEST_BEAM;
pub use beam::BeamSearch;
pub use bounds::{can_be_empty, least_blocks};
pub use checkpoint::{Best, Checkpoint, Keep, Place, Position};
pub use clears::{Clears, Emptied};
pub use evaluator::Evaluator;
pub use fitness::{Fitness, HEURISTICS, Terms};
pub use genetic::Evolution;
pub use genotype::{Actions, Encoding, Genotype, Meaning, UnknownGenotype};
pub use hybrid::{Hybrid, Refiner};
pub use keys::{TypeError, Typed};
pub use moves::MoveSet;
pub use problem::{GenesError, MOST_PIECES, Problem, Setup, SetupError, Solution, Step};
pub use solver::{Control, Ended, Outcome, Plan, PlanError, Progress, solve, solve_from, solve_within};
pub use state::{SIZE, State};
