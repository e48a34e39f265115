//! The kinds of figures that a report can have: one table.

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
    Draw { name: "boxes", meaning: "how a measure is spread, a box for each value of the axis", draw: later },
    Draw { name: "intervals", meaning: "a measure with its interval for each value of the axis", draw: later },
    Draw {
        name: "courses",
        meaning: "what changes while cells are done, a curve for each value of the axis",
        draw: later,
    },
];

fn later(_: &FigureAsked, _: &Results) -> Result<Figure, String> {
    Err("this figure is not drawn yet".to_string())
}
