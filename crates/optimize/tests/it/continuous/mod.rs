//! Optimisers of real vectors: one suite over the whole table.

mod bands;
mod divergence;
mod invariance;
mod objectives;
mod refusals;
mod restarts;
mod resume;
