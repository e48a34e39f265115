//! What a search asks about every place where a piece may lock.

use super::super::InPlay;
use super::super::plan::Stack;

/// What a place is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// What stays when more pieces follow, and adds up.
    pub gain: f64,
    /// What the place is worth if it is the last one looked at.
    pub rest: f64,
}

/// Judges places.
pub trait Mind {
    /// What it is worth to lock a piece there: `after` is the stack with cleared rows gone, `lines` how many were.
    fn judge(&self, before: &Stack, lock: InPlay, after: &Stack, lines: u32) -> Judgement;
}
