//! The solvers and the search for perfect clears.

mod decoding;
mod experiments;
mod keys;
mod perfect_clear_moves;
mod perfect_clear_search;
mod resuming;
mod solvers;
