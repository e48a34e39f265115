//! The kinds of figures that a report can have: one table.

mod boxes;
mod courses;
mod intervals;
mod panels;

use crate::grid::FigureAsked;
use crate::laboratory::Results;
use crate::plot::Figure;

/// A kind of figure.
pub struct Draw {
    /// What it is called in files.
    pub name: &'static str,
    /// What it shows, in a line.
    pub meaning: &'static str,
    /// Draws it from what is known of a run, or says why there is nothing to draw. Title, caption and command are filled in from
    /// what was asked where they are empty.
    pub draw: fn(&FigureAsked, &Results) -> Result<Figure, String>,
}

/// All of them.
pub const DRAWS: &[Draw] = &[
    Draw {
        name: "boxes",
        meaning: "how a measure is spread over cells: a box for each value of the axis",
        draw: boxes::boxes,
    },
    Draw {
        name: "intervals",
        meaning: "a measure summed up, with its interval, for each value of the axis, beside what was published",
        draw: intervals::intervals,
    },
    Draw {
        name: "courses",
        meaning: "how something changes within cells: a line for each value of the axis, the median of its cells",
        draw: courses::courses,
    },
];

/// Draws a figure that is asked for. Where there is nothing to draw, the figure says so.
pub fn figure(asked: &FigureAsked, results: &Results) -> Figure {
    let draw = DRAWS.iter().find(|draw| draw.name == asked.draw);
    let drawn =
        draw.map_or_else(|| Err(format!("there is no figure {:?}", asked.draw)), |draw| (draw.draw)(asked, results));
    let mut figure = drawn.unwrap_or_else(|reason| Figure {
        title: String::new(),
        caption: String::new(),
        command: String::new(),
        panels: Vec::new(),
        remark: format!("Nothing to draw yet: {reason}."),
    });
    let fill = |text: &mut String, with: &str| {
        if text.is_empty() || !with.is_empty() {
            with.clone_into(text);
        }
    };
    fill(&mut figure.title, if asked.title.is_empty() { &asked.name } else { &asked.title });
    if !asked.caption.is_empty() {
        figure.caption = match figure.caption.as_str() {
            "" => asked.caption.clone(),
            own => format!("{} {own}", asked.caption),
        };
    }
    if figure.command.is_empty() {
        figure.command = results.repeated();
    }
    figure
}
