//! How a population evolves, as plain data.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::mutation::Step;
use crate::refused::Refused;

/// There may not be more individuals.
pub const MAX_POPULATION: usize = 1 << 24;

/// How a population evolves. Anything goes here; [`Genetic::new`](super::Genetic::new) checks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// How many individuals there are. Each generation, half of them (rounded down), the worst, give way to newcomers.
    pub population: usize,
    /// How parents are chosen.
    pub selection: Selection,
    /// What a child has of each parent.
    pub crossover: Crossover,
    /// How many children a pair has.
    pub children: Children,
    /// How many of a generation's newcomers are random instead of children.
    pub immigrants: usize,
    /// How children change.
    pub mutation: Mutation,
    /// How many generations there are at most, with the first one.
    pub generations: u64,
    /// How many generations without a new best there are at most.
    pub patience: u64,
}

/// How parents are chosen. Each is chosen on its own, so both may be the same.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// From the whole population, in proportion to `exp(fitness / temperature)`.
    Roulette { temper: Temper },
    /// From this many of the best, all with the same chance.
    Elitist {
        /// How many.
        elite: usize,
    },
}

/// The temperature of the roulette: the higher, the more even are the chances.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Temper {
    /// Always 1.
    Pure,
    /// From this one on.
    Temperature {
        /// The first one.
        initial: f64,
        /// What becomes of it.
        schedule: Schedule,
    },
}

/// How the temperature changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// It does not.
    Constant,
    /// `initial / ln(generation + 2)`, but at least 0.1, where 0 is the generation of the first parents.
    Logarithmic,
}

/// What a child has of each parent. The one it begins with is its own, the other one is the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crossover {
    /// The first sites of its own parent, `sites * own / of` of them (rounded down), the rest of the other.
    Share {
        own: u32,
        /// The whole of which `own` is a part.
        of: u32,
    },
    /// Sites 0, 2, 4, … of the other, the rest of its own.
    Alternating,
    /// Everything of its own.
    None,
}

/// How many children a pair has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Children {
    /// One, and the first parent is its own.
    One,
    /// Two, and for the second the parents change places.
    Two,
}

/// How children change.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mutation {
    /// How probable it is.
    pub probability: f64,
    /// Of what.
    pub scope: Scope,
    /// To what.
    pub step: Step,
}

/// What mutates with the given probability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// The child: one gene of one site, any with the same chance.
    PerGenome,
    /// Each site on its own: one of its genes, any with the same chance.
    PerSite,
}

impl Settings {
    /// As the report describes it from which these operators come, with the smallest of its populations and the largest of its
    /// probabilities.
    pub const fn paper() -> Settings {
        Settings {
            population: 10_000,
            selection: Selection::Roulette {
                temper: Temper::Temperature { initial: 100.0, schedule: Schedule::Logarithmic },
            },
            crossover: Crossover::Share { own: 1, of: 2 },
            children: Children::Two,
            immigrants: 0,
            mutation: Mutation { probability: 0.25, scope: Scope::PerGenome, step: Step::Total },
            generations: 3000,
            patience: 400,
        }
    }

    /// As the program of that report does it: a child has more of its own parent, and every site may mutate.
    pub const fn program() -> Settings {
        Settings {
            crossover: Crossover::Share { own: 4, of: 5 },
            mutation: Mutation { probability: 0.25, scope: Scope::PerSite, step: Step::ByKind },
            ..Settings::paper()
        }
    }

    /// How many newcomers a generation has, after the first.
    pub const fn newcomers(&self) -> usize {
        self.population / 2
    }

    pub(super) const fn slots(&self) -> usize {
        self.population + self.newcomers()
    }

    /// Everything that is wrong.
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if !(2..=MAX_POPULATION).contains(&self.population) {
            problems.push(Problem::Population(self.population));
        }
        match self.selection {
            Selection::Elitist { elite } if elite == 0 || elite > self.population => {
                problems.push(Problem::Elite(elite));
            }
            Selection::Roulette { temper: Temper::Temperature { initial, .. } }
                if !(initial.is_finite() && initial > 0.0) =>
            {
                problems.push(Problem::Temperature(initial));
            }
            _ => {}
        }
        if let Crossover::Share { own, of } = self.crossover
            && (of == 0 || own > of)
        {
            problems.push(Problem::Share { own, of });
        }
        if self.immigrants > self.newcomers() {
            problems.push(Problem::Immigrants(self.immigrants));
        }
        if !(0.0..=1.0).contains(&self.mutation.probability) {
            problems.push(Problem::Probability(self.mutation.probability));
        }
        problems
    }

    pub(super) fn check(&self) -> Result<(), SettingsError> {
        Refused::unless_empty(self.problems())
    }
}

impl Selection {
    /// The temperature at which the children of this generation's parents are made.
    pub(super) fn temperature(&self, generation: u64) -> Option<f64> {
        match *self {
            Selection::Elitist { .. } => None,
            Selection::Roulette { temper: Temper::Pure } => Some(1.0),
            Selection::Roulette { temper: Temper::Temperature { initial, schedule } } => Some(match schedule {
                Schedule::Constant => initial,
                Schedule::Logarithmic => (initial / libm::log(generation as f64 + 2.0)).max(0.1),
            }),
        }
    }
}

/// Something that is wrong with settings.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// The population is smaller than 2 or larger than [`MAX_POPULATION`].
    Population(usize),
    /// The elite is empty, or larger than the population.
    Elite(usize),
    /// The temperature is no finite number above 0.
    Temperature(f64),
    /// The share is no fraction up to 1.
    Share {
        own: u32,
        /// The whole of which `own` is a part.
        of: u32,
    },
    /// There are more immigrants than newcomers.
    Immigrants(usize),
    /// The probability is none.
    Probability(f64),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Population(size) => write!(f, "a population of {size}: it has 2 to {MAX_POPULATION} individuals"),
            Problem::Elite(elite) => write!(f, "an elite of {elite}: it has at least one, and at most the population"),
            Problem::Temperature(initial) => write!(f, "a temperature of {initial}: it is a finite number above 0"),
            Problem::Share { own, of } => write!(f, "a share of {own}/{of}: it is a fraction of at most 1"),
            Problem::Immigrants(count) => write!(f, "{count} immigrants are more than the newcomers"),
            Problem::Probability(probability) => write!(f, "a probability of {probability}: it is from 0 to 1"),
        }
    }
}

/// Everything that is wrong with settings.
pub type SettingsError = Refused<Problem>;
