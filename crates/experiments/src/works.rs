//! The kinds of work that cells of experiments can have.

mod evaluate;
mod genotypes;
mod solve;

use crate::grid::Work;

/// All of them.
#[rustfmt::skip]
pub const WORKS: &[&dyn Work] = &[
    &evaluate::Evaluate,
    &solve::Solve,
    &genotypes::Genotypes,
];
