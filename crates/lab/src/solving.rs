//! Solver runs in folders: optimised play for a known piece sequence, by runs that can be interrupted and resumed.
//!
//! The genetic algorithm, the annealing and the hybrid go on from their last checkpoint and end with the same result as a run that was
//! never stopped, whatever the number of threads. Beams and proofs begin again and keep the best they had. A run with a limit of time counts
//! the time that was worked so far; what it finds depends on the machine.

mod checkpoint;
pub mod document;
mod lines;
mod result;
mod run;
mod search;
mod settings;

pub use crate::problems::SettingsError;
pub use lines::{Line, PROGRESS, Recorded};
pub use result::RESULT;
pub use run::{KIND, Solving, SolvingError, Watch};
pub use search::{Found, Search, Stopped, Watched, watched};
pub use settings::{Asked, Dealt, Plan, Settings, Typed, check_memory, weights_of};
