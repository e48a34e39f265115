//! `tetrolab solve --decode`: what the genes of saved records are worth.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};
use tetrolab_engine::Blocks;
use tetrolab_lab::solving::document;
use tetrolab_solve::Fitness;

use super::drawing::Drawing;
use super::terms;
use crate::commands::page::Page;
use tetrolab_lab::solve::record::{self, Played, Record};
use tetrolab_report::short::{self as number, counted};
use tetrolab_runs::files;

/// Reads the records of a file and prints what comes of each.
pub fn run(out: &mut impl Write, file: &Path, fitness: Option<Fitness>, as_json: bool) -> Result<ExitCode> {
    let (name, text) = (files::name(file), files::read_text(file)?);
    let records = record::read(&text, fitness).context(name)?;
    let played = records.iter().filter(|record| record.played.is_some()).count();
    let logged = records.iter().filter_map(agrees).count();
    let agreeing = records.iter().filter_map(agrees).filter(|agrees| *agrees).count();
    if as_json {
        let all = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "rules": "solver",
            "records": records.iter().map(record_document).collect::<Vec<_>>(),
            "with_genes": played,
            "logged": logged,
            "agree": agreeing,
        });
        writeln!(out, "{all:#}")?;
    } else {
        let page = Page::standard();
        for record in records.iter().filter(|record| record.played.is_some()) {
            write_record(out, page, record)?;
            writeln!(out)?;
        }
        let without: Vec<&str> =
            records.iter().filter(|record| record.played.is_none()).map(|record| record.name.as_str()).collect();
        match (&without[..], played) {
            ([], _) => {}
            ([one], _) => writeln!(out, "{one} has no genes")?,
            (_, 0) => writeln!(out, "none of {} records has genes", records.len())?,
            (many, _) => writeln!(out, "{} more records have no genes", many.len())?,
        }
        if logged > 0 {
            writeln!(out, "{agreeing} of {logged} logged fitness values agree")?;
        }
    }
    Ok(if played == 0 || agreeing < logged { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Whether a record has the fitness that it says it has. Logs have seven digits.
fn agrees(record: &Record) -> Option<bool> {
    let (logged, fitness) = (record.logged?, record.played.as_ref()?.solution.fitness());
    Some((fitness - logged).abs() <= 1e-6 * logged.abs().max(1.0))
}

/// What is left, with its colours if they are known.
fn left(played: &Played) -> Blocks {
    let Played { problem, blocks, solution } = played;
    document::left(solution, problem.typed(solution, blocks).ok().as_ref())
}

fn write_record(out: &mut impl Write, page: Page, record: &Record) -> io::Result<()> {
    let Some(played) = &record.played else { return Ok(()) };
    let Played { problem, solution, .. } = played;
    let queue: String = problem.queue().iter().map(|piece| piece.letter()).collect();
    let (pieces, moves) = (counted(problem.pieces() as u64, "piece"), problem.moves().name());
    let paper = if problem.encoding().name() == "paper" { ", as the paper reads genes" } else { "" };
    writeln!(out, "{}: {pieces} of {queue}, {moves}{paper}", page.strong(&record.name))?;
    let agreement = match (record.logged, agrees(record)) {
        (Some(logged), Some(true)) => format!(", as logged ({})", tetrolab_report::short::exact(logged)),
        (Some(logged), _) => format!(", but {} is logged", tetrolab_report::short::exact(logged)),
        (None, _) => String::new(),
    };
    writeln!(
        out,
        "fitness {}{agreement}; {} left\n",
        tetrolab_report::short::exact(solution.fitness()),
        counted(solution.blocks().into(), "Block")
    )?;
    for line in Drawing::of(&left(played)).lines(page, 0) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    terms::write(out, page, problem.fitness(), &solution.terms)
}

fn record_document(record: &Record) -> Value {
    let Some(played) = &record.played else {
        return json!({ "id": record.id, "genes": null, "logged": record.logged.map(number::json) });
    };
    let Played { problem, solution, blocks } = played;
    let typed = problem.typed(solution, blocks).ok();
    let mut document = Map::from_iter([
        ("id".to_string(), json!(record.id)),
        ("logged".to_string(), json!(record.logged.map(number::json))),
        ("agrees".to_string(), json!(agrees(record))),
    ]);
    document.extend(document::solved(problem, blocks, solution, typed.as_ref()));
    Value::Object(document)
}
