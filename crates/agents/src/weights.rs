//! Weights of features and formulas, and the two file formats they are read from.
//!
//! `docs/weights.md` describes both: a small TOML that names features and holds formulas, and the feature files of MDPTetris.

mod mdptetris_file;
mod text;
mod toml_file;

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use tetrolab_engine::Piece;

use crate::features::{Count, Feature};
use crate::measure::Measure;

pub use text::{Entry, WeightsText};

/// The weight of a feature, of one number of a feature that is several, or of a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Weight {
    /// What is weighed.
    pub measure: Measure,
    pub weight: f64,
}

/// What a drop is worth besides its features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reward {
    /// Nothing.
    #[default]
    Nothing,
    /// 1 for each line.
    Lines,
    /// 1, always.
    One,
    /// 1 if there is a line.
    AnyLine,
    /// 1, 3, 7 or 13 for one to four lines.
    Rising,
}

impl Reward {
    /// All of them, in the order of their numbers in MDPTetris.
    pub const ALL: [Reward; 5] = [Reward::Nothing, Reward::Lines, Reward::One, Reward::AnyLine, Reward::Rising];

    /// The reward of a drop with this many lines.
    pub const fn of(self, lines: u8) -> f64 {
        match self {
            Reward::Nothing => 0.0,
            Reward::Lines => lines as f64,
            Reward::One => 1.0,
            Reward::AnyLine => (lines > 0) as u8 as f64,
            Reward::Rising => [0.0, 1.0, 3.0, 7.0, 13.0][lines as usize],
        }
    }

    /// The word for it in files.
    pub const fn name(self) -> &'static str {
        ["nothing", "lines", "one", "any-line", "1-3-7-13"][self as usize]
    }
}

/// What a drop is worth that loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Lost {
    /// Less than any other.
    #[default]
    Worst,
    /// 0.
    Zero,
    /// What its features say.
    Features,
}

impl Lost {
    /// All of them, in the order of their numbers in MDPTetris, from -1.
    pub const ALL: [Lost; 3] = [Lost::Worst, Lost::Zero, Lost::Features];

    /// The word for it in files.
    pub const fn name(self) -> &'static str {
        ["worst", "zero", "features"][self as usize]
    }
}

/// How a player weighs features and formulas. The value of a drop is added up in the order of the weights.
///
/// ```
/// use tetrolab_agents::Weights;
///
/// let weights: Weights = "
///     [weights]
///     f1_landing_height = -1
///     f5_holes = -4
/// ".parse()?;
/// assert_eq!(weights.to_string(), "[weights]\nf1_landing_height = -1.0\nf5_holes = -4.0\n");
/// # Ok::<(), tetrolab_agents::WeightsError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Weights {
    /// What a drop is worth besides.
    pub reward: Reward,
    /// What a lost game is worth.
    pub lost: Lost,
    general: Vec<Weight>,
    /// Pieces that have their own.
    special: [Option<Vec<Weight>>; 7],
}

impl Weights {
    /// Weights of features that are one number each, by name.
    ///
    /// # Panics
    /// If there is no such feature, it is several numbers, or it is there twice.
    pub fn of(weights: &[(&str, f64)]) -> Weights {
        Weights { general: list(weights), ..Weights::default() }
    }

    /// Weights of any features and formulas, in order. Features that are several numbers have all of them, from 0 on.
    ///
    /// ```
    /// use tetrolab_agents::{Measure, Weights};
    ///
    /// let product: Measure = "f5_holes * f8_rows_with_holes".parse()?;
    /// let weights = Weights::from_measures(vec![("f1_landing_height".parse()?, -0.3), (product, -0.1)])?;
    /// assert_eq!(weights.general().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_measures(measures: Vec<(Measure, f64)>) -> Result<Weights, MeasuresError> {
        let general: Vec<Weight> = measures.into_iter().map(|(measure, weight)| Weight { measure, weight }).collect();
        if general.is_empty() {
            return Err(MeasuresError("there is no feature".to_string()));
        }
        for (place, Weight { measure, weight }) in general.iter().enumerate() {
            check(&measure.to_string(), *weight).map_err(MeasuresError)?;
            if general[..place].iter().any(|before| before.measure == *measure) {
                return Err(MeasuresError(format!("{measure} is repeated")));
            }
            // None is there twice, so they are the first ones if none is beyond their count.
            let given = general.iter().filter(|other| other.measure.name() == measure.name()).count();
            if measure.index() >= given {
                return Err(MeasuresError(format!("{measure} is there, but not all numbers before it")));
            }
        }
        Ok(Weights { general, ..Weights::default() })
    }

    /// The same, but for this piece others.
    ///
    /// # Panics
    /// As [`Weights::of`].
    pub fn but_for(mut self, piece: Piece, weights: &[(&str, f64)]) -> Weights {
        self.special[piece as usize] = Some(list(weights));
        self
    }

    /// The weights for a piece, in order.
    pub fn terms(&self, piece: Piece) -> &[Weight] {
        self.special[piece as usize].as_deref().unwrap_or(&self.general)
    }

    /// The weights of all pieces that have none of their own.
    pub fn general(&self) -> &[Weight] {
        &self.general
    }

    /// The weights of a piece that has its own.
    pub fn special(&self, piece: Piece) -> Option<&[Weight]> {
        self.special[piece as usize].as_deref()
    }
}

fn list(weights: &[(&str, f64)]) -> Vec<Weight> {
    let mut list: Vec<Weight> = Vec::with_capacity(weights.len());
    for &(name, weight) in weights {
        let feature = Feature::named(name).expect("the name of a feature");
        assert!(feature.count == Count::One && weight.is_finite(), "one finite weight for one number");
        assert!(list.iter().all(|there| there.measure.name() != name), "{name} is there once");
        list.push(Weight { measure: Measure::Feature { feature, index: 0 }, weight });
    }
    list
}

/// Why weights cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsError {
    line: usize,
    reason: String,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl Error for WeightsError {}

/// Why a list of measures and weights makes no weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuresError(String);

impl fmt::Display for MeasuresError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for MeasuresError {}

/// No weight is larger: values would come near that of a lost game.
const LARGEST: f64 = 1e90;

/// Says what is wrong with a weight.
fn check(name: &str, weight: f64) -> Result<f64, String> {
    if !weight.is_finite() {
        Err(format!("the weight of {name} is not a finite number"))
    } else if weight.abs() > LARGEST {
        Err(format!("the weight of {name} is beyond {LARGEST:e}"))
    } else {
        Ok(weight)
    }
}

impl FromStr for Weights {
    type Err = WeightsError;

    /// Reads either format. A file of MDPTetris begins with a number on a line of its own, which no TOML does.
    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let is_number = first.split_whitespace().all(|word| word.parse::<f64>().is_ok()) && !first.trim().is_empty();
        if is_number { mdptetris_file::read(text) } else { toml_file::read(text) }
    }
}

impl fmt::Display for Weights {
    /// As TOML; reading it gives the same weights. All weights of a feature that is several numbers stand together there, so
    /// that the order of a file of MDPTetris that mixes them is not kept.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        toml_file::write(self, f)
    }
}
