//! `tetrolab experiment report`: what came of a run, as files and in short.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};
use tetrolab_lab::laboratory::Results;
use tetrolab_lab::report::{self, Beside, HTML, MARKDOWN, Verdict};
use tetrolab_report::words::wrap;
use tetrolab_report::{Document, Entry, Table};

use crate::commands::page::Page;
use tetrolab_report::short::{counted, grouped};

#[derive(Debug, Args)]
pub struct Report {
    /// The folder of the run
    folder: PathBuf,
    /// Another run: report what changed from this one to that one
    #[arg(long, value_name = "FOLDER")]
    compare: Option<PathBuf>,
    /// Where the report goes [default: the folder of the run; with --compare, its folder "compared"]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Report {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        let results = Results::read(&self.folder)?;
        let Some(compare) = &self.compare else {
            return report(&results, self.out.as_deref().unwrap_or(&self.folder), self.json, out);
        };
        let document = report::compared(&results, &Results::read(compare)?);
        let target = self.out.clone().unwrap_or_else(|| compare.join("compared"));
        let files = write(&document, &target)?;
        if self.json {
            let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
            let tables: Vec<Value> = document.tables().map(table).collect();
            let version = env!("CARGO_PKG_VERSION");
            let folders = [&self.folder, compare].map(|folder| folder.display().to_string());
            writeln!(out, "{:#}", json!({ "version": version, "folders": folders, "files": files, "tables": tables }))?;
            return Ok(());
        }
        writeln!(out, "{}", target.join(HTML).display())?;
        Ok(())
    }
}

/// At most this many figures that differ from what was published are named in the terminal.
const MOST_NAMED: usize = 8;

/// Writes the report of a run and says what is in it, in short.
pub fn report(results: &Results, target: &Path, json: bool, out: &mut impl Write) -> Result<()> {
    let document = report::of_run(results);
    let files = write(&document, target)?;
    let beside = report::beside(results);
    if json {
        let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        let published: Vec<Value> = beside.iter().map(published).collect();
        let tables: Vec<Value> = document.tables().map(table).collect();
        let document = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "experiment": results.plan.name,
            "scale": results.experiment.scale.name(),
            "seed": results.experiment.seed,
            "cells": results.experiment.cells.len(),
            "done": results.count(),
            "files": files,
            "published": published,
            "findings": report::findings(results),
            "tables": tables,
        });
        writeln!(out, "{document:#}")?;
        return Ok(());
    }
    let page = Page::standard();
    let (done, cells) = (results.count(), results.experiment.cells.len());
    writeln!(out, "{}", page.strong(&results.experiment.title))?;
    writeln!(
        out,
        "{} of {}{}, scale {}, seed {}",
        grouped(done as u64),
        counted(cells as u64, "cell"),
        if results.taken > 0 { format!(" ({} taken over)", grouped(results.taken as u64)) } else { String::new() },
        results.experiment.scale,
        results.experiment.seed
    )?;
    if let Some(words) = report::agreement(results) {
        wrap(&words, page.width).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    if let Some(table) = report::published_table(results) {
        let differing = || table.rows.iter().zip(&beside).filter(|(_, beside)| beside.verdict == Verdict::Differs);
        for (row, beside) in differing().take(MOST_NAMED) {
            let words: Vec<String> = row.iter().take(4).map(Entry::words).collect();
            let line =
                format!("{}, {}: published {}, ours {}; {}", words[0], words[1], words[2], words[3], beside.words());
            wrap(&line, page.width - 2).iter().try_for_each(|line| writeln!(out, "  {line}"))?;
        }
        let more = differing().count().saturating_sub(MOST_NAMED);
        if more > 0 {
            writeln!(out, "  and {more} more, in the report")?;
        }
    }
    for finding in report::findings(results) {
        wrap(&finding, page.width).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    writeln!(out, "{}", target.join(HTML).display())?;
    Ok(())
}

fn write(document: &Document, target: &Path) -> Result<Vec<PathBuf>> {
    report::write(document, target)
        .with_context(|| format!("cannot write the report ({HTML}, {MARKDOWN}, figures and tables)"))
}

fn published(beside: &Beside<'_>) -> Value {
    let Beside { published, summed, verdict, .. } = beside;
    json!({
        "where": published.filter.words(),
        "measure": published.measure,
        "published": published.value,
        "published_interval": published.interval,
        "ours": summed.value,
        "interval": summed.interval,
        "cells": summed.count,
        "agrees": match verdict { Verdict::Agrees => Some(true), Verdict::Differs => Some(false), Verdict::Open | Verdict::OtherMachine => None },
        "source": published.source,
    })
}

/// A table as rows of names and numbers.
fn table(table: &Table) -> Value {
    let rows: Vec<Value> = table
        .rows
        .iter()
        .map(|row| {
            let entries = row.iter().zip(&table.columns).map(|(entry, column)| {
                let value = match entry {
                    Entry::Nothing => Value::Null,
                    Entry::Text(text) => json!(text),
                    Entry::Number(number) | Entry::Chance(number) => json!(number),
                    Entry::Estimate { value, interval } => json!({ "value": value, "interval": interval }),
                };
                (column.head(), value)
            });
            Value::Object(entries.collect())
        })
        .collect();
    json!({ "name": table.name, "title": table.title, "note": table.note, "rows": rows })
}
