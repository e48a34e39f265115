//! How a solution is annealed, as plain data.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::genome::Space;
use crate::mutation::Step;
use crate::refused::Refused;

/// How a solution is annealed. Anything goes here; [`Annealing::new`](super::Annealing::new) checks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The first temperature.
    pub temperature: f64,
    /// The share by which the temperature falls with every iteration, down to 0.1, or rises when patience is lost.
    pub cooling: f64,
    /// How many iterations there are without what [`reheat`](Self::reheat) waits for before the temperature rises. If nothing is
    /// given, as many as there are numbers in the neighbourhood.
    pub patience: Option<u64>,
    /// What has to happen for the temperature to go on falling.
    pub reheat: Reheat,
    /// Whether a neighbour that is as good as the current solution is accepted. Better ones always are, worse ones with
    /// probability `exp(difference / temperature)`.
    pub accepts_equal: bool,
    /// How many of the last accepted solutions are not tried again.
    pub tabu: usize,
    /// Which solutions are tried.
    pub neighbourhood: Neighbourhood,
    /// How many iterations there are at most.
    pub iterations: u64,
    /// How many iterations without a new best there are at most.
    pub stagnation: u64,
}

/// What has to happen for the temperature to go on falling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reheat {
    /// A solution is accepted, be it worse.
    UntilAccepted,
    /// A better solution than the current one is accepted.
    UntilBetter,
}

/// Which solutions are tried, and in which order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Neighbourhood {
    /// All that differ in one value, one after the other, from a random one on; again from a random one on when one was
    /// accepted. If all of them are tabu, the next one is tried all the same.
    Complete,
    /// The same with the published numbering, for which a list of values is given for each gene. It leaves neighbours out and
    /// repeats others, may try a solution that is no neighbour but the solution itself, and its values may be outside the
    /// range of the gene. If all of them are tabu, it is stuck.
    Listed {
        /// The values for each gene of a site.
        lists: Vec<Vec<i8>>,
    },
    /// A random gene of a random site mutates.
    Random {
        /// How.
        step: Step,
    },
}

impl Settings {
    /// As the report describes it from which these rules come, with all neighbours. It tries several factors of cooling and sizes
    /// of the tabu list; these are in the middle.
    pub const fn paper() -> Settings {
        Settings {
            temperature: 2.0,
            cooling: 0.0005,
            patience: None,
            reheat: Reheat::UntilBetter,
            accepts_equal: true,
            tabu: 1000,
            neighbourhood: Neighbourhood::Complete,
            iterations: 100_000,
            stagnation: 10_000,
        }
    }

    /// As the program of that report does it with these lists of values.
    pub const fn program(lists: Vec<Vec<i8>>) -> Settings {
        Settings {
            temperature: 100.0,
            cooling: 0.0005,
            patience: None,
            reheat: Reheat::UntilAccepted,
            accepts_equal: false,
            tabu: 1000,
            neighbourhood: Neighbourhood::Listed { lists },
            iterations: 100_000,
            stagnation: 10_000,
        }
    }

    /// Everything that is wrong, for genomes of this space.
    pub fn problems(&self, space: &Space) -> Vec<Problem> {
        let mut problems = Vec::new();
        if !(self.temperature.is_finite() && self.temperature > 0.0) {
            problems.push(Problem::Temperature(self.temperature));
        }
        if !(0.0..1.0).contains(&self.cooling) {
            problems.push(Problem::Cooling(self.cooling));
        }
        if let Neighbourhood::Listed { lists } = &self.neighbourhood {
            if lists.len() != space.genes().len() {
                problems.push(Problem::Lists { lists: lists.len(), genes: space.genes().len() });
            }
            problems.extend(
                (0..lists.len()).filter(|&gene| lists[gene].is_empty()).map(|gene| Problem::EmptyList { gene }),
            );
        }
        problems
    }

    pub(super) fn check(&self, space: &Space) -> Result<(), SettingsError> {
        Refused::unless_empty(self.problems(space))
    }
}

/// Something that is wrong with settings.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// The temperature is no finite number above 0.
    Temperature(f64),
    /// The factor of cooling is not from 0 up to but without 1.
    Cooling(f64),
    /// There is not one list for each gene.
    Lists {
        /// How many lists there are.
        lists: usize,
        /// How many genes a site has.
        genes: usize,
    },
    /// The list of this gene has no value.
    EmptyList { gene: usize },
    /// The genome to begin with is outside the space.
    Genome,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Temperature(initial) => write!(f, "a temperature of {initial}: it is a finite number above 0"),
            Problem::Cooling(cooling) => write!(f, "a factor of cooling of {cooling}: it is from 0 to below 1"),
            Problem::Lists { lists, genes } => write!(f, "{lists} lists of values for {genes} genes"),
            Problem::EmptyList { gene } => write!(f, "the list of values of gene {gene} is empty"),
            Problem::Genome => f.write_str("the genome to begin with is outside the space"),
        }
    }
}

/// Everything that is wrong with settings.
pub type SettingsError = Refused<Problem>;
