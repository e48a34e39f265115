//! Local search: a solution climbs until no neighbour is better.

use std::error::Error;
use std::fmt;

use crate::genome::Space;
use crate::neighbours::{Change, Numbering};
use crate::solution::{Candidate, Solution, TellError};

/// Which better neighbour is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The first one that is found; the search continues with the neighbours after it.
    First,
    /// The best of all; of equals the first.
    Steepest,
}

/// A solution that climbs. The larger the fitness, the better. Neighbours differ in one value; none is left out.
///
/// ```
/// use tetrolab_optimize::climb::{Climb, Rule};
/// use tetrolab_optimize::genome::{Gene, Space};
///
/// let space = Space::new(4, vec![Gene::linear(0, 9)])?;
/// let mut climb = Climb::new(space, Rule::Steepest, &[0; 4])?;
/// while let Some(candidate) = climb.ask() {
///     let off = candidate.genes.iter().map(|gene| (gene - 7).abs());
///     climb.tell(-f64::from(off.sum::<i8>()))?;
/// }
/// assert_eq!(climb.current().unwrap().genes, [7; 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Climb {
    space: Space,
    rule: Rule,
    numbering: Numbering,
    current: Vec<i8>,
    fitness: Option<f64>,
    /// The current solution but for one change.
    candidate: Vec<i8>,
    change: Option<Change>,
    /// The number of the neighbour that is tried next.
    number: usize,
    /// How many numbers are left before all were tried.
    left: usize,
    /// The best change of the round.
    steepest: Option<(Change, f64)>,
    evaluations: u64,
}

impl Climb {
    /// Begins with this solution, whose fitness is asked for first.
    pub fn new(space: Space, rule: Rule, genes: &[i8]) -> Result<Climb, ClimbError> {
        if !space.contains(genes) {
            return Err(ClimbError::Genome);
        }
        let numbering = Numbering::complete(&space);
        Ok(Climb {
            rule,
            current: genes.to_vec(),
            fitness: None,
            candidate: genes.to_vec(),
            change: None,
            number: 0,
            left: numbering.count(),
            steepest: None,
            evaluations: 0,
            numbering,
            space,
        })
    }

    /// The solution whose fitness is to be told, or `None` if no neighbour is better.
    pub fn ask(&self) -> Option<Candidate<'_>> {
        let changed = if self.fitness.is_none() { 0 } else { self.change?.site };
        Some(Candidate { genes: &self.candidate, changed })
    }

    /// Takes in the fitness of what was asked for, and says whether the current solution is another one now. With
    /// [`Rule::Steepest`] that need not be what was asked for last.
    pub fn tell(&mut self, fitness: f64) -> Result<bool, TellError> {
        if self.ask().is_none() {
            return Err(TellError::NotAsked);
        }
        if !fitness.is_finite() {
            return Err(TellError::NotFinite);
        }
        self.evaluations += 1;
        let Some(current) = self.fitness else {
            self.fitness = Some(fitness);
            self.next();
            return Ok(true);
        };
        let Some(change) = self.change.take() else { return Err(TellError::NotAsked) };
        let place = change.place(&self.space);
        self.candidate[place] = self.current[place];
        let is_better = fitness > self.steepest.map_or(current, |(_, best)| best);
        if is_better {
            self.steepest = Some((change, fitness));
        }
        let is_moved = is_better && self.rule == Rule::First;
        if is_moved {
            self.climb();
        }
        Ok(self.next() || is_moved)
    }

    /// Goes on to the next neighbour, and says whether the current solution is another one now.
    fn next(&mut self) -> bool {
        let mut is_moved = false;
        loop {
            while self.left > 0 {
                self.left -= 1;
                let change = self.numbering.change(self.number);
                self.number = (self.number + 1) % self.numbering.count();
                let place = change.place(&self.space);
                if self.current[place] != change.value {
                    self.candidate[place] = change.value;
                    self.change = Some(change);
                    return is_moved;
                }
            }
            if self.steepest.is_none() {
                return is_moved;
            }
            self.climb();
            is_moved = true;
        }
    }

    fn climb(&mut self) {
        if let Some((change, fitness)) = self.steepest.take() {
            let place = change.place(&self.space);
            self.current[place] = change.value;
            self.candidate[place] = change.value;
            self.fitness = Some(fitness);
            self.left = self.numbering.count();
        }
    }

    /// The current solution, which is also the best, once the first was told.
    pub fn current(&self) -> Option<Solution<'_>> {
        self.fitness.map(|fitness| Solution { genes: &self.current, fitness })
    }

    /// How many solutions were told.
    pub const fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Whether no neighbour is better.
    pub fn is_done(&self) -> bool {
        self.ask().is_none()
    }
}

/// Why it cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClimbError {
    /// The genome is outside the space.
    Genome,
}

impl fmt::Display for ClimbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClimbError::Genome => f.write_str("the genome to begin with is outside the space"),
        }
    }
}

impl Error for ClimbError {}
