//! A ratio of two sums over games, such as attack per piece.

/// A ratio of two sums over games, and how sure it is.
///
/// Games are independent of each other, pieces of a game are not. So the games are what is counted: the error is that of the usual ratio
/// estimator, from how far each game is from the common ratio.
///
/// ```
/// use tetrolab_bot::arena::Ratio;
///
/// let ratio: Ratio = [(8.0, 10.0), (12.0, 20.0)].into_iter().collect();
/// assert_eq!(ratio.value(), Some(20.0 / 30.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Ratio {
    games: u64,
    above: f64,
    below: f64,
    above_squared: f64,
    below_squared: f64,
    product: f64,
}

impl Ratio {
    /// One more game.
    pub const fn add(&mut self, above: f64, below: f64) {
        self.games += 1;
        self.above += above;
        self.below += below;
        self.above_squared += above * above;
        self.below_squared += below * below;
        self.product += above * below;
    }

    /// How many games there are.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The ratio; `None` if it is one by 0.
    pub fn value(&self) -> Option<f64> {
        (self.below > 0.0).then(|| self.above / self.below)
    }

    /// Its standard error; nothing with fewer than two games.
    pub fn standard_error(&self) -> Option<f64> {
        let ratio = self.value().filter(|_| self.games >= 2)?;
        let squares = self.above_squared - 2.0 * ratio * self.product + ratio * ratio * self.below_squared;
        let games = self.games as f64;
        // Rounding may leave a little below 0 where all games are alike.
        Some((squares.max(0.0) * games / (games - 1.0)).sqrt() / self.below)
    }
}

impl FromIterator<(f64, f64)> for Ratio {
    fn from_iter<I: IntoIterator<Item = (f64, f64)>>(games: I) -> Ratio {
        let mut ratio = Ratio::default();
        games.into_iter().for_each(|(above, below)| ratio.add(above, below));
        ratio
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With games of the same length it is the standard error of a mean.
    #[test]
    fn games_of_one_length_are_an_ordinary_mean() {
        let values = [0.5, 0.8, 1.1, 0.6];
        let ratio: Ratio = values.into_iter().map(|value| (value * 20.0, 20.0)).collect();
        let mean = values.iter().sum::<f64>() / 4.0;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 3.0;
        assert!((ratio.value().unwrap() - mean).abs() < 1e-12);
        assert!((ratio.standard_error().unwrap() - (variance / 4.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn little_is_known_of_few_games() {
        assert_eq!(Ratio::default().value(), None);
        let one: Ratio = [(3.0, 4.0)].into_iter().collect();
        assert_eq!((one.value(), one.standard_error()), (Some(0.75), None));
    }
}
