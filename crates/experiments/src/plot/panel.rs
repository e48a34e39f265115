//! A panel: axes, series and the labels at the right of them.

use std::fmt::Write as _;

use super::colour::{AXIS, GRID, QUIET, TEXT};
use super::{ABOVE, Drawing, HEIGHT, Label, Panel, Series, Shape};
use crate::words::shorten;

/// Room for the numbers of the y axis.
const LEFT: f64 = 46.0;
const WIDTH: f64 = 346.0;
/// What a label takes from the height, and the characters that fit beside a panel.
const LABEL: f64 = 34.0;
const CHARACTERS: usize = 27;

/// The rectangle between the axes.
struct Area<'a> {
    panel: &'a Panel,
    left: f64,
    top: f64,
}

impl Panel {
    /// Draws the panel with its upper left corner at a place.
    pub(super) fn draw(&self, drawing: &mut Drawing, (left, top): (f64, f64)) {
        let area = Area { panel: self, left: left + LEFT, top: top + ABOVE };
        drawing.text((left, top + 6.0), "font-size=\"15\" font-weight=\"600\"", TEXT, &self.title);
        drawing.text((left, top + 25.0), "font-size=\"12\"", QUIET, &self.note);
        drawing.text((left, top + ABOVE - 12.0), "font-size=\"12\"", TEXT, &self.y.title());
        area.axes(drawing);
        // A picture within the picture cuts off what is outside, and needs no name that another figure could have too.
        drawing.add(&format!(
            "<svg x=\"{:.1}\" y=\"{:.1}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"{:.1} {:.1} {WIDTH} {HEIGHT}\">",
            area.left, area.top, area.left, area.top
        ));
        for series in &self.series {
            drawing.add(&area.series(series));
        }
        drawing.add("</svg>");
        area.labels(drawing);
    }
}

impl Area<'_> {
    fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        // Some viewers stumble over huge numbers. A nearer limit would turn lines that lead out of the panel.
        let [x, y] = [self.panel.x.place(x), self.panel.y.place(y)].map(|place| place.clamp(-99.0, 99.0));
        (self.left + x * WIDTH, self.top + (1.0 - y) * HEIGHT)
    }

    fn axes(&self, drawing: &mut Drawing) {
        let (left, top) = (self.left, self.top);
        let (right, bottom) = (left + WIDTH, top + HEIGHT);
        let across = |value| left + self.panel.x.place(value) * WIDTH;
        let upwards = |value| bottom - self.panel.y.place(value) * HEIGHT;
        let (x, y) = (self.panel.x.ticks(7), self.panel.y.ticks(8));
        for (value, _) in &y.named {
            drawing.line((left, upwards(*value)), (right, upwards(*value)), GRID);
        }
        for (value, _) in &x.named {
            drawing.line((across(*value), top), (across(*value), bottom), GRID);
        }
        drawing.line((left, top), (left, bottom), AXIS);
        drawing.line((left, bottom), (right, bottom), AXIS);
        for &value in &x.between {
            drawing.line((across(value), bottom), (across(value), bottom + 3.0), AXIS);
        }
        for &value in &y.between {
            drawing.line((left, upwards(value)), (left - 3.0, upwards(value)), AXIS);
        }
        for (value, name) in &x.named {
            drawing.line((across(*value), bottom), (across(*value), bottom + 6.0), AXIS);
            drawing.text((across(*value), bottom + 20.0), "font-size=\"12\" text-anchor=\"middle\"", TEXT, name);
        }
        for (value, name) in &y.named {
            drawing.line((left, upwards(*value)), (left - 6.0, upwards(*value)), AXIS);
            drawing.text((left - 9.0, upwards(*value) + 4.0), "font-size=\"12\" text-anchor=\"end\"", TEXT, name);
        }
        let middle = "font-size=\"12\" text-anchor=\"middle\"";
        drawing.text((left + WIDTH / 2.0, bottom + 40.0), middle, TEXT, &self.panel.x.title());
    }

    fn series(&self, series: &Series) -> String {
        match series {
            Series::Line { points, colour, dashed } => {
                let style = if *dashed { "1.2\" stroke-dasharray=\"5 4" } else { "1.8" };
                let path = self.path(points.iter().copied());
                format!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{style}\"/>")
            }
            Series::Steps { points, colour } => {
                let corners = points.windows(2).flat_map(|pair| [(pair[1].0, pair[0].1), pair[1]]);
                let path = self.path(points.first().copied().into_iter().chain(corners));
                format!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\"/>")
            }
            Series::Points { points, colour, shape, filled } => {
                let fill = if *filled { colour.to_string() } else { "none".to_owned() };
                let mut path = String::new();
                let mut last = (f64::NAN, f64::NAN);
                for (x, y) in points.iter().map(|&point| self.place(point)) {
                    // A mark on top of another one shows nothing.
                    if (x - last.0).abs() < 0.5 && (y - last.1).abs() < 0.5 {
                        continue;
                    }
                    last = (x, y);
                    write!(path, "M{x:.1} {y:.1}{}", shape.outline()).expect("writing to a string does not fail");
                }
                format!("<path d=\"{path}\" fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"1\"/>")
            }
            Series::Band { edges, colour } => {
                let there = edges.iter().map(|&(x, low, _)| (x, low));
                let back = edges.iter().rev().map(|&(x, _, high)| (x, high));
                format!("<path d=\"{}Z\" fill=\"{colour}\" fill-opacity=\"0.16\"/>", self.path(there.chain(back)))
            }
        }
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (index, point) in points.enumerate() {
            let (x, y) = self.place(point);
            let letter = if index == 0 { 'M' } else { 'L' };
            write!(path, "{letter}{x:.1} {y:.1}").expect("writing to a string does not fail");
        }
        path
    }

    fn labels(&self, drawing: &mut Drawing) {
        let anchors: Vec<(f64, f64)> = self.panel.labels.iter().map(|label| self.place(label.at)).collect();
        let wanted: Vec<f64> = anchors.iter().map(|anchor| anchor.1).collect();
        let heights = spread(&wanted, LABEL, (self.top + LABEL / 2.0, self.top + HEIGHT - LABEL / 2.0));
        let column = self.left + WIDTH + 22.0;
        for ((label, (x, y)), height) in self.panel.labels.iter().zip(anchors).zip(heights) {
            let Label { name, detail, colour, .. } = label;
            drawing.add(&format!(
                "<path d=\"M{x:.1} {y:.1}L{:.1} {height:.1}H{:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1\"/>",
                column - 16.0,
                column - 5.0
            ));
            drawing.text((column, height - 1.0), "font-weight=\"600\"", TEXT, &shorten(name, CHARACTERS));
            drawing.text((column, height + 14.0), "font-size=\"12\"", QUIET, detail);
        }
    }
}

impl Shape {
    /// The way around a mark from its middle.
    const fn outline(self) -> &'static str {
        match self {
            Shape::Circle => "m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0",
            Shape::Square => "m-2.2-2.2h4.4v4.4h-4.4z",
            Shape::Diamond => "m0-3.2l3.2 3.2l-3.2 3.2l-3.2-3.2z",
            Shape::Triangle => "m0-3.2l3 5.2h-6z",
        }
    }
}

/// Heights near those wanted, at least `distance` apart and within the range if there is room.
fn spread(wanted: &[f64], distance: f64, (top, bottom): (f64, f64)) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    let distance = distance.min((bottom - top) / wanted.len().saturating_sub(1).max(1) as f64);
    let mut heights = wanted.to_vec();
    let mut least = top;
    for &index in &order {
        heights[index] = heights[index].max(least);
        least = heights[index] + distance;
    }
    let mut most = bottom;
    for &index in order.iter().rev() {
        heights[index] = heights[index].min(most);
        most = heights[index] - distance;
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_keep_their_distance() {
        let range = (0.0, 100.0);
        assert_eq!(spread(&[50.0], 10.0, range), [50.0]);
        assert_eq!(spread(&[50.0, 52.0, 90.0], 10.0, range), [50.0, 60.0, 90.0]);
        assert_eq!(spread(&[-5.0, 300.0, 99.0], 10.0, range), [0.0, 100.0, 90.0]);
        // Too many for the distance: evenly.
        assert_eq!(spread(&[50.0, 50.0, 50.0], 70.0, range), [0.0, 50.0, 100.0]);
        assert!(spread(&[], 10.0, range).is_empty());
    }
}
