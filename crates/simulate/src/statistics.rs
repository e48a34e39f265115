//! What scores say about a player: means with exact intervals, comparisons, and whether scores are exponential at all.
//!
//! The score of a game is its number of lines. A player that dies with the same small probability at every line has
//! exponential scores, and real players come close (Boumaza 2009; check it with [`Scores::cox_oakes`]). Then two numbers
//! are enough: the lines played, those of unfinished games included, and the deaths. [`Estimate`] holds them together
//! with the [`Design`], which is how the run was stopped.

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
