//! What can be wrong with settings.

use std::fmt;

use super::entry::Setting;
use super::settings::{LARGEST, MAX_DIMENSION, MAX_POPULATION};
use crate::refused::Refused;

/// Something that is wrong with settings.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// The mean is empty or longer than [`MAX_DIMENSION`].
    Dimension(usize),
    /// A coordinate of the mean is no finite number, or beyond [`LARGEST`].
    Mean {
        /// The first such coordinate, from 0 on.
        coordinate: usize,
        /// What it is.
        value: f64,
    },
    /// Sigma is no finite number above 0, or beyond [`LARGEST`].
    Sigma(f64),
    /// There are too few points in a generation, or more than [`MAX_POPULATION`].
    Population {
        /// How many there are.
        population: usize,
        /// How many there must be.
        least: usize,
    },
    /// There are too few parents.
    Parents {
        /// How many there are.
        parents: usize,
        /// How many there must be.
        least: usize,
    },
    /// There are more parents than points.
    MoreParents {
        /// How many parents.
        parents: usize,
        /// How many points.
        population: usize,
    },
    /// The population would not grow with a restart.
    Factor(usize),
    /// A number of the noise is negative or not finite, or its slope is 0.
    Noise(f64),
    /// The optimiser has no such setting.
    Foreign { optimizer: &'static str, setting: Setting },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Dimension(length) => write!(f, "a mean of {length} numbers: it has 1 to {MAX_DIMENSION}"),
            Problem::Mean { coordinate, value } => {
                write!(
                    f,
                    "a mean of {} in coordinate {coordinate}: it is a finite number, at most {LARGEST:e}",
                    short(*value)
                )
            }
            Problem::Sigma(sigma) => {
                write!(
                    f,
                    "a sigma of {}: it is a finite number above 0, from {:e} to {LARGEST:e}",
                    short(*sigma),
                    1.0 / LARGEST
                )
            }
            Problem::Population { population, least } => {
                write!(f, "a λ (population) of {population}: it is from {least} to {MAX_POPULATION}")
            }
            Problem::Parents { parents, least } => write!(f, "a μ (parents) of {parents}: it is at least {least}"),
            Problem::MoreParents { parents, population } => {
                write!(f, "a μ (parents) of {parents} is more than the λ (population) of {population}")
            }
            Problem::Factor(factor) => {
                write!(f, "a factor of {factor}: with a restart λ (population) grows, at least 2 times")
            }
            Problem::Noise(value) => {
                write!(
                    f,
                    "a noise with {}: a variance is a finite number from 0 on, and a slope is above 0",
                    short(*value)
                )
            }
            Problem::Foreign { optimizer, setting } => write!(f, "{optimizer} has no {setting}"),
        }
    }
}

/// Everything that is wrong with settings.
pub type SettingsError = Refused<Problem>;

/// A number with a power of ten where it would be long otherwise.
fn short(value: f64) -> String {
    /// From here on, and from one divided by it downwards.
    const LONG: f64 = 1e6;
    let is_long = value.is_finite() && value != 0.0 && !(1.0 / LONG..LONG).contains(&value.abs());
    if is_long { format!("{value:e}") } else { value.to_string() }
}
