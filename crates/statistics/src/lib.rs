#![doc = include_str!("../README.md")]

/// How sure all intervals are that the program prints.
pub const LEVEL: f64 = 0.95;

pub mod distribution;

mod bootstrap;
mod comparison;
mod estimate;
mod exponentiality;
mod holm;
mod precision;
mod quantile_plot;
mod scores;
mod share;
mod signed_rank;

pub use bootstrap::{Clusters, mean, median};
pub use comparison::Comparison;
pub use estimate::{Design, Estimate, Interval};
pub use exponentiality::TestResult;
pub use holm::holm;
pub use precision::{deaths_for_precision, deaths_to_tell_apart};
pub use quantile_plot::QuantilePoint;
pub use scores::{Scores, exponential_mean};
pub use share::Share;
pub use signed_rank::SignedRank;

#[cfg(test)]
mod coverage;
