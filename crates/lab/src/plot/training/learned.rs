//! The weights that runs end with, beside published ones.

use super::{Training, counted, unit};
use crate::train::average;
use tetrolab_report::plot::{Axis, Figure, INKS, Ink, Key, Mark, Panel, Series, Shape, Sign, Size, Stroke, Summary};

/// The height of a box, of 1 for each weight.
const BOX: f64 = 0.4;
/// Published weights lie this far below the box.
const BELOW: f64 = 0.33;
/// The colour of the boxes, and the mark of the average.
const OURS: Ink = INKS[0];
const AVERAGE: Mark = Mark { shape: Shape::Circle, filled: true, size: Size::Small };

/// Box plots of the final centres over all runs.
pub fn learned(training: &Training<'_>, _: u64) -> Figure {
    let runs = training.runs().len();
    let directions = training.directions();
    let mut figure = training.figure(format!("Learned weights of {}", counted(runs)));
    if directions.len() < 2 {
        figure.remark = format!(
            "Box plots need the final centres of at least two runs with a direction, and there are {}.",
            directions.len()
        );
        return figure;
    }
    let names = training.names();
    let published: Vec<(&str, Vec<f64>)> = training
        .published
        .iter()
        .filter(|(_, weights)| weights.len() == names.len())
        .filter_map(|(name, weights)| Some((*name, unit(weights)?)))
        .collect();

    let column = |index: usize| directions.iter().map(|direction| direction[index]).collect::<Vec<f64>>();
    let average = average(&directions.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let values = directions.iter().flatten().chain(published.iter().flat_map(|(_, weights)| weights)).copied();
    let boxes = (0..names.len()).filter_map(|index| Some((index as f64, Summary::of(&column(index))?))).collect();
    let zero = Series::Line {
        points: vec![(0.0, -0.5), (0.0, names.len() as f64 - 0.5)],
        colour: Ink::Axis,
        stroke: Stroke::Thin,
    };
    let mut panel = Panel {
        title: String::new(),
        note: "Final centres, scaled to unit length. Whiskers end within 1.5 lengths of the box, outliers lie beyond."
            .to_owned(),
        x: Axis::linear("weight (no unit)", values.chain([0.0])),
        y: Axis::categories_down("feature", names),
        series: vec![zero, Series::Boxes { boxes, height: BOX, colour: OURS }],
        labels: Vec::new(),
        keys: vec![Key {
            name: counted(directions.len()),
            detail: left_out(runs - directions.len()),
            sign: Sign::Box,
            colour: OURS,
        }],
    };
    panel.series.push(Series::Points { points: points(&average, 0.0), colour: Ink::Text, mark: AVERAGE });
    panel.keys.push(Key {
        name: "average of the runs".to_owned(),
        detail: "scaled to unit length".to_owned(),
        sign: Sign::Mark(AVERAGE),
        colour: Ink::Text,
    });
    for (index, (name, weights)) in published.into_iter().enumerate() {
        let shape = [Shape::Diamond, Shape::Square, Shape::Triangle, Shape::Circle][index % 4];
        let mark = Mark { shape, filled: false, size: Size::Large };
        let colour = INKS[1 + index % (INKS.len() - 1)];
        panel.series.push(Series::Points { points: points(&weights, BELOW), colour, mark });
        panel.keys.push(Key {
            name: name.to_owned(),
            detail: "published, below the box".to_owned(),
            sign: Sign::Mark(mark),
            colour,
        });
    }
    figure.panels.push(panel);
    figure
}

/// A point for each weight, below the middle of its row.
fn points(weights: &[f64], below: f64) -> Vec<(f64, f64)> {
    weights.iter().enumerate().map(|(index, &weight)| (weight, index as f64 + below)).collect()
}

/// How to read a box, unless there are runs that cannot be shown.
fn left_out(runs: usize) -> String {
    match runs {
        0 => "box: the middle half, line: median".to_owned(),
        1 => "1 run ended without a direction".to_owned(),
        more => format!("{more} runs ended without a direction"),
    }
}
