//! A new run: options as the commands have them.

use std::fmt::Display;
use std::path::Path;

use anyhow::{Result, anyhow, bail, ensure};
use serde_json::{Map, Value};
use tetrolab_lab::{laboratory, solving, train};

use super::experiment::Experimenting;
use super::solving::Solving;
use super::training::Training;
use crate::house::House;
use crate::refusal::Refusal;
use tetrolab_sessions::texts::{Refused, Text};

/// A run that can be begun.
pub enum New {
    /// Weights are learned.
    Training(Box<Training>),
    /// A piece sequence is solved.
    Solving(Box<Solving>),
    /// An experiment is run.
    Experiment(Box<Experimenting>),
}

impl New {
    /// Checks the options of a kind of run, as the command does.
    pub fn read(house: &House, kind: Option<&str>, options: &Map<String, Value>) -> Result<New> {
        match kind.unwrap_or(train::KIND) {
            train::KIND => Ok(New::Training(Box::new(Training::read(house, options)?))),
            solving::KIND => Ok(New::Solving(Box::new(Solving::read(options)?))),
            laboratory::KIND => Ok(New::Experiment(Box::new(Experimenting::read(options)?))),
            other => bail!(
                "runs of kind {other:?} are not begun here; they are {}, {} and {}",
                train::KIND,
                solving::KIND,
                laboratory::KIND
            ),
        }
    }

    /// What its name begins with, unless it is given one.
    pub fn stem(&self) -> String {
        match self {
            New::Training(training) => training.stem(),
            New::Solving(solving) => solving.stem(),
            New::Experiment(experiment) => experiment.stem(),
        }
    }

    /// Begins in a new folder.
    pub fn create(&self, folder: &Path) -> Result<()> {
        match self {
            New::Training(training) => training.create(folder),
            New::Solving(solving) => solving.create(folder),
            New::Experiment(experiment) => experiment.create(folder),
        }
    }
}

/// More of something is wanted than a page may ask for.
pub fn too_many<N: Display + Send + Sync + 'static>(text: fn(&Refused) -> &Text, most: N, count: N) -> Refusal {
    Refusal::new(move |texts| text(&texts.refused).with(&[("most", &most), ("count", &count)]))
}

/// Options as they are typed.
pub fn words(options: &Map<String, Value>) -> Result<Vec<String>> {
    let words = options.iter().filter_map(|(name, value)| word(name, value).transpose());
    words.collect()
}

/// An option as it is typed; `None` if it is left to itself.
fn word(name: &str, value: &Value) -> Result<Option<String>> {
    let is_plain = !name.is_empty() && name.bytes().all(|sign| sign.is_ascii_lowercase() || sign == b'-');
    ensure!(is_plain && !name.starts_with('-'), "there is no option {name:?}");
    match value {
        Value::Null | Value::Bool(false) => Ok(None),
        Value::Bool(true) => Ok(Some(format!("--{name}"))),
        Value::String(text) if text.trim().is_empty() => Ok(None),
        Value::String(text) => Ok(Some(format!("--{name}={text}"))),
        Value::Number(number) => Ok(Some(format!("--{name}={number}"))),
        Value::Array(_) | Value::Object(_) => Err(anyhow!("the option {name:?} is a text, a number, true or false")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn options_are_words() {
        let typed = |name: &str, value: Value| word(name, &value).map_err(|error| error.to_string());
        assert_eq!(typed("size", json!("6x12")), Ok(Some("--size=6x12".to_string())));
        assert_eq!(typed("hard", json!(true)), Ok(Some("--hard".to_string())));
        assert_eq!(typed("games", json!(5)), Ok(Some("--games=5".to_string())));
        for left in [json!(null), json!(false), json!(""), json!(" ")] {
            assert_eq!(typed("hard", left), Ok(None));
        }
        for bad in ["", "-x", "Size", "a b", "a=b"] {
            assert!(typed(bad, json!(1)).is_err(), "{bad}");
        }
        assert!(typed("size", json!([6, 12])).unwrap_err().contains("a text, a number"));
    }
}
