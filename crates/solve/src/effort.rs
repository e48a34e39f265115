//! How much may be looked at.

use crate::solver::{Control, Ended, Outcome};

/// How many placements and fields a search may look at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort(pub u64);

impl Effort {
    /// As many as there are.
    pub const ENDLESS: Effort = Effort(u64::MAX);

    /// How many are left.
    pub fn left(self, outcome: &Outcome) -> u64 {
        self.0.saturating_sub(outcome.evaluations)
    }

    /// Why the search has to end, if it has to.
    pub fn end(self, outcome: &Outcome, control: &Control<'_>) -> Option<Ended> {
        match control.is_stopped() {
            true => Some(Ended::Stopped),
            false => (self.left(outcome) == 0).then_some(Ended::Limit),
        }
    }
}
