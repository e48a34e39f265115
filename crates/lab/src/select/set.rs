//! A set of features with a weight for each of their numbers.

use serde::{Deserialize, Serialize};
use tetrolab_agents::Measure;

use crate::train::average;

/// A set of features with a weight for each of their numbers.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Set {
    /// Names of features, or formulas.
    pub features: Vec<String>,
    /// The weights of all their numbers, in order. Their length is 1, or 0 if nothing is known yet.
    pub weights: Vec<f64>,
}

impl Set {
    /// A set with these weights, of which only the direction counts.
    pub fn new(features: Vec<String>, weights: &[f64]) -> Set {
        Set { features, weights: average(&[weights]) }
    }

    /// One feature more, which is one number and weighs nothing yet.
    pub fn with(&self, feature: &str) -> Set {
        let mut set = self.clone();
        set.features.push(feature.to_string());
        set.weights.push(0.0);
        set
    }

    /// The same without the feature at a place, on boards of this width.
    pub fn without(&self, place: usize, width: u8) -> Set {
        let counts: Vec<usize> = self.features.iter().map(|feature| measures(feature, width).len()).collect();
        let first: usize = counts[..place].iter().sum();
        let mut set = self.clone();
        set.features.remove(place);
        set.weights.drain(first..first + counts[place]);
        Set::new(set.features, &set.weights)
    }

    /// The same features with other weights, taken as they are.
    pub fn reweighed(&self, weights: Vec<f64>) -> Set {
        Set { features: self.features.clone(), weights }
    }

    /// Whether weights are what they are in a set: of length 1, or all 0.
    pub(super) fn is_scaled(weights: &[f64]) -> bool {
        /// More is not rounding.
        const ROUNDING: f64 = 1e-9;
        let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
        squares == 0.0 || (squares - 1.0).abs() < ROUNDING
    }

    /// What each weight belongs to, on boards of this width.
    pub fn measures(&self, width: u8) -> Vec<Measure> {
        self.features.iter().flat_map(|feature| measures(feature, width)).collect()
    }
}

/// The numbers of a feature that was checked.
fn measures(feature: &str, width: u8) -> Vec<Measure> {
    Measure::list(feature, width).expect("the features were checked")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_come_and_go_with_their_weights() {
        let features = ["f5_holes", "heights", "lines"].map(str::to_string).to_vec();
        let set = Set::new(features, &[3.0, 0.0, 0.0, 0.0, 4.0]);
        assert_eq!(set.weights, [0.6, 0.0, 0.0, 0.0, 0.8]);
        assert!(Set::is_scaled(&set.weights) && Set::is_scaled(&[0.0]) && Set::is_scaled(&[]));
        assert!(!Set::is_scaled(&[1e80, 0.0]) && !Set::is_scaled(&[f64::NAN]) && !Set::is_scaled(&[1e300, 1.0]));
        assert_eq!(set.measures(3)[3].to_string(), "heights 2");
        let more = set.with("constant");
        assert_eq!((more.features[3].as_str(), more.weights[5]), ("constant", 0.0));
        assert_eq!(more.without(3, 3), set);
        // What is left has the length 1 again.
        assert_eq!(set.without(1, 3).weights, [0.6, 0.8]);
        assert_eq!(set.without(0, 3).weights, [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(set.without(0, 3).without(0, 3).without(0, 3), Set::default());
    }
}
