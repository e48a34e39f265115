//! The numbers behind the figures, for readers who cannot see them or want exact values.

use super::{Training, correlation, runs};
use crate::train::average;
use crate::train::record::{Generation, Score};
use tetrolab_report::plot::Summary;
use tetrolab_report::plot::text::number;
use tetrolab_statistics::LEVEL;

/// The digits of numbers in tables.
const DIGITS: usize = 4;
/// What stands where there is no number.
const NOTHING: &str = "–";

/// A table: the first column says what a row is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// What is in each column.
    pub columns: Vec<String>,
    /// The rows, as long as there are columns.
    pub rows: Vec<Vec<String>>,
}

fn written(value: f64) -> String {
    if value.is_finite() { number(value, DIGITS) } else { NOTHING.to_owned() }
}

/// A row for each generation of a run.
fn over_generations(
    training: &Training<'_>,
    run: u64,
    columns: impl Iterator<Item = String>,
    values: impl Fn(&Generation) -> Vec<f64>,
) -> Numbers {
    let columns: Vec<String> = ["generation".to_owned()].into_iter().chain(columns).collect();
    let row = |generation: &Generation| {
        let mut row = vec![generation.generation.to_string()];
        row.extend(values(generation).into_iter().map(written));
        row.resize(columns.len(), NOTHING.to_owned());
        row
    };
    Numbers { rows: training.run(run).into_iter().map(row).collect(), columns }
}

/// Scores with their intervals, and the step size.
pub fn fitness(training: &Training<'_>, run: u64) -> Numbers {
    let score = |of: &str| [format!("{of} (lines)"), format!("{of}, from"), format!("{of}, to")];
    let columns = score("centre").into_iter().chain(score("best candidate")).chain(["step size σ".to_owned()]);
    let known = |score: &Score| {
        let interval = score.estimate().interval(LEVEL);
        [score.mean(), interval.lower, interval.upper.unwrap_or(f64::INFINITY)]
    };
    over_generations(training, run, columns, |generation| {
        let scores = [&generation.centre_score, &generation.best_score].map(known);
        scores.into_iter().flatten().chain([generation.sigma]).collect()
    })
}

pub fn weights(training: &Training<'_>, run: u64) -> Numbers {
    over_generations(training, run, training.names().into_iter(), |generation| generation.mean.clone())
}

/// The standard deviation in each coordinate.
pub fn deviations(training: &Training<'_>, run: u64) -> Numbers {
    over_generations(training, run, training.names().into_iter(), |generation| generation.deviations.clone())
}

/// Standard deviations and centre.
pub fn divergence(training: &Training<'_>, run: u64) -> Numbers {
    let names = training.names();
    let columns = names.iter().map(|name| format!("{name}, deviation")).chain(names.iter().cloned());
    over_generations(training, run, columns, |generation| [&generation.deviations[..], &generation.mean].concat())
}

/// Square roots of the eigenvalues, ascending.
pub fn eigenvalues(training: &Training<'_>, run: u64) -> Numbers {
    let axes = training.run(run).iter().map(|generation| generation.axes.len()).max().unwrap_or(0);
    over_generations(training, run, (1..=axes).map(|axis| format!("axis {axis}")), |generation| generation.axes.clone())
}

/// What all runs end with.
pub fn learned(training: &Training<'_>, _: u64) -> Numbers {
    let directions = training.directions();
    let average = average(&directions.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let columns = ["feature", "average", "least", "median", "largest"].map(String::from).into_iter();
    let columns: Vec<String> = columns.chain(training.published.iter().map(|(name, _)| (*name).to_owned())).collect();
    let row = |(place, name): (usize, String)| {
        let values: Vec<f64> = directions.iter().map(|direction| direction[place]).collect();
        let ends = |fold: fn(f64, f64) -> f64| values.iter().copied().reduce(fold).unwrap_or(f64::NAN);
        let median = Summary::of(&values).map_or(f64::NAN, |summary| summary.median);
        let ours = [average.get(place).copied().unwrap_or(f64::NAN), ends(f64::min), median, ends(f64::max)];
        let published = training.published.iter().map(|(_, weights)| weights.get(place).copied().unwrap_or(f64::NAN));
        [name].into_iter().chain(ours.into_iter().chain(published).map(written)).collect()
    };
    Numbers { rows: training.names().into_iter().enumerate().map(row).collect(), columns }
}

/// How weights vary together.
pub fn correlations(training: &Training<'_>, _: u64) -> Numbers {
    let (directions, names) = (training.directions(), training.names());
    let column = |place: usize| directions.iter().map(|direction| direction[place]).collect::<Vec<f64>>();
    let columns = ["feature".to_owned()].into_iter().chain(names.iter().cloned()).collect();
    let row = |(place, name): (usize, &String)| {
        let others = (0..names.len()).map(|other| correlation(&column(place), &column(other)).unwrap_or(f64::NAN));
        [name.clone()].into_iter().chain(others.map(written)).collect()
    };
    Numbers { columns, rows: names.iter().enumerate().map(row).collect() }
}

/// How the scores of the centres of all runs are spread.
pub fn spread(training: &Training<'_>, _: u64) -> Numbers {
    let columns = ["generation", "worst run", "lower quartile", "median", "upper quartile", "best run"];
    let row = |(generation, values): (u64, [f64; 5])| {
        [generation.to_string()].into_iter().chain(values.map(written)).collect()
    };
    let rows = runs::summaries(training).into_iter().map(row).collect();
    Numbers { columns: columns.map(String::from).to_vec(), rows }
}
