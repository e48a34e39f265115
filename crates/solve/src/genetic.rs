//! The genetic algorithm on the problem.

use tetrolab_optimize::genetic::{Brood, Genetic, InjectError, Settings, SettingsError, Stop};

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

    /// The population.
    pub fn genetic(&self) -> &Genetic {
        &self.genetic
    }
}

/// Lets a population evolve until it has to stop.
pub(crate) fn evolve(
    problem: &Problem,
    settings: Settings,
    seed: u64,
    control: &mut Control<'_>,
) -> Result<Outcome, PlanError> {
    evolve_and(problem, "ga", settings, seed, control, |_| Ok(0))
}

/// The same, and after each generation something else, which says how many solutions it looked at.
pub(crate) fn evolve_and(
    problem: &Problem,
    method: &'static str,
    settings: Settings,
    seed: u64,
    control: &mut Control<'_>,
    mut and: impl FnMut(&mut Evolution<'_>) -> Result<u64, PlanError>,
) -> Result<Outcome, PlanError> {
    let limit = settings.generations;
    let mut evolution = Evolution::new(problem, settings, seed).map_err(PlanError::Genetic)?;
    let mut outcome = Outcome::new(problem, method);
    let mut others = 0;
    outcome.ended = loop {
        evolution.step();
        others += and(&mut evolution)?;
        evolution.report(&mut outcome, method, others);
        let temperature = evolution.genetic.temperature();
        (control.watch)(&Progress { temperature, ..outcome.progress(method, outcome.count, Some(limit)) });
        match evolution.stop() {
            Some(Stop::Generations) => break Ended::Limit,
            Some(Stop::Patience) => break Ended::Patience,
            None if control.is_stopped() => break Ended::Stopped,
            None => {}
        }
    };
    Ok(outcome)
}

impl Evolution<'_> {
    /// Writes down the best and how much was done, with what others looked at.
    fn report(&self, outcome: &mut Outcome, method: &'static str, others: u64) {
        let best = self.genetic.best().expect("a generation was told");
        if outcome.solution.as_ref().is_none_or(|known| best.fitness > known.fitness()) {
            outcome.improve(self.problem.solution_unchecked(best.genes), method);
        }
        (outcome.count, outcome.evaluations) = (self.genetic.generation(), self.genetic.evaluations() + others);
    }
}
