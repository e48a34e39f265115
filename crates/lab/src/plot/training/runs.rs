//! How the runs of a training differ in fitness.

use std::collections::BTreeMap;

use super::paths::{generation_axis, line_or_point};
use super::{Training, counted};
use tetrolab_report::plot::text::number;
use tetrolab_report::plot::{Axis, Figure, INKS, Label, Panel, Series, Stroke, quantile};

/// The digits of numbers beside lines.
const DIGITS: usize = 3;
/// Least, lower quartile, median, upper quartile, largest.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The scores of the centres of all runs.
pub fn runs(training: &Training<'_>, _: u64) -> Figure {
    let runs = training.runs().len();
    let mut figure = training.figure(format!("Fitness of the centre in {}", counted(runs)));
    if runs < 2 {
        figure.remark = format!("A comparison needs at least two runs, and there are {runs}.");
        return figure;
    }
    let summaries: Vec<(f64, [f64; 5])> =
        summaries(training).into_iter().map(|(generation, values)| (generation as f64, values)).collect();
    let band = |low: usize, high: usize| Series::Band {
        edges: summaries.iter().map(|(at, values)| (*at, values[low], values[high])).collect(),
        colour: INKS[0],
    };
    let edge = |index: usize| Series::Line {
        points: summaries.iter().map(|(at, values)| (*at, values[index])).collect(),
        colour: INKS[0],
        stroke: Stroke::Thin,
    };
    let median = summaries.iter().map(|(at, values)| (*at, values[2])).collect();
    let (last, values) = *summaries.last().expect("a generation");
    let label = |index: usize, name: &str, stroke| Label {
        name: name.to_owned(),
        detail: format!("last: {} lines", number(values[index], DIGITS)),
        at: (last, values[index]),
        colour: INKS[0],
        stroke,
    };
    let all: Vec<_> = training.generations.iter().collect();
    figure.panels.push(Panel {
        title: String::new(),
        note: format!("In the games of each generation. Dark: the middle half, light: all.{}", shorter(training, runs)),
        x: generation_axis(&all),
        y: Axis::logarithmic("mean score (lines)", summaries.iter().flat_map(|summary| summary.1)),
        series: vec![band(0, 4), band(1, 3), edge(0), edge(4), line_or_point(median, 0)],
        labels: vec![
            label(4, "best run", Stroke::Thin),
            label(3, "upper quartile", Stroke::Solid),
            label(2, "median", Stroke::Solid),
            label(1, "lower quartile", Stroke::Solid),
            label(0, "worst run", Stroke::Thin),
        ],
        keys: Vec::new(),
    });
    figure
}

/// The scores of the centres of all runs in each generation, ascending.
fn scores(training: &Training<'_>) -> BTreeMap<u64, Vec<f64>> {
    let mut scores: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for generation in training.generations {
        scores.entry(generation.generation).or_default().push(generation.centre_score.mean());
    }
    scores.values_mut().for_each(|scores| scores.sort_by(f64::total_cmp));
    scores
}

/// How they are spread in each generation: least, lower quartile, median, upper quartile, largest.
pub fn summaries(training: &Training<'_>) -> Vec<(u64, [f64; 5])> {
    let of = |scores: &[f64]| SHARES.map(|share| quantile(scores, share).expect("a score of this generation"));
    scores(training).into_iter().map(|(generation, scores)| (generation, of(&scores))).collect()
}

/// Says so if not all runs have all generations.
fn shorter(training: &Training<'_>, runs: usize) -> String {
    let scores = scores(training);
    let full = scores.iter().rev().find(|(_, scores)| scores.len() == runs).map_or(0, |(&generation, _)| generation);
    if scores.keys().next_back() == Some(&full) { String::new() } else { format!(" All runs reach generation {full}.") }
}
