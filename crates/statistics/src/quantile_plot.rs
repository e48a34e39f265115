//! The points of a QQ plot: scores against what an exponential would give.

use super::distribution::beta_quantile;
use super::estimate::tail;
use super::scores::Scores;

/// One point of a QQ plot against the fitted exponential. All numbers are lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuantilePoint {
    /// The rank of the score: 1 is the lowest.
    pub rank: usize,
    /// What the exponential gives on average for this rank.
    pub expected: f64,
    /// The score, half a line later: in the middle of where the game can have ended.
    pub observed: f64,
    /// The lower end of where the exponential puts this rank.
    pub lower: f64,
    /// The upper end of where the exponential puts this rank.
    pub upper: f64,
}

impl Scores {
    /// Points of a QQ plot, at most about `limit` of them, with a band for each point.
    ///
    /// The share of games below the score of rank i of n is a beta variable with parameters i and n + 1 - i, which gives the
    /// band. It holds for each point alone, not for all at once, and takes the fitted mean for the true one. No points
    /// without a line.
    ///
    /// # Panics
    ///
    /// If `level` is not between 0 and 1.
    pub fn quantile_plot(&self, limit: usize, level: f64) -> Vec<QuantilePoint> {
        let tail = tail(level);
        let Some(mean) = self.exponential_mean() else { return Vec::new() };
        let count = self.sorted().len();
        // The lowest of j games that are still running ends after 1/j of the mean on average.
        let mut waited = 0.0;
        let mut ended = 0;
        let point = |rank: usize| {
            while ended < rank {
                waited += 1.0 / (count - ended) as f64;
                ended += 1;
            }
            let left = |probability| beta_quantile((count + 1 - rank) as f64, rank as f64, probability);
            QuantilePoint {
                rank,
                expected: mean * waited,
                observed: self.sorted()[rank - 1] as f64 + 0.5,
                lower: -mean * left(1.0 - tail).ln(),
                upper: -mean * left(tail).ln(),
            }
        };
        self.ranks(limit).into_iter().map(point).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// scipy 1.17, with m = 1/log1p(1/mean): `-m*log1p(-beta.ppf(0.025, i, n+1-i))` and the same with 0.975.
    #[test]
    fn points_and_bands_agree_with_scipy() {
        let points = Scores::new([100, 700, 300, 50, 1_350]).quantile_plot(300, 0.95);
        let expected = [
            (100.09996669995783, 50.5, 2.5343117361433434, 369.25671051696355),
            (225.22492507490512, 100.5, 27.12053364273699, 630.756782405968),
            (392.05820290816814, 300.5, 79.36192778838806, 960.8714817303767),
            (642.3081196580627, 700.5, 166.9124765856965, 1472.6142716401887),
            (1142.807953157852, 1350.5, 325.53780019529967, 2646.751168886338),
        ];
        for (point, (expected, observed, lower, upper)) in points.iter().zip(expected) {
            let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
            assert!(close(point.expected, expected) && point.observed == observed, "{point:?}");
            assert!(close(point.lower, lower) && close(point.upper, upper), "{point:?}");
        }
        assert_eq!(points.len(), expected.len());
    }

    #[test]
    fn exponential_scores_lie_on_the_diagonal() {
        let count = 10_000;
        let scores: Vec<u64> =
            (0..count).map(|rank| (-1e6 * (1.0 - (f64::from(rank) + 0.5) / f64::from(count)).ln()) as u64).collect();
        let points = Scores::new(scores).quantile_plot(300, 0.95);
        assert!(points.len() > 150 && points.len() <= 303);
        for point in points {
            assert!(point.lower < point.expected && point.expected < point.upper, "{point:?}");
            assert!(point.lower < point.observed && point.observed < point.upper, "{point:?}");
        }
    }

    #[test]
    fn few_scores_and_no_lines() {
        assert_eq!(Scores::new([4, 9]).quantile_plot(300, 0.95).len(), 2);
        assert_eq!(Scores::new([0, 0]).quantile_plot(300, 0.95), []);
        assert_eq!(Scores::new([]).quantile_plot(300, 0.95), []);
    }
}
