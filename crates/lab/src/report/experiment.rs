//! The report of a run: what was asked, what was found, how sure that is, what it cost, and how to repeat it.

use super::{comparisons, draw, published, tables};
use crate::grid::{Experiment, Grid, Scale, Value};
use crate::laboratory::Results;
use tetrolab_report::{Block, Column, Document, Entry, Table, duration};

/// The report of a run.
pub fn document(results: &Results) -> Document {
    let experiment = &results.experiment;
    let mut blocks = vec![Block::Heading("What was asked".to_owned())];
    blocks.extend(paragraphs(&experiment.question));
    blocks.push(Block::Heading("In short".to_owned()));
    blocks.push(Block::List(in_short(results)));
    blocks.extend(paragraphs(&experiment.remark));
    if let Some(table) = published::table(results) {
        blocks.push(Block::Heading("Beside what was published".to_owned()));
        blocks.push(Block::Table(table));
    }
    let tables = tables::asked(results);
    if !tables.is_empty() {
        blocks.push(Block::Heading("Results".to_owned()));
        blocks.extend(tables.into_iter().map(Block::Table));
    }
    if !experiment.figures.is_empty() {
        blocks.push(Block::Heading("Figures".to_owned()));
        blocks.extend(
            experiment.figures.iter().map(|asked| Block::Figure {
                name: asked.name.clone(),
                figure: Box::new(draw::figure(asked, results)),
            }),
        );
    }
    let comparisons = comparisons::asked(results);
    if !comparisons.is_empty() {
        blocks.push(Block::Heading("Comparisons".to_owned()));
        blocks.extend(comparisons.into_iter().map(Block::Table));
    }
    blocks.push(Block::Heading("Settings".to_owned()));
    blocks.extend(experiment.grids.iter().map(|grid| Block::Table(settings(results, grid))));
    blocks.push(Block::Heading("What it cost".to_owned()));
    blocks.push(Block::Facts(cost(results)));
    blocks.push(Block::Table(cost_by_grid(results)));
    blocks.push(Block::Heading("How to repeat it".to_owned()));
    blocks.extend(repeat(results));
    blocks.push(Block::Heading("All cells".to_owned()));
    for grid in 0..experiment.grids.len() {
        blocks.extend([false, true].map(|is_timed| Block::File(tables::cells(results, grid, is_timed))));
    }
    Document { title: experiment.title.clone(), subtitle: subtitle(results), blocks }
}

fn subtitle(results: &Results) -> String {
    let Results { plan, experiment, version, .. } = results;
    let source = if experiment.source.is_empty() { String::new() } else { format!(" After {}.", experiment.source) };
    let scale = match experiment.scale {
        Scale::Smoke => "smoke: only to see that everything works",
        Scale::Hour => "hour: what two processors do in about an hour",
        Scale::Paper => "paper: as published, or more",
    };
    format!("Experiment {}. Scale {scale}. Seed {}. tetrolab {version}.{source}", plan.name, experiment.seed)
}

/// Text with empty lines between its paragraphs.
fn paragraphs(text: &str) -> impl Iterator<Item = Block> {
    text.split("\n\n").map(str::trim).filter(|text| !text.is_empty()).map(|text| Block::Text(text.to_owned()))
}

/// How many cells are done, and how many published figures agree.
fn in_short(results: &Results) -> Vec<String> {
    let (cells, done) = (results.experiment.cells.len(), results.count());
    let mut short = vec![if done == cells {
        format!("All {cells} cells are done.")
    } else {
        format!("{done} of {cells} cells are done: everything below is about these, and will change.")
    }];
    if !results.failed.is_empty() {
        let (cell, reason) = &results.failed[0];
        short.push(format!("{} cells failed, the first of them cell {cell}: {reason}", results.failed.len()));
    }
    short.extend(published::agreement(results).map(|words| format!("{}.", capitalised(&words))));
    short.extend(comparisons::findings(results));
    if results.experiment.scale == Scale::Smoke {
        short.push("At this scale nothing is sure: run it with --scale hour or --scale paper.".to_owned());
    }
    short
}

/// The same with a capital letter.
fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// All settings of a grid.
fn settings(results: &Results, grid: &Grid) -> Table {
    let cells: Vec<_> =
        results.experiment.cells.iter().filter(|cell| results.experiment.grid_of(cell).name == grid.name).collect();
    let words = |values: &[Value]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let is_said = |values: &[Value]| values.iter().any(|value| !value.to_string().is_empty());
    let mut rows: Vec<Vec<Entry>> = grid
        .axes
        .iter()
        .filter(|axis| is_said(&axis.1))
        .map(|(name, values)| {
            let meaning = grid.work.keys().iter().find(|key| key.name == name).map_or("", |key| key.meaning);
            [name.clone(), words(values), meaning.to_owned()].map(Entry::Text).to_vec()
        })
        .collect();
    let mut rules: Vec<String> = Vec::new();
    for cell in &cells {
        let said = grid.work.rules(&cell.settings);
        if !said.is_empty() && !rules.contains(&said) {
            rules.push(said);
        }
    }
    if !rules.is_empty() {
        let meaning = "by which rules and with which randomizer".to_owned();
        rows.push(["rules".to_owned(), rules.join("; "), meaning].map(Entry::Text).to_vec());
    }
    let meaning = "how often each combination is done".to_owned();
    rows.push(["repetitions".to_owned(), grid.repetitions.to_string(), meaning].map(Entry::Text).to_vec());
    Table {
        name: format!("settings-{}", grid.name),
        title: format!("Grid {}: {}", grid.name, grid.work.meaning()),
        note: format!("Work {}, {} cells.", grid.work.name(), cells.len()),
        columns: ["setting", "values", "meaning"].map(Column::plain).to_vec(),
        rows,
    }
}

fn cost(results: &Results) -> Vec<(String, String)> {
    let mut facts = vec![("time of all cells, added up".to_owned(), duration(results.work_seconds()))];
    // A run that has only taken over what others did took no time to speak of.
    if results.taken < results.done.iter().flatten().count() {
        let recording = if results.seconds > 0.0 { 100.0 * results.recording_seconds / results.seconds } else { 0.0 };
        let whole = format!("{} (parts that were killed not counted)", duration(results.seconds));
        let written = format!("{} ({recording:.2} %)", duration(results.recording_seconds));
        facts.extend([("time it went on".to_owned(), whole), ("of that writing down".to_owned(), written)]);
    }
    if results.taken > 0 {
        let (taken, all) = (results.taken, results.experiment.cells.len());
        facts.push(("taken over from other runs".to_owned(), format!("{taken} of {all} cells")));
    }
    facts.extend(results.hosts.iter().map(|host| ("machine".to_owned(), host.words())));
    facts
}

fn cost_by_grid(results: &Results) -> Table {
    let Experiment { grids, cells, .. } = &results.experiment;
    let row = |(number, grid): (usize, &Grid)| {
        let seconds: Vec<f64> = cells
            .iter()
            .filter(|cell| cell.grid == number)
            .filter_map(|cell| results.done[cell.id].as_ref().map(|done| done.seconds))
            .collect();
        let longest = seconds.iter().copied().fold(0.0, f64::max);
        let total: f64 = seconds.iter().sum();
        vec![
            Entry::Text(grid.name.clone()),
            Entry::Number(seconds.len() as f64),
            Entry::Number(total),
            if seconds.is_empty() { Entry::Nothing } else { Entry::Number(total / seconds.len() as f64) },
            Entry::Number(longest),
        ]
    };
    let timed = |name: &str| Column { name: name.to_owned(), unit: "s".to_owned(), has_interval: false };
    Table {
        name: format!("cost{}", tables::TIMED),
        title: "Time of cells".to_owned(),
        note: String::new(),
        columns: vec![
            Column::plain("grid"),
            Column::plain("cells done"),
            timed("all"),
            timed("mean"),
            timed("longest"),
        ],
        rows: grids.iter().enumerate().map(row).collect(),
    }
}

fn repeat(results: &Results) -> Vec<Block> {
    let Results { plan, command, version, .. } = results;
    let run = results.repeated();
    let mut blocks = vec![
        Block::Text(format!(
            "With tetrolab {version} this makes the same tables, but for those whose names end with {}, letter by letter, on any number of threads:",
            tables::TIMED
        )),
        Block::Code {
            title: String::new(),
            text: format!("{run}\ntetrolab experiment report FOLDER --out THIS_FOLDER"),
        },
    ];
    if *command != run {
        blocks.push(Block::Text(format!("This run was begun by: {command}")));
    }
    blocks.push(Block::Code { title: format!("The file {}.toml", plan.name), text: plan.text.clone() });
    blocks
}
