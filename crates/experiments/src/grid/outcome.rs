//! What came of a cell.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

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
}
