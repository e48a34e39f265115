//! A genetic algorithm on integer genomes that asks for newcomers and is told their fitness.
//!
//! Individuals live in numbered slots and stay there as long as they live. A generation's newcomers are bred by a [`Brood`], from
//! any thread and in any order; each follows from the seed, the generation and its number alone.

mod brood;
mod error;
mod settings;
mod state;
mod wheel;

use crate::genome::Space;
use crate::mutation::Mutator;

pub use brood::{Brood, Origin};
pub use error::{InjectError, TellError};
pub use settings::{
    Children, Crossover, MAX_POPULATION, Mutation, Problem, Schedule, Scope, Selection, Settings, SettingsError, Temper,
};
pub use state::{State, StateError};

use wheel::Wheel;

/// A population that evolves. The larger the fitness, the better.
///
/// ```
/// use tetrolab_optimize::genetic::{Genetic, Settings};
/// use tetrolab_optimize::genome::{Gene, Space};
///
/// // As many sevens as possible.
/// let space = Space::new(8, vec![Gene::linear(0, 9)])?;
/// let mut genetic = Genetic::new(space, Settings { population: 200, ..Settings::paper() }, 1)?;
/// let (mut genes, mut fitness) = (Vec::new(), Vec::new());
/// while genetic.stop().is_none() && genetic.best().is_none_or(|best| best.fitness < 8.0) {
///     let brood = genetic.ask();
///     genes.resize(brood.len() * 8, 0);
///     fitness.clear();
///     for (number, newcomer) in genes.chunks_mut(8).enumerate() {
///         brood.breed(number, newcomer);
///         fitness.push(newcomer.iter().filter(|&&gene| gene == 7).count() as f64);
///     }
///     genetic.tell(&genes, &fitness)?;
/// }
/// assert_eq!(genetic.best().unwrap().genes, [7; 8]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Genetic {
    space: Space,
    settings: Settings,
    seed: u64,
    /// One for each gene of a site.
    mutators: Vec<Mutator>,
    /// Generations that were told.
    generation: u64,
    /// The genomes of all slots, one after the other.
    genes: Vec<i8>,
    /// The fitness of all slots.
    fitness: Vec<f64>,
    /// The slots of the population, from the best to the worst. Empty before the first generation.
    ranked: Vec<u32>,
    /// The fitness of each, in the same order.
    ranked_fitness: Vec<f64>,
    /// The slots of the next newcomers, ascending.
    spare: Vec<u32>,
    /// Chooses parents.
    wheel: Wheel,
    evaluations: u64,
    since_improvement: u64,
    /// Memory that is used again.
    scratch: Scratch,
}

#[derive(Clone, Debug, Default)]
struct Scratch {
    /// The newcomers to be sorted: a number that is the smaller the better one is, and the slot.
    order: Vec<(u64, u32)>,
    ranked: Vec<u32>,
    fitness: Vec<f64>,
    is_free: Vec<bool>,
}

/// One of the population.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Individual<'a> {
    /// Where it lives.
    pub slot: usize,
    /// How good it is.
    pub fitness: f64,
    pub genes: &'a [i8],
}

/// Why it is time to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// There were as many generations as the settings allow.
    Generations,
    /// There was no new best for as many generations as the settings allow.
    Patience,
}

impl Genetic {
    /// A population that is still to be made: the first newcomers are random.
    pub fn new(space: Space, settings: Settings, seed: u64) -> Result<Genetic, SettingsError> {
        settings.check()?;
        let slots = settings.slots();
        Ok(Genetic {
            seed,
            mutators: space.genes().iter().map(|&gene| Mutator::new(gene, settings.mutation.step)).collect(),
            generation: 0,
            genes: vec![0; slots * space.length()],
            fitness: vec![0.0; slots],
            ranked: Vec::new(),
            ranked_fitness: Vec::new(),
            spare: (0..settings.population as u32).collect(),
            wheel: Wheel::default(),
            evaluations: 0,
            since_improvement: 0,
            scratch: Scratch::default(),
            space,
            settings,
        })
    }

    /// The newcomers of the next generation. Asked again before anything is told, it gives the same.
    pub fn ask(&self) -> Brood<'_> {
        Brood::new(self)
    }

    /// Takes the newcomers of the brood in: the genomes of all, one after the other, and the fitness of each.
    ///
    /// The genomes are usually those that were bred. Others of the same space may be told instead, such as a repaired newcomer
    /// or a good solution among the first. If anything is wrong, nothing changes.
    pub fn tell(&mut self, genes: &[i8], fitness: &[f64]) -> Result<(), TellError> {
        let (length, count) = (self.space.length(), self.spare.len());
        if fitness.len() != count || genes.len() != count * length {
            return Err(TellError::Count { newcomers: count, genes: genes.len(), fitness: fitness.len() });
        }
        if let Some(newcomer) = fitness.iter().position(|fitness| !fitness.is_finite()) {
            return Err(TellError::NotFinite { newcomer });
        }
        if let Some(newcomer) = genes.chunks_exact(length).position(|genes| !self.space.contains(genes)) {
            return Err(TellError::Genes { newcomer });
        }
        let best = self.ranked_fitness.first().copied();
        self.scratch.order.clear();
        for (number, (newcomer, &fitness)) in genes.chunks_exact(length).zip(fitness).enumerate() {
            let slot = self.spare[number];
            self.settle(slot, newcomer, fitness);
            self.scratch.order.push((descending(fitness), slot));
        }
        self.scratch.order.sort_unstable();
        self.merge();
        self.generation += 1;
        self.evaluations += count as u64;
        let is_improved = best.is_none_or(|best| self.ranked_fitness[0] > best);
        self.since_improvement = if is_improved { 0 } else { self.since_improvement + 1 };
        self.find_spare();
        self.set_wheel();
        Ok(())
    }

    /// Puts solutions from elsewhere in the place of the worst individuals, and says into which slots, in the order of the
    /// solutions. They count as evaluated elsewhere. If anything is wrong, nothing changes.
    pub fn inject(&mut self, solutions: &[(&[i8], f64)]) -> Result<Vec<usize>, InjectError> {
        if solutions.len() >= self.ranked.len() {
            return Err(InjectError::TooMany { solutions: solutions.len(), population: self.ranked.len() });
        }
        for (solution, (genes, fitness)) in solutions.iter().enumerate() {
            if !fitness.is_finite() {
                return Err(InjectError::NotFinite { solution });
            }
            if !self.space.contains(genes) {
                return Err(InjectError::Genes { solution });
            }
        }
        let best = self.ranked_fitness[0];
        let kept = self.ranked.len() - solutions.len();
        let slots = self.ranked.split_off(kept);
        self.ranked_fitness.truncate(kept);
        for (&slot, &(genes, fitness)) in slots.iter().zip(solutions) {
            self.settle(slot, genes, fitness);
            // Of equals the older one comes first.
            let rank = self.ranked_fitness.partition_point(|&other| other >= fitness);
            self.ranked.insert(rank, slot);
            self.ranked_fitness.insert(rank, fitness);
        }
        if self.ranked_fitness[0] > best {
            self.since_improvement = 0;
        }
        self.set_wheel();
        Ok(slots.into_iter().map(|slot| slot as usize).collect())
    }

    /// Where the genomes are from.
    pub const fn space(&self) -> &Space {
        &self.space
    }

    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// How many generations were told. It is also the number of the one that is asked for.
    pub const fn generation(&self) -> u64 {
        self.generation
    }

    /// How many newcomers were told in all.
    pub const fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// How many generations were told since the best was a new one.
    pub const fn since_improvement(&self) -> u64 {
        self.since_improvement
    }

    /// The temperature at which parents are chosen now; none if nothing was told yet, or if they are of the elite.
    pub fn temperature(&self) -> Option<f64> {
        self.settings.selection.temperature(self.generation.checked_sub(1)?)
    }

    /// How many slots there are: the population, and as many as there are newcomers.
    pub const fn slots(&self) -> usize {
        self.fitness.len()
    }

    /// The slots of the population, from the best to the worst. Of equals the older one comes first. Empty if nothing was told.
    pub fn ranked(&self) -> &[u32] {
        &self.ranked
    }

    /// The individual in this slot.
    ///
    /// # Panics
    ///
    /// If there is no such slot.
    pub fn individual(&self, slot: usize) -> Individual<'_> {
        let length = self.space.length();
        Individual { slot, fitness: self.fitness[slot], genes: &self.genes[slot * length..][..length] }
    }

    /// The best so far, if any was told.
    pub fn best(&self) -> Option<Individual<'_>> {
        self.ranked.first().map(|&slot| self.individual(slot as usize))
    }

    /// Whether it is time to stop. Nothing keeps the caller from going on.
    pub const fn stop(&self) -> Option<Stop> {
        if self.generation >= self.settings.generations {
            Some(Stop::Generations)
        } else if self.since_improvement >= self.settings.patience {
            Some(Stop::Patience)
        } else {
            None
        }
    }

    fn settle(&mut self, slot: u32, genes: &[i8], fitness: f64) {
        let slot = slot as usize;
        self.genes[slot * genes.len()..][..genes.len()].copy_from_slice(genes);
        self.fitness[slot] = fitness;
    }

    /// The best of the population and the sorted newcomers become the population.
    fn merge(&mut self) {
        let Scratch { order, ranked, fitness, .. } = &mut self.scratch;
        ranked.clear();
        fitness.clear();
        let mut add = |slot: u32, value: f64| {
            ranked.push(slot);
            fitness.push(value);
        };
        let mut newcomers = order.iter().map(|&(_, slot)| (slot, self.fitness[slot as usize])).peekable();
        let survivors = self.settings.population - order.len();
        for (&slot, &value) in self.ranked[..survivors].iter().zip(&self.ranked_fitness) {
            // Of equals the survivor comes first.
            while let Some((newcomer, better)) = newcomers.next_if(|newcomer| newcomer.1 > value) {
                add(newcomer, better);
            }
            add(slot, value);
        }
        newcomers.for_each(|(newcomer, value)| add(newcomer, value));
        std::mem::swap(&mut self.ranked, ranked);
        std::mem::swap(&mut self.ranked_fitness, fitness);
    }

    /// Finds the slots without an individual of the population.
    fn find_spare(&mut self) {
        let is_free = &mut self.scratch.is_free;
        is_free.clear();
        is_free.resize(self.fitness.len(), true);
        for &slot in &self.ranked {
            is_free[slot as usize] = false;
        }
        self.spare.clear();
        self.spare.extend((0..).zip(is_free).filter(|(_, is_free)| **is_free).map(|(slot, _)| slot));
    }

    fn set_wheel(&mut self) {
        match (self.settings.selection, self.temperature()) {
            (Selection::Elitist { elite }, _) => self.wheel.set_even(&self.ranked[..elite]),
            (_, Some(temperature)) => self.wheel.set_softmax(&self.ranked, &self.ranked_fitness, temperature),
            // Nothing was told, so there are no parents.
            (_, None) => {}
        }
    }
}

/// A number that is the smaller the larger the fitness is, and equal for equals.
#[inline]
fn descending(fitness: f64) -> u64 {
    // Both zeros are equal.
    let bits = (fitness + 0.0).to_bits();
    if bits >> 63 == 0 { !bits & !(1 << 63) } else { bits }
}
