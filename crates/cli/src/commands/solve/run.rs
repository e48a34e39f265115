//! Solving until Ctrl-C, with progress in a terminal.

use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Result;
use tetrolab_lab::solving::{self, Found, Line, Search, Solving, Watch, Watched};
use tetrolab_solve::{Control, Progress};

use super::progress::Watcher;
use crate::commands::train::stopped_by;
use tetrolab_runs::warn;

/// Works on threads until Ctrl-C, with progress in a terminal.
pub fn watched<T: Send>(
    name: &'static str,
    threads: Option<NonZero<usize>>,
    interrupted: &AtomicBool,
    work: impl FnOnce(&mut Control<'_>) -> T + Send,
) -> Result<Watched<T>> {
    let watcher = Watcher::new(name, None);
    let watched = solving::watched(threads, None, ticking(&watcher, interrupted), work);
    watcher.end();
    Ok(watched?)
}

/// Solves without keeping anything. What was found until then is there when it is stopped.
pub fn solve(search: &Search<'_>, interrupted: &AtomicBool) -> Result<Found> {
    let watcher = Watcher::new(search.plan.name(), search.limit);
    let found = search.solve(ticking(&watcher, interrupted));
    watcher.end();
    Ok(found?)
}

/// Shows how far it is, and says whether to stop.
fn ticking(watcher: &Watcher, interrupted: &AtomicBool) -> impl FnMut(Option<&Progress>) -> bool {
    let begun = Instant::now();
    move |progress| {
        if let Some(progress) = progress {
            watcher.show(&Line::new(progress, begun.elapsed().as_secs_f64()));
        }
        interrupted.load(Ordering::Relaxed)
    }
}

/// Solves in a folder, and says what was found, whether it ended or was stopped.
pub fn solve_in(
    folder: &Path,
    solving: &mut Solving,
    threads: Option<NonZero<usize>>,
    interrupted: &AtomicBool,
) -> Result<Found> {
    if solving.was_torn() {
        warn(&format!("{}: the last line was torn and is taken away", folder.display()));
    }
    let name = solving.plan().settings().algorithm.name();
    let watcher = Watcher::new(name, solving.plan().limit());
    let ended = solving.run(threads, &Watching { watcher: &watcher, interrupted });
    watcher.end();
    let found = ended.map_err(|error| stopped_by(&error, folder))?;
    found.or_else(|| solving.found().cloned()).ok_or_else(|| anyhow::anyhow!("the run was stopped before it began"))
}

/// Who watches a run in a folder.
struct Watching<'a> {
    watcher: &'a Watcher,
    interrupted: &'a AtomicBool,
}

impl Watch for Watching<'_> {
    fn progress(&self, line: &Line) {
        self.watcher.show(line);
    }

    fn begins_again(&self) {
        self.watcher.end();
        warn("what was kept of the run cannot be used; it begins again, which gives the same");
    }

    fn is_stopped(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}
