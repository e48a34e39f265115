//! How many deaths a question needs.

use super::distribution::{f, f_quantile};
use super::estimate::{Design, Estimate, tail};

/// More deaths than any run has.
const MOST: u64 = 1_000_000_000_000;

/// The smallest number of deaths for which the relative precision of the mean is at least as good as asked for: half of
/// the width of its exact interval divided by the mean.
///
/// `None` if the precision is not positive or takes more than 10¹² deaths. From 10⁹ deaths on the number may be a few off,
/// since the interval is narrower than its ends are exact.
///
/// ```
/// use tetrolab_statistics::{Design, deaths_for_precision};
///
/// // ± 20 % take 100 games, as Boumaza 2009 says.
/// assert_eq!(deaths_for_precision(0.2, 0.95, Design::Complete), Some(100));
/// assert_eq!(deaths_for_precision(0.01, 0.95, Design::Complete), Some(38_419));
/// ```
///
/// # Panics
///
/// If `level` is not between 0 and 1.
pub fn deaths_for_precision(precision: f64, level: f64, design: Design) -> Option<u64> {
    // The precision does not depend on the lines, if there are not so few that scores are no longer exponential.
    let reached = |deaths| {
        let estimate = Estimate { lines: Estimate::FEW_LINES * deaths, deaths, design };
        estimate.relative_precision(level).is_some_and(|reached| reached <= precision)
    };
    if precision > 0.0 { smallest(reached) } else { None }
}

/// The smallest number of deaths of each of two players for which a ratio of their means is noticed, at `level`, with a
/// probability of at least `power`.
///
/// `None` for a ratio that is not positive or takes more than 10¹² deaths, as 1 does.
///
/// ```
/// use tetrolab_statistics::deaths_to_tell_apart;
///
/// assert_eq!(deaths_to_tell_apart(1.5, 0.8, 0.95), Some(96));
/// ```
///
/// # Panics
///
/// If `level` or `power` is not between 0 and 1.
pub fn deaths_to_tell_apart(ratio: f64, power: f64, level: f64) -> Option<u64> {
    let tail = tail(level);
    assert!(0.0 < power && power < 1.0, "a power of {power}");
    let noticed = |deaths: u64| {
        let degrees = 2.0 * deaths as f64;
        // The quotient of the means is the ratio times an F variable, and F(n, n) has the same law as its inverse.
        let limit = f_quantile(degrees, degrees, 1.0 - tail);
        let above = f(degrees, degrees, limit / ratio).above;
        let below = f(degrees, degrees, 1.0 / limit / ratio).below;
        above + below >= power
    };
    if ratio > 0.0 { smallest(noticed) } else { None }
}

/// The smallest number from 1 on that is enough, if all larger ones are too.
fn smallest(enough: impl Fn(u64) -> bool) -> Option<u64> {
    let mut high = 1;
    while !enough(high) {
        high *= 2;
        if high > MOST {
            return None;
        }
    }
    let mut low = high / 2;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if enough(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// scipy 1.17, with c = `f.ppf(0.975, 2*d, 2*d)`: the first d where `f.sf(c/r, 2*d, 2*d) + f.cdf(1/c/r, 2*d, 2*d)` is 0.8.
    #[test]
    fn deaths_for_a_power_of_80_percent() {
        let deaths = [1.1, 1.2, 1.5, 2.0].map(|ratio| deaths_to_tell_apart(ratio, 0.8, 0.95));
        assert_eq!(deaths, [Some(1729), Some(473), Some(96), Some(34)]);
        // Which of the two is better does not matter.
        assert_eq!(deaths_to_tell_apart(0.5, 0.8, 0.95), Some(34));
        assert_eq!(deaths_to_tell_apart(1.0, 0.8, 0.95), None);
        assert_eq!(deaths_to_tell_apart(0.0, 0.8, 0.95), None);
    }

    /// The logarithm of an F variable is close to normal with variance 1/d₁ + 1/d₂, which gives the usual formula.
    #[test]
    fn the_usual_formula_is_off_by_one_death() {
        for (ratio, usual) in [(1.1, 1728), (1.2, 472), (1.5, 95), (2.0, 33)] {
            let quantiles: f64 = 1.959963984540054 + 0.8416212335729143;
            assert_eq!((2.0 * (quantiles / f64::ln(ratio)).powi(2)).round() as u64, usual);
            assert_eq!(deaths_to_tell_apart(ratio, 0.8, 0.95), Some(usual + 1));
        }
    }

    #[test]
    fn one_death_less_is_not_enough() {
        for design in [Design::Complete, Design::Deaths, Design::Exposure] {
            for precision in [0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 2.0, 10.0] {
                let deaths = deaths_for_precision(precision, 0.95, design).unwrap();
                let reached = |deaths| Estimate { lines: 1_000 * deaths, deaths, design }.relative_precision(0.95);
                assert!(reached(deaths).unwrap() <= precision);
                assert!(reached(deaths - 1).is_none_or(|reached| reached > precision));
            }
        }
    }

    /// The search relies on it.
    #[test]
    fn precision_improves_with_every_death() {
        for design in [Design::Complete, Design::Exposure] {
            let precisions =
                (1..3_000).map(|deaths| Estimate { lines: deaths, deaths, design }.relative_precision(0.95));
            assert!(precisions.is_sorted_by(|a, b| a > b));
        }
    }

    #[test]
    fn some_precisions_are_out_of_reach() {
        assert_eq!(deaths_for_precision(0.0, 0.95, Design::Complete), None);
        assert_eq!(deaths_for_precision(f64::NAN, 0.95, Design::Complete), None);
        assert_eq!(deaths_for_precision(1e-7, 0.95, Design::Complete), None);
        assert_eq!(deaths_for_precision(f64::INFINITY, 0.95, Design::Complete), Some(1));
    }
}
