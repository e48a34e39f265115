//! Who need not play any more.
//!
//! Only the order of the candidates counts, and of it mostly who is among the best μ. Scores are exponential, so deaths per line say
//! all there is to know about a candidate; with a flat prior their logarithm is near normal, with a standard deviation of one by the
//! root of the deaths (Gamma, deaths + ½). All candidates play the same number of pieces, a little more in each round, until most have
//! been lost a few times. From then on whoever is surely on one side of the border rests: first those who are much worse, then
//! those who are much better, who cost the most. Heidrich-Meisner and Igel (2009) raced so with bounds that hold for any distribution.

use serde::{Deserialize, Serialize};
use tetrolab_simulate::{Goal, Tally};

/// Games that a candidate has side by side.
pub const LANES: u64 = 10;
/// Pieces in each of them in the first round.
const FIRST: u64 = 16;
/// By how much a round is longer than the one before: three halves.
const GROWTH: (u64, u64) = (3, 2);
/// Nobody rests before most candidates have been lost so often.
const FIRST_LOOK: u64 = 6;
/// How many standard deviations from the border are sure enough.
const SURE: f64 = 1.0;

/// A race of the candidates of one generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Race {
    /// How many are to be told from the others.
    parents: usize,
    /// Whoever has been lost so often rests.
    most_deaths: u64,
    /// Pieces in each lane of those who play.
    pieces: u64,
    /// Who plays.
    playing: Vec<bool>,
}

impl Race {
    /// A race that begins. The best `parents` are to be told from the others.
    pub fn new(candidates: usize, parents: usize, most_deaths: u64) -> Race {
        Race { parents, most_deaths, pieces: 0, playing: vec![true; candidates] }
    }

    /// How far everyone plays next, after all have reached what was asked for before; nothing when the race is over.
    pub fn next(&mut self, tallies: &[Tally]) -> Option<Vec<Option<Goal>>> {
        if self.pieces > 0 {
            self.look(tallies);
        }
        if !self.playing.contains(&true) {
            return None;
        }
        self.pieces = (self.pieces * GROWTH.0 / GROWTH.1).max(FIRST);
        Some(self.goals())
    }

    /// How far everyone plays.
    fn goals(&self) -> Vec<Option<Goal>> {
        self.playing.iter().map(|&playing| playing.then_some(Goal::Pieces(self.pieces))).collect()
    }

    /// Lets those rest who need not play any more.
    fn look(&mut self, tallies: &[Tally]) {
        let mut deaths: Vec<u64> = tallies.iter().map(|tally| tally.deaths).collect();
        deaths.sort_unstable();
        if deaths[deaths.len() / 2] < FIRST_LOOK {
            return;
        }
        let hazards: Vec<f64> = tallies.iter().map(log_hazard).collect();
        let mut sorted = hazards.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let border = match sorted.get(self.parents) {
            Some(first_out) => (sorted[self.parents - 1] + first_out) / 2.0,
            // All are among the best: there is nothing to find out.
            None => f64::INFINITY,
        };
        for ((playing, tally), hazard) in self.playing.iter_mut().zip(tallies).zip(hazards) {
            let is_sure = (hazard - border).abs() > SURE / (tally.deaths as f64 + 0.5).sqrt();
            *playing &= !is_sure && tally.deaths < self.most_deaths;
        }
    }
}

/// The logarithm of the deaths per line.
fn log_hazard(tally: &Tally) -> f64 {
    -score(tally).ln()
}

/// What a candidate is ranked by: lines per death, with half a death more and a line more, so that it is always a positive number.
pub fn score(tally: &Tally) -> f64 {
    (tally.lines as f64 + 1.0) / (tally.deaths as f64 + 0.5)
}
