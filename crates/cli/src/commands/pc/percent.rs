//! `tetrolab pc percent`: how many queues can clear the board.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use tetrolab_queries::pc::percent::Percent;
use tetrolab_queries::pc::{Branch, Question};

use super::drawing;
use crate::commands::interrupt::stop_on_interrupt;
use crate::commands::page::Page;
use crate::commands::progress::{Line, fitting};

pub fn run(percent: &Percent, out: &mut impl Write) -> Result<ExitCode> {
    let question = percent.options.question()?;
    let (stop, progress) = (stop_on_interrupt()?, Line::new());
    let found = percent.found(&question, &stop, |known, queues| {
        progress.show(|columns| fitting([format!("{known} of {queues} queues are known")], columns));
    });
    progress.end();
    let found = found?;
    if percent.options.json {
        writeln!(out, "{:#}", percent.written(&question, &found))?;
    } else {
        write(out, &question, &found.tree, &found.failed)?;
    }
    Ok(if found.tree.clear == 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn write(out: &mut impl Write, question: &Question, tree: &Branch, failed: &[String]) -> Result<()> {
    let page = Page::standard();
    for row in drawing::rows(page, question, &[]) {
        writeln!(out, "{row}")?;
    }
    let Branch { clear, fail, unknown, .. } = *tree;
    writeln!(out)?;
    if unknown > 0 {
        writeln!(out, "Stopped when {} of {} queues were known.", clear + fail, tree.all())?;
    }
    writeln!(out, "{}: {clear} of {} queues clear the board", page.strong(&tree.share()), tree.all())?;
    writeln!(out, "{}", page.quiet(&question.summary()))?;
    if let Some(remark) = question.remark() {
        writeln!(out, "{}", page.quiet(&remark))?;
    }
    if tree.has_branches() {
        writeln!(out, "\nBy the first pieces:")?;
        tree.write(out)?;
    }
    if !failed.is_empty() {
        let some = if failed.len() < fail { format!("the first {} of {fail}", failed.len()) } else { fail.to_string() };
        writeln!(out, "\nQueues that fail ({some}):")?;
        let in_a_line = (page.width / (question.queues.length() + 1)).max(1);
        for line in failed.chunks(in_a_line) {
            writeln!(out, "{}", line.join(" "))?;
        }
    }
    Ok(())
}
