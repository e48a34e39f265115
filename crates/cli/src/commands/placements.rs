//! `tetrolab placements`: every place where a piece can come to rest, and the keys that bring it there.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use tetrolab_engine::{KeyPath, Placement, Spin};
use tetrolab_queries::placements::Placements;

pub fn run(question: &Placements, out: &mut impl Write) -> Result<ExitCode> {
    let (board, paths) = question.answer()?;
    if question.json {
        writeln!(out, "{:#}", question.document(&board, &paths))?;
    } else if paths.is_empty() {
        writeln!(out, "no placement: {} does not fit where it is generated", question.piece)?;
    } else {
        writeln!(out, "{:<9} {:>2} {:>3}  spin  presses  steps  keys", "placement", "x", "y")?;
        for KeyPath { keys, placement, spin, presses, steps } in &paths {
            let Placement { piece, rotation, x, y } = *placement;
            let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
            let name = format!("{piece} {}", rotation.name());
            let (spin, keys) = (spin_name(*spin), keys.join(" "));
            writeln!(out, "{name:<9} {x:>2} {y:>3}  {spin:<4}  {presses:>7}  {steps:>5}  {keys}")?;
        }
    }
    Ok(if paths.is_empty() { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// The spin as it is shown: nothing, if there is none.
const fn spin_name(spin: Spin) -> &'static str {
    match spin {
        Spin::None => "",
        spin => spin.name(),
    }
}
