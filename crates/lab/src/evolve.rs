//! Formulas that evolve: genetic programming over the features and the numbers of columns, judged by how well players play with them.

mod breed;
pub mod change;
mod check;
mod choose;
mod evolver;
mod generation;
mod ground;
pub mod grow;
mod learning;
mod race;
pub mod record;
mod sample;
mod settings;
pub mod simplify;
mod watch;

pub use evolver::{EvolveError, Evolver, GENERATIONS, KIND, PLAYER, RESULT};
pub use learning::{CONTROL, LEARNED};
pub use settings::{Plan, Settings};
pub use watch::{Step, Watch};
