//! Many numbers as five: what a box plot shows.

/// How far whiskers reach at most, in lengths of the box (Tukey 1977).
const REACH: f64 = 1.5;

/// Quartiles, whiskers and outliers.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The least value that is no outlier.
    pub low: f64,
    /// A quarter of the values lies below.
    pub lower: f64,
    /// Half of the values lie below.
    pub median: f64,
    /// A quarter of the values lies above.
    pub upper: f64,
    /// The largest value that is no outlier.
    pub high: f64,
    /// Values further from the box than one and a half of its lengths, ascending.
    pub outliers: Vec<f64>,
}

impl Summary {
    /// The summary of finite values; `None` without values.
    pub fn of(values: &[f64]) -> Option<Summary> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let [lower, median, upper] = [0.25, 0.5, 0.75].map(|share| quantile(&sorted, share));
        let (lower, median, upper) = (lower?, median?, upper?);
        let reach = REACH * (upper - lower);
        let (within, outliers): (Vec<f64>, Vec<f64>) =
            sorted.into_iter().partition(|&value| (lower - reach..=upper + reach).contains(&value));
        // The quartiles may lie between values, so that no value is as far out as they are.
        let low = within.first().map_or(lower, |low| low.min(lower));
        let high = within.last().map_or(upper, |high| high.max(upper));
        Some(Summary { low, lower, median, upper, high, outliers })
    }
}

/// The value that a share of the sorted values lies below, interpolated between two of them as most programs do it
/// (Hyndman and Fan 1996, number 7).
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let at = share * (sorted.len().checked_sub(1)?) as f64;
    let below = sorted[at as usize];
    let above = sorted[at.ceil() as usize];
    Some(below + (above - below) * at.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: of 1 to 8 the quartiles lie at places 1.75, 3.5 and 5.25 from the first.
    #[test]
    fn quartiles_lie_between_values() {
        let summary = Summary::of(&[8.0, 1.0, 7.0, 2.0, 6.0, 3.0, 5.0, 4.0]).unwrap();
        assert_eq!((summary.lower, summary.median, summary.upper), (2.75, 4.5, 6.25));
        assert_eq!((summary.low, summary.high), (1.0, 8.0));
        assert!(summary.outliers.is_empty());
    }

    /// By hand: the box is from 2 to 4, so that whiskers reach from -1 to 7 at most.
    #[test]
    fn whiskers_end_at_values_and_leave_outliers() {
        let summary = Summary::of(&[2.0, 3.0, 4.0, 2.0, 4.0, 7.0, 1.0, 7.5, -1.5]).unwrap();
        assert_eq!((summary.lower, summary.median, summary.upper), (2.0, 3.0, 4.0));
        assert_eq!((summary.low, summary.high), (1.0, 7.0));
        assert_eq!(summary.outliers, [-1.5, 7.5]);
    }

    /// By hand: the upper quartile of 0, 0, 0, 1000 is 250, its whisker would reach to 625, and no value lies between.
    #[test]
    fn whiskers_do_not_begin_within_the_box() {
        let summary = Summary::of(&[0.0, 0.0, 0.0, 1000.0]).unwrap();
        assert_eq!((summary.upper, summary.high), (250.0, 250.0));
        assert_eq!(summary.outliers, [1000.0]);
    }

    #[test]
    fn few_values_have_summaries() {
        assert_eq!(Summary::of(&[]), None);
        let one = Summary::of(&[3.0]).unwrap();
        assert_eq!((one.low, one.lower, one.median, one.upper, one.high), (3.0, 3.0, 3.0, 3.0, 3.0));
        assert_eq!(Summary::of(&[1.0, 2.0]).unwrap().median, 1.5);
    }
}
