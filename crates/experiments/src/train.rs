//! Players that learn: weights of features, searched for by an optimiser that is told scores of games.

mod features;
mod games;
mod learn;
mod lines;
mod published;
mod racing;
pub mod record;
mod settings;
mod trainer;

pub use crate::problems::SettingsError;
pub use features::listed;
pub use learn::learn;
pub use lines::{Followed, Line, Recorded};
pub use published::{average, published};
pub(crate) use racing::score;
pub use settings::{Allocation, Choice, Game, Plan, Search, Settings};
pub use trainer::{GENERATIONS, KIND, Outcome, PLAYER, RESULT, RunResult, TrainError, Trainer, Watch};
