//! The experiments that come with the program: one table.

use tetrolab_agents::Unknown;

use crate::grid::{Experiment, ExperimentError, Known, Scale};
use crate::report::DRAWS;
use crate::works::WORKS;

/// An experiment that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it answers, in a line.
    pub meaning: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Its file.
    pub text: &'static str,
}

macro_rules! entry {
    ($name:literal, $source:literal, $meaning:literal) => {
        Entry {
            name: $name,
            meaning: $meaning,
            source: $source,
            text: include_str!(concat!("../catalogue/", $name, ".toml")),
        }
    };
}

/// All of them.
#[rustfmt::skip]
pub const CATALOGUE: &[Entry] = &[
    entry!("players", "tetrolab", "all players of the research game on 10x10, 10x16, 10x20 and hard games"),
    entry!("solver-genetic", "Tetris Solver", "the genetic algorithm: genotype, population and mutation, on shared pieces and as published"),
    entry!("solver-annealing", "Tetris Solver", "simulated annealing: genotype, cooling and tabu list, with its published defects and without"),
    entry!("solver-methods", "Tetris Solver", "exact search, beams and metaheuristics on 5, 10, 20 and 30 pieces"),
    entry!("solver-genotypes", "Tetris Solver", "how many genotypes give boards of their own"),
];

impl Entry {
    /// The experiment with this name, or what is nearest to it.
    pub fn named(name: &str) -> Result<&'static Entry, Unknown> {
        let names = CATALOGUE.iter().map(|entry| entry.name);
        CATALOGUE.iter().find(|entry| entry.name == name).ok_or_else(|| Unknown::new("experiment", name, names))
    }
}

impl Experiment {
    /// Reads an experiment with everything that this program knows.
    ///
    /// # Errors
    /// If the text is not TOML, or a setting is unknown, missing or makes no sense.
    pub fn read(text: &str, scale: Scale, seed: Option<u64>) -> Result<Experiment, ExperimentError> {
        let draws: Vec<&'static str> = DRAWS.iter().map(|draw| draw.name).collect();
        Experiment::read_with(text, scale, seed, Known { works: WORKS, draws: &draws })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_can_be_read_at_every_scale() {
        for entry in CATALOGUE {
            for scale in Scale::ALL {
                let read = Experiment::read(entry.text, scale, None);
                let experiment = read.unwrap_or_else(|error| panic!("{}.toml, {error}", entry.name));
                assert!(!experiment.cells.is_empty(), "{} {scale}", entry.name);
                assert!(!experiment.question.is_empty(), "{}", entry.name);
            }
        }
    }

    #[test]
    fn names_are_told_apart() {
        for (place, entry) in CATALOGUE.iter().enumerate() {
            assert!(CATALOGUE[..place].iter().all(|other| other.name != entry.name), "{}", entry.name);
        }
    }
}
