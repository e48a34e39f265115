//! Simulated annealing of an integer genome, with a tabu list and with re-heating.

mod settings;
mod state;

use crate::genome::Space;
use crate::mutation::{Mutator, Step};
use crate::neighbours::{Change, Numbering};
use crate::random::Random;
use crate::solution::{Candidate, Solution, TellError};
use crate::tabu::Tabu;

pub use settings::{Neighbourhood, Problem, Reheat, Settings, SettingsError};
pub use state::{State, StateError};

/// The temperature does not fall below.
const COLDEST: f64 = 0.1;

/// A solution that wanders from neighbour to neighbour. The larger the fitness, the better.
///
/// ```
/// use tetrolab_optimize::annealing::{Annealing, Settings};
/// use tetrolab_optimize::genome::{Gene, Space};
///
/// // As close to 3, -3, 3, -3, … as possible.
/// let space = Space::new(6, vec![Gene::linear(-5, 5); 2])?;
/// let mut annealing = Annealing::new(space, Settings { cooling: 0.005, ..Settings::paper() }, 1)?;
/// while let Some(candidate) = annealing.ask() {
///     let off = candidate.genes.chunks(2).map(|site| (site[0] - 3).abs() + (site[1] + 3).abs());
///     annealing.tell(-f64::from(off.sum::<i8>()))?;
/// }
/// assert_eq!(annealing.best().unwrap().genes, [3, -3].repeat(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Annealing {
    space: Space,
    settings: Settings,
    numbering: Numbering,
    mutators: Vec<Mutator>,
    random: Random,
    /// The number of the neighbour that is tried next.
    number: usize,
    current: Vec<i8>,
    /// None before the first solution was told.
    fitness: Option<f64>,
    best: Vec<i8>,
    best_fitness: f64,
    /// The current solution but for one change, if there is one.
    candidate: Vec<i8>,
    change: Option<Change>,
    temperature: f64,
    iteration: u64,
    /// Iterations without what the temperature waits for.
    quiet: u64,
    since_improvement: u64,
    tabu: Tabu<Box<[i8]>>,
}

/// Why it stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// There were as many iterations as the settings allow.
    Iterations,
    /// There was no new best for as many iterations as the settings allow.
    Stagnation,
    /// There is no neighbour that may be tried.
    Stuck,
}

impl Annealing {
    /// Begins with a random solution.
    pub fn new(space: Space, settings: Settings, seed: u64) -> Result<Annealing, SettingsError> {
        let mut genes = vec![0; space.length()];
        let mut random = Random::new(seed, [0, 0]);
        space.randomize(&mut genes, &mut random);
        Annealing::begin(space, settings, random, &genes)
    }

    /// Begins with this solution.
    pub fn from_genome(space: Space, settings: Settings, seed: u64, genes: &[i8]) -> Result<Annealing, SettingsError> {
        let mut problems = settings.problems(&space);
        problems.extend((!space.contains(genes)).then_some(Problem::Genome));
        SettingsError::unless_empty(problems)?;
        Annealing::begin(space, settings, Random::new(seed, [0, 0]), genes)
    }

    fn begin(space: Space, settings: Settings, random: Random, genes: &[i8]) -> Result<Annealing, SettingsError> {
        settings.check(&space)?;
        let step = match settings.neighbourhood {
            Neighbourhood::Random { step } => step,
            Neighbourhood::Complete | Neighbourhood::Listed { .. } => Step::Total,
        };
        Ok(Annealing {
            numbering: match &settings.neighbourhood {
                Neighbourhood::Listed { lists } => Numbering::Listed { lists: lists.clone(), sites: space.sites() },
                Neighbourhood::Complete | Neighbourhood::Random { .. } => Numbering::complete(&space),
            },
            mutators: space.genes().iter().map(|&gene| Mutator::new(gene, step)).collect(),
            random,
            number: 0,
            current: genes.to_vec(),
            fitness: None,
            best: genes.to_vec(),
            best_fitness: f64::NEG_INFINITY,
            candidate: genes.to_vec(),
            change: None,
            temperature: settings.temperature,
            iteration: 0,
            quiet: 0,
            since_improvement: 0,
            tabu: Tabu::new(settings.tabu),
            space,
            settings,
        })
    }

    /// The solution whose fitness is to be told, or `None` if it stopped. The first one is that to begin with.
    pub fn ask(&self) -> Option<Candidate<'_>> {
        let is_as_before = |change: Change| {
            let place = change.place(&self.space);
            self.candidate[place] == self.current[place]
        };
        let changed = match (self.fitness, self.change) {
            (None, _) => 0,
            (Some(_), _) if self.stop().is_some() => return None,
            (Some(_), Some(change)) if !is_as_before(change) => change.site,
            (Some(_), _) => self.space.sites(),
        };
        Some(Candidate { genes: &self.candidate, changed })
    }

    /// Takes in the fitness of what was asked for, and says whether it is the current solution now.
    pub fn tell(&mut self, fitness: f64) -> Result<bool, TellError> {
        if self.ask().is_none() {
            return Err(TellError::NotAsked);
        }
        if !fitness.is_finite() {
            return Err(TellError::NotFinite);
        }
        let is_accepted = match self.fitness {
            None => true,
            Some(current) => self.decide(fitness - current),
        };
        if is_accepted {
            self.fitness = Some(fitness);
            self.current.copy_from_slice(&self.candidate);
            if self.settings.tabu > 0 {
                self.tabu.insert(self.current.as_slice().into());
            }
            self.number = self.random.below(self.numbering.count());
            if fitness > self.best_fitness {
                (self.best_fitness, self.since_improvement) = (fitness, 0);
                self.best.copy_from_slice(&self.candidate);
            }
        }
        self.find_candidate();
        Ok(is_accepted)
    }

    /// An iteration: whether a candidate is accepted that is better by so much, and what becomes of the temperature.
    fn decide(&mut self, difference: f64) -> bool {
        let is_accepted = if difference > 0.0 {
            true
        } else if difference == 0.0 {
            self.settings.accepts_equal
        } else {
            self.random.chance(libm::exp(difference / self.temperature))
        };
        let is_awaited = match self.settings.reheat {
            Reheat::UntilAccepted => is_accepted,
            Reheat::UntilBetter => difference > 0.0,
        };
        self.quiet = if is_awaited { 0 } else { self.quiet + 1 };
        let cooling = self.settings.cooling;
        let factor = if self.quiet < self.patience() { 1.0 - cooling } else { 1.0 + cooling };
        // What is infinitely hot would never cool again.
        self.temperature = (self.temperature * factor).clamp(COLDEST, f64::MAX);
        self.iteration += 1;
        self.since_improvement += 1;
        is_accepted
    }

    /// Makes the next neighbour that is not tabu the candidate.
    fn find_candidate(&mut self) {
        if let Some(change) = self.change.take() {
            let place = change.place(&self.space);
            self.candidate[place] = self.current[place];
        }
        let is_listed = matches!(self.settings.neighbourhood, Neighbourhood::Listed { .. });
        let mut tabu = None;
        for _ in 0..self.numbering.count() {
            let change = self.next_change();
            let place = change.place(&self.space);
            let own = self.current[place];
            if change.value == own && !is_listed {
                continue;
            }
            self.candidate[place] = change.value;
            if !self.tabu.contains(self.candidate.as_slice()) {
                self.change = Some(change);
                return;
            }
            self.candidate[place] = own;
            tabu = tabu.or(Some(change));
        }
        // All are tabu. The published program would look for ever.
        if !is_listed {
            self.change = tabu.or_else(|| self.any_change());
        }
        if let Some(change) = self.change {
            self.candidate[change.place(&self.space)] = change.value;
        }
    }

    /// The first neighbour, for when as many mutations as there are neighbours changed nothing.
    fn any_change(&self) -> Option<Change> {
        let mut changes = (0..self.numbering.count()).map(|number| self.numbering.change(number));
        changes.find(|change| change.value != self.current[change.place(&self.space)])
    }

    fn next_change(&mut self) -> Change {
        if let Neighbourhood::Random { .. } = self.settings.neighbourhood {
            let site = self.random.below(self.space.sites());
            let gene = self.random.below(self.mutators.len());
            let old = self.current[site * self.mutators.len() + gene];
            Change { site, gene, value: self.mutators[gene].mutated(old, &mut self.random) }
        } else {
            let change = self.numbering.change(self.number);
            self.number = (self.number + 1) % self.numbering.count();
            change
        }
    }

    /// How many iterations there are before the temperature rises.
    fn patience(&self) -> u64 {
        self.settings.patience.unwrap_or(self.numbering.count() as u64)
    }

    /// Where the genomes are from.
    pub const fn space(&self) -> &Space {
        &self.space
    }

    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The current solution, once the first was told.
    pub fn current(&self) -> Option<Solution<'_>> {
        self.fitness.map(|fitness| Solution { genes: &self.current, fitness })
    }

    /// The best solution so far, once the first was told.
    pub fn best(&self) -> Option<Solution<'_>> {
        self.fitness.map(|_| Solution { genes: &self.best, fitness: self.best_fitness })
    }

    /// The temperature at which the next neighbour is accepted.
    pub const fn temperature(&self) -> f64 {
        self.temperature
    }

    /// How many neighbours were told.
    pub const fn iteration(&self) -> u64 {
        self.iteration
    }

    /// How many neighbours were told since the best was a new one.
    pub const fn since_improvement(&self) -> u64 {
        self.since_improvement
    }

    /// Whether it stopped, and why.
    pub const fn stop(&self) -> Option<Stop> {
        if self.fitness.is_none() {
            None
        } else if self.iteration >= self.settings.iterations {
            Some(Stop::Iterations)
        } else if self.since_improvement >= self.settings.stagnation {
            Some(Stop::Stagnation)
        } else if self.change.is_none() {
            Some(Stop::Stuck)
        } else {
            None
        }
    }
}
