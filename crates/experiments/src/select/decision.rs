//! Whether a feature comes or goes.

use serde::{Deserialize, Serialize};
use tetrolab_simulate::statistics::{Comparison, Estimate};

use crate::train::record::Score;

/// How sure intervals are before they are corrected.
pub const LEVEL: f64 = 0.95;

/// A feature may go if the score without it is surely more than this share of the score with it.
pub const LOWEST_RATIO: f64 = 0.95;

/// What games have said about two sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// The mean score of the one divided by that of the other.
    pub ratio: f64,
    /// Where the ratio surely lies.
    pub interval: [f64; 2],
    /// How sure that is.
    pub level: f64,
    /// How likely so large a difference is between equals, times how many were compared.
    pub p: f64,
    /// Whether the change is made.
    pub accepted: bool,
}

impl Verdict {
    /// Whether the first is better, with a correction (Bonferroni) for being the best of several finalists.
    pub(super) fn of_better(first: &Score, second: &Score, finalists: usize) -> Verdict {
        let verdict = Verdict::of(first, second, finalists);
        Verdict { accepted: verdict.ratio > 1.0 && verdict.p < 1.0 - LEVEL, ..verdict }
    }

    /// Whether the first is not worse by more than may be.
    pub(super) fn of_not_worse(first: &Score, second: &Score) -> Verdict {
        let verdict = Verdict::of(first, second, 1);
        Verdict { accepted: verdict.interval[0] > LOWEST_RATIO, ..verdict }
    }

    /// What is known about the ratio; nothing is decided.
    pub(super) fn of(first: &Score, second: &Score, compared: usize) -> Verdict {
        let comparison = comparison(first, second);
        let compared = compared as f64;
        let level = 1.0 - (1.0 - LEVEL) / compared;
        let interval = comparison.ratio_interval(level);
        let known = "all games were played to their end";
        Verdict {
            ratio: comparison.ratio().expect(known),
            interval: [interval.lower, interval.upper.expect(known)],
            level,
            p: (comparison.p_value() * compared).min(1.0),
            accepted: false,
        }
    }
}

/// Two scores to be compared.
///
/// Where games have few lines, the lost one counts as a line too. Scores are geometric there, and spread more than the exponential ones
/// that the comparison is made for; with the lost line they spread less, so that it errs on the safe side. And a player without a line
/// can be compared.
fn comparison(first: &Score, second: &Score) -> Comparison {
    let (mut first, mut second) = (first.estimate(), second.estimate());
    if first.has_few_lines() || second.has_few_lines() {
        let count_the_lost = |estimate: &mut Estimate| estimate.lines += estimate.deaths;
        count_the_lost(&mut first);
        count_the_lost(&mut second);
    }
    Comparison { first, second }
}

/// The ratio of two means.
pub(super) fn ratio(first: &Score, second: &Score) -> Option<f64> {
    comparison(first, second).ratio()
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
        let lowest = |finalists: usize| {
            let accepted = |lines: &u64| Verdict::of_better(&score(*lines, 1000), &base, finalists).accepted;
            (1_000_000..2_000_000).step_by(1000).find(accepted).unwrap()
        };
        // About exp(1.96 √(2/1000)) = 1.0916 and, for three, exp(2.394 √(2/1000)) = 1.1130; exactly a little more.
        assert_eq!(lowest(1), 1_092_000);
        assert_eq!(lowest(3), 1_114_000);
        let at = |lines| Verdict::of_better(&score(lines, 1000), &base, 3);
        assert!(at(1_113_000).p > 0.05 && at(1_114_000).p < 0.05);
        // The interval says the same as the p-value.
        assert!(at(1_113_000).interval[0] < 1.0 && at(1_114_000).interval[0] > 1.0);
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
        let verdict = Verdict::of_better(&score(500, 100), &score(0, 100), 3);
        assert!(verdict.accepted && verdict.ratio == 6.0, "{verdict:?}");
        assert!(!Verdict::of_better(&score(0, 100), &score(0, 100), 3).accepted);
    }
}
