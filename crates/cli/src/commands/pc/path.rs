//! `tetrolab pc path`: all ways to clear the board.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use tetrolab_queries::pc::path::{Found, Path};
use tetrolab_queries::pc::percent::percent;
use tetrolab_report::short::counted;
use tetrolab_runs::files;
use tetrolab_solve::perfect_clear::Cover;

use super::drawing;
use crate::commands::interrupt::stop_on_interrupt;
use crate::commands::page::Page;
use crate::commands::progress::{Line, fitting};

pub fn run(path: &Path, out: &mut impl Write) -> Result<ExitCode> {
    let question = path.options.question()?;
    if let Some(file) = &path.out {
        path.options.files().try_for_each(|read| files::ensure_different(&read, file))?;
        files::ensure_writable(file)?;
    }
    let (stop, progress) = (stop_on_interrupt()?, Line::new());
    let found = path.found(&question, &stop, |divisions, found| {
        progress.show(|columns| fitting([format!("{divisions} divisions looked at, {found} solutions")], columns));
    });
    progress.end();
    let found = found?;
    let mut text = Vec::new();
    let page = if path.out.is_some() { Page::plain() } else { Page::standard() };
    if path.options.json {
        writeln!(text, "{:#}", found.document()?)?;
    } else {
        write(&found, &mut text, page)?;
    }
    match &path.out {
        Some(file) => {
            files::write(file, &text)?;
            writeln!(out, "{}", sentence(&found, Page::standard()))?;
            writeln!(out, "{} of them are in {}", found.listed().count(), file.display())?;
        }
        None => out.write_all(&text)?,
    }
    Ok(if found.solutions.is_empty() { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn sentence(found: &Found<'_>, page: Page) -> String {
    let (all, queues) = (found.solutions.len(), found.question.queues.len());
    let many = page.strong(&format!("{all} solution{}", if all == 1 { "" } else { "s" }));
    let share = percent(found.clear, queues);
    let stopped = if found.is_stopped { " (stopped: there may be more)" } else { "" };
    format!("{many}{stopped}, together good for {} of {queues} queues ({share})", found.clear)
}

fn write(found: &Found<'_>, out: &mut impl Write, page: Page) -> Result<()> {
    writeln!(out, "{}", sentence(found, page))?;
    if let Some(Cover { chosen, is_smallest }) = &found.cover {
        let proof = if *is_smallest { "no fewer do" } else { "fewer might do: that was not proved" };
        writeln!(out, "{} of them suffice for all these queues; {proof}", chosen.len())?;
    }
    writeln!(out, "{}", page.quiet(&found.question.summary()))?;
    if let Some(remark) = found.question.remark() {
        writeln!(out, "{}", page.quiet(&remark))?;
    }
    for number in found.listed() {
        let solution = &found.solutions[number];
        let queues = solution.queues.len();
        let share = percent(queues, found.question.queues.len());
        let first = found.question.letters(solution.queues[0] as usize);
        writeln!(out, "\n{}: {} ({share}), such as {first}", number + 1, counted(queues as u64, "queue"))?;
        for row in drawing::rows(page, found.question, &solution.tiles) {
            writeln!(out, "{row}")?;
        }
        writeln!(out, "{}", found.fumen(solution)?)?;
    }
    let all = found.cover.as_ref().map_or(found.solutions.len(), |cover| cover.chosen.len());
    if found.limit < all {
        writeln!(out, "\n{} more are not listed; --limit {all} or --out FILE lists all", all - found.limit)?;
    }
    Ok(())
}
