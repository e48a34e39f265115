//! What is measured of players.

use tetrolab_statistics::Scores;

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
        meaning: "variance of the scores of a cell by the square of their mean; 1 if they are exponential",
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

/// The variance of scores by the square of their mean, times (n + 1) / n, which makes its expectation 1 for n exponential scores. Nothing
/// without a line, or with fewer than two games.
///
/// The shares of exponential scores in their sum are those of a stick that is broken at random, so their squares add up to 2 / (n + 1)
/// (Greenwood 1946).
pub fn variation(scores: &Scores) -> Option<f64> {
    let count = scores.sorted().len() as f64;
    let mean = scores.mean().filter(|&mean| mean > 0.0 && count > 1.0)?;
    let squares: f64 = scores.sorted().iter().map(|&score| (score as f64 - mean).powi(2)).sum();
    Some(squares / (count - 1.0) / (mean * mean) * (count + 1.0) / count)
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::{Random, Seed, Stream};

    use super::*;

    /// Small samples are as variable as large ones, on average.
    #[test]
    fn exponential_scores_have_a_variation_of_one() {
        let mut random = Random::new(Seed(4), 0, Stream::Tests);
        for games in [2, 5, 20] {
            let samples = 20_000;
            let mut sum = 0.0;
            for _ in 0..samples {
                let score = |_| {
                    let unit = (f64::from(random.next_value()) + 0.5) / 4_294_967_296.0;
                    (-1e9 * unit.ln()) as u64
                };
                sum += variation(&Scores::new((0..games).map(score).collect::<Vec<u64>>())).unwrap();
            }
            let mean = sum / f64::from(samples);
            // Its standard deviation is at most 1.
            assert!((mean - 1.0).abs() < 0.03, "{games}: {mean}");
        }
        assert_eq!(variation(&Scores::new([0, 0])), None);
        assert_eq!(variation(&Scores::new([5])), None);
        assert_eq!(variation(&Scores::new([5, 5, 5])), Some(0.0));
    }
}
