//! What optimisers of a single solution ask for, and what they have found.

use std::error::Error;
use std::fmt;

/// A genome whose fitness is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<'a> {
    pub genes: &'a [i8],
    /// The first site that is not as in the current solution: 0 if there is none yet, the number of sites if all are the same.
    pub changed: usize,
}

/// A genome whose fitness is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution<'a> {
    pub genes: &'a [i8],
    /// How good it is.
    pub fitness: f64,
}

/// Why a fitness was not taken in. Nothing changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TellError {
    /// It is no finite number.
    NotFinite,
    /// Nothing is asked for any more.
    NotAsked,
}

impl fmt::Display for TellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TellError::NotFinite => "the fitness is no finite number",
            TellError::NotAsked => "nothing was asked for",
        })
    }
}

impl Error for TellError {}
