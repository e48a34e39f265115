//! The table of optimisers.

use std::fmt;

use super::optimizer::Optimizer;
use super::problem::SettingsError;
use super::settings::Settings;
use super::{cma_es, cross_entropy, random_search, real_genetic};

/// An optimiser that can be started.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What it is called.
    pub name: &'static str,
    /// What it is, in a line.
    pub meaning: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Starts it, or says everything that is wrong with the settings.
    pub start: fn(&Settings) -> Result<Box<dyn Optimizer>, SettingsError>,
    /// λ for a dimension, if none is given.
    pub default_population: fn(usize) -> usize,
    /// μ for a population, if none is given.
    pub default_parents: fn(usize) -> usize,
    /// λ is at least this.
    pub least_population: usize,
    /// μ is at least this.
    pub least_parents: usize,
    /// Those settings it has that not every optimiser has.
    pub has: &'static [Setting],
}

/// A setting that not every optimiser has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// [`Settings::parents`].
    Parents,
    /// [`Settings::restarts`].
    Restarts,
    /// [`Settings::noise`].
    Noise,
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Setting::Parents => "μ (parents)",
            Setting::Restarts => "restarts",
            Setting::Noise => "noise",
        })
    }
}

/// All of them.
pub const OPTIMIZERS: &[Entry] =
    &[cma_es::ACTIVE, cma_es::PLAIN, cross_entropy::ENTRY, real_genetic::ENTRY, random_search::ENTRY];

impl Entry {
    /// The optimiser with this name.
    pub fn named(name: &str) -> Option<&'static Entry> {
        OPTIMIZERS.iter().find(|entry| entry.name == name)
    }
}
