//! How a search begins, as plain data.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::entry::{Entry, Setting};
use super::problem::{Problem, SettingsError};
use crate::refused::Refused;

/// A point may not have more coordinates.
pub const MAX_DIMENSION: usize = 1000;

/// A generation may not have more points.
pub const MAX_POPULATION: usize = 1 << 20;

/// Coordinates and deviations may not be larger, nor deviations smaller than one divided by it. Squares of squares are finite
/// still.
pub const LARGEST: f64 = 1e70;

/// How a search begins. Anything goes here; the function [`start`](Entry::start) of an optimiser checks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The centre at the start. Its length is the dimension.
    pub mean: Vec<f64>,
    /// The standard deviation of every coordinate at the start.
    pub sigma: f64,
    /// λ: how many points a generation has. If none is given, the default of the optimiser for this dimension.
    pub population: Option<usize>,
    /// μ: how many of them shape the next generation. If none is given, the default of the optimiser for this population.
    pub parents: Option<usize>,
    /// Where the points lie.
    pub projection: Projection,
    /// What happens when there is nothing to gain any more.
    pub restarts: Restarts,
    /// What is added to the variances of cross-entropy.
    pub noise: Noise,
    /// All random numbers follow from it.
    pub seed: u64,
}

/// Where the points lie that are asked for. Told points are taken as they are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Projection {
    /// Anywhere.
    Nothing,
    /// Each is divided by its length. A zero vector stays as it is.
    UnitSphere,
}

/// What happens when there is nothing to gain any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restarts {
    /// The search stops.
    Never,
    /// It begins again from the first centre and sigma, with more points in each generation (Auger and Hansen, "A Restart CMA
    /// Evolution Strategy With Increasing Population Size", 2005).
    Ipop {
        /// How many times as many points. Usually 2.
        factor: usize,
    },
}

/// What is added to each variance after generation `t`, which is 0 for the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Noise {
    /// Nothing.
    None,
    /// Always this. Szita and Lőrincz (2006) took 4.
    Constant(f64),
    /// `max(start - t / slope_generations, 0)`. Szita and Lőrincz took 5 and 10.
    Linear {
        start: f64,
        /// In this many generations it falls by 1.
        slope_generations: f64,
    },
    /// `scale / (t + 1)`. Thiery and Scherrer (2009) took 20.
    Hyperbolic { scale: f64 },
}

impl fmt::Display for Noise {
    /// As it is read, such as `linear:5/10`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Noise::None => f.write_str("none"),
            Noise::Constant(variance) => write!(f, "constant:{variance}"),
            Noise::Linear { start, slope_generations } => write!(f, "linear:{start}/{slope_generations}"),
            Noise::Hyperbolic { scale } => write!(f, "hyperbolic:{scale}"),
        }
    }
}

impl FromStr for Noise {
    type Err = String;

    /// Reads `none`, `constant:4`, `linear:5/10` or `hyperbolic:20`. Without numbers they are these.
    fn from_str(text: &str) -> Result<Noise, String> {
        let (name, numbers) = text.split_once(':').unwrap_or((text, ""));
        let numbers: Option<Vec<f64>> = match numbers {
            "" => Some(Vec::new()),
            numbers => numbers.split('/').map(|number| number.trim().parse().ok()).collect(),
        };
        let reason = "a noise is none, constant:4, linear:5/10 or hyperbolic:20";
        match (name, numbers.as_deref().ok_or(reason)?) {
            ("none", []) => Ok(Noise::None),
            ("constant", []) => Ok(Noise::Constant(4.0)),
            ("constant", &[variance]) => Ok(Noise::Constant(variance)),
            ("linear", []) => Ok(Noise::Linear { start: 5.0, slope_generations: 10.0 }),
            ("linear", &[start, slope_generations]) => Ok(Noise::Linear { start, slope_generations }),
            ("hyperbolic", []) => Ok(Noise::Hyperbolic { scale: 20.0 }),
            ("hyperbolic", &[scale]) => Ok(Noise::Hyperbolic { scale }),
            _ => Err(reason.to_string()),
        }
    }
}

impl Noise {
    /// What is added after this generation.
    pub(super) fn after(self, generation: u64) -> f64 {
        let generation = generation as f64;
        match self {
            Noise::None => 0.0,
            Noise::Constant(variance) => variance,
            Noise::Linear { start, slope_generations } => (start - generation / slope_generations).max(0.0),
            Noise::Hyperbolic { scale } => scale / (generation + 1.0),
        }
    }

    /// The number that makes no sense, if any does.
    fn problem(self) -> Option<f64> {
        let is_good = |variance: f64| (0.0..=LARGEST).contains(&variance);
        match self {
            Noise::None => None,
            Noise::Constant(variance) | Noise::Hyperbolic { scale: variance } => {
                Some(variance).filter(|&v| !is_good(v))
            }
            Noise::Linear { start, .. } if !is_good(start) => Some(start),
            Noise::Linear { slope_generations, .. } => {
                Some(slope_generations).filter(|&slope| !(slope.is_finite() && slope > 0.0))
            }
        }
    }
}

impl Settings {
    /// Around this centre, with this standard deviation, and the defaults of the optimiser for everything else.
    pub const fn new(mean: Vec<f64>, sigma: f64, seed: u64) -> Settings {
        Settings {
            mean,
            sigma,
            population: None,
            parents: None,
            projection: Projection::Nothing,
            restarts: Restarts::Never,
            noise: Noise::None,
            seed,
        }
    }

    /// λ, given or by default.
    pub(super) fn population_for(&self, entry: &Entry) -> usize {
        self.population.unwrap_or_else(|| (entry.default_population)(self.mean.len()))
    }

    /// μ, given or by default.
    pub(super) fn parents_for(&self, entry: &Entry) -> usize {
        self.parents.unwrap_or_else(|| (entry.default_parents)(self.population_for(entry)))
    }

    /// Everything that is wrong with them for this optimiser.
    pub fn problems(&self, entry: &Entry) -> Vec<Problem> {
        let mut problems = Vec::new();
        let foreign = |setting| Problem::Foreign { optimizer: entry.name, setting };
        if !(1..=MAX_DIMENSION).contains(&self.mean.len()) {
            problems.push(Problem::Dimension(self.mean.len()));
        }
        if let Some((coordinate, &value)) = self.mean.iter().enumerate().find(|(_, x)| !is_in_range(**x)) {
            problems.push(Problem::Mean { coordinate, value });
        }
        if !is_deviation(self.sigma) {
            problems.push(Problem::Sigma(self.sigma));
        }
        let population = self.population_for(entry);
        if !(entry.least_population..=MAX_POPULATION).contains(&population) {
            problems.push(Problem::Population { population, least: entry.least_population });
        }
        if let Some(parents) = self.parents {
            if !entry.has.contains(&Setting::Parents) {
                problems.push(foreign(Setting::Parents));
            } else if parents < entry.least_parents {
                problems.push(Problem::Parents { parents, least: entry.least_parents });
            } else if parents > population {
                problems.push(Problem::MoreParents { parents, population });
            }
        }
        if let Restarts::Ipop { factor } = self.restarts {
            if !entry.has.contains(&Setting::Restarts) {
                problems.push(foreign(Setting::Restarts));
            } else if factor < 2 {
                problems.push(Problem::Factor(factor));
            }
        }
        if self.noise != Noise::None && !entry.has.contains(&Setting::Noise) {
            problems.push(foreign(Setting::Noise));
        } else if let Some(value) = self.noise.problem() {
            problems.push(Problem::Noise(value));
        }
        problems
    }

    pub(super) fn check(&self, entry: &Entry) -> Result<(), SettingsError> {
        Refused::unless_empty(self.problems(entry))
    }
}

/// Whether a search can be there.
pub(super) fn is_in_range(x: f64) -> bool {
    x.abs() <= LARGEST
}

/// Whether a search can be so wide.
pub(super) fn is_deviation(deviation: f64) -> bool {
    (1.0 / LARGEST..=LARGEST).contains(&deviation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_read_and_written() {
        assert_eq!("constant".parse(), Ok(Noise::Constant(4.0)));
        assert_eq!("linear:6/20".parse(), Ok(Noise::Linear { start: 6.0, slope_generations: 20.0 }));
        assert_eq!("hyperbolic".parse(), Ok(Noise::Hyperbolic { scale: 20.0 }));
        for text in ["", "linear:1", "none:3", "constant:x"] {
            assert!(text.parse::<Noise>().is_err(), "{text}");
        }
        for text in ["none", "constant:4", "linear:5/10", "hyperbolic:20"] {
            assert_eq!(text.parse::<Noise>().unwrap().to_string(), text);
        }
    }
}
