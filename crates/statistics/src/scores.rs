//! The scores of complete games, in order.

use super::estimate::{Design, Estimate};

/// The scores of complete games, lowest first.
///
/// ```
/// use tetrolab_statistics::Scores;
///
/// let scores = Scores::new([7, 0, 3, 12]);
/// assert_eq!(scores.sorted(), [0, 3, 7, 12]);
/// assert_eq!((scores.mean(), scores.median()), (Some(5.5), Some(5.0)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scores {
    sorted: Vec<u64>,
    lines: u64,
}

impl Scores {
    /// Puts scores in order.
    ///
    /// # Panics
    ///
    /// If there are more than 2⁶⁴ lines altogether.
    pub fn new(scores: impl Into<Vec<u64>>) -> Scores {
        let mut sorted = scores.into();
        sorted.sort_unstable();
        let lines = sorted.iter().try_fold(0, |sum: u64, &score| sum.checked_add(score));
        Scores { sorted, lines: lines.expect("fewer than 2⁶⁴ lines") }
    }

    /// The scores, lowest first.
    pub fn sorted(&self) -> &[u64] {
        &self.sorted
    }

    /// The lines of all games.
    pub const fn lines(&self) -> u64 {
        self.lines
    }

    /// What the scores say about the mean.
    pub const fn estimate(&self) -> Estimate {
        Estimate { lines: self.lines, deaths: self.sorted.len() as u64, design: Design::Complete }
    }

    /// Lines per game. `None` without a game.
    pub fn mean(&self) -> Option<f64> {
        self.estimate().mean()
    }

    /// The score that half of the games stay below. `None` without a game.
    pub fn median(&self) -> Option<f64> {
        self.quantile(0.5)
    }

    /// The score that a share of the games stays below, with straight lines between the scores as most programs do it
    /// (type 7 of Hyndman and Fan 1996). `None` without a game.
    ///
    /// # Panics
    ///
    /// If `share` is not within 0 and 1.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        assert!((0.0..=1.0).contains(&share), "a share of {share}");
        let last = self.sorted.len().checked_sub(1)?;
        let place = share * last as f64;
        let index = place as usize;
        let [low, high] = [index, (index + 1).min(last)].map(|index| self.sorted[index] as f64);
        Some(low + (high - low) * place.fract())
    }

    /// The mean of the exponential that fits best; see [`exponential_mean`]. `None` without a game or a line.
    pub fn exponential_mean(&self) -> Option<f64> {
        self.mean().filter(|&mean| mean > 0.0).map(exponential_mean)
    }

    /// At most about `limit` ranks from 1 to the number of games, all of them if they are so few: evenly in between, and
    /// ever closer towards both ends, where single games count in a picture.
    pub fn ranks(&self, limit: usize) -> Vec<usize> {
        let count = self.sorted.len();
        if count <= limit {
            return (1..=count).collect();
        }
        let steps = (limit / 3).max(1);
        let share = |step: usize| step as f64 / steps as f64;
        let mut ranks: Vec<usize> = (0..=steps)
            .flat_map(|step| {
                let from_end = (count as f64).powf(share(step)).round() as usize;
                let even = 1 + (share(step) * (count - 1) as f64).round() as usize;
                [from_end, even, count + 1 - from_end]
            })
            .collect();
        ranks.sort_unstable();
        ranks.dedup();
        ranks
    }
}

/// The mean of the exponential whose whole lines have the given mean.
///
/// A score of k lines stands for a game that ended between its line k and the next. If the games are exponential with mean
/// m, their scores are geometric with P(score ≥ k) = exp(-k / m), and their mean is about half a line less than m. This is
/// also the most likely m for scores with the given mean.
pub fn exponential_mean(mean: f64) -> f64 {
    1.0 / (1.0 / mean).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// numpy 2: `numpy.quantile(scores, share)`.
    #[test]
    fn quantiles_agree_with_numpy() {
        let scores = Scores::new([15, 3, 8, 8, 40, 1]);
        for (share, expected) in [(0.0, 1.0), (0.1, 2.0), (0.25, 4.25), (0.5, 8.0), (0.9, 27.5), (1.0, 40.0)] {
            assert_eq!(scores.quantile(share), Some(expected), "{share}");
        }
        assert_eq!(Scores::new([5]).quantile(0.3), Some(5.0));
    }

    #[test]
    fn no_scores_say_nothing() {
        let scores = Scores::new([]);
        assert_eq!((scores.mean(), scores.median(), scores.exponential_mean()), (None, None, None));
        assert_eq!(Scores::new([0, 0]).exponential_mean(), None);
    }

    #[test]
    fn the_exponential_mean_is_half_a_line_more() {
        assert!((Scores::new([1_000_000, 3_000_000]).exponential_mean().unwrap() - 2_000_000.5).abs() < 1e-6);
        // P(score ≥ 1) = 1/2 for a mean of 1.
        assert!((Scores::new([1, 1]).exponential_mean().unwrap() - 1.0 / 2f64.ln()).abs() < 1e-15);
    }

    #[test]
    fn ranks_are_few_and_reach_both_ends() {
        let ranks = |count: u64| Scores::new((0..count).collect::<Vec<_>>()).ranks(300);
        assert_eq!(ranks(300), (1..=300).collect::<Vec<_>>());
        for count in [301, 1_000, 1_000_000] {
            let ranks = ranks(count);
            assert!(ranks.len() <= 303 && ranks.len() > 150, "{}", ranks.len());
            assert!(ranks.is_sorted_by(|a, b| a < b));
            assert_eq!((ranks[0], *ranks.last().unwrap() as u64), (1, count));
        }
    }
}
