//! How large numbers are, so that weights can be searched for in steps of the same size.
//!
//! The rows of all filled cells added up differ by 8 from drop to drop, removed rows by a tenth. A step of their weights that is right for one
//! is far too long or too short for the other. While a set learns, such numbers are divided; the weights that come out are those of
//! the numbers as they are.

use tetrolab_agents::{Binary, Count, Formula, Measure, Node};

use super::independence::length;
use super::sample::Sample;
use super::set::Set;
use crate::train::average;

/// Numbers are divided if they differ by more than this, or by less than one divided by it. Others are much the same, and are played faster
/// as they are.
const MUCH: f64 = 4.0;

/// What each number of a set is divided by while it learns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scales(Vec<f64>);

impl Scales {
    /// For a set, on boards of this width.
    pub fn new(set: &Set, width: u8, sample: &Sample) -> Scales {
        Scales(set.measures(width).iter().map(|measure| divisor(measure, sample)).collect())
    }

    /// The set as it learns.
    pub fn scaled(&self, set: &Set, width: u8) -> Set {
        let mut features: Vec<String> = Vec::new();
        for (measure, &divisor) in set.measures(width).iter().zip(&self.0) {
            match divided(measure, divisor) {
                Some(formula) => features.push(formula.text().to_string()),
                None if measure.index() == 0 => features.push(measure.name().to_string()),
                // All numbers of a feature have one name.
                None => {}
            }
        }
        let weights: Vec<f64> = set.weights.iter().zip(&self.0).map(|(weight, divisor)| weight * divisor).collect();
        Set::new(features, &weights)
    }

    /// The weights of the numbers as they are, from what was learned.
    pub fn unscaled(&self, weights: &[f64]) -> Vec<f64> {
        let weights: Vec<f64> = weights.iter().zip(&self.0).map(|(weight, divisor)| weight / divisor).collect();
        average(&[&weights])
    }
}

/// What a number is divided by; 1 if it stays as it is.
fn divisor(measure: &Measure, sample: &Sample) -> f64 {
    let column = sample.column(measure);
    let spread = length(&column) / (column.len() as f64).sqrt();
    let divisor = match spread {
        MUCH.. => round_number(spread),
        _ if spread > 0.0 && spread <= 1.0 / MUCH => 1.0 / round_number(1.0 / spread),
        _ => 1.0,
    };
    if divided(measure, divisor).is_some() { divisor } else { 1.0 }
}

/// A number divided; nothing if it stays as it is or cannot be part of a formula.
fn divided(measure: &Measure, divisor: f64) -> Option<Formula> {
    if divisor == 1.0 || measure.count() != Count::One {
        return None;
    }
    let (operation, number) = if divisor > 1.0 { (Binary::Over, divisor) } else { (Binary::Times, 1.0 / divisor) };
    Formula::new(Node::Binary(operation, Box::new(node(measure)), Box::new(Node::Number(number)))).ok()
}

/// A measure that is one number, as part of a formula.
pub(super) fn node(measure: &Measure) -> Node {
    match measure {
        Measure::Feature { feature, .. } => Node::Feature(feature),
        Measure::Formula(formula) => formula.tree().clone(),
    }
}

/// The largest of 1, 2, 5, 10, 20 and so on that is not larger; 1 if none is.
fn round_number(value: f64) -> f64 {
    let steps = (0..9).flat_map(|power| [1.0, 2.0, 5.0].map(|first| first * 10f64.powi(power)));
    steps.take_while(|&step| step <= value).last().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::{Direction, Selection, Settings};
    use crate::train;

    #[test]
    fn large_and_small_numbers_are_divided_while_they_learn() {
        let game = train::Settings::published("cma-es", Vec::new()).game;
        let selection = Selection::new(Settings::new(Direction::Grow, Vec::new(), game)).unwrap();
        let sample = Sample::new(&selection);
        let features = ["f5_holes", "heights", "weighted_cells", "lines", "f6_wells * f6_wells"].map(str::to_string);
        let weights: Vec<f64> = (1..=14).map(f64::from).collect();
        let set = Set::new(features.to_vec(), &weights);
        let scales = Scales::new(&set, selection.width(), &sample);
        let scaled = scales.scaled(&set, selection.width());
        assert_eq!(scaled.features[..2], ["f5_holes", "heights"]);
        assert!(scaled.features[2].starts_with("weighted_cells / "), "{scaled:?}");
        assert!(scaled.features[3].starts_with("lines * "), "{scaled:?}");
        assert!(scaled.features[4].starts_with("f6_wells * f6_wells / "), "{scaled:?}");
        // There and back again.
        assert_eq!(scaled.measures(selection.width()).len(), set.weights.len());
        let back = scales.unscaled(&scaled.weights);
        assert!(back.iter().zip(&set.weights).all(|(a, b)| (a - b).abs() < 1e-12), "{back:?}");
    }

    #[test]
    fn divisors_are_round() {
        assert_eq!([0.5, 1.0, 4.9, 5.0, 73.0, 4000.0].map(round_number), [1.0, 1.0, 2.0, 5.0, 50.0, 2000.0]);
    }
}
