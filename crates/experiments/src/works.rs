//! The kinds of work that cells of experiments can have.

mod assisted;
mod aveiro;
mod evaluate;
mod guideline;
mod path;
#[cfg(test)]
mod trial;

use crate::grid::Work;

/// All of them.
#[rustfmt::skip]
pub const WORKS: &[&dyn Work] = &[
    &evaluate::Evaluate,
    &assisted::Assisted,
    &path::Path,
    &guideline::speed::Speed,
    &guideline::lock_down::LockDown,
    &guideline::scoring::Scoring,
    &guideline::goals::Goals,
    &aveiro::LockStep,
    &aveiro::RealTime,
];
