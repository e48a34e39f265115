//! What came of a cell.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Of courses with more points some are left out, never the first and the last.
pub const MOST_POINTS: usize = 400;

/// What came of a cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Outcome {
    /// Numbers by the names of measures.
    pub values: BTreeMap<String, f64>,
    /// What is words, such as a plan or a queue.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub texts: BTreeMap<String, String>,
    /// Rows of numbers, such as scores of games, weights, or the coordinates of a curve.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub series: BTreeMap<String, Vec<f64>>,
    /// Points by the names of [courses](super::Course), at most [`MOST_POINTS`] each.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub courses: BTreeMap<String, Vec<(f64, f64)>>,
    /// Whatever else the figures of the work need.
    #[serde(skip_serializing_if = "serde_json::Value::is_null")]
    pub details: serde_json::Value,
}

impl Outcome {
    /// With a number. What is not finite is left out: JSON has no word for it.
    #[must_use]
    pub fn value(mut self, name: &str, value: f64) -> Outcome {
        if value.is_finite() {
            self.values.insert(name.to_string(), value);
        }
        self
    }

    /// With words.
    #[must_use]
    pub fn text(mut self, name: &str, text: impl Into<String>) -> Outcome {
        self.texts.insert(name.to_string(), text.into());
        self
    }

    /// With a row of numbers.
    #[must_use]
    pub fn series(mut self, name: &str, series: Vec<f64>) -> Outcome {
        self.series.insert(name.to_string(), series);
        self
    }

    /// With a course. Points that are not finite are left out, and some of too many.
    #[must_use]
    pub fn course(mut self, name: &str, mut points: Vec<(f64, f64)>) -> Outcome {
        points.retain(|point| point.0.is_finite() && point.1.is_finite());
        if points.len() > MOST_POINTS {
            let last = (points.len() - 1) as f64;
            let place = |index: usize| (index as f64 * last / (MOST_POINTS - 1) as f64).round() as usize;
            points = (0..MOST_POINTS).map(|index| points[place(index)]).collect();
        }
        self.courses.insert(name.to_string(), points);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_courses_keep_their_ends() {
        let points: Vec<(f64, f64)> = (0..1001).map(|at| (f64::from(at), 1.0)).collect();
        let outcome = Outcome::default().course("long", points).course("short", vec![(1.0, f64::NAN), (2.0, 3.0)]);
        let long = &outcome.courses["long"];
        assert_eq!((long.len(), long[0].0, long[MOST_POINTS - 1].0), (MOST_POINTS, 0.0, 1000.0));
        assert!(long.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert_eq!(outcome.courses["short"], [(2.0, 3.0)]);
    }
}
