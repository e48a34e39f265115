//! How many queues can clear the board.

use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::Args;
use serde_json::Value;
use tetrolab_solve::perfect_clear::{Outcome, Outcomes, chance};

use super::question::{Options, Question, with_moves};
use super::tree::Branch;
use tetrolab_inputs::numbers::{MANY, at_most, count};
use tetrolab_report::short as number;

/// What is to be cleared, and what is told of it.
#[derive(Debug, Args)]
pub struct Percent {
    #[command(flatten)]
    /// What is to be cleared.
    pub options: Options,
    /// Show the share by the first pieces, so many of them [default: 3]
    #[arg(long, value_name = "PIECES", num_args = 0..=1, default_missing_value = "3", allow_negative_numbers = true)]
    #[arg(value_parser = count::<7>)]
    tree: Option<u64>,
    /// How many of the queues that fail are listed
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = at_most::<MANY>)]
    failed: u64,
}

/// What was found.
pub struct Found {
    /// How many queues clear the board, by their first pieces.
    pub tree: Branch,
    /// Queues that do not, as many as are listed.
    pub failed: Vec<String>,
}

impl Percent {
    /// What `--json` prints, for at most `most` queues. `watch` is told how many queues are known, and how many there are.
    pub fn document(&self, most: u64, stop: &AtomicBool, watch: impl Fn(usize, usize) + Sync) -> Result<Value> {
        let question = self.options.question_within(most)?;
        Ok(self.written(&question, &self.found(&question, stop, watch)?))
    }

    /// Looks for the outcome of every queue.
    pub fn found(&self, question: &Question, stop: &AtomicBool, watch: impl Fn(usize, usize) + Sync) -> Result<Found> {
        let (task, pool) = (question.task(stop), question.pool()?);
        let tell = |outcomes: &Outcomes| watch(outcomes.known(), outcomes.len());
        let outcomes = with_moves!(question.drop, |moves| pool.install(|| chance(moves, &task, tell)));
        let tree = Branch::new(question, &outcomes, self.tree.unwrap_or(0) as usize);
        let failed: Vec<String> = (0..outcomes.len())
            .filter(|&index| outcomes.get(index) == Outcome::Fails)
            .take(self.failed as usize)
            .map(|index| question.letters(index))
            .collect();
        Ok(Found { tree, failed })
    }

    /// What `--json` prints.
    pub fn written(&self, question: &Question, Found { tree, failed }: &Found) -> Value {
        let mut document = question.document();
        document["clear"] = tree.clear.into();
        document["fail"] = tree.fail.into();
        document["unknown"] = tree.unknown.into();
        document["is_stopped"] = (tree.unknown > 0).into();
        (document["least_percent"], document["most_percent"]) = tree.percents();
        document["failed"] = failed.as_slice().into();
        if self.tree.is_some() {
            document["tree"] = tree.document();
        }
        document
    }
}

/// A share, never rounded to all or nothing.
pub fn percent(part: usize, all: usize) -> String {
    if part == all || part == 0 {
        return format!("{} %", if all > 0 && part == all { 100 } else { 0 });
    }
    number::percent(100.0 * part as f64 / all as f64)
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
