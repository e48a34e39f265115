//! Figures for pages, reports and papers: one or two panels side by side as SVG.
//!
//! Thin axes with units, labels at the lines instead of a legend, Okabe and Ito's colours, and the command that made the
//! figure in small type below.

mod colour;
mod panel;
pub mod scores;
mod text;
mod ticks;

use std::fmt::Write as _;

use crate::words::wrap;
pub use colour::{COLOURS, Rgb};
use colour::{GROUND, QUIET, TEXT};
use text::escape;

/// One or two panels with a title above and the command below.
pub struct Figure {
    /// What the figure shows.
    pub title: String,
    /// A sentence or two below the title.
    pub caption: String,
    /// The command that made the figure.
    pub command: String,
    /// The panels, from left to right.
    pub panels: Vec<Panel>,
}

/// Axes and what is drawn between them.
pub struct Panel {
    /// What the panel shows.
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
}

/// An axis.
pub struct Axis {
    /// The quantity and its unit.
    pub name: String,
    /// How values are spread.
    pub scale: Scale,
    /// The value where the axis begins.
    pub from: f64,
    /// The value where the axis ends.
    pub to: f64,
}

/// How the values of an axis are spread.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences have equal lengths.
    Linear,
    /// Equal ratios have equal lengths. Values that are not positive lie at the beginning of the axis.
    Logarithmic,
}

/// A name for a series, written at the right of the panel, with a thin line to a point of the series.
pub struct Label {
    /// The name.
    pub name: String,
    /// Small type below the name.
    pub detail: String,
    /// The point that the line leads to.
    pub at: (f64, f64),
    /// The colour of the series.
    pub colour: Rgb,
}

/// Something drawn between the axes.
pub enum Series {
    /// A line through points.
    Line {
        /// The points.
        points: Vec<(f64, f64)>,
        /// The colour.
        colour: Rgb,
        /// Thin, with gaps: for what is fitted or expected.
        dashed: bool,
    },
    /// Each height holds from its point to the next: histograms and distributions.
    Steps {
        /// The points.
        points: Vec<(f64, f64)>,
        /// The colour.
        colour: Rgb,
    },
    /// Single marks.
    Points {
        /// The points.
        points: Vec<(f64, f64)>,
        /// The colour.
        colour: Rgb,
        /// The form of a mark.
        shape: Shape,
        /// Whether marks are filled or hollow.
        filled: bool,
    },
    /// What lies between two lines, lightly shaded.
    Band {
        /// Places on the x axis with a lower and an upper value each.
        edges: Vec<(f64, f64, f64)>,
        /// The colour.
        colour: Rgb,
    },
}

/// The form of a mark.
#[derive(Clone, Copy, PartialEq, Eq)]
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

const MARGIN: f64 = 28.0;
const PANEL: f64 = 640.0;
/// Room for a title and a note above a panel, and for the numbers and the name of the axis below it.
const ABOVE: f64 = 64.0;
const BELOW: f64 = 52.0;
const HEIGHT: f64 = 380.0;

impl Figure {
    /// Draws the figure.
    pub fn svg(&self) -> String {
        let width = 2.0 * MARGIN + PANEL * self.panels.len() as f64;
        let characters = ((width - 2.0 * MARGIN) / 7.0) as usize;
        let caption = wrap(&self.caption, characters);
        let command = wrap(&self.command, characters);
        let top = 74.0 + 18.0 * caption.len() as f64;
        let bottom = top + ABOVE + HEIGHT + BELOW;
        let height = bottom + 16.0 * command.len() as f64 + 14.0;

        let mut drawing = Drawing(String::new());
        let title = escape(&self.title);
        drawing.add(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"13\" \
             style=\"font-variant-numeric: tabular-nums\">\n<title>{title}</title>\n<desc>{}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>",
            escape(&self.description())
        ));
        drawing.text((MARGIN, 40.0), "font-size=\"19\" font-weight=\"600\"", TEXT, &self.title);
        for (index, line) in caption.iter().enumerate() {
            drawing.text((MARGIN, 62.0 + 18.0 * index as f64), "", QUIET, line);
        }
        for (index, panel) in self.panels.iter().enumerate() {
            panel.draw(&mut drawing, (MARGIN + PANEL * index as f64, top));
        }
        for (index, line) in command.iter().enumerate() {
            let style = "font-size=\"11\" font-family=\"ui-monospace, monospace\"";
            drawing.text((MARGIN, bottom + 16.0 * (index + 1) as f64 - 6.0), style, QUIET, line);
        }
        drawing.add("</svg>");
        drawing.0
    }

    /// The figure for those who do not see it.
    fn description(&self) -> String {
        let mut description = self.caption.clone();
        for panel in &self.panels {
            let labels: Vec<String> =
                panel.labels.iter().map(|label| format!("{} ({})", label.name, label.detail)).collect();
            write!(
                description,
                " {}: {} against {}. {}.",
                panel.title,
                panel.y.title(),
                panel.x.title(),
                labels.join(", ")
            )
            .expect("writing to a string does not fail");
        }
        description.trim().to_owned()
    }
}

impl Axis {
    /// The name, and whether the scale is logarithmic.
    fn title(&self) -> String {
        match self.scale {
            Scale::Linear => self.name.clone(),
            Scale::Logarithmic => format!("{}, log scale", self.name),
        }
    }

    /// Where a value lies: 0 at the beginning of the axis, 1 at its end.
    fn place(&self, value: f64) -> f64 {
        let spread = |value: f64| match self.scale {
            Scale::Linear => value,
            Scale::Logarithmic => value.max(self.from).ln(),
        };
        (spread(value) - spread(self.from)) / (spread(self.to) - spread(self.from))
    }
}

/// The elements drawn so far.
struct Drawing(String);

impl Drawing {
    fn add(&mut self, element: &str) {
        self.0.push_str(element);
        self.0.push('\n');
    }

    fn text(&mut self, (x, y): (f64, f64), style: &str, colour: Rgb, text: &str) {
        self.add(&format!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\" {style}>{}</text>", escape(text)));
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: Rgb) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(&format!("<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"{colour}\" stroke-width=\"1\"/>"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(panels: usize) -> Figure {
        let panel = || Panel {
            title: "Panel".to_owned(),
            note: "Points, a line".to_owned(),
            x: Axis { name: "time (s)".to_owned(), scale: Scale::Linear, from: 0.0, to: 10.0 },
            y: Axis { name: "score (lines)".to_owned(), scale: Scale::Logarithmic, from: 1.0, to: 1e6 },
            series: vec![
                Series::Line { points: vec![(0.0, 1.0), (10.0, 1e6)], colour: COLOURS[0], dashed: false },
                Series::Points { points: vec![(1.0, 0.0)], colour: COLOURS[1], shape: Shape::Circle, filled: true },
            ],
            labels: vec![Label {
                name: "A & B".to_owned(),
                detail: "<1 line".to_owned(),
                at: (10.0, 1e6),
                colour: COLOURS[0],
            }],
        };
        Figure {
            title: "\"Scores\"".to_owned(),
            caption: String::new(),
            command: "tetrolab evaluate 'a<b'".to_owned(),
            panels: (0..panels).map(|_| panel()).collect(),
        }
    }

    #[test]
    fn text_is_escaped_everywhere() {
        let svg = figure(2).svg();
        assert!(svg.contains("<title>&quot;Scores&quot;</title>"));
        assert!(svg.contains(">A &amp; B</text>") && svg.contains(">&lt;1 line</text>"));
        assert!(svg.contains("tetrolab evaluate &apos;a&lt;b&apos;"));
        assert!(svg.contains("Panel: score (lines), log scale against time (s). A &amp; B (&lt;1 line)."));
    }

    #[test]
    fn two_panels_are_wider_than_one() {
        assert!(figure(1).svg().contains("width=\"696\""));
        assert!(figure(2).svg().contains("width=\"1336\""));
    }

    #[test]
    fn nothing_lies_nowhere() {
        let svg = figure(2).svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn places_on_axes() {
        let linear = Axis { name: String::new(), scale: Scale::Linear, from: -1.0, to: 3.0 };
        assert_eq!([-1.0, 1.0, 3.0].map(|value| linear.place(value)), [0.0, 0.5, 1.0]);
        let logarithmic = Axis { name: String::new(), scale: Scale::Logarithmic, from: 1.0, to: 1e4 };
        assert_eq!([0.0, 1.0, 100.0].map(|value| logarithmic.place(value)), [0.0, 0.0, 0.5]);
    }
}
