//! What scores say about a player: means with exact intervals, comparisons, and whether scores are exponential at all.
//!
//! The score of a game is its number of lines. A player that dies with the same small probability at every line has
//! exponential scores, and real players come close (Boumaza 2009; check it with [`Scores::cox_oakes`]). Then two numbers
//! are enough: the lines played, those of unfinished games included, and the deaths. [`Estimate`] holds them together
//! with the [`Design`], which is how the run was stopped.

pub mod distribution;

mod comparison;
mod estimate;
mod exponentiality;
mod precision;
mod quantile_plot;
mod scores;

pub use comparison::Comparison;
pub use estimate::{Design, Estimate, Interval};
pub use exponentiality::TestResult;
pub use precision::{deaths_for_precision, deaths_to_tell_apart};
pub use quantile_plot::QuantilePoint;
pub use scores::{Scores, exponential_mean};

#[cfg(test)]
mod coverage;
