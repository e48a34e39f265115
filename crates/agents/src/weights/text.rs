//! TOML with weights, read so that every fault has its line.

use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::{WeightsError, check};

/// A text in TOML that has weights in it.
#[derive(Clone, Copy, Debug)]
pub struct WeightsText<'t>(pub &'t str);

/// A name and what stands behind it.
pub type Entry<'t> = (&'t Spanned<DeString<'t>>, &'t Spanned<DeValue<'t>>);

impl<'t> WeightsText<'t> {
    /// What is wrong there.
    pub fn wrong(&self, at: &Range<usize>, reason: impl fmt::Display) -> WeightsError {
        let before = &self.0.as_bytes()[..at.start.min(self.0.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        WeightsError { line, reason: reason.to_string() }
    }

    /// All of it.
    pub fn table(&self) -> Result<DeTable<'t>, WeightsError> {
        let table = DeTable::parse(self.0).map_err(|error| {
            let words = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
            let key = error.span().and_then(|span| self.0.get(span)).unwrap_or_default().trim();
            let reason = match words.as_str() {
                "duplicate key" => format!("{key} is repeated"),
                _ => format!("this is not TOML: {words}"),
            };
            self.wrong(&error.span().unwrap_or_default(), reason)
        })?;
        Ok(table.into_inner())
    }

    /// What is in a table, in the order of the text.
    pub fn entries<'a>(table: &'a DeTable<'a>) -> Vec<Entry<'a>> {
        let mut entries: Vec<Entry<'a>> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        entries
    }

    /// A weight, finite and not too large.
    pub fn weight(&self, name: &str, value: &Spanned<DeValue<'_>>) -> Result<f64, WeightsError> {
        let weight = number(value.get_ref()).ok_or_else(|| format!("the weight of {name} is not a number"));
        weight.and_then(|weight| check(name, weight)).map_err(|reason| self.wrong(&value.span(), reason))
    }
}

/// A number, whole or not.
fn number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Float(float) => match float.as_str().trim_start_matches('+') {
            "inf" => Some(f64::INFINITY),
            "-inf" => Some(f64::NEG_INFINITY),
            digits => digits.parse().ok().or(Some(f64::NAN)),
        },
        DeValue::Integer(integer) => {
            i64::from_str_radix(integer.as_str(), integer.radix()).ok().map(|whole| whole as f64)
        }
        _ => None,
    }
}
