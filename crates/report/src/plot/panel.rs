//! A panel: axes, what is drawn between them, and names at the right.

use super::cells::{BAR_ROOM, draw_bar};
use super::colour::Ink;
use super::drawing::Drawing;
use super::labels::{ROOM, SIGN, draw_keys, draw_labels, names_width};
use super::ticks::Ticks;
use super::{Axis, Key, Label, Series};

/// Axes and what is drawn between them.
pub struct Panel {
    /// What the panel shows. Empty where the title of the figure says it.
    pub title: String,
    /// How to read it.
    pub note: String,
    /// The axis below.
    pub x: Axis,
    /// The axis at the left.
    pub y: Axis,
    /// What is drawn, the first at the back.
    pub series: Vec<Series>,
    /// What the series are called.
    pub labels: Vec<Label>,
    /// What signs mean. A panel has labels or keys.
    pub keys: Vec<Key>,
}

/// Room for a note above a panel, for a title above the note, and for the numbers and the name of the axis below.
const ABOVE: f64 = 45.0;
const TITLE: f64 = 19.0;
const BELOW: f64 = 52.0;
/// Room for the numbers of the y axis, if they are not longer.
const LEFT: f64 = 46.0;
/// Room for the names at the right, if they are not longer.
const RIGHT: f64 = 248.0;
/// The distance from the area to the names at the right.
const GAP: f64 = 22.0;
/// The area between the axes, if it does not need more.
const WIDTH: f64 = 346.0;
const HEIGHT: f64 = 380.0;
/// The height of an area with few names at its left.
const FEW: f64 = 150.0;
/// What a category needs in both directions, so that a number fits.
const CATEGORY: f64 = 36.0;
/// The width of a small character.
const CHARACTER: f64 = 6.4;
/// The least distance between two numbers below a panel, with something to spare for wide fonts.
const APART: f64 = 10.0;
/// Names below a panel are turned by this many degrees, so that they are not longer than the distance between them.
const TURN: f64 = 40.0;
/// About as many marks as fit at the axes.
const X_TICKS: usize = 7;
const Y_TICKS: usize = 8;

/// The rectangle between the axes.
pub struct Area<'a> {
    panel: &'a Panel,
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Panel {
    /// The panel with all its words said in another way.
    pub(super) fn said(self, say: &dyn Fn(&str) -> String) -> Panel {
        let series = self.series.into_iter().map(|series| match series {
            Series::Cells { cells, name } => Series::Cells { cells, name: say(&name) },
            other => other,
        });
        let label = |label: Label| Label { name: say(&label.name), detail: say(&label.detail), ..label };
        let key = |key: Key| Key { name: say(&key.name), detail: say(&key.detail), ..key };
        Panel {
            title: say(&self.title),
            note: say(&self.note),
            x: self.x.said(say),
            y: self.y.said(say),
            series: series.collect(),
            labels: self.labels.into_iter().map(label).collect(),
            keys: self.keys.into_iter().map(key).collect(),
        }
    }

    /// What the panel needs from left to right.
    pub(super) fn full_width(&self) -> f64 {
        self.left() + self.width() + self.right()
    }

    /// What the panel needs from top to bottom, if the area has a height.
    pub(super) fn full_height(&self, area: f64) -> f64 {
        self.above() + area + self.below()
    }

    /// The height of the area, so that all names fit.
    pub(super) fn height(&self) -> f64 {
        let bar = if self.cells().is_some() { BAR_ROOM } else { 0.0 };
        let names = ROOM * self.labels.len().max(self.keys.len()) as f64 + bar;
        match self.y.names() {
            Some(categories) if self.cells().is_none() => names.max(FEW).max(CATEGORY * categories as f64),
            categories => names.max(HEIGHT).max(CATEGORY * categories.unwrap_or(0) as f64),
        }
    }

    fn width(&self) -> f64 {
        WIDTH.max(CATEGORY * self.x.names().unwrap_or(0) as f64)
    }

    fn left(&self) -> f64 {
        LEFT.max(12.0 + (CHARACTER * longest_name(&self.y.ticks(Y_TICKS))).ceil())
    }

    /// Room for the names at the right, also where they or what keys say is long and another panel follows.
    fn right(&self) -> f64 {
        let longest = self.keys.iter().map(|key| key.detail.chars().count()).max().unwrap_or(0) as f64;
        let labels = names_width(self.labels.iter().map(|label| &label.name));
        let keys = SIGN + names_width(self.keys.iter().map(|key| &key.name)).max((CHARACTER * longest).ceil() + GAP);
        RIGHT.max(GAP + labels).max(GAP + keys)
    }

    fn below(&self) -> f64 {
        let turned = CHARACTER * longest_name(&self.x.ticks(X_TICKS)) * TURN.to_radians().sin();
        if self.x.names().is_some() { BELOW - 8.0 + turned.ceil() } else { BELOW }
    }

    /// The marks of the axis below, few enough that their numbers do not touch.
    fn x_ticks(&self) -> Ticks {
        let is_apart = |ticks: &Ticks| {
            let places = ticks.named.iter().map(|(value, _)| self.x.place(*value) * self.width());
            let least = places.clone().zip(places.skip(1)).map(|(one, next)| next - one).fold(f64::INFINITY, f64::min);
            CHARACTER * longest_name(ticks) + APART <= least
        };
        let ticks = |limit| self.x.ticks(limit);
        let fitting = (2..=X_TICKS).rev().map(ticks).find(is_apart).filter(|_| self.x.names().is_none());
        // Names are turned instead.
        fitting.unwrap_or_else(|| ticks(X_TICKS))
    }

    fn above(&self) -> f64 {
        if self.title.is_empty() { ABOVE } else { ABOVE + TITLE }
    }

    /// What the numbers of a heat map are, if there is one.
    fn cells(&self) -> Option<&str> {
        self.series.iter().find_map(|series| match series {
            Series::Cells { name, .. } => Some(name.as_str()),
            _ => None,
        })
    }

    /// Draws the panel with its upper left corner at a place and an area of a height.
    pub(super) fn draw(&self, drawing: &mut Drawing<'_>, (left, top): (f64, f64), height: f64) {
        let area = Area { panel: self, left: left + self.left(), top: top + self.above(), width: self.width(), height };
        if !self.title.is_empty() {
            drawing.text((left, top + 6.0), "font-size=\"15\" font-weight=\"600\"", Ink::Text, &self.title);
        }
        drawing.text((left, area.top - 39.0), "font-size=\"12\"", Ink::Quiet, &self.note);
        drawing.text((left, area.top - 12.0), "font-size=\"12\"", Ink::Text, &self.y.name);
        area.draw_axes(drawing);
        // A picture within the picture cuts off what is outside, and needs no name that another figure could have too.
        let Area { width, height, .. } = area;
        drawing.add(&format!(
            "<svg x=\"{:.1}\" y=\"{:.1}\" width=\"{width}\" height=\"{height}\" viewBox=\"{:.1} {:.1} {width} {height}\">",
            area.left, area.top, area.left, area.top
        ));
        for series in &self.series {
            let element = series.element(&area, drawing);
            drawing.add(&element);
        }
        drawing.add("</svg>");
        draw_labels(&self.labels, &area, drawing);
        let corner = (area.column(), area.top);
        if let Some(name) = self.cells() {
            draw_bar(drawing, corner, name);
            draw_keys(&self.keys, (corner.0, corner.1 + BAR_ROOM), drawing);
        } else {
            draw_keys(&self.keys, corner, drawing);
        }
    }
}

impl Area<'_> {
    /// Where a point lies.
    pub fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        // Some viewers stumble over huge numbers. A nearer limit would turn lines that lead out of the panel.
        let [x, y] = [self.panel.x.place(x), self.panel.y.place(y)].map(|place| place.clamp(-99.0, 99.0));
        (self.left + x * self.width, self.top + (1.0 - y) * self.height)
    }

    /// Where the names at the right begin.
    pub fn column(&self) -> f64 {
        self.left + self.width + GAP
    }

    fn draw_axes(&self, drawing: &mut Drawing<'_>) {
        let (left, top) = (self.left, self.top);
        let (right, bottom) = (left + self.width, top + self.height);
        let across = |value| left + self.panel.x.place(value) * self.width;
        let upwards = |value| bottom - self.panel.y.place(value) * self.height;
        let (x, y) = (self.panel.x_ticks(), self.panel.y.ticks(Y_TICKS));
        let (x_has_names, y_has_names) = (self.panel.x.names().is_some(), self.panel.y.names().is_some());
        for (value, _) in y.named.iter().filter(|_| !y_has_names) {
            drawing.line((left, upwards(*value)), (right, upwards(*value)), Ink::Grid);
        }
        for (value, _) in x.named.iter().filter(|_| !x_has_names) {
            drawing.line((across(*value), top), (across(*value), bottom), Ink::Grid);
        }
        drawing.line((left, top), (left, bottom), Ink::Axis);
        drawing.line((left, bottom), (right, bottom), Ink::Axis);
        for &value in &x.between {
            drawing.line((across(value), bottom), (across(value), bottom + 3.0), Ink::Axis);
        }
        for &value in &y.between {
            drawing.line((left, upwards(value)), (left - 3.0, upwards(value)), Ink::Axis);
        }
        for (value, name) in &x.named {
            let place = across(*value);
            drawing.line((place, bottom), (place, bottom + 6.0), Ink::Axis);
            if x_has_names {
                let end = (place + 4.0, bottom + 16.0);
                let turned = format!(
                    "font-size=\"12\" text-anchor=\"end\" transform=\"rotate(-{TURN} {:.1} {:.1})\"",
                    end.0, end.1
                );
                drawing.text(end, &turned, Ink::Text, name);
            } else {
                let name = drawing.number(name);
                drawing.text((place, bottom + 20.0), "font-size=\"12\" text-anchor=\"middle\"", Ink::Text, &name);
            }
        }
        for (value, name) in &y.named {
            drawing.line((left, upwards(*value)), (left - 6.0, upwards(*value)), Ink::Axis);
            let name = if y_has_names { name.clone() } else { drawing.number(name) };
            drawing.text((left - 9.0, upwards(*value) + 4.0), "font-size=\"12\" text-anchor=\"end\"", Ink::Text, &name);
        }
        let middle = "font-size=\"12\" text-anchor=\"middle\"";
        let baseline = bottom + self.panel.below() - 12.0;
        drawing.text((left + self.width / 2.0, baseline), middle, Ink::Text, &self.panel.x.name);
    }
}

/// The characters of the longest name at an axis.
fn longest_name(ticks: &Ticks) -> f64 {
    ticks.named.iter().map(|(_, name)| name.chars().count()).max().unwrap_or(0) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers below a panel with an axis.
    fn numbers(x: Axis) -> Vec<(f64, String)> {
        let y = Axis::linear("", [0.0, 1.0]);
        let nothing = String::new;
        let panel =
            Panel { title: nothing(), note: nothing(), x, y, series: Vec::new(), labels: Vec::new(), keys: Vec::new() };
        let ticks = panel.x_ticks().named;
        ticks.into_iter().map(|(value, name)| (panel.x.place(value) * WIDTH, name)).collect()
    }

    #[test]
    fn long_numbers_are_fewer() {
        let names = |from, to| -> Vec<String> {
            numbers(Axis::linear("", [from, to])).into_iter().map(|number| number.1).collect()
        };
        assert_eq!(names(0.0, 6.0), ["0", "1", "2", "3", "4", "5", "6"]);
        assert_eq!(names(2e5, 1.44e6), ["0.5×10⁶", "1.0×10⁶"]);
    }

    #[test]
    fn numbers_below_a_panel_do_not_touch() {
        for power in -8..=13 {
            for (low, ratio) in [(1.0, 1.3), (1.3, 3.7), (2.0, 7.2), (4.4, 40.0), (1.0, 1e6), (7.0, 3e8)] {
                let ends = [low, low * ratio].map(|end| end * 10f64.powi(power));
                for axis in [Axis::linear("", ends), Axis::logarithmic("", ends)] {
                    let numbers = numbers(axis);
                    assert!(!numbers.is_empty(), "{ends:?}");
                    for pair in numbers.windows(2) {
                        let half = |number: &(f64, String)| CHARACTER * number.1.chars().count() as f64 / 2.0;
                        let room = pair[1].0 - pair[0].0 - half(&pair[0]) - half(&pair[1]);
                        assert!(room >= APART, "{ends:?}: {} and {}", pair[0].1, pair[1].1);
                    }
                }
            }
        }
    }
}
