//! What is written down while formulas evolve, and what comes of it.

use serde::{Deserialize, Serialize};
use tetrolab_agents::Measure;
use tetrolab_simulate::Tally;
use tetrolab_statistics::LEVEL;

use crate::train;
use crate::train::record::Score;

/// Two scores are clearly different if their logarithms are this many standard deviations apart.
const CLEARLY: f64 = 1.0;

/// A formula and what is known about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    pub formula: String,
    /// How many nodes it has.
    pub nodes: usize,
    /// The weight that it plays best with, of those that were tried.
    pub weight: f64,
    /// What the base together with it has scored in all its games so far, each to its end.
    pub score: Score,
    /// The generation in which it was made.
    pub born: u64,
}

impl Individual {
    /// What is weighed. `None` if the text is no formula.
    pub fn measure(&self) -> Option<Measure> {
        self.formula.parse().ok()
    }
}

/// What one generation was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1.
    pub generation: u64,
    /// The best formula after it.
    pub best: Individual,
    /// The mean number of nodes of those that live on.
    pub mean_nodes: f64,
    /// What the base alone has scored so far, if there is one.
    pub base: Option<Score>,
    /// Pieces that were played for it.
    pub pieces: u64,
    /// Those that live on, the best first.
    pub population: Vec<Individual>,
    /// All that were tried in this generation.
    pub tried: Vec<String>,
}

/// What came of it all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// What each weight of the player belongs to: the base, then the formulas.
    pub features: Vec<String>,
    /// The weights of the player.
    pub weights: Vec<f64>,
    /// How many of them are formulas that were evolved: the last ones.
    pub added: usize,
    /// The score of the player in held-out games.
    pub score: Score,
    /// The base alone, learned in the same way for as long; `None` if there is no base.
    pub control: Option<Control>,
    /// The best formulas of the last generation.
    pub best: Vec<Individual>,
    /// What the base alone has scored in the generations.
    pub base: Option<Score>,
    /// Pieces that were played, but for judging.
    pub pieces: u64,
}

impl Outcome {
    /// The formulas that were chosen.
    pub fn chosen(&self) -> &[String] {
        &self.features[self.features.len() - self.added..]
    }
}

/// The base alone, learned in the same way for as long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Control {
    pub weights: Vec<f64>,
    /// What it scores in the same games as the player.
    pub score: Score,
    /// The score of the player divided by this one.
    pub ratio: Option<f64>,
    /// Where that lies, with 95 %.
    pub ratio_interval: (f64, Option<f64>),
    /// The chance of such a difference, or a larger one, if there were none.
    pub p_value: f64,
}

impl Control {
    /// Compares a player with the base alone.
    pub fn new(weights: Vec<f64>, score: Score, player: &Score) -> Control {
        let comparison = player.compared_with(&score);
        let interval = comparison.ratio_interval(LEVEL);
        let ratio_interval = (interval.lower, interval.upper);
        Control { weights, score, ratio: comparison.ratio(), ratio_interval, p_value: comparison.p_value() }
    }

    /// Whether the player is clearly better, or clearly worse; `None` if neither is clear.
    pub fn is_beaten(&self) -> Option<bool> {
        self.ratio.filter(|_| self.p_value < 1.0 - LEVEL).map(|ratio| ratio > 1.0)
    }
}

/// A score with more games.
pub fn more(score: Option<Score>, tally: &Tally) -> Score {
    let (lines, deaths) = score.map_or((0, 0), |score| (score.lines, score.deaths));
    Score { lines: lines + tally.lines, deaths: deaths + tally.deaths, complete: true }
}

/// The logarithm of the score, and its variance.
fn logarithm(score: &Score) -> (f64, f64) {
    (libm::log(train::score(score.lines, score.deaths)), 1.0 / (score.deaths as f64 + 0.5))
}

/// Puts the best first, by what they surely score, so that luck in few games does not count. Of those that are not clearly worse than the
/// best the shortest comes first, then the same among the rest, and so on.
pub fn sort(individuals: &mut [Individual]) {
    let sure = |one: &Individual| {
        let (score, variance) = logarithm(&one.score);
        score - CLEARLY * variance.sqrt()
    };
    // The sort is stable: of equals the first.
    individuals.sort_by(|a, b| sure(b).total_cmp(&sure(a)));
    for place in 0..individuals.len() {
        let (best, variance) = logarithm(&individuals[place].score);
        let is_clear = |other: &Individual| {
            let (score, other_variance) = logarithm(&other.score);
            best - score > CLEARLY * (variance + other_variance).sqrt()
        };
        let rest = place..individuals.len();
        let shortest =
            rest.filter(|&other| !is_clear(&individuals[other])).min_by_key(|&other| individuals[other].nodes);
        if let Some(shortest) = shortest {
            individuals[place..=shortest].rotate_right(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_does_not_count() {
        let individual = |formula: &str, lines, deaths| {
            let score = Score { lines, deaths, complete: true };
            Individual { formula: formula.to_string(), nodes: 3, weight: 1.0, score, born: 1 }
        };
        let mut all = [individual("lucky", 1_200, 10), individual("known", 100_000, 1_000)];
        sort(&mut all);
        assert_eq!(all[0].formula, "known");
    }

    #[test]
    fn the_shorter_wins_unless_the_longer_is_clearly_better() {
        let individual = |formula: &str, nodes, lines| {
            let score = Score { lines, deaths: 100, complete: true };
            Individual { formula: formula.to_string(), nodes, weight: 1.0, score, born: 1 }
        };
        let mut all = [
            individual("long", 9, 10_000),
            individual("short", 3, 9_500),
            individual("middle", 5, 9_800),
            individual("worse", 1, 5_000),
        ];
        sort(&mut all);
        assert_eq!(all.each_ref().map(|one| one.formula.as_str()), ["short", "middle", "long", "worse"]);
    }
}
