//! `tetrolab train --select`: which features are worth having.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use tetrolab_lab::select::Selector;
use tetrolab_simulate::Cpu;

use super::select_progress::Progress;
use super::select_report::Report;
use super::stopped_by;
use crate::commands::interrupt::stop_on_interrupt;
use tetrolab_runs::warn;

/// Resumes a selection. The exit code is 1 if it has ended without a player.
pub fn run(mut selector: Selector, folder: &Path, cpu: Cpu, json: bool, out: &mut impl Write) -> Result<ExitCode> {
    if selector.was_torn() {
        let kept = match selector.lines().len() {
            0 => "nothing was whole".to_string(),
            lines => format!("going on after step {}", lines - 1),
        };
        warn(&format!("{}: the last line was torn and is taken away; {kept}", folder.display()));
    }
    let stopped = stop_on_interrupt()?;
    let start = Instant::now();
    let before = selector.lines().len();
    let progress = Progress::new(&stopped);
    let outcome = selector.select(cpu, &progress);
    progress.end();
    let outcome = outcome.map_err(|error| stopped_by(&error, folder))?;
    let report = Report {
        folder,
        selector: &selector,
        new: before,
        outcome: outcome.as_ref(),
        seconds: start.elapsed().as_secs_f64(),
    };
    if json {
        writeln!(out, "{:#}", report.document())?;
    } else {
        report.write(out)?;
    }
    let has_nothing = outcome.is_some_and(|outcome| outcome.set.features.is_empty());
    Ok(if has_nothing { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
