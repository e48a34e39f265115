//! `tetrolab place`: the drops of a piece in the research game from the best to the worst, and why.

mod bars;
mod drawing;
mod reasons;
mod text;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use tetrolab_queries::place::{Answer, Place};

use super::page::Page;

/// How many drops are listed as text.
const LISTED: usize = 5;

pub fn run(place: &Place, out: &mut impl Write) -> Result<ExitCode> {
    let answer = place.answer()?;
    if place.json {
        writeln!(out, "{:#}", place.document(&answer))?;
    } else {
        text::write(out, Page::standard(), &answer, place.top.unwrap_or(LISTED))?;
    }
    Ok(if answer.surviving() == 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}
