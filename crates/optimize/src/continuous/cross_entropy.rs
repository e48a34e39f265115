//! Noisy cross-entropy: a normal distribution without correlations, which becomes that of the best points.

use serde::{Deserialize, Serialize};

use super::entry::{Entry, Setting};
use super::normal::Normal;
use super::optimizer::{Optimizer, Spread, Stop};
use super::problem::SettingsError;
use super::progress::{Progress, TellError, check_told};
use super::ranking::{mean_of, ranked};
use super::settings::{Settings, is_in_range};
use super::state::{State, StateError, check_numbers};

/// λ, if none is given.
const DEFAULT_POPULATION: usize = 100;

/// One in this many points belongs to the elite, if μ is not given.
const ELITE_ONE_IN: usize = 10;

/// It has converged when every deviation is below this share of the first.
const NARROWEST: f64 = 1e-12;

pub(super) const ENTRY: Entry = Entry {
    name: "cross-entropy",
    meaning: "noisy cross-entropy: each coordinate takes mean and variance of the best tenth, plus noise",
    source: "Szita and Lőrincz, \"Learning Tetris Using the Noisy Cross-Entropy Method\", 2006; Thiery and Scherrer, 2009",
    start: |settings| Ok(Box::new(CrossEntropy::start(settings)?)),
    default_population: |_| DEFAULT_POPULATION,
    default_parents: |population| population.div_ceil(ELITE_ONE_IN),
    least_population: 2,
    least_parents: 1,
    has: &[Setting::Parents, Setting::Noise],
};

/// All there is to know about a search by cross-entropy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrossEntropyState {
    /// How it began.
    pub settings: Settings,
    /// How far it has come.
    pub progress: Progress,
    /// The mean of each coordinate.
    pub mean: Vec<f64>,
    /// The variance of each coordinate.
    pub variances: Vec<f64>,
    /// Whether the numbers have become too large.
    pub has_diverged: bool,
}

/// Noisy cross-entropy.
#[derive(Clone, Debug)]
pub(super) struct CrossEntropy {
    state: CrossEntropyState,
    population: usize,
    elite: usize,
}

impl CrossEntropy {
    fn start(settings: &Settings) -> Result<CrossEntropy, SettingsError> {
        settings.check(&ENTRY)?;
        Ok(CrossEntropy::of(CrossEntropyState {
            settings: settings.clone(),
            progress: Progress::default(),
            mean: settings.mean.clone(),
            variances: vec![settings.sigma * settings.sigma; settings.mean.len()],
            has_diverged: false,
        }))
    }

    pub(super) fn from_state(state: CrossEntropyState) -> Result<CrossEntropy, StateError> {
        state.settings.check(&ENTRY)?;
        let dimension = state.settings.mean.len();
        state.progress.check(dimension)?;
        check_numbers("the mean", &state.mean, dimension)?;
        if state.variances.len() != dimension {
            return Err(StateError::Size("the variances"));
        }
        // A variance is 0 if all of the elite are equal there.
        if !state.variances.iter().all(|&variance| variance >= 0.0 && is_in_range(variance.sqrt())) {
            return Err(StateError::Spread("the variances"));
        }
        Ok(CrossEntropy::of(state))
    }

    fn of(state: CrossEntropyState) -> CrossEntropy {
        let (population, elite) = (state.settings.population_for(&ENTRY), state.settings.parents_for(&ENTRY));
        CrossEntropy { state, population, elite }
    }

    fn deviations(&self) -> Vec<f64> {
        self.state.variances.iter().map(|variance| variance.sqrt()).collect()
    }

    fn has_converged(&self) -> bool {
        let narrowest = NARROWEST * self.state.settings.sigma;
        let is_narrow = |(deviation, mean): (f64, &f64)| deviation <= narrowest || mean + deviation == *mean;
        self.deviations().into_iter().zip(&self.state.mean).all(is_narrow)
    }
}

impl Optimizer for CrossEntropy {
    fn ask(&self) -> Vec<Vec<f64>> {
        let CrossEntropyState { settings, progress, mean, .. } = &self.state;
        let deviations = self.deviations();
        let point = |index| {
            let mut normal = Normal::new(settings.seed, [progress.generation, index]);
            let mut point: Vec<f64> =
                mean.iter().zip(&deviations).map(|(mean, deviation)| mean + deviation * normal.next_value()).collect();
            settings.projection.apply(&mut point);
            point
        };
        (0..self.population as u64).map(point).collect()
    }

    fn tell(&mut self, points: &[Vec<f64>], scores: &[f64]) -> Result<(), TellError> {
        let dimension = self.state.mean.len();
        check_told(points, scores, self.population, dimension)?;
        let order = ranked(scores);
        let elite = order[..self.elite].iter().map(|&number| &points[number]);
        let mean = mean_of(elite.clone(), dimension);
        let noise = self.state.settings.noise.after(self.state.progress.generation);
        let mut variances = vec![0.0; dimension];
        for point in elite {
            for ((variance, x), mean) in variances.iter_mut().zip(point).zip(&mean) {
                *variance += (x - mean) * (x - mean);
            }
        }
        variances.iter_mut().for_each(|variance| *variance = *variance / self.elite as f64 + noise);
        self.state.progress.take_in(points, scores);
        self.state.has_diverged =
            !mean.iter().all(|&x| is_in_range(x)) || !variances.iter().all(|v| is_in_range(v.sqrt()));
        if !self.state.has_diverged {
            self.state.mean = mean;
            self.state.variances = variances;
        }
        Ok(())
    }

    fn mean(&self) -> &[f64] {
        &self.state.mean
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
        State::CrossEntropy(self.state.clone())
    }
}
