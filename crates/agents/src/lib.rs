#![doc = include_str!("../README.md")]

mod advice;
mod advise;
pub mod assisted;
mod autoplay;
mod explanation;
mod features;
mod forms;
mod formula;
mod kernel;
mod lanes;
mod linear;
mod measure;
mod named;
mod nearest;
pub mod path;
mod player;
pub mod sevilla;
mod weights;

pub use advice::{Advice, Adviser, drop_path, soft_drop_time};
pub use advise::Advise;
pub use autoplay::{Autoplay, Speed, SpeedError};
pub use explanation::{Explanation, Part};
pub use features::{Count, Dropped, FEATURES, Feature, Sight, Source};
pub use formula::{
    Aggregate, Binary, DEEPEST, Formula, FormulaError, LARGEST_VALUE, MOST_NODES, Node, PRIMITIVES, Primitive, Scope,
    Unary,
};
pub use linear::{Best, LOST, Linear, WidthError};
pub use measure::{Measure, MeasureError};
pub use named::{AGENTS, Agent};
pub use nearest::Unknown;
pub use player::{Lookahead, Player, Ranked};
pub use weights::{Entry, Lost, MeasuresError, Reward, Weight, Weights, WeightsError, WeightsText};
