//! Experiment runs as they are read.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_lab::grid::{Cell, Grid, Measure, Outcome, Statistic};
use tetrolab_lab::laboratory::{Done, Followed, Host};

/// Cells that are shown of those that are done: the last ones. All are in the index and in the report.
const MOST_ROWS: usize = 200;

/// An experiment run as far as it was read.
#[derive(Debug)]
pub struct Experimented(Followed);

impl Experimented {
    /// Reads a folder.
    pub fn open(path: &Path) -> Result<Experimented> {
        Ok(Experimented(Followed::open(path)?))
    }

    /// Reads what was added.
    pub fn read_on(&mut self) -> Result<()> {
        Ok(self.0.read_on()?)
    }

    /// What is shown of a run in a list.
    pub fn brief(&self) -> Value {
        let results = &self.0.results;
        let (plan, experiment) = (&results.plan, &results.experiment);
        let (done, cells) = (results.count(), experiment.cells.len());
        json!({
            "experiment": {
                "name": plan.name,
                "title": experiment.title,
                "scale": experiment.scale,
                // Not every script can hold such a number.
                "seed": experiment.seed.to_string(),
                "cells": cells,
            },
            "progress": {
                "share": done as f64 / cells.max(1) as f64,
                "done": done,
                "cells": cells,
                "failed": results.failed.len(),
                "left": self.0.left().map(|left| left.as_secs_f64().round()),
            },
            "is_complete": results.is_complete(),
        })
    }

    /// Everything about it.
    pub fn details(&self) -> Value {
        let results = &self.0.results;
        let experiment = &results.experiment;
        let shown = &self.0.order[self.0.order.len().saturating_sub(MOST_ROWS)..];
        let mut shown: Vec<&Done> = shown.iter().filter_map(|&cell| results.done[cell].as_deref()).collect();
        shown.sort_by_key(|done| done.cell);
        let grid = |(number, grid): (usize, &Grid)| {
            let done = shown.iter().filter(|done| experiment.cells[done.cell].grid == number);
            let rows: Vec<Value> = done.map(|done| row(&experiment.cells[done.cell], grid, done)).collect();
            let axes: Vec<&str> = axes(grid).collect();
            json!({
                "name": grid.name,
                "axes": axes,
                "is_repeated": grid.repetitions > 1,
                "measures": grid.work.measures().iter().map(|measure| [measure.name, measure.unit]).collect::<Vec<_>>(),
                "rows": rows,
            })
        };
        let failed = results.failed.iter().filter_map(|(cell, reason)| Some(json!([self.label(*cell)?, reason])));
        json!({
            "question": experiment.question,
            "source": experiment.source,
            "remark": experiment.remark,
            "grids": experiment.grids.iter().enumerate().map(grid).collect::<Vec<_>>(),
            "shown": shown.len(),
            "done": results.count(),
            "failed": failed.collect::<Vec<_>>(),
            "worked": results.work_seconds(),
            "hosts": results.hosts.iter().map(Host::words).collect::<Vec<_>>(),
        })
    }

    /// Says which cells are being done, in addition to how far they are if that is known.
    pub fn tell_running(&self, progress: &mut Value) {
        let unknown = || self.0.results.started.iter().map(|cell| json!({ "cell": cell })).collect();
        let running: Vec<Value> = progress["running"].as_array().cloned().unwrap_or_else(unknown);
        let named = running.into_iter().filter_map(|mut running| {
            running["label"] = self.label(running["cell"].as_u64()? as usize)?;
            Some(running)
        });
        progress["running"] = named.collect();
    }

    /// What tells a cell from others: its grid, the values of settings that differ there, and which repetition it is.
    fn label(&self, cell: usize) -> Option<Value> {
        let experiment = &self.0.results.experiment;
        let cell = experiment.cells.get(cell)?;
        let grid = experiment.grid_of(cell);
        Some(json!({
            "grid": grid.name,
            "values": values(cell, grid),
            "repetition": (grid.repetitions > 1).then_some(cell.repetition + 1),
        }))
    }
}

/// The settings that differ between the cells of a grid.
fn axes(grid: &Grid) -> impl Iterator<Item = &str> {
    grid.axes.iter().filter(|axis| axis.1.len() > 1).map(|axis| axis.0.as_str())
}

/// Their values in a cell.
fn values(cell: &Cell, grid: &Grid) -> Vec<Value> {
    axes(grid).map(|name| cell.settings.get(name).map_or(Value::Null, |value| json!(value))).collect()
}

/// A cell that is done.
fn row(cell: &Cell, grid: &Grid, done: &Done) -> Value {
    let numbers: Vec<Option<f64>> = grid.work.measures().iter().map(|measure| number(measure, &done.outcome)).collect();
    json!({
        "cell": done.cell,
        "values": values(cell, grid),
        "repetition": cell.repetition + 1,
        "numbers": numbers,
        "seconds": done.seconds,
    })
}

/// What came of a cell in a measure. Means are sums divided by what they are the mean of.
fn number(measure: &Measure, outcome: &Outcome) -> Option<f64> {
    match measure.statistic {
        Statistic::Exponential { total, deaths } => {
            let deaths = outcome.values.get(deaths).copied().filter(|&deaths| deaths > 0.0)?;
            outcome.values.get(total).map(|total| total / deaths)
        }
        _ => outcome.values.get(measure.name).copied(),
    }
}
