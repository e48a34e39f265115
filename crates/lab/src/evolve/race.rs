//! A race decides which of the new formulas, and with which weight, are worth more games.
//!
//! Each formula is tried with several weights, and most of them are bad. All play the same number of pieces, a little
//! more in each round. When half of the players left have been lost a few times, the worse half of the formulas
//! leaves, and of the others the worse weights; then again after more losses (successive halving: Jamieson and
//! Talwalkar 2016). So bad ones cost little, whatever the game is.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use tetrolab_simulate::{Goal, Tally};

use crate::train;
use crate::train::record::MOST_PIECES;

/// Games that a candidate has side by side.
pub const LANES: u64 = 8;
/// Pieces in each of them in the first round.
const FIRST: u64 = 8;
/// By how much a round is longer than the one before: three halves.
const GROWTH: (u64, u64) = (3, 2);
/// The shares of the games that a finalist plays, after which the worse leave: one by these.
const LOOKS: [u64; 2] = [16, 4];
/// Of the formulas one by this stays at each look, and of the weights of each one by the square of it.
const STAYING: usize = 2;

/// A race of the new formulas of one generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Race {
    /// The number of the formula that each candidate has.
    formulas: Vec<usize>,
    /// How often candidates must have been lost at each look.
    deaths: Vec<u64>,
    /// How many looks were taken.
    looks: usize,
    /// Pieces in each lane of the players left.
    pieces: u64,
    /// Which players are left.
    playing: Vec<bool>,
}

impl Race {
    /// A new race between candidates with these formulas. Finalists will play `games` games.
    pub fn new(formulas: Vec<usize>, games: u64) -> Race {
        let deaths = LOOKS.map(|share| (games / share).max(1)).to_vec();
        let playing = vec![true; formulas.len()];
        // Without candidates there is nothing to find out.
        let looks = if formulas.is_empty() { LOOKS.len() } else { 0 };
        Race { formulas, deaths, looks, pieces: 0, playing }
    }

    /// How far everyone plays next, after all have reached what was asked for before; nothing when the race is over.
    pub fn next(&mut self, tallies: &[Tally]) -> Option<Vec<Option<Goal>>> {
        if self.pieces > 0 && self.median_deaths(tallies) >= self.deaths[self.looks] {
            self.look(tallies);
        }
        if self.looks == self.deaths.len() {
            return None;
        }
        self.pieces = longer(self.pieces);
        Some(self.goals())
    }

    /// How far everyone plays.
    pub fn goals(&self) -> Vec<Option<Goal>> {
        self.playing.iter().map(|&playing| playing.then_some(Goal::Pieces(self.pieces))).collect()
    }

    /// Whether it can be another race in the middle.
    pub fn can_become(&self, other: &Race) -> bool {
        let is_same = (&self.formulas, &self.deaths, self.playing.len())
            == (&other.formulas, &other.deaths, other.playing.len())
            && other.looks <= other.deaths.len()
            && other.pieces <= MOST_PIECES;
        if !is_same {
            return false;
        }
        let count =
            |race: &Race| race.players().map(|candidate| race.formulas[candidate]).collect::<HashSet<_>>().len();
        let left = (0..other.looks).fold(count(self), |formulas, _| formulas.div_ceil(STAYING));
        let players = other.players().count();
        let are_as_many = match other.looks {
            0 => players == other.playing.len(),
            _ => count(other) == left && (players == left || !other.is_over()),
        };
        let mut pieces = self.pieces;
        while pieces < other.pieces {
            pieces = longer(pieces);
        }
        are_as_many && pieces == other.pieces
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.looks == self.deaths.len()
    }

    /// The candidates that have come through, not more than one for each formula.
    pub fn finalists(&self) -> Vec<usize> {
        self.players().collect()
    }

    fn players(&self) -> impl Iterator<Item = usize> {
        (0..self.playing.len()).filter(|&candidate| self.playing[candidate])
    }

    fn median_deaths(&self, tallies: &[Tally]) -> u64 {
        let mut deaths: Vec<u64> = self.players().map(|candidate| tallies[candidate].deaths).collect();
        deaths.sort_unstable();
        deaths[deaths.len() / 2]
    }

    /// Lets the worse leave.
    fn look(&mut self, tallies: &[Tally]) {
        self.looks += 1;
        let mut players: Vec<usize> = self.players().collect();
        let score = |candidate: usize| train::score(tallies[candidate].lines, tallies[candidate].deaths);
        // The sort is stable: of equals the first.
        players.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
        let mut order: Vec<usize> = Vec::new();
        players.iter().for_each(|&candidate| {
            if !order.contains(&self.formulas[candidate]) {
                order.push(self.formulas[candidate]);
            }
        });
        order.truncate(order.len().div_ceil(STAYING));
        self.playing.fill(false);
        for formula in order {
            let weights: Vec<usize> =
                players.iter().copied().filter(|&candidate| self.formulas[candidate] == formula).collect();
            let staying = if self.is_over() { 1 } else { weights.len().div_ceil(STAYING * STAYING) };
            weights[..staying].iter().for_each(|&candidate| self.playing[candidate] = true);
        }
    }
}

/// The pieces of the next round.
fn longer(pieces: u64) -> u64 {
    (pieces * GROWTH.0 / GROWTH.1).max(FIRST)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Candidate `i` dies every 10 · (i + 1) lines, and a line takes a piece.
    #[test]
    fn the_best_come_through() {
        let formulas: Vec<usize> = (0..16).flat_map(|formula| [formula; 8]).collect();
        let begun = Race::new(formulas, 64);
        let mut race = begun.clone();
        let mut tallies = vec![Tally::default(); 128];
        let mut rounds = 0;
        while let Some(goals) = race.next(&tallies) {
            rounds += 1;
            assert!(begun.can_become(&race));
            assert!(!begun.can_become(&Race { pieces: race.pieces + 1, ..race.clone() }));
            assert!(!begun.can_become(&Race { playing: vec![false; 128], ..race.clone() }));
            for (candidate, goal) in goals.iter().enumerate() {
                if let Some(Goal::Pieces(pieces)) = *goal {
                    let lines = pieces * LANES;
                    tallies[candidate] = Tally { pieces: lines, lines, deaths: lines / (10 * (candidate as u64 + 1)) };
                }
            }
        }
        assert!(race.is_over() && rounds > 3);
        assert!(begun.can_become(&race) && !begun.can_become(&Race { looks: 1, ..race.clone() }));
        assert!(!begun.can_become(&Race { playing: vec![true; 128], ..race.clone() }));
        let formulas: Vec<usize> = race.finalists().iter().map(|candidate| candidate / 8).collect();
        assert_eq!(formulas, [12, 13, 14, 15]);
        let most = tallies.iter().map(|tally| tally.pieces).max();
        assert!(Some(2 * tallies[0].pieces) < most, "bad ones cost little");
    }
}
