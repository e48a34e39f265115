//! Settings that are refused.

use std::error::Error;
use std::fmt;

use tetrolab_agents::Unknown;
use tetrolab_optimize::continuous::{Entry, OPTIMIZERS};

/// Everything that is wrong with settings, one sentence for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError(pub(crate) Vec<String>);

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("; "))
    }
}

impl Error for SettingsError {}

/// The optimiser with this name, or a sentence that names the nearest one, or else all.
pub(crate) fn optimizer(name: &str) -> Result<&'static Entry, String> {
    let names = || OPTIMIZERS.iter().map(|entry| entry.name);
    Entry::named(name).ok_or_else(|| {
        let unknown = Unknown::new("optimizer", name, names());
        match unknown.nearest() {
            Some(_) => unknown.to_string(),
            None => format!("{unknown}; they are {}", names().collect::<Vec<_>>().join(", ")),
        }
    })
}
