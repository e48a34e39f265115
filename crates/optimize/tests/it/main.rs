//! Every optimiser.

mod annealing;
mod beam;
mod climb;
mod continuous;
mod genetic;
