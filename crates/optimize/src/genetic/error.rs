//! What is not taken in.

use std::error::Error;
use std::fmt;

/// Why newcomers were not taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TellError {
    /// There are more or fewer genes or numbers than the newcomers need.
    Count {
        /// How many newcomers there are.
        newcomers: usize,
        /// How many genes were told.
        genes: usize,
        /// How many numbers were told.
        fitness: usize,
    },
    /// The fitness of this newcomer is no finite number.
    NotFinite { newcomer: usize },
    /// The genome of this newcomer is outside the space.
    Genes { newcomer: usize },
}

impl fmt::Display for TellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TellError::Count { newcomers, genes, fitness } => {
                write!(f, "{genes} genes and {fitness} numbers are not those of {newcomers} newcomers")
            }
            TellError::NotFinite { newcomer } => write!(f, "the fitness of newcomer {newcomer} is no finite number"),
            TellError::Genes { newcomer } => write!(f, "the genome of newcomer {newcomer} is outside the space"),
        }
    }
}

impl Error for TellError {}

/// Why solutions from elsewhere were not taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InjectError {
    /// There are as many as there are individuals, or more: the best would be lost.
    TooMany {
        /// How many there are.
        solutions: usize,
        /// How many individuals there are.
        population: usize,
    },
    /// The fitness of this one is no finite number.
    NotFinite { solution: usize },
    /// The genome of this one is outside the space.
    Genes { solution: usize },
}

impl fmt::Display for InjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InjectError::TooMany { solutions, population } => {
                write!(f, "{solutions} solutions cannot take the place of the worst of {population} individuals")
            }
            InjectError::NotFinite { solution } => write!(f, "the fitness of solution {solution} is no finite number"),
            InjectError::Genes { solution } => write!(f, "the genome of solution {solution} is outside the space"),
        }
    }
}

impl Error for InjectError {}
