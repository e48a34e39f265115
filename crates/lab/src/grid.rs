//! Experiments as plain data: grids of settings, and what a report is to say about them.
//!
//! An experiment is a file in TOML. Each `[[grid]]` names a kind of [`Work`] and its settings; a setting with a list of values is an
//! axis, and the cells of the grid are all combinations, each as often as `repetitions` says. `docs/experiments.md` describes the
//! file.

mod axes;
mod cell;
mod experiment;
mod key;
mod outcome;
mod read;
mod text;
mod value;
mod work;

pub use axes::Filter;
pub use cell::{Cell, Settings};
pub use experiment::{ComparisonAsked, Experiment, FigureAsked, Grid, Published, Scale, TableAsked};
pub use key::{Key, Takes, Usual};
pub use outcome::{MOST_POINTS, Outcome};
pub use read::Known;
pub use text::ExperimentError;
pub use value::Value;
pub use work::{Better, Control, Course, Load, Measure, Peer, Statistic, Task, Transport, Work};
