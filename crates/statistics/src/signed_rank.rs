//! Whether differences of pairs lie around zero.

use std::cmp::Ordering;

use super::distribution::normal;

/// Wilcoxon's signed-rank test (1945) of differences: whether they lie symmetrically around zero.
///
/// ```
/// use tetrolab_statistics::SignedRank;
///
/// let test = SignedRank::of(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
/// assert_eq!(test.p_value, 2.0 / 64.0);
/// assert!(test.leaning.is_gt());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// How many pairs differ. Those that do not say nothing and are left out.
    pub pairs: usize,
    /// How likely a result as far from zero is, on either side, if the differences lie around zero.
    pub p_value: f64,
    /// To which side they lean: whether those above zero have the larger ranks, or those below.
    pub leaning: Ordering,
}

/// With more pairs the sum of ranks is as good as normal.
const MOST_EXACT: usize = 100;

impl SignedRank {
    /// Tests differences. Equal sizes share their ranks, and the p-value is exact for these very ranks, up to a hundred pairs.
    pub fn of(differences: &[f64]) -> SignedRank {
        let mut sizes: Vec<(f64, bool)> = differences
            .iter()
            .filter(|difference| **difference != 0.0 && !difference.is_nan())
            .map(|difference| (difference.abs(), *difference > 0.0))
            .collect();
        sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
        let pairs = sizes.len();
        // Twice the ranks are whole numbers even where ranks are shared.
        let mut doubled = Vec::with_capacity(pairs);
        for same in sizes.chunk_by(|a, b| a.0 == b.0) {
            let before = doubled.len();
            doubled.extend(std::iter::repeat_n(2 * before + same.len() + 1, same.len()));
        }
        let total: usize = doubled.iter().sum();
        let positive: usize = sizes.iter().zip(&doubled).filter(|(size, _)| size.1).map(|(_, rank)| rank).sum();
        let smaller = positive.min(total - positive);
        let p_value = if pairs == 0 {
            1.0
        } else if pairs <= MOST_EXACT {
            2.0 * share_up_to(&doubled, smaller)
        } else {
            let deviation = doubled.iter().map(|rank| (rank * rank) as f64 / 4.0).sum::<f64>().sqrt();
            // Half a rank nearer, because sums are whole numbers: ranks here are doubled.
            2.0 * normal((smaller as f64 + 1.0 - total as f64 / 2.0) / deviation).below
        };
        SignedRank { pairs, p_value: p_value.min(1.0), leaning: positive.cmp(&(total - positive)) }
    }
}

/// How likely the sum of the ranks is at most this if each of them counts by the toss of a coin.
fn share_up_to(ranks: &[usize], most: usize) -> f64 {
    let mut likely = vec![0.0; most + 1];
    likely[0] = 1.0;
    for &rank in ranks {
        for sum in (0..=most).rev() {
            let with = if sum >= rank { likely[sum - rank] } else { 0.0 };
            likely[sum] = f64::midpoint(likely[sum], with);
        }
    }
    likely.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All signs tried one by one.
    fn by_trying(sizes: &[f64], differences: &[f64]) -> f64 {
        let rank = |size: f64| {
            let below = sizes.iter().filter(|other| **other < size).count() as f64;
            let same = sizes.iter().filter(|other| **other == size).count() as f64;
            below + (same + 1.0) / 2.0
        };
        let total: f64 = sizes.iter().map(|&size| rank(size)).sum();
        let far = |positive: f64| (positive - total / 2.0).abs();
        let seen: f64 = differences.iter().filter(|value| **value > 0.0).map(|value| rank(value.abs())).sum();
        let signs = 0..1_u32 << sizes.len();
        let count = signs.clone().filter(|signs| {
            let positive = (0..sizes.len()).filter(|bit| signs >> bit & 1 == 1).map(|bit| rank(sizes[bit])).sum();
            far(positive) >= far(seen) - 1e-9
        });
        count.count() as f64 / signs.len() as f64
    }

    #[test]
    fn exact_with_and_without_shared_ranks() {
        for differences in [
            vec![0.5, -1.5, 2.5, 3.5, -4.5, 5.5, 6.5],
            vec![1.0, 1.0, -1.0, 2.0, 2.0, 3.0, -3.0, 5.0],
            vec![-1.0, -1.0, -1.0],
            vec![4.0],
        ] {
            let sizes: Vec<f64> = differences.iter().map(|value: &f64| value.abs()).collect();
            let test = SignedRank::of(&differences);
            assert!((test.p_value - by_trying(&sizes, &differences)).abs() < 1e-12, "{differences:?}: {test:?}");
        }
    }

    #[test]
    fn nothing_differs() {
        assert_eq!(SignedRank::of(&[0.0, 0.0]), SignedRank { pairs: 0, p_value: 1.0, leaning: Ordering::Equal });
        assert_eq!(SignedRank::of(&[]).p_value, 1.0);
        assert_eq!(SignedRank::of(&[1.0, -1.0]).p_value, 1.0);
    }

    /// Both ways agree where one takes over from the other.
    #[test]
    fn many_pairs_are_nearly_normal() {
        let value = |index: u32| f64::from(index) * if index % 5 < 2 { -1.0 } else { 1.0 };
        let mut differences: Vec<f64> = (1..=100).map(value).collect();
        let exact = SignedRank::of(&differences).p_value;
        // One more that hardly counts.
        differences.push(0.5);
        let close = SignedRank::of(&differences).p_value;
        assert!(exact < 0.1 && (exact - close).abs() < 0.2 * exact, "{exact} {close}");
    }
}
