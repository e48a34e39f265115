//! Games that are saved now and then while they go on.

use std::time::{Duration, Instant};

use tetrolab_simulate::{Tally, Watch};

/// How often what was played is saved.
const SAVED_EVERY: Duration = Duration::from_secs(60);

/// Also stops when it is time to save.
pub(crate) struct UntilSaved<'w> {
    watch: &'w dyn Watch,
    end: Instant,
}

impl<'w> UntilSaved<'w> {
    /// From now on.
    pub fn new(watch: &'w dyn Watch) -> UntilSaved<'w> {
        UntilSaved { watch, end: Instant::now() + SAVED_EVERY }
    }
}

impl Watch for UntilSaved<'_> {
    fn played(&self, candidate: usize, more: Tally) {
        self.watch.played(candidate, more);
    }

    fn is_stopped(&self) -> bool {
        self.watch.is_stopped() || Instant::now() >= self.end
    }
}
