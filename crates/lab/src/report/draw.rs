//! The kinds of figures that a report can have: one table.

mod boxes;
mod courses;
mod intervals;
mod log_line;
mod panels;
mod scores;
mod survival;
mod training;

use crate::grid::FigureAsked;
use crate::laboratory::Results;
use tetrolab_report::plot::Figure;

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
    Draw {
        name: "score-distribution",
        meaning: "scores of complete games with the exponential that fits them, and a QQ plot",
        draw: scores::draw,
    },
    Draw {
        name: "training-divergence",
        meaning: "whether the step sizes and the centre of a training run settle",
        draw: |asked, results| training::draw("divergence", asked, results),
    },
    Draw {
        name: "training-fitness",
        meaning: "scores of the centre and of the best candidate of a training run, and the step size",
        draw: |asked, results| training::draw("fitness", asked, results),
    },
    Draw {
        name: "training-weights",
        meaning: "the centre of a training run",
        draw: |asked, results| training::draw("weights", asked, results),
    },
    Draw {
        name: "training-eigenvalues",
        meaning: "how long and how flat the search distribution of a training run is",
        draw: |asked, results| training::draw("eigenvalues", asked, results),
    },
    Draw {
        name: "training-deviations",
        meaning: "how widely a training run searches in each weight",
        draw: |asked, results| training::draw("deviations", asked, results),
    },
    Draw {
        name: "training-learned",
        meaning: "the weights that training runs end with, beside published ones",
        draw: |asked, results| training::draw("learned", asked, results),
    },
    Draw {
        name: "training-correlation",
        meaning: "which weights replace each other over training runs",
        draw: |asked, results| training::draw("correlation", asked, results),
    },
    Draw {
        name: "training-runs",
        meaning: "how the scores of the centres of training runs are spread",
        draw: |asked, results| training::draw("runs", asked, results),
    },
    Draw {
        name: "survival",
        meaning: "how many games still go on, a curve for each value of the axis",
        draw: survival::survival,
    },
    Draw {
        name: "log-line",
        meaning: "a measure on a log scale along the numbers of the axis, with what was published",
        draw: log_line::log_line,
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
    if !asked.title.is_empty() {
        figure.title.clone_from(&asked.title);
    } else if figure.title.is_empty() {
        figure.title.clone_from(&asked.name);
    }
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
