//! The kinds of work that cells of experiments can have.

mod evaluate;
pub mod train;

use crate::grid::Work;

/// All of them.
#[rustfmt::skip]
pub const WORKS: &[&dyn Work] = &[
    &evaluate::Evaluate,
    &train::Train,
];
