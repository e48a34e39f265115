//! What changes over the generations of a run: a line for each weight.

use super::Training;
use crate::train::record::Generation;
use tetrolab_report::plot::text::number;
use tetrolab_report::plot::{Axis, Figure, Label, Mark, Panel, Series, Shape, Size, line_style};

/// The digits of numbers beside lines.
const DIGITS: usize = 3;

/// Step sizes and centre of a run.
pub fn divergence(training: &Training<'_>, run: u64) -> Figure {
    let mut figure = training.figure(format!("Step sizes and centre, run {run}"));
    let generations = training.run(run);
    if generations.is_empty() {
        figure.remark = Training::no_generation(run);
    } else {
        figure.panels = vec![deviations_panel(training, &generations), weights_panel(training, &generations)];
    }
    figure
}

/// The first runs of two trainings below each other, each with what sets it apart, such as `without projection`. The step sizes share an
/// axis.
pub fn divergence_beside(above: (&Training<'_>, &str), below: (&Training<'_>, &str)) -> Figure {
    let mut figure = above.0.figure(format!("Step sizes and centre, {} and {}", above.1, below.1));
    let caption = |(training, apart): (&Training<'_>, &str)| {
        format!("{}: {}.", apart, training.figure(String::new()).caption.trim())
    };
    figure.caption = format!("Above, {} Below, {}", caption(above), caption(below));
    if above.0.command != below.0.command {
        figure.command = format!("{}; {}", above.0.command, below.0.command);
    }
    for (training, apart) in [above, below] {
        let first = training.generations.first().map_or(1, |generation| generation.run);
        let generations = training.run(first);
        if generations.is_empty() {
            figure.panels.clear();
            figure.remark = format!("There is no generation {apart} yet.");
            break;
        }
        for mut panel in [deviations_panel(training, &generations), weights_panel(training, &generations)] {
            panel.title = format!("{}, {apart}", panel.title);
            figure.panels.push(panel);
        }
    }
    if let [above, _, below, _] = &mut figure.panels[..] {
        let from = above.y.from.min(below.y.from);
        let to = above.y.to.max(below.y.to);
        for axis in [&mut above.y, &mut below.y] {
            (axis.from, axis.to) = (from, to);
        }
    }
    figure
}

/// The centre of a run.
pub fn weights(training: &Training<'_>, run: u64) -> Figure {
    single(training, run, "Weights of the centre", weights_panel)
}

/// The standard deviation in each coordinate.
pub fn deviations(training: &Training<'_>, run: u64) -> Figure {
    single(training, run, "Standard deviations of the weights", deviations_panel)
}

/// Square roots of the eigenvalues of the covariance.
pub fn eigenvalues(training: &Training<'_>, run: u64) -> Figure {
    single(training, run, "Eigenvalues of the covariance", |_, generations| {
        let axes = generations.iter().map(|generation| generation.axes.len()).max().unwrap_or(0);
        let names = (1..=axes).rev().map(|rank| match rank {
            1 => "largest".to_owned(),
            last if last == axes => "smallest".to_owned(),
            rank => format!("number {rank}"),
        });
        let names: Vec<String> = names.collect();
        let values = |generation: &Generation| generation.axes.clone();
        let mut panel = over_generations(generations, &names, values, |values| {
            Axis::logarithmic("square root of the eigenvalue (no unit)", values)
        });
        "Lengths of the axes of the search distribution, for a step size of 1.".clone_into(&mut panel.note);
        panel
    })
}

/// A figure of one panel.
fn single(
    training: &Training<'_>,
    run: u64,
    title: &str,
    panel: impl Fn(&Training<'_>, &[&Generation]) -> Panel,
) -> Figure {
    let mut figure = training.figure(format!("{title}, run {run}"));
    let generations = training.run(run);
    if generations.is_empty() {
        figure.remark = Training::no_generation(run);
    } else {
        figure.panels.push(Panel { title: String::new(), ..panel(training, &generations) });
    }
    figure
}

fn weights_panel(training: &Training<'_>, generations: &[&Generation]) -> Panel {
    let values = |generation: &Generation| generation.mean.clone();
    let mut panel =
        over_generations(generations, &training.names(), values, |values| Axis::linear("weight (no unit)", values));
    "Weights of the centre".clone_into(&mut panel.title);
    "After each generation, not scaled. Numbers: the last generation.".clone_into(&mut panel.note);
    panel
}

fn deviations_panel(training: &Training<'_>, generations: &[&Generation]) -> Panel {
    let values = |generation: &Generation| generation.deviations.clone();
    let mut panel = over_generations(generations, &training.names(), values, |values| {
        Axis::logarithmic("standard deviation (weight, no unit)", values)
    });
    "Standard deviation in each weight".clone_into(&mut panel.title);
    "Of the candidates, after each generation. Numbers: the last generation.".clone_into(&mut panel.note);
    panel
}

/// A line with a label for each name. A generation has its values in the order of the names.
fn over_generations(
    generations: &[&Generation],
    names: &[String],
    values: impl Fn(&Generation) -> Vec<f64>,
    y: impl Fn(Vec<f64>) -> Axis,
) -> Panel {
    let rows: Vec<(f64, Vec<f64>)> =
        generations.iter().map(|generation| (generation.generation as f64, values(generation))).collect();
    let mut panel = Panel {
        title: String::new(),
        note: String::new(),
        x: generation_axis(generations),
        y: y(rows.iter().flat_map(|row| row.1.iter().copied()).collect()),
        series: Vec::new(),
        labels: Vec::new(),
        keys: Vec::new(),
    };
    for (index, name) in names.iter().enumerate() {
        let points = rows.iter().filter_map(|(at, values)| values.get(index).map(|&value| (*at, value)));
        let points: Vec<(f64, f64)> = points.filter(|point| point.1.is_finite()).collect();
        let Some(&at) = points.last() else { continue };
        let (colour, stroke) = line_style(index);
        panel.labels.push(Label { name: name.clone(), detail: number(at.1, DIGITS), at, colour, stroke });
        panel.series.push(line_or_point(points, index));
    }
    panel
}

/// A line, or a mark where there is only one point.
pub fn line_or_point(points: Vec<(f64, f64)>, index: usize) -> Series {
    let (colour, stroke) = line_style(index);
    if points.len() == 1 {
        Series::Points { points, colour, mark: Mark { shape: Shape::Circle, filled: true, size: Size::Large } }
    } else {
        Series::Line { points, colour, stroke }
    }
}

/// The axis of generations. A single one is in the middle.
pub fn generation_axis(generations: &[&Generation]) -> Axis {
    let last = generations.iter().map(|generation| generation.generation).max().unwrap_or(1);
    Axis::counts("generation", 0, last.max(2))
}
