//! Figures of training and solver runs.

pub mod solving;
pub mod training;
