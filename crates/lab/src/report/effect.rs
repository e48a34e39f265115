//! How far two groups of cells are apart, and whether that may be chance.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::hash::Hash;

use tetrolab_statistics::{Clusters, Comparison, Estimate, LEVEL, SignedRank, mean, median};

use super::summed::{Cluster, cluster};
use crate::grid::{Cell, Statistic};
use crate::laboratory::Results;

/// From this corrected p-value on it may be chance.
pub const SIGNIFICANT: f64 = 0.05;

/// How far two groups of cells are apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effect {
    /// How many independent pairs it is about.
    pub pairs: usize,
    /// The first by the second, or the first less the second.
    pub value: Option<f64>,
    /// Where the true one lies.
    pub interval: Option<(f64, Option<f64>)>,
    /// How likely it is that they are as far apart by chance; `None` where they cannot be compared.
    pub p_value: Option<f64>,
    /// Which one has more, by what was tested: the first is greater, or less.
    pub leaning: Option<Ordering>,
    /// Whether this many pairs cannot give a smaller p-value.
    pub is_extreme: bool,
}

impl Effect {
    /// The mean score of the first by that of the second, each with its number of cells.
    pub fn ratio((cells, first): (usize, Estimate), (others, second): (usize, Estimate)) -> Effect {
        let comparison = Comparison { first, second };
        let value = comparison.ratio();
        let interval = comparison.ratio_interval(LEVEL);
        Effect {
            pairs: cells.min(others),
            value,
            interval: value.map(|_| (interval.lower, interval.upper)),
            p_value: value.map(|_| comparison.p_value()),
            leaning: value.and_then(|value| value.partial_cmp(&1.0)),
            is_extreme: false,
        }
    }

    /// The first less the second of pairs, summed up as the measure is: the mean or the median, with a bootstrap interval, and Wilcoxon's
    /// test. Pairs that have something random in common count as one, by their mean.
    pub fn difference(pairs: &Clusters, statistic: Statistic) -> Effect {
        let summary = if statistic == Statistic::Median { median } else { mean };
        let mut each: Vec<f64> = pairs.0.iter().map(|group| mean(&mut group.clone())).collect();
        if each.is_empty() {
            return Effect::default();
        }
        let test = SignedRank::of(&each);
        let single: Clusters = each.iter().map(|&difference| vec![difference]).collect();
        Effect {
            pairs: each.len(),
            interval: single.interval(summary, LEVEL).map(|(low, high)| (low, Some(high))),
            p_value: Some(test.p_value),
            is_extreme: test.pairs > 0 && test.p_value <= 2.0 * 0.5_f64.powi(test.pairs as i32),
            leaning: Some(test.leaning),
            value: Some(summary(&mut each)),
        }
    }
}

/// Cells of a run with a name for each: two cells with the same name are a pair.
pub struct Side<'s, K> {
    pub results: &'s Results,
    pub cells: &'s [&'s Cell],
    /// Their names.
    pub key: &'s dyn Fn(&Cell) -> K,
}

/// The numbers of the first less those of the second where the names are the same, in groups that share what is random.
pub fn differences<K: Hash + Ord>(measure: &str, first: &Side<'_, K>, second: &Side<'_, K>) -> Clusters {
    let value = |results: &Results, cell: &Cell| results.outcome(cell.id)?.values.get(measure).copied();
    let others: BTreeMap<K, f64> =
        second.cells.iter().filter_map(|cell| Some(((second.key)(cell), value(second.results, cell)?))).collect();
    let mut groups: BTreeMap<Cluster, Vec<f64>> = BTreeMap::new();
    for cell in first.cells {
        if let (Some(one), Some(other)) = (value(first.results, cell), others.get(&(first.key)(cell))) {
            groups.entry(cluster(first.results, cell)).or_default().push(one - other);
        }
    }
    groups.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_share_what_is_random_count_as_one() {
        let difference = |groups: Vec<Vec<f64>>| Effect::difference(&Clusters(groups), Statistic::Median);
        let alone = difference((1..=6).map(|value| vec![f64::from(value)]).collect());
        let groups = (1..=6).map(|value| vec![f64::from(value) - 0.5, f64::from(value) + 0.5]).collect();
        assert_eq!(difference(groups), alone);
        assert_eq!((alone.pairs, alone.value, alone.p_value), (6, Some(3.5), Some(2.0 / 64.0)));
        assert!(alone.is_extreme, "all six say the same");
        assert!(!difference((0..6).map(|value| vec![f64::from(value) - 0.5]).collect()).is_extreme);
        assert_eq!(difference(Vec::new()), Effect::default());
    }

    /// Most pairs are alike, and the others all say the same: the median says nothing, the mean and the test do.
    #[test]
    fn rare_differences_are_seen() {
        let pairs: Clusters = (0..40).map(|pair| vec![if pair % 4 == 0 { -8.0 } else { 0.0 }]).collect();
        let [mean, median] =
            [Statistic::Mean, Statistic::Median].map(|statistic| Effect::difference(&pairs, statistic));
        assert_eq!((mean.value, median.value), (Some(-2.0), Some(0.0)));
        assert_eq!((mean.p_value, mean.leaning), (Some(2.0 / 1024.0), Some(Ordering::Less)));
        assert_eq!(median.leaning, Some(Ordering::Less));
    }
}
