//! Cells: what is done once.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tetrolab_engine::Digest;
use tetrolab_optimize::random::Random;

use super::Value;

/// The settings of a cell by name: every setting that its work knows, and its label.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(pub BTreeMap<String, Value>);

impl Settings {
    /// The value of a setting.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// A setting that is words.
    ///
    /// # Panics
    /// If the work has no such setting, or it is something else.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(Value::Text(text)) => text,
            other => panic!("{name} is text, not {other:?}"),
        }
    }

    /// A setting that is a whole number which is not negative.
    ///
    /// # Panics
    /// If the work has no such setting, or it is something else.
    pub fn count(&self, name: &str) -> u64 {
        match self.get(name) {
            Some(Value::Whole(whole)) => u64::try_from(*whole).unwrap_or_else(|_| panic!("{name} is negative")),
            other => panic!("{name} is a whole number, not {other:?}"),
        }
    }

    /// A setting that is a number.
    ///
    /// # Panics
    /// If the work has no such setting, or it is something else.
    pub fn number(&self, name: &str) -> f64 {
        match self.get(name).and_then(Value::number) {
            Some(number) => number,
            None => panic!("{name} is a number"),
        }
    }

    /// A setting that is yes or no.
    ///
    /// # Panics
    /// If the work has no such setting, or it is something else.
    pub fn is_on(&self, name: &str) -> bool {
        match self.get(name) {
            Some(Value::Switch(is_on)) => *is_on,
            other => panic!("{name} is yes or no, not {other:?}"),
        }
    }

    /// A number that stands for all of them.
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        for (name, value) in &self.0 {
            digest.add(name.as_bytes());
            digest.add(b"=");
            digest.add(value.to_string().as_bytes());
            digest.add(b"\n");
        }
        digest.value()
    }
}

/// One thing that is done once.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its number in the experiment, from 0 on.
    pub id: usize,
    /// The number of its grid.
    pub grid: usize,
    pub settings: Settings,
    /// Which repetition it is, from 0 on.
    pub repetition: u64,
    /// The seed of its grid.
    pub seed: u64,
}

/// What seeds are for, so that no two are the same.
enum Purpose {
    Shared,
    Own,
}

impl Cell {
    /// A seed that all cells of a repetition have in common, whatever their settings are: what follows from it is the same for all that
    /// is compared.
    pub const fn shared_seed(&self) -> u64 {
        Random::new(self.seed, [Purpose::Shared as u64, self.repetition]).next_value()
    }

    /// A seed of its own. It follows from the settings alone, so it does not change when other cells come or go.
    pub fn own_seed(&self) -> u64 {
        let shared = Random::new(self.seed, [Purpose::Own as u64, self.repetition]).next_value();
        Random::new(shared, [self.settings.digest(), 0]).next_value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_cells_of_a_repetition_share_seeds() {
        let cell = |pieces: i64, repetition| Cell {
            id: 0,
            grid: 0,
            settings: Settings([("pieces".to_string(), Value::Whole(pieces))].into()),
            repetition,
            seed: 1,
        };
        assert_eq!(cell(10, 0).shared_seed(), cell(20, 0).shared_seed());
        assert_ne!(cell(10, 0).shared_seed(), cell(10, 1).shared_seed());
        let own = [cell(10, 0).own_seed(), cell(20, 0).own_seed(), cell(10, 1).own_seed(), cell(10, 0).shared_seed()];
        assert!((0..4).all(|one| (0..one).all(|other| own[one] != own[other])), "{own:?}");
    }
}
