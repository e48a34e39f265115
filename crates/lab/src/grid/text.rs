//! What is wrong with an experiment, and where.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use tetrolab_agents::{WeightsError, WeightsText};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Value;

/// What is wrong with the text of an experiment, with its line, and its column where that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentError(String);

impl fmt::Display for ExperimentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for ExperimentError {}

impl From<WeightsError> for ExperimentError {
    fn from(error: WeightsError) -> ExperimentError {
        ExperimentError(error.to_string())
    }
}

/// A value in the text.
pub type Item<'t> = Spanned<DeValue<'t>>;

/// The text of an experiment.
#[derive(Clone, Copy)]
pub struct Text<'t>(pub WeightsText<'t>);

impl Text<'_> {
    /// What is wrong there.
    pub fn wrong(&self, at: &Range<usize>, reason: impl fmt::Display) -> ExperimentError {
        let WeightsText(text) = self.0;
        let before = &text[..text.floor_char_boundary(at.start)];
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.chars().rev().take_while(|&letter| letter != '\n').count();
        ExperimentError(format!("line {line}, column {column}: {reason}"))
    }

    /// Words.
    pub fn words(&self, name: &str, item: &Item<'_>) -> Result<String, ExperimentError> {
        let words = item.get_ref().as_str().map(|words| words.trim().to_string());
        words.ok_or_else(|| self.wrong(&item.span(), format_args!("{name} is text in quotation marks")))
    }

    /// A list of words; one word is a list too.
    pub fn list(&self, name: &str, item: &Item<'_>) -> Result<Vec<String>, ExperimentError> {
        match item.get_ref().as_array() {
            Some(items) => items.iter().map(|item| self.words(name, item)).collect(),
            None => Ok(vec![self.words(name, item)?]),
        }
    }

    /// A name that can be that of a file.
    pub fn name(&self, what: &str, item: &Item<'_>) -> Result<String, ExperimentError> {
        let name = self.words(what, item)?;
        let is_fine = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(is_fine) {
            let reason = format!("{what} is at most {LONGEST_NAME} small letters, digits and hyphens");
            return Err(self.wrong(&item.span(), reason));
        }
        Ok(name)
    }

    /// A number.
    pub fn number(&self, name: &str, item: &Item<'_>) -> Result<f64, ExperimentError> {
        let number = value(item.get_ref()).and_then(|value| value.number()).filter(|number| number.is_finite());
        number.ok_or_else(|| self.wrong(&item.span(), format_args!("{name} is a number")))
    }

    /// A table.
    pub fn table<'a>(&self, name: &str, item: &'a Item<'a>) -> Result<&'a DeTable<'a>, ExperimentError> {
        let table = item.get_ref().as_table();
        table.ok_or_else(|| self.wrong(&item.span(), format_args!("{name} is a table")))
    }

    /// Tables of one kind, such as those that begin with `[[grid]]`.
    pub fn tables<'a>(&self, name: &str, item: &'a Item<'a>) -> Result<Vec<&'a Item<'a>>, ExperimentError> {
        let tables: Option<Vec<&Item<'_>>> = item
            .get_ref()
            .as_array()
            .and_then(|items| items.iter().map(|item| item.get_ref().as_table().is_some().then_some(item)).collect());
        tables.ok_or_else(|| self.wrong(&item.span(), format_args!("{name} is written as [[{name}]]")))
    }
}

/// Names are not longer.
const LONGEST_NAME: usize = 40;

/// A value, if it is one that settings can have.
pub fn value(item: &DeValue<'_>) -> Option<Value> {
    match item {
        DeValue::String(text) => Some(Value::Text(text.trim().to_string())),
        DeValue::Boolean(is_on) => Some(Value::Switch(*is_on)),
        DeValue::Integer(whole) => i64::from_str_radix(whole.as_str(), whole.radix()).ok().map(Value::Whole),
        DeValue::Float(number) => {
            number.as_str().parse().ok().filter(|number: &f64| number.is_finite()).map(Value::Number)
        }
        _ => None,
    }
}
