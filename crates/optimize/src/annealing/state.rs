//! Annealing between two iterations, as plain data.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Annealing, Neighbourhood, Settings, SettingsError};
use crate::genome::Space;
use crate::neighbours::Change;
use crate::random::Random;

/// Annealing between two iterations. With the same space and settings it resumes as if it had never been interrupted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The state of the source of random numbers.
    pub random: u64,
    /// The number of the neighbour that is tried next.
    pub number: usize,
    /// How the candidate differs from the current solution, if there is one.
    pub change: Option<Change>,
    /// The current solution.
    pub current: Vec<i8>,
    /// Its fitness, if it was told.
    pub fitness: Option<f64>,
    /// The best solution.
    pub best: Vec<i8>,
    /// Its fitness, if any was told.
    pub best_fitness: Option<f64>,
    pub temperature: f64,
    /// How many neighbours were told.
    pub iteration: u64,
    /// How many of them since what the temperature waits for.
    pub quiet: u64,
    /// How many of them since the best was a new one.
    pub since_improvement: u64,
    /// What is tabu, from the oldest to the newest.
    pub tabu: Vec<Box<[i8]>>,
}

impl Annealing {
    /// All there is to know, apart from the space and the settings.
    pub fn state(&self) -> State {
        State {
            random: self.random.state(),
            number: self.number,
            change: self.change,
            current: self.current.clone(),
            fitness: self.fitness,
            best: self.best.clone(),
            best_fitness: self.fitness.map(|_| self.best_fitness),
            temperature: self.temperature,
            iteration: self.iteration,
            quiet: self.quiet,
            since_improvement: self.since_improvement,
            tabu: self.tabu.iter().cloned().collect(),
        }
    }

    /// Goes on from a [`state`](Self::state).
    pub fn from_state(space: Space, settings: Settings, state: &State) -> Result<Annealing, StateError> {
        let random = Random::from_state(state.random);
        // A published list may have values outside the range of their gene.
        let is_listed = matches!(settings.neighbourhood, Neighbourhood::Listed { .. });
        let is_genome = |genes: &[i8]| if is_listed { genes.len() == space.length() } else { space.contains(genes) };
        if !(is_genome(&state.current) && is_genome(&state.best) && state.tabu.iter().all(|genes| is_genome(genes))) {
            return Err(StateError::Genes);
        }
        let is_number = |fitness: Option<f64>| fitness.is_none_or(f64::is_finite);
        if !(is_number(state.fitness)
            && is_number(state.best_fitness)
            && state.temperature.is_finite()
            && state.temperature > 0.0)
            || state.fitness.is_some() != state.best_fitness.is_some()
        {
            return Err(StateError::Number);
        }
        let mut annealing = Annealing::begin(space, settings, random, &state.current).map_err(StateError::Settings)?;
        if let Some(change) = state.change {
            let genes = annealing.space.genes();
            let is_change = change.site < annealing.space.sites()
                && genes.get(change.gene).is_some_and(|gene| is_listed || gene.contains(change.value));
            if !is_change || state.fitness.is_none() {
                return Err(StateError::Change);
            }
            let place = change.place(&annealing.space);
            annealing.candidate[place] = change.value;
        }
        if state.number >= annealing.numbering.count() {
            return Err(StateError::Change);
        }
        annealing.number = state.number;
        annealing.change = state.change;
        annealing.fitness = state.fitness;
        annealing.best.clone_from(&state.best);
        annealing.best_fitness = state.best_fitness.unwrap_or(f64::NEG_INFINITY);
        annealing.temperature = state.temperature;
        annealing.iteration = state.iteration;
        annealing.quiet = state.quiet;
        annealing.since_improvement = state.since_improvement;
        for genes in &state.tabu {
            annealing.tabu.insert(genes.clone());
        }
        Ok(annealing)
    }
}

/// Why it cannot resume.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum StateError {
    /// The settings are no good.
    Settings(SettingsError),
    /// A genome is outside the space.
    Genes,
    /// A fitness or the temperature is missing or impossible.
    Number,
    /// The next neighbour is none.
    Change,
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StateError::Settings(error) => return error.fmt(f),
            StateError::Genes => "a genome is outside the space",
            StateError::Number => "a fitness or the temperature is missing or impossible",
            StateError::Change => "the next neighbour is none",
        })
    }
}

impl Error for StateError {}
