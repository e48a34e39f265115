//! How long processors have worked for this program.

use std::time::Duration;

/// The time of all threads so far, where the system tells it.
pub fn cpu_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
        let times = [usage.user_time(), usage.system_time()];
        Some(times.iter().map(|time| Duration::new(time.tv_sec() as u64, time.tv_usec() as u32 * 1000)).sum())
    }
    #[cfg(not(unix))]
    None
}
