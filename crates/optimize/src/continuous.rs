//! Optimisers of real vectors that ask and are told. The larger the score, the better.
//!
//! [`OPTIMIZERS`] lists them. All are started from the same [`Settings`] and used through the same trait, [`Optimizer`]. Every
//! point they ask for follows from the settings and from what was told; a [`State`] resumes bit by bit.

pub mod normal;

mod cma_es;
mod cross_entropy;
mod entry;
mod optimizer;
mod problem;
mod progress;
mod projection;
mod random_search;
mod ranking;
mod real_genetic;
mod settings;
mod state;

pub use cma_es::{CmaEsState, Distribution};
pub use cross_entropy::CrossEntropyState;
pub use entry::{Entry, OPTIMIZERS, Setting};
pub use optimizer::{Optimizer, Spread, Stop};
pub use problem::{Problem, SettingsError};
pub use progress::{Best, Progress, TellError};
pub use random_search::RandomState;
pub use real_genetic::GeneticState;
pub use settings::{LARGEST, MAX_DIMENSION, MAX_POPULATION, Noise, Projection, Restarts, Settings};
pub use state::{State, StateError, restore};
