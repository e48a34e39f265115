//! Names that no optimiser has.

use std::error::Error;
use std::fmt;

/// A name that is less similar would be a puzzling suggestion.
const LEAST_LIKENESS: f64 = 0.7;

/// A name that no optimiser has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOptimizer {
    name: String,
    nearest: Option<&'static str>,
    all: Vec<&'static str>,
}

impl UnknownOptimizer {
    /// This name was looked for among these.
    pub(super) fn new(name: &str, names: impl Iterator<Item = &'static str>) -> UnknownOptimizer {
        let likeness = |other: &str| strsim::jaro_winkler(&name.to_lowercase(), other);
        let all: Vec<&str> = names.collect();
        let nearest = all.iter().copied().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        UnknownOptimizer {
            name: name.to_string(),
            nearest: nearest.filter(|nearest| likeness(nearest) > LEAST_LIKENESS),
            all,
        }
    }
}

impl fmt::Display for UnknownOptimizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no optimizer {:?}", self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, "; the nearest is {nearest}"),
            None => write!(f, "; they are {}", self.all.join(", ")),
        }
    }
}

impl Error for UnknownOptimizer {}
