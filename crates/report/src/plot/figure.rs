//! A figure: a title, panels, and the command that made it.

use std::fmt::Write as _;

use super::Panel;
use super::colour::{Ink, LIGHT, Theme};
use super::drawing::Drawing;
use super::text::escape;
use crate::words::wrap;

/// Panels with a title above and the command below.
pub struct Figure {
    /// What the figure shows.
    pub title: String,
    /// A sentence or two below the title.
    pub caption: String,
    /// The command that made the figure.
    pub command: String,
    /// The panels, in rows.
    pub panels: Vec<Panel>,
    /// Why there are no panels.
    pub remark: String,
}

/// How figures are drawn.
#[derive(Clone, Debug)]
pub struct Style<'t> {
    pub theme: &'t Theme,
    /// How many panels are side by side at most, at least one.
    pub columns: usize,
    /// What stands between the whole and the rest of a number.
    pub decimal_mark: char,
}

impl Style<'_> {
    /// For paper and files.
    pub const FILE: Style<'static> = Style { theme: &LIGHT, columns: 2, decimal_mark: '.' };

    /// A number with the mark of the style.
    pub fn number(&self, number: &str) -> String {
        number.replace('.', self.decimal_mark.encode_utf8(&mut [0; 4]))
    }
}

const MARGIN: f64 = 28.0;
/// The width of a figure without panels.
const NARROW: f64 = 640.0;
/// Between two rows of panels.
const GAP: f64 = 26.0;
/// A line of text.
const LINE: f64 = 18.0;

impl Figure {
    /// The figure with all its words but the command said in another way, such as in another language.
    #[must_use]
    pub fn said(self, say: &dyn Fn(&str) -> String) -> Figure {
        Figure {
            title: say(&self.title),
            caption: say(&self.caption),
            command: self.command,
            panels: self.panels.into_iter().map(|panel| panel.said(say)).collect(),
            remark: say(&self.remark),
        }
    }

    /// Draws the figure for paper and files.
    pub fn svg(&self) -> String {
        self.drawn(&Style::FILE)
    }

    /// Draws the figure in a style.
    pub fn drawn(&self, style: &Style<'_>) -> String {
        let columns = self.columns(style.columns);
        let inner: f64 = if columns.is_empty() { NARROW } else { columns.iter().sum() };
        let width = 2.0 * MARGIN + inner;
        let characters = (inner / 7.0) as usize;
        let caption = wrap(&self.caption, characters);
        let command = wrap(&self.command, characters);
        let remark = wrap(&self.remark, characters);
        let top = 74.0 + LINE * caption.len() as f64;
        let rows = self.rows(style.columns);
        let remarks = LINE * remark.len() as f64;
        let bottom =
            top + remarks + rows.iter().map(|row| row.1).sum::<f64>() + GAP * rows.len().saturating_sub(1) as f64;
        let height = bottom + 16.0 * command.len() as f64 + 14.0;

        let mut drawing = Drawing::new(style);
        let title = escape(&self.title);
        drawing.add(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"13\" \
             style=\"font-variant-numeric: tabular-nums\">\n<title>{title}</title>\n<desc>{}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
            escape(&self.description()),
            drawing.rgb(Ink::Ground)
        ));
        drawing.text((MARGIN, 40.0), "font-size=\"19\" font-weight=\"600\"", Ink::Text, &self.title);
        for (index, line) in caption.iter().enumerate() {
            drawing.text((MARGIN, 62.0 + LINE * index as f64), "", Ink::Quiet, line);
        }
        for (index, line) in remark.iter().enumerate() {
            drawing.text((MARGIN, top + LINE * index as f64), "", Ink::Text, line);
        }
        let mut above = top + remarks;
        for (panels, (area, row)) in self.panels.chunks(style.columns).zip(rows) {
            let mut left = MARGIN;
            for (panel, column) in panels.iter().zip(&columns) {
                panel.draw(&mut drawing, (left, above), area);
                left += column;
            }
            above += row + GAP;
        }
        for (index, line) in command.iter().enumerate() {
            let style = "font-size=\"11\" font-family=\"ui-monospace, monospace\"";
            drawing.text((MARGIN, bottom + 16.0 * (index + 1) as f64 - 6.0), style, Ink::Quiet, line);
        }
        drawing.add("</svg>");
        drawing.elements
    }

    /// The widths of the columns.
    fn columns(&self, columns: usize) -> Vec<f64> {
        let width =
            |column| self.panels.iter().skip(column).step_by(columns).map(Panel::full_width).fold(0.0, f64::max);
        (0..self.panels.len().min(columns)).map(width).collect()
    }

    /// The heights of the areas of each row, and of the whole row.
    fn rows(&self, columns: usize) -> Vec<(f64, f64)> {
        let row = |panels: &[Panel]| {
            let area = panels.iter().map(Panel::height).fold(0.0, f64::max);
            (area, panels.iter().map(|panel| panel.full_height(area)).fold(0.0, f64::max))
        };
        self.panels.chunks(columns).map(row).collect()
    }

    /// The description of the figure for screen readers.
    fn description(&self) -> String {
        let mut description = format!("{} {}", self.caption, self.remark).trim().to_owned();
        for panel in &self.panels {
            let labels = panel.labels.iter().map(|label| format!("{} ({})", label.name, label.detail));
            let keys = panel.keys.iter().map(|key| format!("{} ({})", key.name, key.detail));
            let names: Vec<String> = labels.chain(keys).collect();
            let title = if panel.title.is_empty() { &self.title } else { &panel.title };
            write!(description, " {title}. x: {}; y: {}. {}.", panel.x.name, panel.y.name, names.join(", "))
                .expect("writing to a string does not fail");
        }
        description.trim().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, INKS, Label, Mark, Scale, Series, Shape, Size, Stroke};
    use super::*;

    fn figure(panels: usize) -> Figure {
        let panel = || Panel {
            title: "Panel".to_owned(),
            note: "Points, a line".to_owned(),
            x: Axis { name: "time (s)".to_owned(), scale: Scale::Linear, from: 0.0, to: 10.0 },
            y: Axis { name: "score (lines), log scale".to_owned(), scale: Scale::Logarithmic, from: 1.0, to: 1e6 },
            series: vec![
                Series::Line { points: vec![(0.0, 1.0), (10.0, 1e6)], colour: INKS[0], stroke: Stroke::Solid },
                Series::Points {
                    points: vec![(1.0, 0.0)],
                    colour: INKS[1],
                    mark: Mark { shape: Shape::Circle, filled: true, size: Size::Small },
                },
            ],
            labels: vec![Label {
                name: "A & B".to_owned(),
                detail: "<1 line".to_owned(),
                at: (10.0, 1e6),
                colour: INKS[0],
                stroke: Stroke::Solid,
            }],
            keys: Vec::new(),
        };
        Figure {
            title: "\"Scores\"".to_owned(),
            caption: String::new(),
            command: "tetrolab evaluate 'a<b'".to_owned(),
            panels: (0..panels).map(|_| panel()).collect(),
            remark: String::new(),
        }
    }

    #[test]
    fn text_is_escaped_everywhere() {
        let svg = figure(2).svg();
        assert!(svg.contains("<title>&quot;Scores&quot;</title>"));
        assert!(svg.contains(">A &amp; B</text>") && svg.contains(">&lt;1 line</text>"));
        assert!(svg.contains("tetrolab evaluate &apos;a&lt;b&apos;"));
        assert!(svg.contains("Panel. x: time (s); y: score (lines), log scale. A &amp; B (&lt;1 line)."));
    }

    #[test]
    fn two_panels_are_wider_than_one_and_three_are_higher() {
        let size = |panels| {
            let svg = figure(panels).svg();
            let size = svg.split("viewBox=\"0 0 ").nth(1).unwrap().split('"').next().unwrap().to_owned();
            let (width, height) = size.split_once(' ').unwrap();
            (width.parse::<f64>().unwrap(), height.parse::<f64>().unwrap())
        };
        assert_eq!((size(1).0, size(2).0, size(3).0), (696.0, 1336.0, 1336.0));
        assert!(size(3).1 > size(2).1 && size(2).1 == size(1).1 && size(1).1 > size(0).1);
    }

    #[test]
    fn all_words_can_be_said_in_another_way() {
        let loud = |text: &str| text.to_uppercase();
        let svg = figure(1).said(&loud).drawn(&Style { decimal_mark: ',', ..Style::FILE });
        for text in
            ["SCORES", "PANEL", "POINTS, A LINE", "TIME (S)", "SCORE (LINES), LOG SCALE", "A &amp; B", "&lt;1 LINE"]
        {
            assert!(svg.contains(text), "{text}");
        }
        assert!(svg.contains("tetrolab evaluate"));
    }

    #[test]
    fn nothing_lies_nowhere() {
        let svg = figure(2).svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
