//! The tables that an experiment asks for, and the table of all its cells.

use super::groups::{groups, measure};
use super::summed::Summed;
use crate::grid::{Measure, Statistic, TableAsked};
use crate::laboratory::Results;
use tetrolab_report::{Column, Entry, Table};

/// What the names of tables end with whose numbers depend on the machine and the moment.
pub const TIMED: &str = "-timed";

/// The tables that the experiment asks for. Measures that depend on the clock are in tables of their own, so that the others are the same
/// whenever and wherever the experiment is run.
pub fn asked(results: &Results) -> Vec<Table> {
    let mut tables = Vec::new();
    for asked in &results.experiment.tables {
        let measures = asked.measures.iter().filter_map(|name| measure(&results.experiment, asked.grid, name));
        let (timed, exact): (Vec<&Measure>, Vec<&Measure>) = measures.partition(|measure| measure.is_timed);
        if !exact.is_empty() {
            tables.push(table(results, asked, &exact, ""));
        }
        if !timed.is_empty() {
            tables.push(table(results, asked, &timed, TIMED));
        }
    }
    tables
}

fn table(results: &Results, asked: &TableAsked, measures: &[&Measure], ending: &str) -> Table {
    let experiment = &results.experiment;
    let mut columns: Vec<Column> = asked.rows.iter().map(|name| Column::plain(name)).collect();
    columns.push(Column::plain("cells"));
    columns.extend(measures.iter().map(|measure| Column {
        name: measure.name.to_owned(),
        unit: measure.unit.to_owned(),
        has_interval: true,
    }));
    let rows = groups(experiment, asked.grid, &asked.filter, &asked.rows).into_iter().map(|group| {
        let summed: Vec<Summed> = measures.iter().map(|measure| Summed::of(results, measure, &group.cells)).collect();
        let done = group.cells.iter().filter(|cell| results.outcome(cell.id).is_some()).count();
        let mut row: Vec<Entry> = group.values.iter().map(|value| Entry::Text(value.to_string())).collect();
        row.push(Entry::Number(done as f64));
        row.extend(summed.into_iter().map(|summed| Entry::Estimate { value: summed.value, interval: summed.interval }));
        row
    });
    let rows = rows.collect();
    let title = if asked.title.is_empty() { asked.name.clone() } else { asked.title.clone() };
    let title = if ending.is_empty() { title } else { format!("{title}: what depends on the machine") };
    let mut note = match asked.filter.words() {
        words if words.is_empty() => String::new(),
        words => format!("Cells with {words}. "),
    };
    note += &statistics(measures);
    Table { name: format!("{}{ending}", asked.name), title, note, columns, rows }
}

/// How measures are summed up, in words.
fn statistics(measures: &[&Measure]) -> String {
    let named = |wanted: fn(Statistic) -> bool| {
        let names: Vec<&str> =
            measures.iter().filter(|measure| wanted(measure.statistic)).map(|measure| measure.name).collect();
        names.join(", ")
    };
    let kinds = [
        (
            named(|statistic| matches!(statistic, Statistic::Exponential { .. })),
            "mean with the exact 95 % interval for exponential scores",
        ),
        (named(|statistic| statistic == Statistic::Median), "median with its 95 % bootstrap interval"),
        (named(|statistic| statistic == Statistic::Mean), "mean with its 95 % bootstrap interval"),
        (named(|statistic| statistic == Statistic::Share), "share of cells with its 95 % interval"),
        (
            named(|statistic| statistic == Statistic::Exact),
            "the same number in all cells, or from the least to the largest",
        ),
    ];
    let said = kinds.into_iter().filter(|(names, _)| !names.is_empty());
    let said: Vec<String> = said.map(|(names, words)| format!("{names}: {words}")).collect();
    if said.is_empty() { String::new() } else { format!("{}.", said.join("; ")) }
}

/// All cells of a grid with their settings and numbers, those that depend on the clock or the others.
pub fn cells(results: &Results, grid: usize, is_timed: bool) -> Table {
    let experiment = &results.experiment;
    let of = &experiment.grids[grid];
    let settings: Vec<&String> = of.axes.iter().filter(|axis| axis.1.len() > 1).map(|axis| &axis.0).collect();
    let timed: Vec<&str> =
        of.work.measures().iter().filter(|measure| measure.is_timed).map(|measure| measure.name).collect();
    let of_grid: Vec<_> = experiment.cells.iter().filter(|cell| cell.grid == grid).collect();
    let mut names: Vec<&str> = Vec::new();
    for outcome in of_grid.iter().filter_map(|cell| results.outcome(cell.id)) {
        for name in outcome.values.keys().filter(|name| timed.contains(&name.as_str()) == is_timed) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
    }
    names.sort_unstable();
    let mut columns = vec![Column::plain("cell")];
    columns.extend(settings.iter().map(|name| Column::plain(name)));
    columns.extend(["repetition", "seed"].map(Column::plain));
    columns.extend(is_timed.then(|| Column::plain("seconds of the cell")));
    columns.extend(names.iter().map(|name| Column::plain(name)));
    let rows = of_grid.into_iter().map(|cell| {
        let mut row = vec![Entry::Number(cell.id as f64)];
        let value =
            |name: &&String| cell.settings.get(name).map_or(Entry::Nothing, |value| Entry::Text(value.to_string()));
        row.extend(settings.iter().map(value));
        row.push(Entry::Number((cell.repetition + 1) as f64));
        row.push(Entry::Text(cell.seed.to_string()));
        if is_timed {
            row.push(results.done[cell.id].as_ref().map_or(Entry::Nothing, |done| Entry::Number(done.seconds)));
        }
        let number = |name: &&str| {
            let number = results.outcome(cell.id).and_then(|outcome| outcome.values.get(*name));
            number.map_or(Entry::Nothing, |number| Entry::Number(*number))
        };
        row.extend(names.iter().map(number));
        row
    });
    let ending = if is_timed { TIMED } else { "" };
    Table {
        name: format!("cells-{}{ending}", of.name),
        title: format!("All cells of the grid {}", of.name),
        note: String::new(),
        rows: rows.collect(),
        columns,
    }
}
