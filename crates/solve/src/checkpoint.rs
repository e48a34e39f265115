//! Checkpoints: the state of an interrupted algorithm as plain data, from which it resumes.

use serde::{Deserialize, Serialize};
use tetrolab_engine::{Placement, Rotation};
use tetrolab_optimize::{annealing, genetic};

use crate::beam::each_way;
use crate::moves::Finder;
use crate::problem::{Problem, Solution};
use crate::solver::{METHODS, Outcome, PlanError};

/// An algorithm between two steps, and the best that it has found. With the same problem, plan and seed it resumes as if it had never
/// been interrupted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// Where it is; `None` for those that begin again, which are beams and proofs.
    pub position: Option<Position>,
    /// The best so far.
    pub best: Option<Best>,
}

/// Where an algorithm is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Position {
    /// A genetic algorithm between two generations.
    Genetic {
        /// All individuals.
        population: genetic::State,
        /// How many solutions were looked at to refine the best.
        others: u64,
    },
    /// An annealing between two iterations.
    Annealing(annealing::State),
}

/// The best that was found, with what is proven.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Best {
    /// Its genes, piece after piece; none if it has none.
    pub genes: Vec<i8>,
    /// Where its pieces locked, if it has no genes.
    pub places: Vec<Place>,
    /// How it was found.
    pub method: String,
    /// No solution leaves fewer Blocks.
    pub least_blocks: u32,
    /// No solution has a higher fitness, if anything is known.
    pub most_fitness: Option<f64>,
}

/// Where a piece locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Whether Hold was used.
    pub hold: bool,
    /// How many times it is turned to the right.
    pub rotation: u8,
    pub x: i8,
    pub y: i8,
    /// Whether it was a spin.
    pub spin: bool,
}

impl Best {
    /// That of an outcome, if it has a solution.
    pub fn of(outcome: &Outcome) -> Option<Best> {
        let solution = outcome.solution.as_ref()?;
        let place = |step: &crate::problem::Step| {
            let Placement { rotation, x, y, .. } = step.placement;
            Place { hold: step.hold, rotation: rotation as u8, x, y, spin: step.spin }
        };
        let has_genes = !solution.genes.is_empty();
        Some(Best {
            genes: solution.genes.clone(),
            places: if has_genes { Vec::new() } else { solution.steps.iter().map(place).collect() },
            method: outcome.method.to_string(),
            least_blocks: outcome.least_blocks,
            most_fitness: outcome.most_fitness,
        })
    }

    /// Plays it; `None` if it is no solution of the problem.
    pub fn solution(&self, problem: &Problem) -> Option<Solution> {
        match problem.moves().genotype() {
            Some(_) => problem.solution_with_any_turns(&self.genes).ok(),
            None => self.by_places(problem),
        }
    }

    /// Finds the way of each piece among all there are.
    fn by_places(&self, problem: &Problem) -> Option<Solution> {
        if self.places.len() != problem.pieces() {
            return None;
        }
        let (mut state, mut finder, mut ways) = (*problem.start(), Finder::default(), Vec::new());
        for place in &self.places {
            let rotation = Rotation::ALL.into_iter().nth(place.rotation.into())?;
            let mut found = None;
            each_way(problem, &mut finder, &state, |way, after| {
                let Placement { rotation: turned, x, y, .. } = way.rest.spot.placement(way.rest.piece);
                let is_there = (way.hold, turned, x, y) == (place.hold, rotation, place.x, place.y);
                // A turn that is no spin leaves the same as none.
                if is_there && (found.is_none() || way.rest.turned == place.spin) {
                    found = Some((way, after));
                }
            });
            let (way, after) = found?;
            ways.push(way);
            state = after;
        }
        Some(problem.solution_to(&ways))
    }

    /// How it was found, if there is such a way.
    fn method(&self) -> Option<&'static str> {
        METHODS.into_iter().find(|method| *method == self.method)
    }

    /// What was known when it was kept; `None` if it is no solution of the problem.
    pub fn outcome(&self, problem: &Problem) -> Option<Outcome> {
        let (solution, method) = (Some(self.solution(problem)?), self.method()?);
        let Best { least_blocks, most_fitness, .. } = *self;
        Some(Outcome { solution, least_blocks, most_fitness, ..Outcome::new(problem, method) })
    }
}

/// Keeps checkpoints.
pub trait Keep {
    /// Called between two steps of an algorithm; if `is_last`, it stops there. Making the checkpoint takes time, so call
    /// `checkpoint` only to keep its result.
    fn between(&mut self, is_last: bool, checkpoint: &dyn Fn() -> Checkpoint);
}

/// Keeps nothing.
impl Keep for () {
    fn between(&mut self, _is_last: bool, _checkpoint: &dyn Fn() -> Checkpoint) {}
}

/// Where an algorithm begins, and the keeper of its checkpoints.
pub(crate) struct Journey<'a> {
    pub from: Option<&'a Checkpoint>,
    pub keep: &'a mut dyn Keep,
}

impl<'a> Journey<'a> {
    /// The outcome to begin with, and the position.
    pub fn begin(&self, problem: &Problem, method: &'static str) -> Result<(Outcome, Option<&'a Position>), PlanError> {
        let position = self.from.and_then(|from| from.position.as_ref());
        let outcome = match self.from.and_then(|from| from.best.as_ref()) {
            Some(best) => best.outcome(problem).ok_or(PlanError::Checkpoint)?,
            None => Outcome::new(problem, method),
        };
        Ok((outcome, position))
    }
}
