//! What changed between two runs.

use std::collections::BTreeMap;

use tetrolab_statistics::holm;

use super::effect::{Effect, SIGNIFICANT, Side, differences};
use super::groups::{groups, measure};
use super::summed::{Summed, estimate};
use super::tables::TIMED;
use crate::grid::{Cell, Grid, Measure, Statistic, TableAsked, Value};
use crate::laboratory::Results;
use tetrolab_report::{Block, Column, Document, Entry, Table, duration};

/// What changed from one run to another: their settings, and every number of the tables that both have.
pub fn document(before: &Results, after: &Results) -> Document {
    let mut blocks = vec![Block::Heading("What is compared".to_owned()), Block::Table(runs(before, after))];
    let changed = settings(before, after);
    blocks.push(Block::Heading("Settings that changed".to_owned()));
    blocks.push(if changed.rows.is_empty() {
        Block::Text("None: both runs have the same grids.".to_owned())
    } else {
        Block::Table(changed)
    });
    let mut tables = Vec::new();
    for asked in &before.experiment.tables {
        for is_timed in [false, true] {
            tables.extend(table(before, after, asked, is_timed));
        }
    }
    let (same, all) = same_cells(before, after);
    blocks.push(Block::Heading("Results that changed".to_owned()));
    blocks.push(Block::Text(if all == 0 {
        "No cell is in both runs with the same settings and seed.".to_owned()
    } else {
        format!("{all} cells are in both runs with the same settings and seed; {same} of them have the same numbers, bit by bit, but for times.")
    }));
    if tables.is_empty() {
        blocks.push(Block::Text("They have no table in common.".to_owned()));
    }
    blocks.extend(tables.into_iter().map(Block::Table));
    let [title, other] = [before, after].map(|results| results.experiment.title.clone());
    let title = if title == other { title } else { format!("{title} and {other}") };
    Document {
        title: format!("What changed: {title}"),
        subtitle: "The first run is before, the second is after.".to_owned(),
        blocks,
    }
}

/// Both runs side by side.
fn runs(before: &Results, after: &Results) -> Table {
    let facts = |results: &Results| {
        [
            results.plan.name.clone(),
            results.experiment.scale.to_string(),
            results.experiment.seed.to_string(),
            results.version.clone(),
            format!("{} of {}", results.count(), results.experiment.cells.len()),
            duration(results.work_seconds()),
            results.hosts.iter().map(crate::laboratory::Host::words).collect::<Vec<_>>().join("; "),
        ]
    };
    let names = ["experiment", "scale", "seed", "version", "cells done", "time of all cells", "machines"];
    let rows = names.into_iter().zip(facts(before)).zip(facts(after));
    Table {
        name: format!("runs{TIMED}"),
        title: "The two runs".to_owned(),
        note: String::new(),
        columns: ["", "before", "after"].map(Column::plain).to_vec(),
        rows: rows.map(|((name, one), other)| [name.to_owned(), one, other].map(Entry::Text).to_vec()).collect(),
    }
}

/// Settings whose values differ.
fn settings(before: &Results, after: &Results) -> Table {
    let words = |values: Option<&Vec<Value>>| {
        values.map_or("–".to_owned(), |values| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
    };
    let axis = |grid: Option<&Grid>, name: &str| -> Option<Vec<Value>> {
        grid.and_then(|grid| grid.axes.iter().find(|axis| axis.0 == name)).map(|axis| axis.1.clone())
    };
    let mut rows = Vec::new();
    let mut names: Vec<&String> = Vec::new();
    for grid in before.experiment.grids.iter().chain(&after.experiment.grids) {
        if !names.contains(&&grid.name) {
            names.push(&grid.name);
        }
    }
    for name in names {
        let [one, other] =
            [before, after].map(|results| results.experiment.grids.iter().find(|grid| grid.name == *name));
        let mut settings: Vec<&String> = Vec::new();
        for (setting, _) in one.into_iter().chain(other).flat_map(|grid| &grid.axes) {
            if !settings.contains(&setting) {
                settings.push(setting);
            }
        }
        for setting in settings {
            let (was, is) = (axis(one, setting), axis(other, setting));
            if was != is {
                let row = [name.clone(), setting.clone(), words(was.as_ref()), words(is.as_ref())];
                rows.push(row.map(Entry::Text).to_vec());
            }
        }
        let repetitions = |grid: Option<&Grid>| grid.map_or(0, |grid| grid.repetitions);
        if repetitions(one) != repetitions(other) {
            let [was, is] = [one, other].map(|grid| repetitions(grid).to_string());
            rows.push([name.clone(), "repetitions".to_owned(), was, is].map(Entry::Text).to_vec());
        }
    }
    Table {
        name: "settings".to_owned(),
        title: "Settings with other values".to_owned(),
        note: String::new(),
        columns: ["grid", "setting", "before", "after"].map(Column::plain).to_vec(),
        rows,
    }
}

/// What must be the same in a cell of both runs.
type CellKey = (String, u64, u64, u64);

fn key(results: &Results, cell: &Cell) -> CellKey {
    (results.experiment.grid_of(cell).name.clone(), cell.settings.digest(), cell.seed, cell.repetition)
}

/// How many cells have the same numbers in both runs, and how many are in both.
fn same_cells(before: &Results, after: &Results) -> (usize, usize) {
    let exact = |results: &Results, cell: &Cell| {
        let mut outcome = results.outcome(cell.id)?.clone();
        for measure in results.experiment.grid_of(cell).work.measures().iter().filter(|measure| measure.is_timed) {
            outcome.values.remove(measure.name);
        }
        Some(outcome.values)
    };
    let others: BTreeMap<CellKey, &Cell> = after.experiment.cells.iter().map(|cell| (key(after, cell), cell)).collect();
    let both = before.experiment.cells.iter().filter_map(|cell| {
        let other = others.get(&key(before, cell))?;
        Some(exact(before, cell)? == exact(after, other)?)
    });
    both.fold((0, 0), |(same, all), is_same| (same + usize::from(is_same), all + 1))
}

/// A table of the first run with the numbers of both; `None` if the second has no such grid, rows or measures.
fn table(before: &Results, after: &Results, asked: &TableAsked, is_timed: bool) -> Option<Table> {
    let name = &before.experiment.grids[asked.grid].name;
    let other = after.experiment.grids.iter().position(|grid| grid.name == *name)?;
    let measures: Vec<&'static Measure> = asked
        .measures
        .iter()
        .filter_map(|name| measure(&before.experiment, asked.grid, name))
        .filter(|known| known.is_timed == is_timed && measure(&after.experiment, other, known.name).is_some())
        .collect();
    let afters = groups(&after.experiment, other, &asked.filter, &asked.rows);
    let mut rows: Vec<(Vec<Entry>, Option<f64>)> = Vec::new();
    for group in groups(&before.experiment, asked.grid, &asked.filter, &asked.rows) {
        let Some(same) = afters.iter().find(|after| after.values == group.values) else { continue };
        for measure in &measures {
            let was = Summed::of(before, measure, &group.cells);
            let is = Summed::of(after, measure, &same.cells);
            let change = change(before, after, measure, &group.cells, &same.cells);
            let mut row: Vec<Entry> = group.values.iter().map(|value| Entry::Text(value.to_string())).collect();
            let unit = if measure.unit.is_empty() { String::new() } else { format!(" ({})", measure.unit) };
            row.push(Entry::Text(format!("{}{unit}", measure.name)));
            row.push(Entry::Estimate { value: was.value, interval: was.interval });
            row.push(Entry::Estimate { value: is.value, interval: is.interval });
            row.push(Entry::Estimate { value: change.value, interval: change.interval });
            rows.push((row, change.p_value));
        }
    }
    if rows.is_empty() {
        return None;
    }
    let corrected = holm(&rows.iter().map(|row| row.1.unwrap_or(1.0)).collect::<Vec<_>>());
    let mut columns: Vec<Column> = asked.rows.iter().map(|name| Column::plain(name)).collect();
    columns.push(Column::plain("measure"));
    let estimate = |name: &str| Column { name: name.to_owned(), unit: String::new(), has_interval: true };
    columns.extend(["before", "after", "change"].map(estimate));
    columns.extend(["p corrected", "verdict"].map(Column::plain));
    let rows = rows.into_iter().zip(corrected).map(|((mut row, p_value), corrected)| {
        row.push(p_value.map_or(Entry::Nothing, |_| Entry::Chance(corrected)));
        let is_same = matches!(row.last_chunk::<4>(), Some([Entry::Estimate { value: was, .. }, Entry::Estimate { value: is, .. }, ..]) if was == is);
        let verdict = match p_value {
            _ if is_same => "the same",
            None => "not known",
            Some(_) if corrected < SIGNIFICANT => "changed",
            Some(_) => "may be chance",
        };
        row.push(Entry::Text(verdict.to_owned()));
        row
    });
    let title = if asked.title.is_empty() { asked.name.clone() } else { asked.title.clone() };
    Some(Table {
        name: format!("{}{}", asked.name, if is_timed { TIMED } else { "" }),
        title,
        note: "Change: ratio after by before for exponential scores; else after less before, the median over cells that both runs \
               have, with Wilcoxon's signed-rank test. p-values are corrected for their number after Holm."
            .to_owned(),
        columns,
        rows: rows.collect(),
    })
}

/// How far a number moved, and whether that may be chance.
fn change(before: &Results, after: &Results, measure: &Measure, was: &[&Cell], is: &[&Cell]) -> Effect {
    if let Statistic::Exponential { total, deaths } = measure.statistic {
        return Effect::ratio(estimate(after, total, deaths, is), estimate(before, total, deaths, was));
    }
    // The seed may be another one: what is not shared cannot be paired.
    let key = |cell: &Cell| (cell.settings.digest(), cell.seed, cell.repetition);
    let after = Side { results: after, cells: is, key: &key };
    let before = Side { results: before, cells: was, key: &key };
    Effect::difference(&differences(measure.name, &after, &before), measure.statistic)
}
