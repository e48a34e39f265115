//! `tetrolab solve --decode`: what the genes of saved records are worth.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tetrolab_engine::Blocks;
use tetrolab_solve::Fitness;

use super::drawing::Drawing;
use super::record::{self, Played, Record};
use super::{steps, terms};
use crate::commands::number::{self, counted};
use crate::commands::page::Page;
use crate::files;

/// Reads the records of a file and prints what comes of each.
pub fn run(out: &mut impl Write, file: &Path, fitness: Option<Fitness>, as_json: bool) -> Result<ExitCode> {
    let (name, text) = files::read_text_or_input(file)?;
    let records = record::read(&text, fitness).context(name)?;
    let played = records.iter().filter(|record| record.played.is_some()).count();
    let logged = records.iter().filter_map(agrees).count();
    let agreeing = records.iter().filter_map(agrees).filter(|agrees| *agrees).count();
    if as_json {
        let document = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "rules": "solver",
            "records": records.iter().map(document).collect::<Vec<_>>(),
            "with_genes": played,
            "logged": logged,
            "agree": agreeing,
        });
        writeln!(out, "{document:#}")?;
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
    problem.typed(solution, blocks).map_or_else(|_| Blocks::from(solution.state.board()), |typed| typed.blocks)
}

fn write_record(out: &mut impl Write, page: Page, record: &Record) -> io::Result<()> {
    let Some(played) = &record.played else { return Ok(()) };
    let Played { problem, solution, .. } = played;
    let queue: String = problem.queue().iter().map(|piece| piece.letter()).collect();
    let (pieces, moves) = (counted(problem.pieces() as u64, "piece"), problem.moves().name());
    let paper = if problem.encoding().name() == "paper" { ", as the paper reads genes" } else { "" };
    writeln!(out, "{}: {pieces} of {queue}, {moves}{paper}", page.strong(&record.name))?;
    let agreement = match (record.logged, agrees(record)) {
        (Some(logged), Some(true)) => format!(", as logged ({})", terms::exact(logged)),
        (Some(logged), _) => format!(", but {} is logged", terms::exact(logged)),
        (None, _) => String::new(),
    };
    writeln!(
        out,
        "fitness {}{agreement}; {} left\n",
        terms::exact(solution.fitness()),
        counted(solution.blocks().into(), "Block")
    )?;
    for line in Drawing::of(&left(played)).lines(page, 0) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    terms::write(out, page, problem.fitness(), &solution.terms)
}

fn document(record: &Record) -> Value {
    let Some(played) = &record.played else {
        return json!({ "id": record.id, "genes": null, "logged": record.logged.map(number::json) });
    };
    let Played { problem, solution, blocks } = played;
    let typed = problem.typed(solution, blocks).ok();
    json!({
        "id": record.id,
        "queue": problem.queue().iter().map(|piece| piece.letter()).collect::<String>(),
        "n": problem.pieces(),
        "genotype": problem.moves().name(),
        "encoding": problem.encoding().name(),
        "board": (!problem.start().is_empty()).then(|| Drawing::of(blocks).letters()),
        "weights": terms::weights(problem.fitness()),
        "genes": steps::genes(solution),
        "any_turns": problem.check(&solution.genes).is_err(),
        "fitness": number::json(solution.fitness()),
        "logged": record.logged.map(number::json),
        "agrees": agrees(record),
        "terms": terms::document(problem.fitness(), &solution.terms),
        "blocks": solution.blocks(),
        "lines": solution.state.lines(),
        "points": solution.state.points(),
        "in_vain": solution.state.misses(),
        "steps": steps::document(solution, typed.as_ref()),
        "final_board": Drawing::of(&left(played)).letters(),
    })
}
