//! The sequential probability ratio test: games are played only until it is known which bot is better.

use super::elo::score_of_elo;
use super::table::Results;

/// A test of two hypotheses about how much stronger the first of two bots is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first hypothesis, in Elo.
    pub elo0: f64,
    /// The second one, which is more.
    pub elo1: f64,
    /// How often the second is taken although the first is true.
    pub alpha: f64,
    /// How often the first is taken although the second is true.
    pub beta: f64,
}

/// One of the two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The first bot is stronger by `elo0` at most.
    H0,
    /// It is stronger by `elo1` at least.
    H1,
}

/// How far a test has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// The logarithm of the ratio of likelihoods.
    pub ratio: f64,
    /// Below it the first hypothesis is taken.
    pub lower: f64,
    /// Above it the second.
    pub upper: f64,
    /// The one that is taken, if the test is over.
    pub taken: Option<Hypothesis>,
}

/// Points for a loss, a draw and a win.
const POINTS: [f64; 3] = [0.0, 0.5, 1.0];

/// No hypothesis is further from equal strength, in Elo: there three games in a thousand are lost.
const FURTHEST: f64 = 1000.0;

/// A result that never happened counts as this many games, so that it is not impossible.
const SELDOM: f64 = 1e-3;

/// Halvings of the interval in which a multiplier is sought: all that a number can hold.
const HALVINGS: usize = 100;

impl Sprt {
    /// Why it is no test, if it is none.
    ///
    /// # Errors
    /// A sentence.
    pub fn check(&self) -> Result<(), String> {
        let Sprt { elo0, elo1, alpha, beta } = *self;
        let is_share = |share: f64| share > 0.0 && share < 0.5;
        if let Some(elo) = [elo0, elo1].into_iter().find(|elo| !(-FURTHEST..=FURTHEST).contains(elo)) {
            return Err(format!("elo0 and elo1 must be between -{FURTHEST} and {FURTHEST}, not {elo}"));
        }
        if elo0 >= elo1 {
            return Err(format!("elo1 must be more than elo0, and {elo1} is not more than {elo0}"));
        }
        if !is_share(alpha) || !is_share(beta) {
            return Err(format!("alpha and beta must be between 0 and 0.5, not {alpha} and {beta}"));
        }
        Ok(())
    }

    /// Where it stands after these results of the first bot.
    ///
    /// The ratio is the generalised one for three outcomes: each hypothesis is given the chances of loss, draw and win that have its mean
    /// score and make the results most likely. So draws make a test shorter, as they should.
    ///
    /// ```
    /// use tetrolab_bot::arena::{Hypothesis, Results, Sprt};
    ///
    /// let test = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
    /// let state = test.state(&Results { wins: 120, draws: 0, losses: 80 });
    /// assert_eq!(state.taken, Some(Hypothesis::H1));
    /// assert_eq!(format!("{:.2} of {:.2}", state.ratio, state.upper), "3.69 of 2.94");
    /// ```
    pub fn state(&self, results: &Results) -> SprtState {
        let ratio = self.ratio(results);
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let taken = match ratio {
            ratio if ratio <= lower => Some(Hypothesis::H0),
            ratio if ratio >= upper => Some(Hypothesis::H1),
            _ => None,
        };
        SprtState { ratio, lower, upper, taken }
    }

    fn ratio(&self, results: &Results) -> f64 {
        if results.games() == 0 {
            return 0.0;
        }
        let counts = [results.losses, results.draws, results.wins].map(|count| (count as f64).max(SELDOM));
        let all: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / all);
        let [first, second] = [self.elo0, self.elo1].map(|elo| most_likely(shares, score_of_elo(elo)));
        (0..POINTS.len()).map(|outcome| counts[outcome] * (second[outcome] / first[outcome]).ln()).sum()
    }
}

/// The chances with this mean score under which these shares are most likely.
///
/// By Lagrange they are `share / (1 + multiplier (points - score))`, where the multiplier is such that the mean is the score. The mean
/// falls as the multiplier rises, so halving an interval finds it.
fn most_likely(shares: [f64; 3], score: f64) -> [f64; 3] {
    let chances = |multiplier: f64| {
        let mut chances = shares;
        chances.iter_mut().zip(POINTS).for_each(|(chance, points)| *chance /= 1.0 + multiplier * (points - score));
        chances
    };
    let excess = |multiplier: f64| -> f64 {
        chances(multiplier).iter().zip(POINTS).map(|(chance, points)| chance * (points - score)).sum()
    };
    // Beyond these a chance would be negative.
    let (mut lower, mut upper) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..HALVINGS {
        let middle = (lower + upper) / 2.0;
        if excess(middle) > 0.0 { lower = middle } else { upper = middle }
    }
    chances((lower + upper) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::table;
    use tetrolab_engine::{Random, Seed, Stream};

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn chances_have_the_mean_and_add_up() {
        for (shares, score) in [([0.2, 0.3, 0.5], 0.5), ([0.001, 0.001, 0.998], 0.6), ([0.4, 0.0001, 0.5999], 0.3)] {
            let chances = most_likely(shares, score);
            let mean: f64 = chances.iter().zip(POINTS).map(|(chance, points)| chance * points).sum();
            assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{chances:?}");
            assert!((mean - score).abs() < 1e-9, "{mean}");
        }
    }

    /// Without draws it is Wald's test of two binomial chances.
    #[test]
    fn without_draws_it_is_the_binomial_test() {
        let results = Results { wins: 30, draws: 0, losses: 20 };
        let (p0, p1) = (0.5f64, score_of_elo(100.0));
        let expected = 30.0 * (p1 / p0).ln() + 20.0 * ((1.0 - p1) / (1.0 - p0)).ln();
        assert!((TEST.state(&results).ratio - expected).abs() < 0.01);
        let state = TEST.state(&Results::default());
        assert_eq!((state.ratio, state.taken), (0.0, None));
        assert!((state.upper - 19f64.ln()).abs() < 1e-12 && (state.lower + 19f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn draws_say_something_too() {
        let without = TEST.state(&Results { wins: 60, draws: 0, losses: 40 });
        let with = TEST.state(&Results { wins: 25, draws: 70, losses: 5 });
        assert!(with.ratio > without.ratio + 1.0, "{with:?} {without:?}");
        assert!(TEST.state(&Results { wins: 0, draws: 40, losses: 0 }).taken.is_some());
    }

    #[test]
    fn the_furthest_hypotheses_can_be_told_apart() {
        let test = Sprt { elo0: -FURTHEST, elo1: FURTHEST, ..TEST };
        for (wins, draws, losses, taken) in
            [(9, 0, 0, Hypothesis::H1), (0, 0, 9, Hypothesis::H0), (0, 9, 1, Hypothesis::H0)]
        {
            let state = test.state(&Results { wins, draws, losses });
            assert!(state.ratio.is_finite() && state.taken == Some(taken), "{state:?}");
        }
    }

    #[test]
    fn bad_tests_are_refused() {
        assert_eq!(TEST.check(), Ok(()));
        assert!(Sprt { elo1: 0.0, ..TEST }.check().unwrap_err().contains("0 is not more than 0"));
        for elo1 in [1000.5, 1e300, f64::INFINITY, f64::NAN] {
            let reason = Sprt { elo1, ..TEST }.check().unwrap_err();
            assert_eq!(reason, format!("elo0 and elo1 must be between -1000 and 1000, not {elo1}"));
        }
        assert!(Sprt { alpha: 0.0, ..TEST }.check().is_err() && Sprt { beta: f64::NAN, ..TEST }.check().is_err());
    }

    /// How often a test is wrong is what alpha and beta say, or less.
    #[test]
    fn errors_are_as_rare_as_they_should_be() {
        let mut random = Random::new(Seed(2), 0, Stream::Tests);
        let mut wrong = |elo: f64, draws: f64, truth: Hypothesis| {
            let runs = 400;
            let wins = score_of_elo(elo) - draws / 2.0;
            let wrong = (0..runs).filter(|_| {
                let mut results = Results::default();
                loop {
                    let lot = f64::from(random.next_value()) / 4_294_967_296.0;
                    results.add(match lot {
                        _ if lot < wins => table::Result::Win,
                        _ if lot < wins + draws => table::Result::Draw,
                        _ => table::Result::Loss,
                    });
                    if let Some(taken) = TEST.state(&results).taken {
                        return taken != truth;
                    }
                }
            });
            wrong.count() as f64 / f64::from(runs)
        };
        for draws in [0.0, 0.3] {
            // Three standard errors above a share of 0.05.
            for (elo, truth) in [(0.0, Hypothesis::H0), (100.0, Hypothesis::H1)] {
                let share = wrong(elo, draws, truth);
                assert!(share < 0.083, "{elo} Elo, {draws} draws: {share}");
            }
        }
    }
}
