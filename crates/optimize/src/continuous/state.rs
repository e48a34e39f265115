//! What is needed to resume a search.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::cma_es::{CmaEs, CmaEsState};
use super::cross_entropy::{CrossEntropy, CrossEntropyState};
use super::optimizer::Optimizer;
use super::problem::SettingsError;
use super::random_search::{RandomSearch, RandomState};
use super::real_genetic::{GeneticState, RealGenetic};
use super::settings::Settings;

/// All there is to know about a search. As JSON it survives bit by bit, if the reader rounds correctly: the feature
/// `float_roundtrip` of `serde_json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "optimizer", rename_all = "kebab-case")]
pub enum State {
    /// Both kinds of CMA-ES.
    CmaEs(CmaEsState),
    /// Cross-entropy.
    CrossEntropy(CrossEntropyState),
    /// The genetic algorithm.
    Genetic(GeneticState),
    /// Random search.
    Random(RandomState),
}

impl State {
    /// The settings that the search began with.
    pub const fn settings(&self) -> &Settings {
        match self {
            State::CmaEs(state) => &state.settings,
            State::CrossEntropy(state) => &state.settings,
            State::Genetic(state) => &state.settings,
            State::Random(state) => &state.settings,
        }
    }
}

/// Goes on from a state. A bad one is refused.
pub fn restore(state: State) -> Result<Box<dyn Optimizer>, StateError> {
    Ok(match state {
        State::CmaEs(state) => Box::new(CmaEs::from_state(state)?),
        State::CrossEntropy(state) => Box::new(CrossEntropy::from_state(state)?),
        State::Genetic(state) => Box::new(RealGenetic::from_state(state)?),
        State::Random(state) => Box::new(RandomSearch::from_state(state)?),
    })
}

/// Why a search cannot resume. The word is the part of the state that is wrong.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StateError {
    /// The settings are no good.
    Settings(SettingsError),
    /// The generations, points and restarts do not fit together.
    Count,
    /// It has more or fewer numbers than it needs.
    Size(&'static str),
    /// It has a number that is not finite or too large.
    Number(&'static str),
    /// It is a spread that is not positive.
    Spread(&'static str),
    /// The covariance is not symmetric.
    NotSymmetric,
    /// The axes are not at right angles to each other, or their lengths are not ascending.
    Axes,
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateError::Settings(error) => error.fmt(f),
            StateError::Count => f.write_str("the generations, points and restarts do not fit together"),
            StateError::Size(part) => write!(f, "{part} has more or fewer numbers than it needs"),
            StateError::Number(part) => write!(f, "{part} has a number that is not finite or too large"),
            StateError::Spread(part) => write!(f, "{part} has a spread that is not positive"),
            StateError::NotSymmetric => f.write_str("the covariance is not symmetric"),
            StateError::Axes => f.write_str("the axes are not orthogonal, or not in ascending order"),
        }
    }
}

impl Error for StateError {}

impl From<SettingsError> for StateError {
    fn from(error: SettingsError) -> StateError {
        StateError::Settings(error)
    }
}

/// Checks that a part of a state has `count` numbers, all of which are fit for a search.
pub(super) fn check_numbers(part: &'static str, numbers: &[f64], count: usize) -> Result<(), StateError> {
    if numbers.len() != count {
        Err(StateError::Size(part))
    } else if !numbers.iter().all(|&number| super::settings::is_in_range(number)) {
        Err(StateError::Number(part))
    } else {
        Ok(())
    }
}
