//! Solver runs as they are read.

use std::path::Path;

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tetrolab_lab::plot::solving as plot;
use tetrolab_lab::solving::document::{found, solved};
use tetrolab_lab::solving::{Found, Recorded};

use super::{Figure, View, no_figure};

/// A solver run as far as it was read.
#[derive(Debug)]
pub struct Solved(Recorded);

impl Solved {
    /// Reads a folder.
    pub fn open(path: &Path) -> Result<Solved> {
        Ok(Solved(Recorded::read(path)?))
    }

    /// Reads it again: there are few lines.
    pub fn read_on(&mut self, path: &Path) -> Result<()> {
        *self = Solved::open(path)?;
        Ok(())
    }

    /// What is shown of a run in a list.
    pub fn brief(&self) -> Value {
        let Recorded { plan, lines, found, .. } = &self.0;
        let (settings, last) = (plan.settings(), lines.last());
        let share = last.and_then(|last| match settings.time_limit {
            Some(limit) => Some(last.seconds / limit),
            None => last.limit.map(|limit| last.count as f64 / limit.max(1) as f64),
        });
        json!({
            "solving": {
                "queue": settings.problem.queue,
                "pieces": settings.problem.pieces,
                "genotype": settings.problem.genotype,
                "algorithm": settings.algorithm.name(),
                "seed": settings.seed,
                "time_limit": settings.time_limit,
            },
            "progress": {
                "share": share,
                "stage": last.map(|last| &last.stage),
                "count": last.map(|last| last.count),
                "evaluations": last.map(|last| last.evaluations),
                "seconds": last.map(|last| last.seconds),
                "fitness": last.and_then(|last| last.fitness),
                "blocks": last.and_then(|last| last.blocks),
            },
            "ended": found.as_ref().map(Found::ended),
        })
    }

    /// Everything about it.
    pub fn details(&self) -> Value {
        let Recorded { plan, found: ended, best, .. } = &self.0;
        let solution = match (ended, best) {
            (Some(ended), _) => Some(found(plan, ended)),
            (None, Some(best)) => {
                let typed = plan.problem().typed(best, plan.blocks()).ok();
                Some(solved(plan.problem(), plan.blocks(), best, typed.as_ref()))
            }
            (None, None) => None,
        };
        json!({ "solution": solution, "figures": [[plot::PROGRESS, false]], "last_run": 1 })
    }

    /// Draws the figure of a view.
    pub fn figure(&self, view: &View) -> Result<Figure> {
        let name = view.figure.as_deref().unwrap_or(plot::PROGRESS);
        ensure!(name == plot::PROGRESS, no_figure());
        let svg = view.drawn(plot::progress(&self.0.lines, "", ""));
        Ok(Figure { name: plot::PROGRESS, run: 1, svg, numbers: view.written(plot::numbers(&self.0.lines)) })
    }
}
