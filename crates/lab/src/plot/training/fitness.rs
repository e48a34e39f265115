//! How well a run plays, and how far it steps.

use super::Training;
use super::paths::{generation_axis, line_or_point};
use crate::train::record::{Generation, Score};
use tetrolab_report::plot::text::number;
use tetrolab_report::plot::{Axis, Figure, INKS, Ink, Label, Panel, Series, Stroke};
use tetrolab_statistics::LEVEL;

/// Scores of the centre and of the best candidate, and the step size.
pub fn fitness(training: &Training<'_>, run: u64) -> Figure {
    let mut figure = training.figure(format!("Fitness and step size, run {run}"));
    let generations = training.run(run);
    if generations.is_empty() {
        figure.remark = Training::no_generation(run);
    } else {
        figure.panels = vec![scores(&generations), step_sizes(&generations)];
    }
    figure
}

/// Mean lines with where the truth may lie. The upper end is open where no game was lost.
struct Known {
    generation: f64,
    mean: f64,
    lower: f64,
    upper: Option<f64>,
}

impl Known {
    /// `None` if there was no game.
    fn of(generation: &Generation, score: Score) -> Option<Known> {
        let estimate = score.estimate();
        let mean = estimate.adjusted_mean()?;
        let interval = estimate.interval(LEVEL);
        Some(Known { generation: generation.generation as f64, mean, lower: interval.lower, upper: interval.upper })
    }
}

fn scores(generations: &[&Generation]) -> Panel {
    let known = |score: fn(&Generation) -> Score| -> Vec<Known> {
        generations.iter().filter_map(|generation| Known::of(generation, score(generation))).collect()
    };
    let players = [
        ("best candidate", known(|generation| generation.best_score)),
        ("centre", known(|generation| generation.centre_score)),
    ];
    let all = players.iter().flat_map(|player| &player.1);
    let axis_values = all.flat_map(|known| [Some(known.mean), Some(known.lower), known.upper]).flatten();
    let mut panel = Panel {
        title: "Mean score in the games of a generation".to_owned(),
        note: "Bands: exact 95 % intervals, open above without a death. The best is chosen by these games.".to_owned(),
        x: generation_axis(generations),
        y: Axis::logarithmic("mean score (lines)", axis_values),
        series: Vec::new(),
        labels: Vec::new(),
        keys: Vec::new(),
    };
    let top = panel.y.to;
    for (index, (_, known)) in players.iter().enumerate() {
        let edges = known.iter().map(|at| (at.generation, at.lower, at.upper.unwrap_or(top))).collect();
        panel.series.push(band_or_whisker(edges, colour(index)));
    }
    for (index, (name, known)) in players.into_iter().enumerate() {
        let Some(last) = known.last() else { continue };
        let upper = last.upper.map_or("∞".to_owned(), |upper| number(upper, 2));
        panel.labels.push(Label {
            name: name.to_owned(),
            detail: format!("last: {} to {upper}", number(last.lower, 2)),
            at: (last.generation, last.mean),
            colour: colour(index),
            stroke: Stroke::Solid,
        });
        let points = known.iter().map(|at| (at.generation, at.mean)).collect();
        panel.series.push(line_or_point(points, order(index)));
    }
    panel
}

/// A band, or a line upwards where there is only one generation.
fn band_or_whisker(edges: Vec<(f64, f64, f64)>, colour: Ink) -> Series {
    match edges[..] {
        [(at, low, high)] => Series::Line { points: vec![(at, low), (at, high)], colour, stroke: Stroke::Solid },
        _ => Series::Band { edges, colour },
    }
}

/// The centre is in front and has the first colour.
const fn order(index: usize) -> usize {
    1 - index
}

fn colour(index: usize) -> Ink {
    INKS[order(index)]
}

fn step_sizes(generations: &[&Generation]) -> Panel {
    let points: Vec<(f64, f64)> = generations
        .iter()
        .map(|generation| (generation.generation as f64, generation.sigma))
        .filter(|point| point.1.is_finite())
        .collect();
    let labels = points.last().map(|&at| Label {
        name: "step size σ".to_owned(),
        detail: format!("last: {}", number(at.1, 3)),
        at,
        colour: INKS[2],
        stroke: Stroke::Solid,
    });
    Panel {
        title: "Step size".to_owned(),
        note: "After each generation.".to_owned(),
        x: generation_axis(generations),
        y: Axis::logarithmic("step size σ (weight, no unit)", points.iter().map(|point| point.1)),
        labels: labels.into_iter().collect(),
        series: if points.is_empty() { Vec::new() } else { vec![line_or_point(points, 2)] },
        keys: Vec::new(),
    }
}
