//! The kinds of work that cells of experiments can have.

mod evaluate;

use crate::grid::Work;

/// All of them.
pub const WORKS: [&dyn Work; 1] = [&evaluate::Evaluate];
