//! How long processors have worked for this program.

use std::time::Duration;

/// The time of all threads so far, where the system tells it.
pub fn cpu_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        clock_gettime(ClockId::ProcessCPUTime).try_into().ok()
    }
    #[cfg(not(unix))]
    None
}
