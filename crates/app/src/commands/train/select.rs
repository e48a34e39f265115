//! `tetrolab train --select`: which features are worth having.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use tetrolab_experiments::select::{Selection, Selector};

use super::Train;
use super::select_progress::Progress;
use super::select_report::Report;
use crate::commands::again;
use crate::commands::interrupt::stop_on_interrupt;

/// Begins a selection or goes on with one.
pub fn run(train: &Train, out: &mut impl Write) -> Result<ExitCode> {
    let folder = train.resume.as_ref().or(train.out.as_ref()).context("a folder")?;
    let mut selector = if train.resume.is_some() {
        Selector::open(folder)?
    } else {
        let selection = Selection::new(train.selecting.settings(&train.training, train.typed)?)
            .map_err(|reason| anyhow!(reason))?;
        Selector::create(folder, selection, &again::typed())?
    };
    if selector.was_torn() {
        let kept = match selector.lines().len() {
            0 => "nothing was whole".to_string(),
            lines => format!("going on after step {}", lines - 1),
        };
        eprintln!("tetrolab: {}: the last line was torn and is taken away; {kept}", folder.display());
    }
    let stopped = stop_on_interrupt()?;
    let start = Instant::now();
    let before = selector.lines().len();
    let progress = Progress::new(&stopped);
    let outcome = selector.select(train.cpu(), &progress);
    progress.end();
    let outcome = outcome.map_err(|error| {
        anyhow::Error::from(error).context(format!("the run stopped; go on with it by --resume {}", folder.display()))
    })?;
    let report = Report {
        folder,
        selector: &selector,
        new: before,
        outcome: outcome.as_ref(),
        seconds: start.elapsed().as_secs_f64(),
    };
    if train.json {
        writeln!(out, "{:#}", report.document())?;
    } else {
        report.write(out)?;
    }
    Ok(ExitCode::SUCCESS)
}
