//! `tetrolab pc percent`: how many queues can clear the board.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use tetrolab_solve::perfect_clear::{Outcome, Outcomes, chance};

use super::drawing;
use super::question::{Options, Question, with_moves};
use super::tree::Branch;
use crate::commands::interrupt::stop_on_interrupt;
use crate::commands::options::{MANY, at_most, count};
use crate::commands::page::Page;
use crate::commands::progress::{Line, fitting};

/// Count the queues of a pattern that can clear the board
#[derive(Debug, Args)]
pub struct Percent {
    #[command(flatten)]
    options: Options,
    /// Show the share by the first pieces, so many of them [default: 3]
    #[arg(long, value_name = "PIECES", num_args = 0..=1, default_missing_value = "3", allow_negative_numbers = true)]
    #[arg(value_parser = count::<7>)]
    tree: Option<u64>,
    /// How many of the queues that fail are listed
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    failed: u64,
}

impl Percent {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let question = self.options.question()?;
        let stop = stop_on_interrupt()?;
        let (task, progress) = (question.task(&stop), Line::new());
        let watch = |outcomes: &Outcomes| {
            let known = || format!("{} of {} queues are known", outcomes.known(), outcomes.len());
            progress.show(|columns| fitting([known()], columns));
        };
        let pool = question.pool()?;
        let outcomes = with_moves!(question.drop, |moves| pool.install(|| chance(moves, &task, watch)));
        progress.end();
        let tree = Branch::new(&question, &outcomes, self.tree.unwrap_or(0) as usize);
        let failed: Vec<String> = (0..outcomes.len())
            .filter(|&index| outcomes.get(index) == Outcome::Fails)
            .take(self.failed as usize)
            .map(|index| question.letters(index))
            .collect();
        if self.options.json {
            let mut document = question.document();
            document["clear"] = tree.clear.into();
            document["fail"] = tree.fail.into();
            document["unknown"] = tree.unknown.into();
            document["is_stopped"] = (tree.unknown > 0).into();
            (document["least_percent"], document["most_percent"]) = tree.percents();
            document["failed"] = failed.into();
            if self.tree.is_some() {
                document["tree"] = tree.document();
            }
            writeln!(out, "{document:#}")?;
        } else {
            write(out, &question, &tree, &failed)?;
        }
        Ok(if tree.clear == 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }
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

/// A share, never rounded to all or nothing.
pub fn percent(part: usize, all: usize) -> String {
    if part == all || part == 0 {
        return format!("{} %", if all > 0 && part == all { 100 } else { 0 });
    }
    let percent = 100.0 * part as f64 / all as f64;
    match percent {
        99.99.. => "> 99.99 %".to_string(),
        ..0.01 => "< 0.01 %".to_string(),
        _ => format!("{percent:.2} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn only_all_is_a_hundred() {
        let shares = [(0, 0), (0, 5), (5, 5), (1, 3), (5038, 5040), (4_233_599, 4_233_600), (1, 4_233_600)];
        let texts = ["0 %", "0 %", "100 %", "33.33 %", "99.96 %", "> 99.99 %", "< 0.01 %"];
        assert_eq!(shares.map(|(part, all)| percent(part, all)), texts);
    }
}
