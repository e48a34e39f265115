//! Which cells: those with certain values.

use super::{Settings, Value};

/// Cells whose settings have certain values. Without any, all cells pass.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter(pub Vec<(String, Vec<Value>)>);

impl Filter {
    /// Whether settings pass.
    pub fn passes(&self, settings: &Settings) -> bool {
        self.0.iter().all(|(name, values)| {
            settings.get(name).is_some_and(|value| values.iter().any(|wanted| wanted.is_same(value)))
        })
    }

    /// In words, such as `pieces 10, genotype simple or double`; empty if all pass.
    pub fn words(&self) -> String {
        let one = |(name, values): &(String, Vec<Value>)| {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            format!("{name} {}", values.join(" or "))
        };
        self.0.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}
