//! What happens when the user wants to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Set when the user wants to stop: what is known then is printed. Who insists ends the program.
pub fn stop_on_interrupt() -> Result<Arc<AtomicBool>> {
    stop_on_interrupt_or(|| {})
}

/// The same; before the program ends for one who insists, this is done.
pub fn stop_on_interrupt_or(before_end: impl Fn() + Send + 'static) -> Result<Arc<AtomicBool>> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            before_end();
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler).context("cannot watch for Ctrl-C")?;
    Ok(stopped)
}
