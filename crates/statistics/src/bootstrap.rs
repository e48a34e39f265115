//! Intervals by drawing results again from themselves (Efron 1979).

use tetrolab_engine::{Random, Seed, Stream};

/// Values in groups that have something random in common, such as all that was played with the same pieces. Groups are independent of
/// each other; within a group nothing is assumed.
///
/// ```
/// use tetrolab_statistics::{Clusters, median};
///
/// let clusters: Clusters = (1..=9).map(|value| vec![f64::from(value)]).collect();
/// assert_eq!(clusters.value(median), Some(5.0));
/// assert_eq!(clusters.interval(median, 0.9), Some((3.0, 7.0)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clusters(pub Vec<Vec<f64>>);

/// A number that sums up values; they may be left in another order.
pub type Summary = fn(&mut [f64]) -> f64;

/// The value in the middle.
pub fn median(values: &mut [f64]) -> f64 {
    let (middle, is_odd) = (values.len() / 2, values.len() % 2 == 1);
    let (below, &mut above, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    if is_odd {
        return above;
    }
    let below = below.iter().copied().max_by(f64::total_cmp).unwrap_or(above);
    f64::midpoint(below, above)
}

/// The sum over the count. Values are added up in their order, so that it is the same number everywhere.
pub fn mean(values: &mut [f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// How often results are resampled.
const RESAMPLES: u64 = 2000;

impl Clusters {
    /// From fewer groups no interval is given: even from the least to the largest value would not be sure enough.
    pub const FEWEST: usize = 5;

    /// The number that sums up all values; `None` without values.
    pub fn value(&self, summary: Summary) -> Option<f64> {
        let mut values = self.0.concat();
        (!values.is_empty()).then(|| summary(&mut values))
    }

    /// The interval for that number at a level: between the quantiles of what comes of drawing whole groups again, with replacement.
    /// What is random in it is fixed, so the same values always have the same interval. Nothing with fewer than
    /// [`FEWEST`](Self::FEWEST) groups.
    pub fn interval(&self, summary: Summary, level: f64) -> Option<(f64, f64)> {
        let groups: Vec<&Vec<f64>> = self.0.iter().filter(|group| !group.is_empty()).collect();
        if groups.len() < Clusters::FEWEST {
            return None;
        }
        let count = u32::try_from(groups.len()).ok()?;
        let mut drawn = Vec::new();
        let mut found: Vec<f64> = (0..RESAMPLES)
            .map(|resample| {
                let mut random = Random::new(Seed(0), resample, Stream::Resampling);
                drawn.clear();
                for _ in 0..count {
                    drawn.extend_from_slice(groups[random.below(count) as usize]);
                }
                summary(&mut drawn)
            })
            .collect();
        found.sort_by(f64::total_cmp);
        let tail = (1.0 - level) / 2.0;
        let place = |share: f64| found[((share * RESAMPLES as f64) as usize).min(found.len() - 1)];
        Some((place(tail), found[found.len() - 1 - (tail * RESAMPLES as f64) as usize]))
    }
}

impl FromIterator<Vec<f64>> for Clusters {
    fn from_iter<T: IntoIterator<Item = Vec<f64>>>(groups: T) -> Clusters {
        Clusters(groups.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_means_by_hand() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(&mut [-1.0]), -1.0);
        assert_eq!(mean(&mut [1.0, 2.0, 6.0]), 3.0);
        assert_eq!(Clusters::default().value(median), None);
    }

    #[test]
    fn few_groups_have_no_interval_however_many_values_they_have() {
        let few: Clusters = (0..4).map(|group| vec![f64::from(group); 100]).collect();
        assert_eq!(few.interval(median, 0.95), None);
        let mut enough = few;
        enough.0.extend([vec![], vec![9.0]]);
        assert!(enough.interval(median, 0.95).is_some());
    }

    /// Values of a group are drawn together, so 50 copies of a value say no more than one.
    #[test]
    fn groups_are_drawn_whole() {
        let width = |copies: usize| {
            let groups: Clusters = (0..20).map(|group| vec![f64::from(group); copies]).collect();
            let (low, high) = groups.interval(mean, 0.95).unwrap();
            high - low
        };
        assert_eq!(width(1), width(50));
    }

    /// How often the interval has the true value within it, over samples of a normal variable: the mean of 12 numbers is close to one.
    #[test]
    fn intervals_cover() {
        let mut random = Random::new(Seed(3), 0, Stream::Tests);
        let mut normal = || (0..12).map(|_| f64::from(random.next_value()) / f64::from(u32::MAX)).sum::<f64>() - 6.0;
        for (summary, least) in [(median as Summary, 0.92), (mean as Summary, 0.90)] {
            let covered = (0..200).filter(|_| {
                let sample: Clusters = (0..25).map(|_| vec![normal()]).collect();
                sample.interval(summary, 0.95).is_some_and(|(low, high)| low <= 0.0 && 0.0 <= high)
            });
            let share = covered.count() as f64 / 200.0;
            assert!((least..=0.99).contains(&share), "{share}");
        }
    }
}
