//! A measure over several cells: one number and how sure it is.

use std::collections::BTreeMap;

use tetrolab_statistics::{Clusters, Design, Estimate, LEVEL, Share, mean, median};

use crate::grid::{Cell, Measure, Statistic};
use crate::laboratory::Results;

/// A measure over several cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summed {
    /// How many of the cells are done and have it.
    pub count: usize,
    /// The number that sums them up.
    pub value: Option<f64>,
    /// Where the true number lies: its lower end, and the upper one if there is one. `None` where too little is known.
    pub interval: Option<(f64, Option<f64>)>,
}

impl Summed {
    /// Sums up a measure as its [`Statistic`] says.
    pub fn of(results: &Results, measure: &Measure, cells: &[&Cell]) -> Summed {
        match measure.statistic {
            Statistic::Exponential { total, deaths } => {
                let (count, estimate) = estimate(results, total, deaths, cells);
                let interval = estimate.interval(LEVEL);
                Summed {
                    count,
                    value: estimate.adjusted_mean(),
                    interval: (count > 0).then_some((interval.lower, interval.upper)),
                }
            }
            Statistic::Median => Summed::clustered(results, measure, cells, median),
            Statistic::Mean => Summed::clustered(results, measure, cells, mean),
            Statistic::Share => {
                let clusters = clusters(results, measure.name, cells);
                let values = clusters.0.concat();
                let hits = values.iter().filter(|value| **value != 0.0).count();
                let independent = clusters.0.len();
                if values.len() > independent && hits != 0 && hits != values.len() {
                    // Not independent, so they are not binomial.
                    return Summed::clustered(results, measure, cells, mean);
                }
                // Where all values agree, the bootstrap would give an interval of width zero; this many independent
                // values do not.
                let share = Share { hits: hits.min(independent) as u64, of: independent as u64 };
                let (low, high) = share.interval(LEVEL);
                let interval = (!values.is_empty()).then_some((low, Some(high)));
                Summed { count: values.len(), value: share.value(), interval }
            }
            Statistic::Exact => {
                let values = values(results, measure.name, cells);
                let low = values.iter().copied().min_by(f64::total_cmp);
                let high = values.iter().copied().max_by(f64::total_cmp);
                let is_one = low == high;
                Summed {
                    count: values.len(),
                    value: low.filter(|_| is_one),
                    // Not sure, but how far they are apart.
                    interval: low.filter(|_| !is_one).map(|low| (low, high)),
                }
            }
        }
    }

    fn clustered(results: &Results, measure: &Measure, cells: &[&Cell], summary: fn(&mut [f64]) -> f64) -> Summed {
        let clusters = clusters(results, measure.name, cells);
        let interval = clusters.interval(summary, LEVEL);
        Summed {
            count: clusters.0.iter().map(Vec::len).sum(),
            value: clusters.value(summary),
            interval: interval.map(|(low, high)| (low, Some(high))),
        }
    }
}

/// The numbers of cells that are done, in order.
pub fn values(results: &Results, name: &str, cells: &[&Cell]) -> Vec<f64> {
    cells.iter().filter_map(|cell| results.outcome(cell.id)?.values.get(name).copied()).collect()
}

/// The same in groups that have something random in common.
pub fn clusters(results: &Results, name: &str, cells: &[&Cell]) -> Clusters {
    let mut groups: BTreeMap<Cluster, Vec<f64>> = BTreeMap::new();
    for cell in cells {
        if let Some(value) = results.outcome(cell.id).and_then(|outcome| outcome.values.get(name)) {
            groups.entry(cluster(results, cell)).or_default().push(*value);
        }
    }
    groups.into_values().collect()
}

/// A name for what cells have in common that is random: seed, repetition, and what the work says.
pub type Cluster = (u64, u64, String);

/// The name of what a cell has in common with others.
pub fn cluster(results: &Results, cell: &Cell) -> Cluster {
    let shared = results.experiment.grid_of(cell).work.shares(&cell.settings);
    (cell.seed, cell.repetition, shared.unwrap_or_else(|| format!("cell {}", cell.id)))
}

/// How many cells are done, and what they say about a mean score.
pub fn estimate(results: &Results, total: &str, deaths: &str, cells: &[&Cell]) -> (usize, Estimate) {
    let totals = values(results, total, cells);
    let sum = |values: &[f64]| values.iter().sum::<f64>() as u64;
    let (lines, deaths) = (sum(&totals), sum(&values(results, deaths, cells)));
    // Games that were broken off: the end did not wait for a death.
    let games = sum(&values(results, "games", cells));
    let design = if games > deaths { Design::Exposure } else { Design::Complete };
    (totals.len(), Estimate { lines, deaths, design })
}
