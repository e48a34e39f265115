//! What a weight belongs to: a number of a feature, or a formula.

use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::features::{Count, Dropped, Feature};
use crate::formula::{Formula, FormulaError, Node, PRIMITIVES};
use crate::nearest::Unknown;

/// One number of a drop.
///
/// ```
/// use tetrolab_agents::Measure;
///
/// let measure: Measure = "f5_holes>3".parse()?;
/// assert_eq!(measure.name(), "f5_holes > 3");
/// # Ok::<(), tetrolab_agents::MeasureError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// A number of a feature.
    Feature {
        feature: &'static Feature,
        /// Which of its numbers.
        index: usize,
    },
    /// A formula.
    Formula(Arc<Formula>),
}

impl Measure {
    /// All numbers of a feature on boards of this width, or a formula.
    pub fn list(text: &str, width: u8) -> Result<Vec<Measure>, MeasureError> {
        match Feature::named(text) {
            Ok(feature) => Ok((0..feature.count.on(width)).map(|index| Measure::Feature { feature, index }).collect()),
            Err(_) => Ok(vec![text.parse()?]),
        }
    }

    /// The name of the feature, or the text of the formula. All numbers of a feature have the same.
    pub fn name(&self) -> &str {
        match self {
            Measure::Feature { feature, .. } => feature.name,
            Measure::Formula(formula) => formula.text(),
        }
    }

    /// One line about it.
    pub const fn meaning(&self) -> &'static str {
        match self {
            Measure::Feature { feature, .. } => feature.meaning,
            Measure::Formula(_) => "a formula",
        }
    }

    /// The feature; `None` if it is a formula.
    pub const fn feature(&self) -> Option<&'static Feature> {
        match self {
            Measure::Feature { feature, .. } => Some(feature),
            Measure::Formula(_) => None,
        }
    }

    /// Which of the numbers of its feature; 0 if there is only one.
    pub const fn index(&self) -> usize {
        match self {
            Measure::Feature { index, .. } => *index,
            Measure::Formula(_) => 0,
        }
    }

    /// How many numbers there are with its name.
    pub const fn count(&self) -> Count {
        match self {
            Measure::Feature { feature, .. } => feature.count,
            Measure::Formula(_) => Count::One,
        }
    }

    /// The number for a drop.
    pub fn value(&self, dropped: &Dropped) -> f64 {
        match self {
            Measure::Feature { feature, index } => (feature.value)(dropped, *index),
            Measure::Formula(formula) => formula.value(dropped),
        }
    }

    /// Whether it adds up over several moves. If not, it is about the board after the last one.
    pub fn adds_up(&self) -> bool {
        match self {
            Measure::Feature { feature, .. } => feature.adds_up,
            Measure::Formula(formula) => formula.adds_up(),
        }
    }
}

impl From<Formula> for Measure {
    /// A formula that is nothing but a feature is that feature.
    fn from(formula: Formula) -> Measure {
        match formula.tree() {
            Node::Feature(feature) => Measure::Feature { feature, index: 0 },
            _ => Measure::Formula(Arc::new(formula)),
        }
    }
}

impl FromStr for Measure {
    type Err = MeasureError;

    /// A feature that is one number, or a formula.
    fn from_str(text: &str) -> Result<Measure, MeasureError> {
        text.parse::<Formula>().map(Measure::from).map_err(|error| {
            let is_primitive = PRIMITIVES.iter().any(|primitive| primitive.name == text);
            MeasureError(match Feature::named(text) {
                Err(unknown) if is_one_word(text) && !is_primitive => Reason::Unknown(unknown),
                _ => Reason::Formula { text: text.to_string(), error },
            })
        })
    }
}

impl fmt::Display for Measure {
    /// The name, and which of the numbers if there are several.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count() {
            Count::One => f.write_str(self.name()),
            _ => write!(f, "{} {}", self.name(), self.index()),
        }
    }
}

/// Why a text is neither a feature nor a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasureError(Reason);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Reason {
    Unknown(Unknown),
    Formula { text: String, error: FormulaError },
}

impl fmt::Display for MeasureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Reason::Unknown(unknown) => unknown.fmt(f),
            Reason::Formula { text, error } => {
                write!(f, "{text:?} is neither a single feature nor a formula: {error}")
            }
        }
    }
}

impl Error for MeasureError {}

/// Whether a text is one word, which needs no quotation marks as a key of TOML.
pub(crate) fn is_one_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_is_no_formula() {
        for text in ["f5_holes", " f5_holes", "(f5_holes)"] {
            assert!(
                matches!(text.parse().unwrap(), Measure::Feature { feature, index: 0 } if feature.name == "f5_holes")
            );
        }
        assert_eq!(Measure::list("heights", 10).unwrap()[9].to_string(), "heights 9");
        assert_eq!(Measure::list("f5_holes - 1", 10).unwrap()[0].to_string(), "f5_holes - 1");
    }

    #[test]
    fn one_word_is_meant_as_a_feature() {
        for (text, reason) in [
            ("f5_hole", "there is no feature \"f5_hole\"; the nearest is f5_holes"),
            ("f5-holes", "there is no feature \"f5-holes\"; the nearest is f5_holes"),
            (
                "height",
                "\"height\" is neither a single feature nor a formula: in column 1: height is a number of each column, so \
                        it belongs inside of sum, largest or smallest",
            ),
            (
                "heights",
                "\"heights\" is neither a single feature nor a formula: in column 1: heights is several numbers, so it \
                         cannot be part of a formula",
            ),
            (
                "2 * f5_hole",
                "\"2 * f5_hole\" is neither a single feature nor a formula: in column 5: there is no feature or \
                             column number \"f5_hole\"; the nearest is f5_holes",
            ),
        ] {
            assert_eq!(text.parse::<Measure>().unwrap_err().to_string(), reason);
        }
    }
}
