//! Progress of an evolution run, and how it is stopped.

use tetrolab_simulate::Tally;

use super::record::Generation;
use crate::train;

/// What a run does, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The weights of the base are learned.
    Base,
    /// Formulas evolve.
    Evolving,
    /// The best are chosen.
    Choosing,
    /// The weights of the base and the formulas are learned together.
    Learning,
    /// The weights of the base alone are learned for as long.
    Control,
}

/// Receives the progress of a run and may stop it.
pub trait Watch: Sync {
    /// A generation of a step begins, with this number from 1.
    fn begins(&self, _step: Step, _generation: u64) {}

    /// Some games were played on.
    fn played(&self, _more: Tally) {}

    /// A generation of formulas is done.
    fn done(&self, _generation: &Generation) {}

    /// Whether to stop now. Nothing is lost.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Ignores progress and never stops.
impl Watch for () {}

/// Forwards what the evaluator reports.
pub(super) struct Games<'w>(pub &'w dyn Watch);

impl tetrolab_simulate::Watch for Games<'_> {
    fn played(&self, _: usize, more: Tally) {
        self.0.played(more);
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// What a training run tells, passed on.
pub(super) struct Training<'w> {
    pub watch: &'w dyn Watch,
    pub step: Step,
}

impl train::Watch for Training<'_> {
    fn begins(&self, _: u64, generation: u64) {
        self.watch.begins(self.step, generation);
    }

    fn played(&self, more: Tally) {
        self.watch.played(more);
    }

    fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }
}
