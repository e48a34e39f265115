//! The genetic algorithm on the problem.

use tetrolab_optimize::genetic::{Brood, Genetic, InjectError, Settings, SettingsError, State, StateError, Stop};

use crate::checkpoint::{Best, Checkpoint, Journey, Position};
use crate::evaluator::Evaluator;
use crate::problem::Problem;
use crate::solver::{Control, Ended, Outcome, PlanError, Progress};

/// A population of solutions that evolves.
#[derive(Debug)]
pub struct Evolution<'p> {
    problem: &'p Problem,
    genetic: Genetic,
    evaluator: Evaluator,
}

impl<'p> Evolution<'p> {
    /// A population that is still to be made.
    pub fn new(problem: &'p Problem, settings: Settings, seed: u64) -> Result<Evolution<'p>, SettingsError> {
        let genetic = Genetic::new(problem.space(), settings, seed)?;
        let evaluator = Evaluator::new(problem, &genetic);
        Ok(Evolution { problem, genetic, evaluator })
    }

    /// A population that was left, as [`Genetic::state`] says it.
    pub fn from_state(problem: &'p Problem, settings: Settings, state: &State) -> Result<Evolution<'p>, StateError> {
        let genetic = Genetic::from_state(problem.space(), settings, state)?;
        let mut evaluator = Evaluator::new(problem, &genetic);
        for &slot in genetic.ranked() {
            evaluator.put(problem, slot as usize, genetic.individual(slot as usize).genes);
        }
        Ok(Evolution { problem, genetic, evaluator })
    }

    /// One generation, on the threads of the current pool. What comes of it does not depend on them.
    pub fn step(&mut self) {
        let brood: Brood<'_> = self.genetic.ask();
        let (genes, fitness) = self.evaluator.evaluate(self.problem, &brood);
        self.genetic.tell(genes, fitness).expect("what was bred is in the space, and every fitness is finite");
    }

    /// Puts solutions from elsewhere in the place of the worst.
    pub fn inject(&mut self, solutions: &[(&[i8], f64)]) -> Result<(), InjectError> {
        let slots = self.genetic.inject(solutions)?;
        for (slot, (genes, _)) in slots.into_iter().zip(solutions) {
            self.evaluator.put(self.problem, slot, genes);
        }
        Ok(())
    }

    /// Whether it is time to stop.
    pub fn stop(&self) -> Option<Stop> {
        self.genetic.stop()
    }

    pub fn genetic(&self) -> &Genetic {
        &self.genetic
    }
}

/// Lets a population evolve until it has to stop.
pub(crate) fn evolve(
    problem: &Problem,
    settings: Settings,
    seed: u64,
    journey: Journey<'_>,
    control: &mut Control<'_>,
) -> Result<Outcome, PlanError> {
    evolve_and(problem, "ga", (settings, seed), journey, control, |_| false, |_| Ok(0))
}

/// The same, and after the generations in which it is due something else, which says how many solutions it looked at, and may be
/// left half way when it is stopped.
pub(crate) fn evolve_and(
    problem: &Problem,
    method: &'static str,
    (settings, seed): (Settings, u64),
    journey: Journey<'_>,
    control: &mut Control<'_>,
    is_due: impl Fn(u64) -> bool,
    mut and: impl FnMut(&mut Evolution<'_>) -> Result<u64, PlanError>,
) -> Result<Outcome, PlanError> {
    let limit = settings.generations;
    let (mut outcome, position) = journey.begin(problem, method)?;
    let (mut evolution, mut others) = match position {
        None => (Evolution::new(problem, settings, seed).map_err(PlanError::Genetic)?, 0),
        Some(Position::Genetic { population, others }) if population.seed == seed => {
            let evolution = Evolution::from_state(problem, settings, population);
            (evolution.map_err(|_| PlanError::Checkpoint)?, *others)
        }
        Some(_) => return Err(PlanError::Checkpoint),
    };
    let keep = journey.keep;
    // Where it was before something that may be left half way.
    let mut before = None;
    outcome.ended = loop {
        if evolution.genetic.generation() > 0 {
            evolution.report(&mut outcome, method, others);
            let temperature = evolution.genetic.temperature();
            (control.watch)(&Progress { temperature, ..outcome.progress(method, outcome.count, Some(limit)) });
            let is_stopped = control.is_stopped();
            let left = before.take().filter(|_| is_stopped);
            let stop = evolution.stop().filter(|_| left.is_none());
            keep.between(is_stopped && stop.is_none(), &|| match &left {
                Some(left) => Checkpoint::clone(left),
                None => evolution.checkpoint(&outcome, others),
            });
            match stop {
                Some(Stop::Generations) => break Ended::Limit,
                Some(Stop::Patience) => break Ended::Patience,
                None if is_stopped => break Ended::Stopped,
                None => {}
            }
        }
        if is_due(evolution.genetic.generation() + 1) {
            before = Some(evolution.checkpoint(&outcome, others));
        }
        evolution.step();
        if before.is_some() {
            others += and(&mut evolution)?;
        }
    };
    Ok(outcome)
}

impl Evolution<'_> {
    /// Where it is, with the best so far and what others looked at.
    fn checkpoint(&self, outcome: &Outcome, others: u64) -> Checkpoint {
        let position = Position::Genetic { population: self.genetic.state(), others };
        Checkpoint { position: Some(position), best: Best::of(outcome) }
    }

    /// Writes down the best and how much was done, with what others looked at.
    fn report(&self, outcome: &mut Outcome, method: &'static str, others: u64) {
        let best = self.genetic.best().expect("a generation was told");
        if outcome.solution.as_ref().is_none_or(|known| best.fitness > known.fitness()) {
            outcome.improve(self.problem.solution_unchecked(best.genes), method);
        }
        (outcome.count, outcome.evaluations) = (self.genetic.generation(), self.genetic.evaluations() + others);
    }
}
