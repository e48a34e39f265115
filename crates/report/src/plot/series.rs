//! What is drawn between the axes.

use std::fmt::Write as _;

use super::colour::{INKS, Ink, Rgb};
use super::drawing::Drawing;
use super::panel::Area;
use super::{Cell, Summary};

/// Something drawn between the axes.
pub enum Series {
    /// A line through points.
    Line {
        points: Vec<(f64, f64)>,
        colour: Ink,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// Each height holds from its point to the next: histograms and distributions.
    Steps { points: Vec<(f64, f64)>, colour: Ink },
    /// Single marks.
    Points {
        points: Vec<(f64, f64)>,
        colour: Ink,
        /// How each of them looks.
        mark: Mark,
    },
    /// What lies between two lines, lightly shaded.
    Band {
        /// Places on the x axis with a lower and an upper value each.
        edges: Vec<(f64, f64, f64)>,
        colour: Ink,
    },
    /// Box plots that lie along the x axis: a box over the quartiles with a line at the median, whiskers, outliers as small
    /// marks.
    Boxes {
        /// Places on the y axis with what is shown there.
        boxes: Vec<(f64, Summary)>,
        /// How high a box is, in values of the y axis.
        height: f64,
        colour: Ink,
    },
    /// Intervals that lie along the x axis: lines with caps.
    Spans {
        /// Places on the y axis, each with where its interval begins and ends.
        spans: Vec<(f64, f64, f64)>,
        /// How high a cap is, in values of the y axis.
        height: f64,
        colour: Ink,
    },
    /// A heat map with its numbers. The panel explains the colours at its right.
    Cells {
        cells: Vec<Cell>,
        /// What their numbers are.
        name: String,
    },
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Without gaps.
    Solid,
    /// Long pieces.
    Dashed,
    /// Short pieces.
    Dotted,
    /// Thin, with gaps: for what is fitted or expected.
    Thin,
}

/// How a point is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub shape: Shape,
    /// Filled or hollow.
    pub filled: bool,
    /// How large it is.
    pub size: Size,
}

/// The form of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Round.
    Circle,
    /// On its side.
    Square,
    /// On its tip.
    Diamond,
    /// With its tip above.
    Triangle,
}

/// How large a mark is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// For many points.
    Small,
    /// For a few.
    Large,
}

/// Colour and stroke of a line among many: first all colours, then all of them dashed, then dotted.
pub fn line_style(index: usize) -> (Ink, Stroke) {
    let strokes = [Stroke::Solid, Stroke::Dashed, Stroke::Dotted];
    (INKS[index % INKS.len()], strokes[index / INKS.len() % strokes.len()])
}

impl Series {
    /// The series as an element.
    pub(super) fn element(&self, area: &Area<'_>, drawing: &Drawing<'_>) -> String {
        match self {
            Series::Line { points, colour, stroke } => {
                let colour = drawing.rgb(*colour);
                let (width, gaps) = stroke.style();
                let path = path(area, points.iter().copied());
                format!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{gaps}/>")
            }
            Series::Steps { points, colour } => {
                let colour = drawing.rgb(*colour);
                let corners = points.windows(2).flat_map(|pair| [(pair[1].0, pair[0].1), pair[1]]);
                let path = path(area, points.first().copied().into_iter().chain(corners));
                format!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\"/>")
            }
            Series::Points { points, colour, mark } => {
                let colour = drawing.rgb(*colour);
                let fill = if mark.filled { colour.to_string() } else { "none".to_owned() };
                format!(
                    "<path d=\"{}\" fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"1\"/>",
                    marks(area, points, mark.outline())
                )
            }
            Series::Band { edges, colour } => {
                let colour = drawing.rgb(*colour);
                let there = edges.iter().map(|&(x, low, _)| (x, low));
                let back = edges.iter().rev().map(|&(x, _, high)| (x, high));
                format!("<path d=\"{}Z\" fill=\"{colour}\" fill-opacity=\"0.16\"/>", path(area, there.chain(back)))
            }
            Series::Boxes { boxes, height, colour } => boxes
                .iter()
                .map(|(at, summary)| lying_box(area, *at, height / 2.0, summary, drawing.rgb(*colour)))
                .collect(),
            Series::Spans { spans, height, colour } => {
                let half = height / 2.0;
                let span = |&(at, from, to): &(f64, f64, f64)| {
                    let lines = [
                        [(from, at), (to, at)],
                        [(from, at - half), (from, at + half)],
                        [(to, at - half), (to, at + half)],
                    ];
                    lines.map(|line| path(area, line.into_iter())).concat()
                };
                let path: String = spans.iter().map(span).collect();
                format!("<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\"/>", drawing.rgb(*colour))
            }
            Series::Cells { cells, .. } => cells.iter().map(|cell| cell.element(area, drawing)).collect(),
        }
    }
}

/// The mark of a value beyond the whiskers.
const OUTLIER: Mark = Mark { shape: Shape::Circle, filled: false, size: Size::Small };

/// A box plot at a place on the y axis.
fn lying_box(area: &Area<'_>, at: f64, half: f64, summary: &Summary, colour: Rgb) -> String {
    let along = |from: f64, to: f64| path(area, [(from, at), (to, at)].into_iter());
    let across = |x: f64, half: f64| path(area, [(x, at - half), (x, at + half)].into_iter());
    let Summary { low, lower, median, upper, high, .. } = *summary;
    let corners = [(lower, at - half), (upper, at - half), (upper, at + half), (lower, at + half)];
    let whiskers = [along(low, lower), along(upper, high), across(low, half / 2.0), across(high, half / 2.0)].concat();
    let outliers: Vec<(f64, f64)> = summary.outliers.iter().map(|&x| (x, at)).collect();
    format!(
        "<path d=\"{}Z\" fill=\"{colour}\" fill-opacity=\"0.16\" stroke=\"{colour}\" stroke-width=\"1\"/>\n\
         <path d=\"{whiskers}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1\"/>\n\
         <path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
         <path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1\"/>\n",
        path(area, corners.into_iter()),
        across(median, half),
        marks(area, &outliers, OUTLIER.outline())
    )
}

fn marks(area: &Area<'_>, points: &[(f64, f64)], outline: &str) -> String {
    let mut path = String::new();
    let mut last = (f64::NAN, f64::NAN);
    for (x, y) in points.iter().map(|&point| area.place(point)) {
        // A mark on top of another one shows nothing.
        if (x - last.0).abs() < 0.5 && (y - last.1).abs() < 0.5 {
            continue;
        }
        last = (x, y);
        write!(path, "M{x:.1} {y:.1}{outline}").expect("writing to a string does not fail");
    }
    path
}

fn path(area: &Area<'_>, points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (index, point) in points.enumerate() {
        let (x, y) = area.place(point);
        let letter = if index == 0 { 'M' } else { 'L' };
        write!(path, "{letter}{x:.1} {y:.1}").expect("writing to a string does not fail");
    }
    path
}

impl Stroke {
    /// The width, and an attribute for the gaps.
    pub(super) const fn style(self) -> (&'static str, &'static str) {
        match self {
            Stroke::Solid => ("1.8", ""),
            Stroke::Dashed => ("1.8", " stroke-dasharray=\"8 3\""),
            Stroke::Dotted => ("1.8", " stroke-dasharray=\"2 2.5\""),
            Stroke::Thin => ("1.2", " stroke-dasharray=\"5 4\""),
        }
    }
}

impl Mark {
    /// The way around a mark from its middle.
    pub(super) const fn outline(self) -> &'static str {
        match (self.shape, self.size) {
            (Shape::Circle, Size::Small) => "m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0",
            (Shape::Square, Size::Small) => "m-2.2-2.2h4.4v4.4h-4.4z",
            (Shape::Diamond, Size::Small) => "m0-3.2l3.2 3.2l-3.2 3.2l-3.2-3.2z",
            (Shape::Triangle, Size::Small) => "m0-3.2l3 5.2h-6z",
            (Shape::Circle, Size::Large) => "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
            (Shape::Square, Size::Large) => "m-3.6-3.6h7.2v7.2h-7.2z",
            (Shape::Diamond, Size::Large) => "m0-5.2l5.2 5.2l-5.2 5.2l-5.2-5.2z",
            (Shape::Triangle, Size::Large) => "m0-5l4.7 8.2h-9.4z",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dozen_lines_look_different() {
        let styles: Vec<(Ink, Stroke)> = (0..24).map(line_style).collect();
        for (index, style) in styles.iter().enumerate() {
            assert!(!styles[..index].contains(style), "{index}");
        }
    }
}
