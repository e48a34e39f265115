//! CMA-ES: a normal distribution that learns its covariance and its step size.
//!
//! After Hansen, "The CMA Evolution Strategy: A Tutorial" (2016), whose names and equations the parts follow: logarithmic
//! weights, cumulative step-size adaptation, rank-one and rank-μ update, and, if it is active, negative weights for the worse
//! half.

mod distribution;
mod eigen;
mod parameters;
mod stopping;

use serde::{Deserialize, Serialize};

use super::entry::{Entry, Setting};
use super::normal::Normal;
use super::optimizer::{Optimizer, Spread, Stop};
use super::problem::SettingsError;
use super::progress::{Progress, TellError, check_told};
use super::ranking::ranked;
use super::settings::{MAX_POPULATION, Restarts, Settings};
use super::state::{State, StateError};

pub use distribution::Distribution;

use parameters::Parameters;
use stopping::History;

pub(super) const ACTIVE: Entry = Entry {
    name: "cma-es",
    meaning: "CMA-ES with active covariance update: also learns from the worse half where not to look",
    source: "Hansen, \"The CMA Evolution Strategy: A Tutorial\", 2016",
    start: |settings| Ok(Box::new(CmaEs::start(settings, true)?)),
    default_population,
    default_parents: |population| population / 2,
    least_population: 2,
    least_parents: 1,
    has: &[Setting::Parents, Setting::Restarts],
};

pub(super) const PLAIN: Entry = Entry {
    name: "cma-es-plain",
    meaning: "CMA-ES that learns from the better half alone",
    start: |settings| Ok(Box::new(CmaEs::start(settings, false)?)),
    ..ACTIVE
};

/// λ as the tutorial has it.
fn default_population(dimension: usize) -> usize {
    4 + (3.0 * libm::log(dimension as f64)) as usize
}

/// All there is to know about a search by CMA-ES.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CmaEsState {
    /// How it began.
    pub settings: Settings,
    /// Whether the worse half has negative weights.
    pub is_active: bool,
    /// How far it has come.
    pub progress: Progress,
    /// How often it began again.
    pub restarts: u32,
    /// How many generations were told since then.
    pub since_restart: u64,
    /// From where the points come.
    pub distribution: Distribution,
    /// The best score of each of the last generations since the restart.
    pub best_scores: Vec<f64>,
    /// The median score of each of them.
    pub median_scores: Vec<f64>,
    /// Why it is time to stop.
    pub stop: Option<Stop>,
}

/// CMA-ES.
#[derive(Clone, Debug)]
pub(super) struct CmaEs {
    state: CmaEsState,
    parameters: Parameters,
}

impl CmaEs {
    fn start(settings: &Settings, is_active: bool) -> Result<CmaEs, SettingsError> {
        settings.check(entry(is_active))?;
        let state = CmaEsState {
            settings: settings.clone(),
            is_active,
            progress: Progress::default(),
            restarts: 0,
            since_restart: 0,
            distribution: Distribution::new(&settings.mean, settings.sigma),
            best_scores: Vec::new(),
            median_scores: Vec::new(),
            stop: None,
        };
        let parameters = parameters(&state).expect("the settings were checked, and there was no restart");
        Ok(CmaEs { state, parameters })
    }

    pub(super) fn from_state(state: CmaEsState) -> Result<CmaEs, StateError> {
        state.settings.check(entry(state.is_active))?;
        let dimension = state.settings.mean.len();
        state.progress.check(dimension)?;
        let parameters = parameters(&state).ok_or(StateError::Count)?;
        if state.since_restart > state.progress.generation {
            return Err(StateError::Count);
        }
        state.distribution.check(dimension, state.since_restart)?;
        History { best: &state.best_scores, median: &state.median_scores }.check(&parameters, state.since_restart)?;
        Ok(CmaEs { state, parameters })
    }

    /// Begins again from the first centre, with more points. It cannot if they would be too many.
    fn begin_again(&mut self) {
        self.state.restarts += 1;
        let Some(parameters) = parameters(&self.state) else {
            self.state.restarts -= 1;
            return;
        };
        self.parameters = parameters;
        self.state.since_restart = 0;
        self.state.distribution = Distribution::new(&self.state.settings.mean, self.state.settings.sigma);
        self.state.best_scores.clear();
        self.state.median_scores.clear();
        self.state.stop = None;
    }
}

fn entry(is_active: bool) -> &'static Entry {
    if is_active { &ACTIVE } else { &PLAIN }
}

/// The parameters after the restarts so far; `None` if there are too many points.
fn parameters(state: &CmaEsState) -> Option<Parameters> {
    let (settings, entry) = (&state.settings, entry(state.is_active));
    let growth = match settings.restarts {
        Restarts::Never => (state.restarts == 0).then_some(1),
        Restarts::Ipop { factor } => factor.checked_pow(state.restarts),
    }?;
    let population = settings.population_for(entry).checked_mul(growth).filter(|&size| size <= MAX_POPULATION)?;
    let parents = match settings.parents {
        // No overflow: there are at most as many parents as points.
        Some(parents) => parents * growth,
        None => (entry.default_parents)(population),
    };
    Some(Parameters::new(settings.mean.len(), population, parents, state.is_active))
}

impl Optimizer for CmaEs {
    fn ask(&self) -> Vec<Vec<f64>> {
        let CmaEsState { settings, progress, distribution, .. } = &self.state;
        let point = |index| {
            let mut point = distribution.sample(&mut Normal::new(settings.seed, [progress.generation, index]));
            settings.projection.apply(&mut point);
            point
        };
        (0..self.parameters.population as u64).map(point).collect()
    }

    fn tell(&mut self, points: &[Vec<f64>], scores: &[f64]) -> Result<(), TellError> {
        check_told(points, scores, self.parameters.population, self.state.settings.mean.len())?;
        let order = ranked(scores);
        let best_first: Vec<&[f64]> = order.iter().map(|&number| points[number].as_slice()).collect();
        let state = &mut self.state;
        state.progress.take_in(points, scores);
        state.since_restart += 1;
        stopping::remember(&mut state.best_scores, scores[order[0]], &self.parameters, state.since_restart);
        let median = scores[order[order.len() / 2]];
        stopping::remember(&mut state.median_scores, median, &self.parameters, state.since_restart);
        state.stop = match state.distribution.updated(&self.parameters, &best_first, state.since_restart) {
            Ok(distribution) => {
                state.distribution = distribution;
                let history = History { best: &state.best_scores, median: &state.median_scores };
                let worst = scores[order[order.len() - 1]];
                stopping::reason(&state.distribution, &history, worst, &self.parameters, state.settings.sigma)
            }
            // It stays as it was.
            Err(stop) => Some(stop),
        };
        let can_restart = matches!(self.state.settings.restarts, Restarts::Ipop { .. });
        // What has diverged would do so again.
        if can_restart && self.state.stop.is_some_and(|stop| stop != Stop::Diverged) {
            self.begin_again();
        }
        Ok(())
    }

    fn mean(&self) -> &[f64] {
        &self.state.distribution.mean
    }

    fn progress(&self) -> &Progress {
        &self.state.progress
    }

    fn spread(&self) -> Spread {
        let Distribution { sigma, axes, .. } = &self.state.distribution;
        Spread { sigma: *sigma, axes: axes.clone(), deviations: self.state.distribution.deviations() }
    }

    fn stop(&self) -> Option<Stop> {
        self.state.stop
    }

    fn state(&self) -> State {
        State::CmaEs(self.state.clone())
    }
}
