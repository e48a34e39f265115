//! Values of settings.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A value of a setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Yes or no.
    Switch(bool),
    /// A whole number.
    Whole(i64),
    /// Any number.
    Number(f64),
    /// Words.
    Text(String),
}

impl Value {
    /// The value as a number, if it is one.
    pub const fn number(&self) -> Option<f64> {
        match self {
            Value::Whole(whole) => Some(*whole as f64),
            Value::Number(number) => Some(*number),
            Value::Switch(_) | Value::Text(_) => None,
        }
    }

    /// Whether two values mean the same: a whole number may be written with a point.
    pub fn is_same(&self, other: &Value) -> bool {
        self == other || self.number().is_some_and(|number| other.number() == Some(number))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Switch(is_on) => f.write_str(if *is_on { "yes" } else { "no" }),
            Value::Whole(whole) => write!(f, "{whole}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => f.write_str(text),
        }
    }
}
