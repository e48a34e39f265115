//! A population between two generations, as plain data.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Genetic, Settings, SettingsError};
use crate::genome::Space;

/// A population between two generations. With the same space and settings it resumes as if it had never been interrupted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub seed: u64,
    /// How many generations were told.
    pub generation: u64,
    /// How many newcomers were told.
    pub evaluations: u64,
    /// How many generations were told since the best was a new one.
    pub since_improvement: u64,
    /// Where the individuals live, from the best to the worst.
    pub slots: Vec<u32>,
    /// The fitness of each, in the same order.
    pub fitness: Vec<f64>,
    /// The genomes one after the other, in the same order.
    pub genes: Vec<i8>,
}

impl Genetic {
    /// All there is to know, apart from the space and the settings.
    pub fn state(&self) -> State {
        let individuals = self.ranked.iter().map(|&slot| self.individual(slot as usize));
        State {
            seed: self.seed,
            generation: self.generation,
            evaluations: self.evaluations,
            since_improvement: self.since_improvement,
            slots: self.ranked.clone(),
            fitness: self.ranked_fitness.clone(),
            genes: individuals.flat_map(|individual| individual.genes).copied().collect(),
        }
    }

    /// The population resumes from a [`state`](Self::state).
    pub fn from_state(space: Space, settings: Settings, state: &State) -> Result<Genetic, StateError> {
        let length = space.length();
        let mut genetic = Genetic::new(space, settings, state.seed).map_err(StateError::Settings)?;
        let population = if state.generation == 0 { 0 } else { genetic.settings.population };
        if [state.slots.len(), state.fitness.len()] != [population; 2] || state.genes.len() != population * length {
            return Err(StateError::Count);
        }
        let mut is_taken = vec![false; genetic.slots()];
        for (rank, &slot) in state.slots.iter().enumerate() {
            let is_known = is_taken.get_mut(slot as usize).map(|is_taken| std::mem::replace(is_taken, true));
            if is_known != Some(false) {
                return Err(StateError::Slot { rank });
            }
        }
        if let Some(rank) = state.fitness.iter().position(|fitness| !fitness.is_finite()) {
            return Err(StateError::Fitness { rank });
        }
        if let Some(rank) = state.fitness.windows(2).position(|pair| pair[0] < pair[1]) {
            return Err(StateError::Fitness { rank: rank + 1 });
        }
        if let Some(rank) = state.genes.chunks_exact(length).position(|genes| !genetic.space.contains(genes)) {
            return Err(StateError::Genes { rank });
        }
        for ((&slot, genes), &fitness) in state.slots.iter().zip(state.genes.chunks_exact(length)).zip(&state.fitness) {
            genetic.settle(slot, genes, fitness);
        }
        genetic.generation = state.generation;
        genetic.evaluations = state.evaluations;
        genetic.since_improvement = state.since_improvement;
        if state.generation > 0 {
            genetic.ranked.clone_from(&state.slots);
            genetic.ranked_fitness.clone_from(&state.fitness);
            genetic.find_spare();
            genetic.set_wheel();
        }
        Ok(genetic)
    }
}

/// Why a population cannot resume.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StateError {
    /// The settings are no good.
    Settings(SettingsError),
    /// There are not as many slots, numbers and genes as the population needs.
    Count,
    /// The slot of this rank does not exist, or is taken already.
    Slot {
        /// The rank, from 0 on.
        rank: usize,
    },
    /// The fitness of this rank is no finite number, or better than the one before.
    Fitness {
        /// The rank, from 0 on.
        rank: usize,
    },
    /// The genome of this rank is outside the space.
    Genes {
        /// The rank, from 0 on.
        rank: usize,
    },
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StateError::Settings(error) => error.fmt(f),
            StateError::Count => f.write_str("there are not as many slots, numbers and genes as the population needs"),
            StateError::Slot { rank } => write!(f, "the slot of rank {rank} does not exist or is taken"),
            StateError::Fitness { rank } => write!(f, "the fitness of rank {rank} is no finite number or out of order"),
            StateError::Genes { rank } => write!(f, "the genome of rank {rank} is outside the space"),
        }
    }
}

impl Error for StateError {}
