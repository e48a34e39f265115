//! How often something happens.

use super::distribution::beta_quantile;

/// Hits out of a number of trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// How often it happened.
    pub hits: u64,
    /// How often it could have.
    pub of: u64,
}

impl Share {
    /// From 0 to 1; nothing of nothing.
    pub fn value(self) -> Option<f64> {
        (self.of > 0).then(|| self.hits as f64 / self.of as f64)
    }

    /// The interval of Clopper and Pearson (1934), which covers at least what the level says.
    ///
    /// ```
    /// use tetrolab_statistics::Share;
    ///
    /// let (low, high) = Share { hits: 49, of: 100 }.interval(0.95);
    /// assert_eq!(format!("{low:.4} {high:.4}"), "0.3886 0.5920");
    /// assert_eq!(Share { hits: 0, of: 0 }.interval(0.95), (0.0, 1.0));
    /// ```
    pub fn interval(self, level: f64) -> (f64, f64) {
        let Share { hits, of } = self;
        let tail = (1.0 - level) / 2.0;
        let (happened, missed) = (hits as f64, of.saturating_sub(hits) as f64);
        let low = if hits == 0 { 0.0 } else { beta_quantile(happened, missed + 1.0, tail) };
        let high = if missed == 0.0 { 1.0 } else { beta_quantile(happened + 1.0, missed, 1.0 - tail) };
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As R's `binom.test`.
    #[test]
    fn known_values() {
        for (hits, of, low, high) in [(0, 10, 0.0, 0.3085), (10, 10, 0.6915, 1.0), (3, 20, 0.0321, 0.3789)] {
            let found = Share { hits, of }.interval(0.95);
            assert!((found.0 - low).abs() < 5e-5 && (found.1 - high).abs() < 5e-5, "{found:?}");
        }
        assert_eq!(Share { hits: 1, of: 4 }.value(), Some(0.25));
        assert_eq!(Share { hits: 0, of: 0 }.value(), None);
    }
}
