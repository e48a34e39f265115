//! Simulated annealing on the problem, as published and mended.

use tetrolab_optimize::annealing::{Annealing, Neighbourhood, Settings, State, Stop};
use tetrolab_optimize::genome::Space;

use crate::changes::Changes;
use crate::checkpoint::{Best, Checkpoint, Journey, Position};
use crate::genotype::{Encoding, Genotype, Meaning};
use crate::problem::Problem;
use crate::solver::{Control, Ended, Outcome, PlanError, Progress};

/// The settings of the Tetris Solver's annealing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Variant {
    /// As its program does it, with both its defects: the lists of values are permuted against the genes, and the numbering of the
    /// neighbours leaves most values out.
    Published,
    /// The same with all neighbours.
    #[default]
    Mended,
}

impl Variant {
    /// Both.
    pub const ALL: [Variant; 2] = [Variant::Published, Variant::Mended];

    /// The word for it on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Published => "published",
            Variant::Mended => "mended",
        }
    }

    /// The settings for a problem: the program's, or the paper's if genes are read as the paper does.
    pub fn settings(self, genotype: Genotype, encoding: Encoding) -> Settings {
        match (self, encoding) {
            (Variant::Published, Encoding::Program) => Settings::program(published_lists(genotype)),
            (Variant::Mended, Encoding::Program) => {
                let complete = Settings::paper().neighbourhood;
                Settings { neighbourhood: complete, ..Settings::program(Vec::new()) }
            }
            // The paper lists values in the order of its genes; its numbering leaves some out all the same.
            (Variant::Published, Encoding::Paper) => Settings {
                neighbourhood: Settings::program(lists(genotype.meanings(Encoding::Paper))).neighbourhood,
                ..Settings::paper()
            },
            (Variant::Mended, Encoding::Paper) => Settings::paper(),
        }
    }
}

fn lists(meanings: Vec<Meaning>) -> Vec<Vec<i8>> {
    meanings.into_iter().map(|meaning| meaning.range().collect()).collect()
}

/// The lists of values as the program makes them: first moves before first turns, where its genes are the other way round, and so
/// on.
fn published_lists(genotype: Genotype) -> Vec<Vec<i8>> {
    lists(genotype.meanings(Encoding::Paper))
}

/// How many iterations an annealing makes before it says how far it is and asks whether to stop.
pub(crate) const PORTION: u64 = 512;

/// Anneals until it has to stop.
pub(crate) fn anneal(
    problem: &Problem,
    settings: Settings,
    start: Option<&[i8]>,
    seed: u64,
    journey: Journey<'_>,
    control: &mut Control<'_>,
) -> Result<Outcome, PlanError> {
    let limit = settings.iterations;
    let (mut outcome, position) = journey.begin(problem, "sa")?;
    let mut cooling = match position {
        None => Cooling::new(problem, settings, start, seed)?,
        Some(Position::Annealing(state)) => Cooling::from_state(problem, settings, state)?,
        Some(_) => return Err(PlanError::Checkpoint),
    };
    let keep = journey.keep;
    outcome.ended = loop {
        if cooling.annealing.current().is_some() {
            cooling.report(&mut outcome);
            let temperature = Some(cooling.annealing.temperature());
            let current = cooling.annealing.current().map(|current| current.fitness);
            (control.watch)(&Progress { temperature, current, ..outcome.progress("sa", outcome.count, Some(limit)) });
            let (stop, is_stopped) = (cooling.annealing.stop(), control.is_stopped());
            // Always after whole portions: which solution is the best so far is asked between them.
            keep.between(is_stopped && stop.is_none(), &|| {
                let position = Position::Annealing(cooling.annealing.state());
                Checkpoint { position: Some(position), best: Best::of(&outcome) }
            });
            match stop {
                Some(Stop::Iterations) => break Ended::Limit,
                Some(Stop::Stagnation) => break Ended::Patience,
                Some(Stop::Stuck) => break Ended::Stuck,
                None if is_stopped => break Ended::Stopped,
                None => {}
            }
        }
        cooling.run(PORTION);
    };
    Ok(outcome)
}

/// Whether these settings make turns out of their range.
fn is_wild(settings: &Settings, space: &Space) -> bool {
    matches!(
        &settings.neighbourhood,
        Neighbourhood::Listed { lists }
            if lists.iter().zip(space.genes()).any(|(list, gene)| list.iter().any(|&value| !gene.contains(value)))
    )
}

/// One solution that is annealed.
#[derive(Debug)]
pub(crate) struct Cooling<'p> {
    problem: &'p Problem,
    annealing: Annealing,
    changes: Changes<'p>,
    /// Whether turns can be out of their range.
    is_wild: bool,
}

impl<'p> Cooling<'p> {
    pub fn new(
        problem: &'p Problem,
        settings: Settings,
        start: Option<&[i8]>,
        seed: u64,
    ) -> Result<Cooling<'p>, PlanError> {
        let space = problem.space();
        let is_wild = is_wild(&settings, &space);
        let annealing = match start {
            None => Annealing::new(space, settings, seed),
            Some(genes) => {
                problem.check(genes).map_err(PlanError::Start)?;
                Annealing::from_genome(space, settings, seed, genes)
            }
        };
        let annealing = annealing.map_err(PlanError::Annealing)?;
        Ok(Cooling { problem, annealing, changes: Changes::new(problem), is_wild })
    }

    /// A solution that was left.
    pub fn from_state(problem: &'p Problem, settings: Settings, state: &State) -> Result<Cooling<'p>, PlanError> {
        let space = problem.space();
        let is_wild = is_wild(&settings, &space);
        let annealing = Annealing::from_state(space, settings, state).map_err(|_| PlanError::Checkpoint)?;
        let is_playable = |genes: &[i8]| problem.solution_with_any_turns(genes).is_ok();
        let candidate = annealing.ask().map_or(&state.current[..], |candidate| candidate.genes);
        if ![&state.current[..], &state.best, candidate].into_iter().all(is_playable) {
            return Err(PlanError::Checkpoint);
        }
        let changes = if is_wild { Changes::new(problem) } else { Changes::from_genes(problem, &state.current) };
        Ok(Cooling { problem, annealing, changes, is_wild })
    }

    /// Runs at most `iterations` iterations. Returns why it has to stop, if it does.
    pub fn run(&mut self, iterations: u64) -> Option<Stop> {
        for _ in 0..iterations {
            if let Some(stop) = self.annealing.stop() {
                return Some(stop);
            }
            let Some(candidate) = self.annealing.ask() else { break };
            let fitness = if self.is_wild {
                self.problem.solution_unchecked(candidate.genes).fitness()
            } else {
                self.changes.value(candidate)
            };
            if self.annealing.tell(fitness).expect("every fitness is finite") {
                self.changes.accept();
            }
        }
        self.annealing.stop()
    }

    pub fn report(&self, outcome: &mut Outcome) {
        if let Some(best) = self.annealing.best()
            && outcome.solution.as_ref().is_none_or(|known| best.fitness > known.fitness())
        {
            outcome.improve(self.problem.solution_unchecked(best.genes), "sa");
        }
        outcome.count = self.annealing.iteration();
        outcome.evaluations = self.annealing.iteration();
    }

    pub fn annealing(&self) -> &Annealing {
        &self.annealing
    }
}
