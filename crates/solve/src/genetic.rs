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
    let limit = settings.generations;
    let mut evolution = Evolution::new(problem, settings, seed).map_err(PlanError::Genetic)?;
    let mut outcome = Outcome::new(problem, "ga");
    outcome.ended = loop {
        evolution.step();
        evolution.report(&mut outcome);
        let temperature = evolution.genetic.temperature();
        (control.watch)(&Progress { temperature, ..outcome.progress("ga", outcome.count, Some(limit)) });
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
    /// Writes down the best and how much was done.
    pub(crate) fn report(&self, outcome: &mut Outcome) {
        let best = self.genetic.best().expect("a generation was told");
        if outcome.solution.as_ref().is_none_or(|known| best.fitness > known.fitness()) {
            outcome.improve(self.problem.solution_unchecked(best.genes), "ga");
        }
        (outcome.count, outcome.evaluations) = (self.genetic.generation(), self.genetic.evaluations());
    }
}
