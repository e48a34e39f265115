//! The experiments that come with the program: one table.

use tetrolab_agents::Unknown;

use crate::grid::{Experiment, ExperimentError, Known, Scale};
use crate::report::DRAWS;
use crate::works::WORKS;

/// An experiment that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub name: &'static str,
    /// What it answers, in a line.
    pub meaning: &'static str,
    /// Where it comes from.
    pub source: &'static str,
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
    entry!("sevilla-search", "Sevilla, parts 1 to 3", "search algorithms bring a piece to its place: plans, nodes and times"),
    entry!("sevilla-assisted", "Sevilla, part 3", "how long the course's player lasts, and others with the same places to choose from"),
    entry!("sevilla-wall-kicks", "Sevilla, future work", "how much longer games last with wall kicks"),
    entry!("boumaza-players", "Boumaza 2009, table II", "whether the published players score what was published"),
    entry!("boumaza-learning", "Boumaza 2009, table II, figures 4 to 9", "the same players learned again by CMA-ES, and beaten"),
    entry!("boumaza-small-and-hard", "Boumaza 2009, table III", "whether to learn on smaller boards or on harder games"),
    entry!("boumaza-divergence", "Boumaza 2009, figures 2 and 3", "a search that does not know that weights have no length"),
    entry!("boumaza-scores", "Boumaza 2009, section IV", "whether scores are exponential, with tests and fits"),
    entry!("boumaza-cross-entropy", "Boumaza 2009, table II", "CMA-ES and noisy cross-entropy, their players and what they cost"),
    entry!("solver-genetic", "Tetris Solver", "the genetic algorithm: genotype, population and mutation, on shared pieces and as published"),
    entry!("solver-annealing", "Tetris Solver", "simulated annealing: genotype, cooling and tabu list, with its published defects and without"),
    entry!("solver-methods", "Tetris Solver", "exact search, beams and metaheuristics on 5, 10, 20 and 30 pieces"),
    entry!("solver-genotypes", "Tetris Solver", "how many genotypes give boards of their own"),
    entry!("guideline-speed", "Guideline", "fall speed and Lock Down at every level, as the engine plays them"),
    entry!("guideline-scoring", "Guideline", "what every action is worth and how many lines a level takes, as the engine plays them"),
    entry!("aveiro-lock-step", "Aveiro", "the students' agent with and without its weights for I, and all others"),
    entry!("aveiro-real-time", "Aveiro", "agents on the course's server, where the clock decides"),
    entry!("players", "tetrolab", "all players of the research game on 10x10, 10x16, 10x20 and hard games"),
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
