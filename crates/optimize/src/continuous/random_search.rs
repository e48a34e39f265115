//! The honest baseline: independent points around the start.

use serde::{Deserialize, Serialize};

use super::entry::Entry;
use super::normal::Normal;
use super::optimizer::{Optimizer, Spread, Stop};
use super::problem::SettingsError;
use super::progress::{Progress, TellError, check_told};
use super::settings::Settings;
use super::state::{State, StateError};

/// λ, if none is given. It changes nothing but how many are asked for at once.
const DEFAULT_POPULATION: usize = 100;

pub(super) const ENTRY: Entry = Entry {
    name: "random",
    meaning: "random search: independent normal points around the start, learns nothing",
    source: "Brooks, \"A Discussion of Random Methods for Seeking Maxima\", 1958",
    start: |settings| Ok(Box::new(RandomSearch::start(settings)?)),
    default_population: |_| DEFAULT_POPULATION,
    default_parents: |_| 1,
    least_population: 1,
    least_parents: 1,
    has: &[],
};

/// All there is to know about a random search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RandomState {
    /// How it began.
    pub settings: Settings,
    /// How far it has come.
    pub progress: Progress,
}

/// Random search.
#[derive(Clone, Debug)]
pub(super) struct RandomSearch {
    state: RandomState,
    population: usize,
}

impl RandomSearch {
    fn start(settings: &Settings) -> Result<RandomSearch, SettingsError> {
        settings.check(&ENTRY)?;
        let state = RandomState { settings: settings.clone(), progress: Progress::default() };
        Ok(RandomSearch { population: settings.population_for(&ENTRY), state })
    }

    pub(super) fn from_state(state: RandomState) -> Result<RandomSearch, StateError> {
        state.settings.check(&ENTRY)?;
        state.progress.check(state.settings.mean.len())?;
        Ok(RandomSearch { population: state.settings.population_for(&ENTRY), state })
    }
}

/// Point `index` of this generation of independent normal points around the start.
pub(super) fn point_around_start(settings: &Settings, generation: u64, index: usize) -> Vec<f64> {
    let mut normal = Normal::new(settings.seed, [generation, index as u64]);
    let mut point: Vec<f64> = settings.mean.iter().map(|mean| mean + settings.sigma * normal.next_value()).collect();
    settings.projection.apply(&mut point);
    point
}

impl Optimizer for RandomSearch {
    fn ask(&self) -> Vec<Vec<f64>> {
        let RandomState { settings, progress } = &self.state;
        (0..self.population).map(|index| point_around_start(settings, progress.generation, index)).collect()
    }

    fn tell(&mut self, points: &[Vec<f64>], scores: &[f64]) -> Result<(), TellError> {
        check_told(points, scores, self.population, self.state.settings.mean.len())?;
        self.state.progress.take_in(points, scores);
        Ok(())
    }

    /// The best that was found: there is nothing else to return.
    fn mean(&self) -> &[f64] {
        self.best().map_or(&self.state.settings.mean, |(point, _)| point)
    }

    fn progress(&self) -> &Progress {
        &self.state.progress
    }

    fn spread(&self) -> Spread {
        Spread::of_deviations(vec![self.state.settings.sigma; self.state.settings.mean.len()])
    }

    /// Never: there is always something to gain, if only by luck.
    fn stop(&self) -> Option<Stop> {
        None
    }

    fn state(&self) -> State {
        State::Random(self.state.clone())
    }
}
