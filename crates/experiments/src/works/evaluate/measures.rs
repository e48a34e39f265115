//! What is measured of players.

use tetrolab_simulate::statistics::Scores;

use crate::grid::{Better, Measure, Statistic};

/// Tests of fewer games say nothing.
pub const FEWEST_TESTED: usize = 20;
/// Scores that are this unlikely to be exponential are taken not to be.
pub const LEVEL: f64 = 0.05;

/// All measures.
pub const ALL: &[Measure] = &[
    Measure {
        name: "score",
        unit: "lines",
        meaning: "mean score: lines of a game",
        statistic: Statistic::Exponential { total: "lines", deaths: "deaths" },
        better: Better::More,
        is_timed: false,
    },
    Measure {
        name: "pieces",
        unit: "pieces",
        meaning: "pieces of all games of a cell",
        statistic: Statistic::Mean,
        better: Better::Neither,
        is_timed: false,
    },
    Measure {
        name: "variation",
        unit: "",
        meaning: "standard deviation of the scores of a cell by their mean; 1 if they are exponential",
        statistic: Statistic::Mean,
        better: Better::Neither,
        is_timed: false,
    },
    Measure {
        name: "cox-oakes",
        unit: "",
        meaning: "p-value of the test of Cox and Oakes: how likely such scores are if they are exponential",
        statistic: Statistic::Median,
        better: Better::Neither,
        is_timed: false,
    },
    Measure {
        name: "lilliefors",
        unit: "",
        meaning: "p-value of the test of Lilliefors",
        statistic: Statistic::Median,
        better: Better::Neither,
        is_timed: false,
    },
    Measure {
        name: "rejected",
        unit: "",
        meaning: "whether the test of Lilliefors rejects exponential scores at 5 %; it does so in 5 % of cells if they are",
        statistic: Statistic::Share,
        better: Better::Neither,
        is_timed: false,
    },
    Measure {
        name: "speed",
        unit: "pieces/s",
        meaning: "pieces played in a second on one thread",
        statistic: Statistic::Median,
        better: Better::More,
        is_timed: true,
    },
];

/// The standard deviation of scores by their mean. Nothing without a line.
pub fn variation(scores: &Scores) -> Option<f64> {
    let (count, mean) = (scores.sorted().len() as f64, scores.mean().filter(|&mean| mean > 0.0)?);
    let squares: f64 = scores.sorted().iter().map(|&score| (score as f64 - mean).powi(2)).sum();
    Some((squares / (count - 1.0)).sqrt() / mean)
}
