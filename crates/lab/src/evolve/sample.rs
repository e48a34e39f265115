//! What formulas are on drops from play: how much they differ between the drops of a piece, and whether two of them are the same.

use tetrolab_agents::{Dropped, Measure, Player};
use tetrolab_optimize::random::Random;
use tetrolab_simulate::Games;

use crate::sample::{self, Walk};

/// Which boards are looked at: a tenth of those from play, with 15 % of the drops made at random.
const WALK: Walk = Walk {
    positions: 40,
    strays: |random, drops| !drops.is_empty() && random.chance(0.15),
    takes: |random, _, drops| drops.len() > 1 && random.chance(0.1),
};
/// Numbers that differ by less than a part of the deviation that is one by this are the same.
const RESOLUTION: f64 = 1e5;

/// Boards from play.
#[derive(Clone, Debug)]
pub struct Sample(sample::Sample);

/// What makes a formula differ from others: its numbers up to a factor, and up to what is the same for all drops of a piece.
pub type Signature = Vec<i32>;

impl Sample {
    /// Boards from games of this player.
    pub fn new(player: &Player, games: &Games, random: Random) -> Sample {
        Sample(sample::Sample::new(&WALK, player, games, random))
    }

    /// The standard deviation of a number between the drops of a piece.
    pub fn deviation(&self, value: impl Fn(&Dropped) -> f64) -> f64 {
        deviation(&self.0.differences(value))
    }

    /// How much two measures say the same about drops, from 0 to 1: the size of their correlation. 0 if one says nothing.
    pub fn likeness(&self, one: &Measure, other: &Measure) -> f64 {
        let [one, other] = [one, other].map(|measure| self.0.column(measure));
        let product = one.iter().zip(&other).map(|(one, other)| one * other).sum::<f64>();
        let size = deviation(&one) * deviation(&other) * one.len() as f64;
        if size > 0.0 { (product / size).abs() } else { 0.0 }
    }

    /// The deviation and the signature of a measure; `None` if it is the same for all drops, or as good as.
    pub fn look(&self, measure: &Measure) -> Option<(f64, Signature)> {
        /// Less is not worth a weight, and could be rounding.
        const LEAST: f64 = 1e-6;
        let differences = self.0.column(measure);
        let deviation = deviation(&differences);
        if deviation.is_nan() || deviation <= LEAST {
            return None;
        }
        let mut signature: Signature =
            differences.iter().map(|difference| (difference / deviation * RESOLUTION).round() as i32).collect();
        if signature.iter().find(|number| **number != 0).is_some_and(|first| *first < 0) {
            signature.iter_mut().for_each(|number| *number = -*number);
        }
        Some((deviation, signature))
    }
}

fn deviation(differences: &[f64]) -> f64 {
    let squares: f64 = differences.iter().map(|difference| difference * difference).sum();
    if differences.is_empty() { 0.0 } else { (squares / differences.len() as f64).sqrt() }
}
