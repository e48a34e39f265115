//! What every optimiser keeps of what it was told.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::StateError;

/// The most generations or points of a search. Numbers up to this are exact in every language that reads a state.
const MOST_TOLD: u64 = 1 << 53;

/// How far a search has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// How many generations were told.
    pub generation: u64,
    /// How many points were told.
    pub evaluations: u64,
    /// The best of them.
    pub best: Option<Best>,
}

/// A point and its score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Best {
    pub point: Vec<f64>,
    /// How good it is.
    pub score: f64,
}

impl Progress {
    /// Takes in a generation that was checked.
    pub(super) fn take_in(&mut self, points: &[Vec<f64>], scores: &[f64]) {
        self.generation += 1;
        self.evaluations += points.len() as u64;
        for (point, &score) in points.iter().zip(scores) {
            if self.best.as_ref().is_none_or(|best| score > best.score) {
                self.best = Some(Best { point: point.clone(), score });
            }
        }
    }

    /// The best point and its score.
    pub(super) fn best(&self) -> Option<(&[f64], f64)> {
        self.best.as_ref().map(|best| (best.point.as_slice(), best.score))
    }

    /// Whether it can be how far a search of this dimension has come.
    pub(super) fn check(&self, dimension: usize) -> Result<(), StateError> {
        let is_count = self.generation <= self.evaluations && self.evaluations <= MOST_TOLD;
        if !is_count || self.best.is_some() != (self.generation > 0) {
            return Err(StateError::Count);
        }
        let Some(best) = &self.best else { return Ok(()) };
        if best.point.len() != dimension {
            return Err(StateError::Size("best"));
        }
        let is_finite = best.score.is_finite() && best.point.iter().all(|x| x.is_finite());
        if is_finite { Ok(()) } else { Err(StateError::Number("best")) }
    }
}

/// Checks that `wanted` points of this dimension, with their scores, can be taken in.
pub(super) fn check_told(
    points: &[Vec<f64>],
    scores: &[f64],
    wanted: usize,
    dimension: usize,
) -> Result<(), TellError> {
    if points.len() != wanted || scores.len() != wanted {
        return Err(TellError::Count { wanted, points: points.len(), scores: scores.len() });
    }
    for (number, (point, score)) in points.iter().zip(scores).enumerate() {
        if point.len() != dimension {
            return Err(TellError::Length { point: number, length: point.len(), dimension });
        }
        if let Some(coordinate) = point.iter().position(|x| !x.is_finite()) {
            return Err(TellError::Point { point: number, coordinate });
        }
        if !score.is_finite() {
            return Err(TellError::Score { point: number });
        }
    }
    Ok(())
}

/// Why points were not taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TellError {
    /// There are more or fewer points or scores than were asked for.
    Count {
        /// How many were asked for.
        wanted: usize,
        /// How many points were told.
        points: usize,
        /// How many scores were told.
        scores: usize,
    },
    /// A point has more or fewer coordinates than the search.
    Length {
        /// Its number, from 0 on.
        point: usize,
        /// How many coordinates it has.
        length: usize,
        /// How many it should have.
        dimension: usize,
    },
    /// A coordinate is no finite number.
    Point {
        /// The number of the point, from 0 on.
        point: usize,
        /// The coordinate, from 0 on.
        coordinate: usize,
    },
    /// A score is no finite number.
    Score {
        /// The number of the point, from 0 on.
        point: usize,
    },
}

impl fmt::Display for TellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TellError::Count { wanted, points, scores } => {
                write!(f, "{points} points and {scores} scores were told, but {wanted} were asked for")
            }
            TellError::Length { point, length, dimension } => {
                write!(f, "point {point} has {length} coordinates, not {dimension}")
            }
            TellError::Point { point, coordinate } => {
                write!(f, "coordinate {coordinate} of point {point} is no finite number")
            }
            TellError::Score { point } => write!(f, "the score of point {point} is no finite number"),
        }
    }
}

impl Error for TellError {}
