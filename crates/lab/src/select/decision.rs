//! Whether a feature comes or goes.

use serde::{Deserialize, Serialize};
use tetrolab_statistics::LEVEL;

use crate::train::record::Score;

/// A feature may go if the score without it is surely more than this share of the score with it.
pub const LOWEST_RATIO: f64 = 0.95;

/// What games have said about two sets. One candidate is judged in a step, by games that had no part in choosing it, and the first that
/// fails is the last: so there is nothing to correct for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// The mean score of the one divided by that of the other.
    pub ratio: f64,
    /// Where the ratio surely lies.
    pub interval: [f64; 2],
    /// How sure that is.
    pub level: f64,
    /// How likely so large a difference is between equals.
    pub p: f64,
    /// Whether it speaks for the change.
    pub accepted: bool,
}

impl Verdict {
    /// Whether the first is better.
    pub(super) fn of_better(first: &Score, second: &Score) -> Verdict {
        Verdict::new(first, second, |verdict| verdict.ratio > 1.0 && verdict.p < 1.0 - LEVEL)
    }

    /// Whether the first is not worse by more than may be.
    pub(super) fn of_not_worse(first: &Score, second: &Score) -> Verdict {
        Verdict::new(first, second, |verdict| verdict.interval[0] > LOWEST_RATIO)
    }

    fn new(first: &Score, second: &Score, accepts: impl Fn(&Verdict) -> bool) -> Verdict {
        let (ratio, interval) = ratio(first, second, LEVEL);
        let p = first.compared_with(second).p_value();
        let verdict = Verdict { ratio, interval, level: LEVEL, p, accepted: false };
        Verdict { accepted: accepts(&verdict), ..verdict }
    }
}

/// The ratio of two mean scores, and where it lies with a level.
pub(super) fn ratio(first: &Score, second: &Score, level: f64) -> (f64, [f64; 2]) {
    let comparison = first.compared_with(second);
    let interval = comparison.ratio_interval(level);
    let known = "all games were played to their end";
    (comparison.ratio().expect(known), [interval.lower, interval.upper.expect(known)])
}

/// The level of each of several intervals that are all right with [`LEVEL`] (Bonferroni).
pub(super) fn level_of_each(intervals: usize) -> f64 {
    1.0 - (1.0 - LEVEL) / intervals as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(lines: u64, deaths: u64) -> Score {
        Score { lines, deaths, complete: true }
    }

    /// The ratio at which the p-value of 1000 games each is the limit, from both sides.
    #[test]
    fn better_is_at_the_five_percent_level() {
        let base = score(1_000_000, 1000);
        let at = |lines| Verdict::of_better(&score(lines, 1000), &base);
        let lowest = (1_000_000..2_000_000).step_by(1000).find(|&lines| at(lines).accepted);
        // About exp(1.96 √(2/1000)) = 1.0916; exactly a little more.
        assert_eq!(lowest, Some(1_092_000));
        assert!(at(1_091_000).p > 0.05 && at(1_092_000).p < 0.05);
        // The interval says the same as the p-value.
        assert!(at(1_091_000).interval[0] < 1.0 && at(1_092_000).interval[0] > 1.0);
        assert!(!at(1_000_000).accepted && at(1_000_000).p == 1.0);
        // Much worse is very sure, but not better.
        assert!(at(500_000).p < 1e-6 && !at(500_000).accepted);
    }

    #[test]
    fn not_worse_is_above_ninety_five_percent() {
        let base = score(10_000_000, 10_000);
        let accepted = |lines| Verdict::of_not_worse(&score(lines, 10_000), &base).accepted;
        // 0.95 exp(1.96 √(2/10 000)) = 0.9767.
        assert!(accepted(9_775_000) && !accepted(9_760_000));
        // A few games are not enough, however well they went.
        assert!(!Verdict::of_not_worse(&score(1_200_000, 100), &score(1_000_000, 100)).accepted);
    }

    #[test]
    fn a_player_without_a_line_can_be_beaten() {
        let verdict = Verdict::of_better(&score(500, 100), &score(0, 100));
        assert!(verdict.accepted && verdict.ratio == 6.0, "{verdict:?}");
        assert!(!Verdict::of_better(&score(0, 100), &score(0, 100)).accepted);
    }

    #[test]
    fn several_intervals_are_wider() {
        assert_eq!([1, 5].map(level_of_each), [0.95, 0.99]);
        let width = |level| {
            let (_, [lower, upper]) = ratio(&score(1_000_000, 1000), &score(1_000_000, 1000), level);
            libm::log(upper / lower) / 2.0
        };
        // 1.96 and 2.576 times √(2/1000).
        assert!((width(0.95) - 0.08765).abs() < 1e-4 && (width(0.99) - 0.1152).abs() < 1e-4);
    }
}
