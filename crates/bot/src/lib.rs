#![doc = include_str!("../README.md")]

mod advise;
pub mod arena;
mod evaluation;
mod expand;
mod forms;
mod ground;
mod layer;
mod moves;
mod position;
mod rules;
mod search;
mod seen;
mod solo;
mod supply;
mod terms;
mod thinker;
mod weights;

pub use advise::{NODES, Player};
pub use moves::Move;
pub use position::{IllegalMove, Played, Position};
pub use rules::TBP_RULES;
pub use search::{Search, Suggestion};
pub use solo::{Pressure, Solo, Tally};
pub use supply::Supply;
pub use terms::{Term, terms};
pub use thinker::{Limits, Thinker};
pub use weights::{Weights, WeightsError};
