//! Figures of training runs, after those of Boumaza (2009) where he has one.

mod correlation;
mod fitness;
mod learned;
mod numbers;
mod paths;
mod runs;

use crate::train::record::{Generation, found};
use tetrolab_report::plot::Figure;
use tetrolab_report::plot::text::whole;
use tetrolab_report::words::shorten_all;

pub use correlation::{correlation, correlation_limit};
pub use numbers::Numbers;
pub use paths::divergence_beside;

/// One or more runs with the same weights.
pub struct Training<'a> {
    /// What was trained.
    pub title: &'a str,
    /// Game, optimiser, seed and version.
    pub caption: &'a str,
    /// The command that did it.
    pub command: &'a str,
    /// The names of the weights: features or formulas.
    pub weights: &'a [String],
    /// The generations of all runs, in order.
    pub generations: &'a [Generation],
    /// Published weights of the same features, with the name of their agent.
    pub published: &'a [(&'a str, Vec<f64>)],
}

/// A figure that is drawn.
pub struct Drawn {
    /// What its file is called, without an ending.
    pub name: &'static str,
    /// One line about it.
    pub meaning: &'static str,
    pub svg: String,
}

/// A kind of figure.
pub struct Kind {
    /// What its file is called, without an ending.
    pub name: &'static str,
    /// One line about it.
    pub meaning: &'static str,
    /// The figures of Boumaza (2009) that show the same.
    pub published: &'static [u32],
    /// Draws it for a run.
    draw: fn(&Training<'_>, u64) -> Figure,
    /// The numbers behind it.
    numbers: fn(&Training<'_>, u64) -> Numbers,
    /// Whether it shows a single run.
    pub is_of_one_run: bool,
}

impl Kind {
    /// The figure with this name.
    pub fn named(name: &str) -> Option<&'static Kind> {
        FIGURES.iter().find(|kind| kind.name == name)
    }

    /// The figure; if it shows a single run, of that with this number.
    pub fn figure(&self, training: &Training<'_>, run: u64) -> Figure {
        (self.draw)(training, run)
    }

    /// The numbers that it shows.
    pub fn numbers(&self, training: &Training<'_>, run: u64) -> Numbers {
        (self.numbers)(training, run)
    }
}

/// All figures.
pub const FIGURES: &[Kind] = &[
    Kind {
        name: "divergence",
        meaning: "whether the step sizes and the centre of a run settle",
        published: &[2, 3],
        draw: paths::divergence,
        numbers: numbers::divergence,
        is_of_one_run: true,
    },
    Kind {
        name: "fitness",
        meaning: "scores of the centre and of the best candidate of a run, and the step size",
        published: &[4],
        draw: fitness::fitness,
        numbers: numbers::fitness,
        is_of_one_run: true,
    },
    Kind {
        name: "weights",
        meaning: "the centre of a run",
        published: &[5],
        draw: paths::weights,
        numbers: numbers::weights,
        is_of_one_run: true,
    },
    Kind {
        name: "eigenvalues",
        meaning: "how long and how flat the search distribution of a run is",
        published: &[6],
        draw: paths::eigenvalues,
        numbers: numbers::eigenvalues,
        is_of_one_run: true,
    },
    Kind {
        name: "deviations",
        meaning: "how widely a run searches in each weight",
        published: &[7],
        draw: paths::deviations,
        numbers: numbers::deviations,
        is_of_one_run: true,
    },
    Kind {
        name: "learned",
        meaning: "the weights that all runs end with, beside published ones",
        published: &[8, 9],
        draw: learned::learned,
        numbers: numbers::learned,
        is_of_one_run: false,
    },
    Kind {
        name: "correlation",
        meaning: "which weights replace each other over the runs",
        published: &[],
        draw: correlation::matrix,
        numbers: numbers::correlations,
        is_of_one_run: false,
    },
    Kind {
        name: "runs",
        meaning: "scores of the centres of all runs",
        published: &[],
        draw: runs::runs,
        numbers: numbers::spread,
        is_of_one_run: false,
    },
];

/// Draws every figure, those of a single run for the run with this number.
pub fn figures(training: &Training<'_>, run: u64) -> Vec<Drawn> {
    let drawn = |kind: &Kind| Drawn { name: kind.name, meaning: kind.meaning, svg: kind.figure(training, run).svg() };
    FIGURES.iter().map(drawn).collect()
}

/// Names are at most this long, so that they fit beside a panel.
const CHARACTERS: usize = 24;

impl Training<'_> {
    /// A figure with its title and no panels yet.
    fn figure(&self, title: String) -> Figure {
        let caption = match self.title.trim_end_matches('.') {
            "" => self.caption.to_owned(),
            title => format!("{title}. {}", self.caption),
        };
        let command = self.command.to_owned();
        Figure { title, caption, command, panels: Vec::new(), remark: String::new() }
    }

    /// The generations of a run.
    fn run(&self, run: u64) -> Vec<&Generation> {
        self.generations.iter().filter(|generation| generation.run == run).collect()
    }

    /// What to say where a run has no generation.
    fn no_generation(run: u64) -> String {
        format!("Run {run} has no generation yet.")
    }

    /// The generations of every run.
    fn runs(&self) -> Vec<&[Generation]> {
        self.generations.chunk_by(|a, b| a.run == b.run).collect()
    }

    /// What all runs have found, in unit length. A vector of nothing but zeros has no direction and is left out.
    fn directions(&self) -> Vec<Vec<f64>> {
        let found = self.runs().into_iter().map(found);
        found.filter(|found| found.len() == self.weights.len()).filter_map(unit).collect()
    }

    /// The names of the weights, short enough for a figure.
    fn names(&self) -> Vec<String> {
        let nameless = |index: usize| format!("weight {}", index + 1);
        let names: Vec<String> = self.weights.iter().map(|name| spelt(name)).collect();
        let names = shorten_all(&names, CHARACTERS).into_iter().enumerate();
        names.map(|(index, name)| if name.is_empty() { nameless(index) } else { name }).collect()
    }
}

/// A number of runs in words.
fn counted(runs: usize) -> String {
    if runs == 1 { "1 run".to_owned() } else { format!("{} runs", whole(runs)) }
}

/// `f1 landing height` for `f1_landing_height`.
fn spelt(name: &str) -> String {
    name.replace('_', " ").trim().to_owned()
}

/// The vector with a length of 1, if it has a direction.
fn unit(vector: &[f64]) -> Option<Vec<f64>> {
    // Dividing by the largest first keeps squares within what numbers can be.
    let largest = vector.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    if largest == 0.0 || !vector.iter().all(|value| value.is_finite()) {
        return None;
    }
    let scaled: Vec<f64> = vector.iter().map(|value| value / largest).collect();
    let length = scaled.iter().map(|value| value * value).sum::<f64>().sqrt();
    Some(scaled.into_iter().map(|value| value / length).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_but_can_be_recognised() {
        let weights = ["f1_landing_height", "f3_row_transitions * f5_holes + 1", "", "_"].map(String::from);
        let training =
            Training { title: "", caption: "", command: "", weights: &weights, generations: &[], published: &[] };
        assert_eq!(training.names(), ["f1 landing height", "f3 row transitions * f5…", "weight 3", "weight 4"]);
    }

    #[test]
    fn unit_vectors_have_a_length_of_one() {
        assert_eq!(unit(&[3.0, -4.0]), Some(vec![0.6, -0.8]));
        assert_eq!(unit(&[0.0, 0.0]), None);
        assert_eq!(unit(&[]), None);
        assert_eq!(unit(&[f64::NAN, 1.0]), None);
        assert_eq!(unit(&[f64::MAX, 0.0]), Some(vec![1.0, 0.0]));
        assert_eq!(unit(&[5e-324, 0.0]), Some(vec![1.0, 0.0]));
    }
}
