//! Players that learn: weights of features, searched for by an optimiser that is told scores of games.

mod course;
mod features;
mod games;
mod learn;
mod lines;
pub mod options;
mod published;
mod racing;
pub mod record;
mod report;
mod settings;
mod trainer;

pub use crate::problems::SettingsError;
pub use course::{At, Course};
pub use features::listed;
pub use learn::learn;
pub use lines::{Followed, Line, Recorded};
pub use published::{average, published};
pub(crate) use racing::score;
pub use report::{Report, score_document};
pub use settings::{Allocation, Choice, Game, Plan, Search, Settings};
pub use trainer::{GENERATIONS, KIND, Outcome, PLAYER, RESULT, RunResult, TrainError, Trainer, Watch};
