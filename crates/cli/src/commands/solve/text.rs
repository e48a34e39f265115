//! The answer as text.

use std::io::{self, Write};
use std::path::Path;

use tetrolab_lab::solving::{PROGRESS, RESULT, Stopped, document};
use tetrolab_report::words::wrap;
use tetrolab_solve::Ended;

use super::drawing::Drawing;
use super::{steps, terms};
use crate::commands::again;
use crate::commands::page::Page;
use tetrolab_inputs::numbers::typed_time;
use tetrolab_lab::solve::{Algorithm, Answer};
use tetrolab_report::short::{counted, figure, rate};

/// Higher pictures are left out.
const HIGHEST: usize = 24;

/// Writes all of it.
pub fn write(out: &mut impl Write, page: Page, answer: &Answer<'_>) -> io::Result<()> {
    for line in wrap(&answer.question.title(), page.width) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    for (name, text) in [
        ("queue", answer.question.pieces()),
        ("blocks left", answer.blocks_sentence()),
        ("fitness", answer.fitness_sentence()),
        ("found by", method(answer)),
    ] {
        const INDENT: usize = 13;
        for (index, line) in wrap(&text, page.width - INDENT).iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            writeln!(out, "{}{line}", page.strong(&format!("{name:<INDENT$}")))?;
        }
    }
    writeln!(out)?;
    steps::write(out, page, answer.solution, answer.typed.as_ref().ok())?;
    if let Err(error) = &answer.typed {
        writeln!(out, "{}", page.quiet(&format!("no keys: {error}")))?;
    }
    writeln!(out)?;
    boards(out, page, answer)?;
    writeln!(out)?;
    terms::write(out, page, answer.question.problem.fitness(), &answer.solution.terms)?;
    if let Some(genes) = document::genes(answer.solution) {
        writeln!(out)?;
        // Rows are kept whole.
        let genes = genes.to_string().replace("],[", "], [");
        for line in wrap(&format!("genes {genes}"), page.width) {
            writeln!(out, "{line}")?;
        }
    }
    writeln!(out)?;
    again::write(out, page, &answer.command())?;
    answer.folder.map_or(Ok(()), |folder| kept(out, answer, folder))
}

/// Where the run is kept, and how to go on with it.
fn kept(out: &mut impl Write, answer: &Answer<'_>, folder: &Path) -> io::Result<()> {
    if answer.found.stopped == Some(Stopped::Interrupt) {
        writeln!(out, "\nStopped. Nothing is lost; go on with")?;
        return writeln!(
            out,
            "tetrolab solve --resume {}",
            tetrolab_inputs::numbers::quoted(&folder.to_string_lossy())
        );
    }
    writeln!(out, "\n{}, {PROGRESS}: everything", folder.join(RESULT).display())
}

/// How it was found, how long that took and why it ended.
fn method(answer: &Answer<'_>) -> String {
    let (found, outcome) = (answer.found, answer.outcome());
    let (name, count) = (answer.algorithm.name(), outcome.count);
    let by = if outcome.method == name { name.to_string() } else { format!("{name} ({})", outcome.method) };
    let (rounds, looked) = match answer.algorithm {
        Algorithm::Ga | Algorithm::Hybrid => (format!(", {}", counted(count, "generation")), "solutions valued"),
        Algorithm::Sa => (format!(", {}", counted(count, "iteration")), "solutions valued"),
        Algorithm::Beam => (String::new(), "placements valued"),
        Algorithm::Exact | Algorithm::Auto => (String::new(), "placements and fields looked at"),
    };
    let (evaluations, seconds) = (outcome.evaluations as f64, found.seconds);
    let speed = rate(evaluations / seconds.max(1e-9));
    let ended = match (outcome.ended, found.stopped) {
        (Ended::Complete, _) => String::new(),
        (Ended::Unproven, _) => "; a proof is out of reach".to_string(),
        (Ended::Limit, _) => "; no more were allowed".to_string(),
        (Ended::Patience, _) => "; nothing better came for too long".to_string(),
        (Ended::Stuck, _) => "; all neighbours were tabu".to_string(),
        (Ended::Stopped, Some(Stopped::Empty)) => "; the board is empty".to_string(),
        (Ended::Stopped, Some(Stopped::NeverEmpty)) => "; the board cannot be emptied".to_string(),
        (Ended::Stopped, Some(Stopped::Interrupt)) => "; stopped by Ctrl-C".to_string(),
        (Ended::Stopped, _) => match answer.limit {
            Some(limit) => format!("; the time of {} was up", typed_time(limit)),
            None => "; stopped".to_string(),
        },
    };
    format!("{by}{rounds}, {} {looked} in {seconds:.2} s ({speed}/s){ended}", figure(evaluations))
}

/// How the pieces lie, and what is left beside it.
fn boards(out: &mut impl Write, page: Page, answer: &Answer<'_>) -> io::Result<()> {
    let left = Drawing::of(&answer.blocks());
    let mut drawings = vec![("what is left", left)];
    let lying = Drawing::lying(&answer.question.blocks, &answer.solution.steps);
    let went = answer.solution.state.lines() > 0;
    if answer.typed.is_ok() && went && lying.height() <= HIGHEST {
        drawings.insert(0, ("how they lie", lying));
    }
    let height = drawings.iter().map(|(_, drawing)| drawing.height()).max().unwrap_or(0);
    let width = Drawing::width(page) + 6;
    let titles: String = drawings.iter().map(|(title, _)| format!("{title:<width$}")).collect();
    writeln!(out, "{}", page.strong(titles.trim_end()))?;
    let columns: Vec<Vec<String>> = drawings.iter().map(|(_, drawing)| drawing.lines(page, height)).collect();
    for line in 0..columns[0].len() {
        let line: Vec<&str> = columns.iter().map(|lines| lines[line].as_str()).collect();
        writeln!(out, "{}", line.join("      "))?;
    }
    if drawings.len() > 1 {
        writeln!(out, "{}", page.quiet("how they lie: rows that went are left in"))?;
    }
    Ok(())
}
