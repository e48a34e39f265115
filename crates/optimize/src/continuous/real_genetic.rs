//! A genetic algorithm on real vectors.
//!
//! Each individual has a child in every generation, which takes its place unless it is worse. The crossover has four parents: the
//! child lies near its own one, some way towards one of the best, and is moved by the difference of two others. So the steps are
//! as long as the population is wide, and stretched as it is. This crossover is that of differential evolution.

use serde::{Deserialize, Serialize};

use super::entry::{Entry, Setting};
use super::normal::Normal;
use super::optimizer::{Optimizer, Spread, Stop};
use super::problem::SettingsError;
use super::progress::{Progress, TellError, check_told};
use super::random_search::point_around_start;
use super::ranking::{mean_of, ranked};
use super::settings::{Settings, is_in_range};
use super::state::{State, StateError, check_numbers};
use crate::random::Random;

/// λ for each dimension, if none is given.
const INDIVIDUALS_FOR_EACH_DIMENSION: usize = 5;

/// λ, if none is given, is at least this.
const LEAST_DEFAULT: usize = 20;

/// One in this many individuals belongs to the best, if μ is not given.
const BEST_ONE_IN: usize = 5;

/// The difference of two others counts by this factor, in the median.
const DIFFERENCE: f64 = 0.7;

/// The deviation of the logarithm of that factor, so that no child repeats the steps of another.
const DIFFERENCE_DEVIATION: f64 = 0.3;

/// How far a child moves towards one of the best, for each unit of that factor.
const TOWARDS_BEST: f64 = 0.4;

/// It has converged when every deviation is below this share of the first.
const NARROWEST: f64 = 1e-12;

pub(super) const ENTRY: Entry = Entry {
    name: "genetic",
    meaning: "genetic algorithm: a child of four parents takes the place of its own one unless it is worse",
    source: "Storn and Price, \"Differential Evolution\", 1997; towards one of the best: Zhang and Sanderson, \"JADE\", 2009",
    start: |settings| Ok(Box::new(RealGenetic::start(settings)?)),
    default_population: |dimension| (INDIVIDUALS_FOR_EACH_DIMENSION * dimension).max(LEAST_DEFAULT),
    default_parents: |population| population.div_ceil(BEST_ONE_IN),
    // Two different ones are needed for a difference.
    least_population: 2,
    least_parents: 1,
    has: &[Setting::Parents],
};

/// All there is to know about a genetic search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeneticState {
    /// How it began.
    pub settings: Settings,
    /// How far it has come.
    pub progress: Progress,
    /// The individuals, from the best to the worst. Empty before the first generation.
    pub individuals: Vec<Vec<f64>>,
    /// The score of each.
    pub scores: Vec<f64>,
    /// Whether the numbers have become too large.
    pub has_diverged: bool,
}

/// The genetic algorithm.
#[derive(Clone, Debug)]
pub(super) struct RealGenetic {
    state: GeneticState,
    population: usize,
    parents: usize,
    /// The mean of the best individuals.
    mean: Vec<f64>,
}

impl RealGenetic {
    fn start(settings: &Settings) -> Result<RealGenetic, SettingsError> {
        settings.check(&ENTRY)?;
        Ok(RealGenetic::of(GeneticState {
            settings: settings.clone(),
            progress: Progress::default(),
            individuals: Vec::new(),
            scores: Vec::new(),
            has_diverged: false,
        }))
    }

    pub(super) fn from_state(state: GeneticState) -> Result<RealGenetic, StateError> {
        state.settings.check(&ENTRY)?;
        let dimension = state.settings.mean.len();
        state.progress.check(dimension)?;
        let population = state.settings.population_for(&ENTRY);
        let is_whole = state.individuals.len() == population && state.progress.generation > 0;
        // If the first generations were too far away, no individual was taken in.
        let is_empty = state.individuals.is_empty() && (state.progress.generation == 0 || state.has_diverged);
        if state.individuals.len() != state.scores.len() || !(is_whole || is_empty) {
            return Err(StateError::Size("the population"));
        }
        for individual in &state.individuals {
            check_numbers("an individual", individual, dimension)?;
        }
        if !state.scores.iter().all(|score| score.is_finite()) || !state.scores.is_sorted_by(|a, b| a >= b) {
            return Err(StateError::Number("the scores"));
        }
        Ok(RealGenetic::of(state))
    }

    fn of(state: GeneticState) -> RealGenetic {
        let (population, parents) = (state.settings.population_for(&ENTRY), state.settings.parents_for(&ENTRY));
        let mut genetic = RealGenetic { mean: state.settings.mean.clone(), population, parents, state };
        genetic.find_mean();
        genetic
    }

    fn find_mean(&mut self) {
        if !self.state.individuals.is_empty() {
            self.mean = mean_of(self.state.individuals[..self.parents].iter(), self.mean.len());
        }
    }

    /// The child of the individual of this rank.
    fn child(&self, rank: usize) -> Vec<f64> {
        let GeneticState { settings, progress, individuals, .. } = &self.state;
        let mut random = Random::new(settings.seed, [progress.generation, rank as u64]);
        let good = random.below(self.parents);
        let first = random.below(self.population);
        let other = random.below(self.population - 1);
        let second = other + usize::from(other >= first);
        let factor = DIFFERENCE * libm::exp(DIFFERENCE_DEVIATION * Normal::from_random(random).next_value());
        let towards = TOWARDS_BEST * factor;
        let [good, first, second] = [good, first, second].map(|rank| &individuals[rank]);
        let places = individuals[rank].iter().zip(good).zip(first.iter().zip(second));
        let mut child: Vec<f64> = places
            .map(|((own, good), (first, second))| own + towards * (good - own) + factor * (first - second))
            .collect();
        settings.projection.apply(&mut child);
        child
    }

    /// Children take the places of their own parents unless they are worse, and the order is found anew.
    fn renew(&mut self, points: &[Vec<f64>], scores: &[f64]) {
        let state = &mut self.state;
        if state.individuals.is_empty() {
            state.individuals = points.to_vec();
            state.scores = scores.to_vec();
        } else {
            for (rank, (point, &score)) in points.iter().zip(scores).enumerate() {
                if score >= state.scores[rank] {
                    state.individuals[rank].clone_from(point);
                    state.scores[rank] = score;
                }
            }
        }
        let order = ranked(&state.scores);
        state.individuals = order.iter().map(|&rank| std::mem::take(&mut state.individuals[rank])).collect();
        state.scores = order.iter().map(|&rank| state.scores[rank]).collect();
        self.find_mean();
    }

    /// The deviation of every coordinate over the whole population.
    fn deviations(&self) -> Vec<f64> {
        let individuals = &self.state.individuals;
        let dimension = self.mean.len();
        if individuals.is_empty() {
            return vec![self.state.settings.sigma; dimension];
        }
        let centre = mean_of(individuals.iter(), dimension);
        let variance = |(coordinate, centre): (usize, f64)| {
            let squares = individuals.iter().map(|point| (point[coordinate] - centre) * (point[coordinate] - centre));
            squares.sum::<f64>() / individuals.len() as f64
        };
        centre.into_iter().enumerate().map(|place| variance(place).sqrt()).collect()
    }

    fn has_converged(&self) -> bool {
        let narrowest = NARROWEST * self.state.settings.sigma;
        let is_narrow = |(deviation, mean): (f64, &f64)| deviation <= narrowest || mean + deviation == *mean;
        self.deviations().into_iter().zip(&self.mean).all(is_narrow)
    }
}

impl Optimizer for RealGenetic {
    fn ask(&self) -> Vec<Vec<f64>> {
        let GeneticState { settings, progress, individuals, .. } = &self.state;
        let is_first = individuals.is_empty();
        let point = |index| {
            if is_first { point_around_start(settings, progress.generation, index) } else { self.child(index) }
        };
        (0..self.population).map(point).collect()
    }

    fn tell(&mut self, points: &[Vec<f64>], scores: &[f64]) -> Result<(), TellError> {
        check_told(points, scores, self.population, self.mean.len())?;
        self.state.progress.take_in(points, scores);
        self.state.has_diverged = !points.iter().flatten().all(|&x| is_in_range(x));
        if !self.state.has_diverged {
            self.renew(points, scores);
        }
        Ok(())
    }

    /// The mean of the μ best individuals.
    fn mean(&self) -> &[f64] {
        &self.mean
    }

    fn progress(&self) -> &Progress {
        &self.state.progress
    }

    fn spread(&self) -> Spread {
        Spread::of_deviations(self.deviations())
    }

    fn stop(&self) -> Option<Stop> {
        if self.state.has_diverged { Some(Stop::Diverged) } else { self.has_converged().then_some(Stop::Converged) }
    }

    fn state(&self) -> State {
        State::Genetic(self.state.clone())
    }
}
