//! Which of two players is better, and by how much.

use super::distribution::{beta_at_odds, f_quantile};
use super::estimate::{Design, Estimate, Interval, tail};

/// Two players whose means are compared.
///
/// With T lines and d deaths each, (T₁/d₁) / (T₂/d₂) is the ratio of the means times an F variable with 2d₁ and 2d₂
/// degrees of freedom, if the runs ended in deaths. For two exposures the deaths of the first among all deaths are
/// binomial, and the answers are those of Clopper and Pearson (1934), which are F quantiles too.
///
/// ```
/// use tetrolab_statistics::{Comparison, Design, Estimate};
///
/// let first = Estimate { lines: 6_000_000, deaths: 100, design: Design::Complete };
/// let second = Estimate { lines: 4_000_000, deaths: 100, design: Design::Complete };
/// let comparison = Comparison { first, second };
/// let interval = comparison.ratio_interval(0.95);
/// assert_eq!(comparison.ratio(), Some(1.5));
/// assert_eq!(format!("{:.2} to {:.2}", interval.lower, interval.upper.unwrap()), "1.14 to 1.98");
/// assert_eq!(format!("{:.4}", comparison.p_value()), "0.0043");
/// assert_eq!(format!("{:.4}", comparison.probability_first_is_better().unwrap()), "0.9978");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Comparison {
    /// The player whose mean is the numerator.
    pub first: Estimate,
    /// The player whose mean is the denominator.
    pub second: Estimate,
}

impl Comparison {
    /// The mean of the first player divided by that of the second. `None` where either has no death or the second no line.
    pub fn ratio(&self) -> Option<f64> {
        let second = self.second.mean().filter(|&mean| mean > 0.0)?;
        Some(self.first.mean()? / second)
    }

    /// The interval for the ratio of the means.
    ///
    /// Exact if both runs ended in deaths; it covers at least what `level` says if both are exposures. Without a death of
    /// the first player it has no upper end, and without a death of the second its lower end is 0.
    ///
    /// # Panics
    ///
    /// If `level` is not between 0 and 1.
    pub fn ratio_interval(&self, level: f64) -> Interval {
        let tail = tail(level);
        if self.second.lines == 0 {
            return Interval::WHOLE;
        }
        let exposure = self.first.lines as f64 / self.second.lines as f64;
        let end = |[first, second]: [u64; 2], probability| {
            let (first, second) = (first as f64, second as f64);
            (first > 0.0 && second > 0.0)
                .then(|| exposure * (second / first) / f_quantile(2.0 * first, 2.0 * second, probability))
        };
        Interval {
            lower: end(self.deaths_against_first(), 1.0 - tail).unwrap_or(0.0),
            upper: end(self.deaths_for_first(), tail),
        }
    }

    /// The two-sided p-value of equal means: 1 minus the level at which [`Comparison::ratio_interval`] just reaches 1.
    pub fn p_value(&self) -> f64 {
        let Some(odds) = self.odds() else { return 1.0 };
        let [first, second] = self.deaths_against_first().map(|deaths| deaths as f64);
        let above = if first * second > 0.0 { beta_at_odds(first, second, odds).above } else { 1.0 };
        let [first, second] = self.deaths_for_first().map(|deaths| deaths as f64);
        let below = if first * second > 0.0 { beta_at_odds(first, second, odds).below } else { 1.0 };
        (2.0 * above.min(below)).min(1.0)
    }

    /// The probability that the first player has the higher mean, by Bayes' rule with the reference prior.
    ///
    /// Deaths per line have a gamma distribution then, with shape d and rate T if the run ended in a death and shape
    /// d + 1/2 under [`Design::Exposure`]. `None` if that says nothing: no death in a run that should end in one, or no
    /// line at all.
    pub fn probability_first_is_better(&self) -> Option<f64> {
        let [first, second] = [self.first, self.second].map(|estimate| match estimate.design {
            Design::Complete | Design::Deaths => estimate.deaths as f64,
            Design::Exposure => estimate.deaths as f64 + 0.5,
        });
        (first * second > 0.0).then_some(())?;
        Some(beta_at_odds(first, second, self.odds()?).below)
    }

    /// Lines of the first per line of the second.
    fn odds(&self) -> Option<f64> {
        let (first, second) = (self.first.lines, self.second.lines);
        (first > 0 || second > 0).then_some(first as f64 / second as f64)
    }

    /// The deaths, with those that could just not be seen counted against the first player.
    fn deaths_against_first(&self) -> [u64; 2] {
        [self.first.deaths + self.first.design.unseen_deaths(), self.second.deaths]
    }

    /// The deaths, with those that could just not be seen counted against the second player.
    fn deaths_for_first(&self) -> [u64; 2] {
        [self.first.deaths, self.second.deaths + self.second.design.unseen_deaths()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(first: (u64, u64), second: (u64, u64), design: Design) -> Comparison {
        let estimate = |(lines, deaths)| Estimate { lines, deaths, design };
        Comparison { first: estimate(first), second: estimate(second) }
    }

    fn assert_close(value: f64, expected: f64) {
        assert!(((value - expected) / expected).abs() < 1e-10, "{value} is not {expected}");
    }

    /// scipy 1.17, with r = (T1/d1) / (T2/d2): `r/f.ppf(0.975, 2*d1, 2*d2)`, `r/f.ppf(0.025, 2*d1, 2*d2)`,
    /// `2*min(f.cdf(r, 2*d1, 2*d2), f.sf(r, 2*d1, 2*d2))`, `beta.cdf(T1/(T1+T2), d1, d2)`.
    #[test]
    fn runs_until_deaths_agree_with_scipy() {
        for (first, second, [lower, upper], p_value, probability) in [
            (
                (6_000_000, 100),
                (4_000_000, 100),
                [1.1359765467723342, 1.9806746947311158],
                0.0043201898761102845,
                0.9978399050619449,
            ),
            ((500, 3), (9_000, 20), [0.13495585783301414, 1.856470883091466], 0.2131775775364075, 0.10658878876820393),
            (
                (1_000_000_000_000, 1_000_000),
                (997_000_000_000, 1_000_000),
                [1.000232727658346, 1.005793032549217],
                0.03362768469873506,
                0.9831861576506395,
            ),
        ] {
            let comparison = comparison(first, second, Design::Deaths);
            let interval = comparison.ratio_interval(0.95);
            assert_close(interval.lower, lower);
            assert_close(interval.upper.unwrap(), upper);
            assert_close(comparison.p_value(), p_value);
            assert_close(comparison.probability_first_is_better().unwrap(), probability);
        }
    }

    /// scipy 1.17, with x = T1/(T1+T2): T1/T2*(1-c)/c for the ends of Clopper and Pearson c = `beta.ppf(0.975, d1+1, d2)` and
    /// c = `beta.ppf(0.025, d1, d2+1)`, then `2*min(binom.cdf(d1, d1+d2, x), binom.sf(d1-1, d1+d2, x))`,
    /// `beta.cdf(x, d1+0.5, d2+0.5)`.
    #[test]
    fn exposures_agree_with_scipy() {
        for (first, second, lower, upper, p_value, probability) in [
            (
                (6_000_000, 100),
                (4_000_000, 100),
                1.1253997278384575,
                Some(1.9992896251375052),
                0.005270806712381895,
                0.9978879802189852,
            ),
            (
                (500, 3),
                (9_000, 20),
                0.10984293265669219,
                Some(1.9463377005176627),
                0.2360208992248849,
                0.06196669781179462,
            ),
            ((3_000, 0), (9_000, 20), 1.6456874122927416, None, 0.0063424238778679925, 0.999359854613164),
        ] {
            let comparison = comparison(first, second, Design::Exposure);
            let interval = comparison.ratio_interval(0.95);
            assert_close(interval.lower, lower);
            assert_eq!(interval.upper.is_some(), upper.is_some());
            assert_close(interval.upper.unwrap_or(1.0), upper.unwrap_or(1.0));
            assert_close(comparison.p_value(), p_value);
            assert_close(comparison.probability_first_is_better().unwrap(), probability);
        }
    }

    #[test]
    fn the_p_value_belongs_to_the_interval() {
        for design in [Design::Complete, Design::Exposure] {
            for lines in [400, 700, 1_000, 1_500, 3_000] {
                let comparison = comparison((lines, 12), (1_000, 9), design);
                let p_value = comparison.p_value();
                assert!(comparison.ratio_interval(1.0 - 0.99 * p_value).contains(1.0), "{comparison:?}");
                if p_value < 1.0 {
                    assert!(!comparison.ratio_interval(1.0 - 1.01 * p_value).contains(1.0), "{comparison:?}");
                }
            }
        }
    }

    #[test]
    fn changing_places_inverts_the_answers() {
        for design in [Design::Deaths, Design::Exposure] {
            let one = comparison((5_000, 12), (1_000, 9), design);
            let other = Comparison { first: one.second, second: one.first };
            assert_close(one.ratio().unwrap(), 1.0 / other.ratio().unwrap());
            assert_close(one.ratio_interval(0.9).lower, 1.0 / other.ratio_interval(0.9).upper.unwrap());
            assert_close(one.p_value(), other.p_value());
            let sum = one.probability_first_is_better().unwrap() + other.probability_first_is_better().unwrap();
            assert_close(sum, 1.0);
        }
    }

    #[test]
    fn without_deaths_the_answers_are_open() {
        let none = comparison((5_000, 0), (1_000, 9), Design::Complete);
        assert_eq!(none.ratio(), None);
        assert_eq!(none.ratio_interval(0.95), Interval::WHOLE);
        assert_eq!((none.p_value(), none.probability_first_is_better()), (1.0, None));

        // An exposure without a death still says that the mean is not low.
        let first = comparison((5_000, 0), (1_000, 9), Design::Exposure);
        let interval = first.ratio_interval(0.95);
        assert!(interval.lower > 1.0 && interval.upper.is_none());
        assert!(first.p_value() < 0.05 && first.probability_first_is_better().unwrap() > 0.99);

        let second = comparison((1_000, 9), (5_000, 0), Design::Exposure);
        let interval = second.ratio_interval(0.95);
        assert!(interval.lower == 0.0 && interval.upper.unwrap() < 1.0);

        let neither = comparison((1_000, 0), (5_000, 0), Design::Exposure);
        assert_eq!((neither.ratio_interval(0.95), neither.p_value()), (Interval::WHOLE, 1.0));
    }

    #[test]
    fn without_lines_the_other_is_better() {
        let neither = comparison((0, 5), (0, 5), Design::Complete);
        assert_eq!((neither.ratio(), neither.p_value(), neither.probability_first_is_better()), (None, 1.0, None));
        assert_eq!(neither.ratio_interval(0.95), Interval::WHOLE);
        let second = comparison((100, 5), (0, 5), Design::Complete);
        assert_eq!((second.p_value(), second.probability_first_is_better()), (0.0, Some(1.0)));
        assert_eq!(second.ratio_interval(0.95), Interval::WHOLE);
        let first = comparison((0, 5), (100, 5), Design::Complete);
        assert_eq!((first.p_value(), first.probability_first_is_better()), (0.0, Some(0.0)));
        assert_eq!(first.ratio_interval(0.95), Interval { lower: 0.0, upper: Some(0.0) });
    }
}
