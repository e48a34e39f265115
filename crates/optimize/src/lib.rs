#![doc = include_str!("../README.md")]

pub mod annealing;
pub mod beam;
pub mod climb;
pub mod continuous;
pub mod genetic;
pub mod genome;
pub mod mutation;
pub mod neighbours;
pub mod random;
pub mod refused;
pub mod solution;
pub mod tabu;
