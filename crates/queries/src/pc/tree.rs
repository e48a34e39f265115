//! Shares of queues by their first pieces.

use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_solve::perfect_clear::{Outcome, Outcomes};

use super::percent::percent;
use super::question::Question;
use tetrolab_report::short as number;

/// The queues that begin alike.
pub struct Branch {
    /// How they begin.
    begin: String,
    pub clear: usize,
    pub fail: usize,
    pub unknown: usize,
    /// By the next piece.
    branches: Vec<Branch>,
}

impl Branch {
    /// All queues, by their first pieces.
    pub fn new(question: &Question, outcomes: &Outcomes, depth: usize) -> Branch {
        let depth = depth.min(question.queues.length());
        Branch::of(question, outcomes, 0..outcomes.len(), 0, depth)
    }

    /// Those of a range, which all begin with the same pieces.
    fn of(
        question: &Question,
        outcomes: &Outcomes,
        range: std::ops::Range<usize>,
        length: usize,
        depth: usize,
    ) -> Branch {
        let count = |wanted: Outcome| range.clone().filter(|&index| outcomes.get(index) == wanted).count();
        let (clear, fail, unknown) = (count(Outcome::Clears), count(Outcome::Fails), count(Outcome::Unknown));
        let mut branches = Vec::new();
        let mut start = range.start;
        while length < depth && start < range.end {
            let piece = question.queues.get(start).nth(length);
            let others = (start..range.end).find(|&index| question.queues.get(index).nth(length) != piece);
            let end = others.unwrap_or(range.end);
            branches.push(Branch::of(question, outcomes, start..end, length + 1, depth));
            start = end;
        }
        let begin = question.letters(range.start).chars().take(length).collect();
        Branch { begin, clear, fail, unknown, branches }
    }

    /// How many queues there are.
    pub const fn all(&self) -> usize {
        self.clear + self.fail + self.unknown
    }

    /// The share that clears the board. What is found early are mostly successes, so queues that are not known yet count as
    /// if they failed, and the share is one of all.
    pub fn share(&self) -> String {
        let least = percent(self.clear, self.all());
        if self.unknown > 0 { format!("at least {least}") } else { least }
    }

    /// The least and the most that the share can be in the end, in percent.
    pub fn percents(&self) -> (Value, Value) {
        let percent = |part: usize| number::json(100.0 * part as f64 / self.all().max(1) as f64);
        (percent(self.clear), percent(self.clear + self.unknown))
    }

    /// Whether the queues are told apart by their first pieces.
    pub fn has_branches(&self) -> bool {
        !self.branches.is_empty()
    }

    /// The branches, each a line, deeper ones to the right.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        for branch in &self.branches {
            let (space, begin) = ("  ".repeat(branch.begin.len() - 1), &branch.begin);
            writeln!(out, "{space}{begin:<7} {}", branch.share())?;
            branch.write(out)?;
        }
        Ok(())
    }

    pub fn document(&self) -> Value {
        let Branch { ref begin, clear, fail, unknown, ref branches } = *self;
        let mut document = json!({ "begin": begin, "clear": clear, "fail": fail, "unknown": unknown });
        (document["least_percent"], document["most_percent"]) = self.percents();
        if !branches.is_empty() {
            document["branches"] = branches.iter().map(Branch::document).collect();
        }
        document
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_yet_is_no_success() {
        let stopped =
            Branch { begin: String::new(), clear: 814_672, fail: 0, unknown: 3_418_928, branches: Vec::new() };
        assert_eq!(stopped.share(), "at least 19.24 %");
        let (least, most) = stopped.percents();
        assert!((least.as_f64().unwrap() - 19.243).abs() < 0.001 && most == 100, "{least} {most}");
        let done = Branch { clear: 3, fail: 1, unknown: 0, ..stopped };
        assert_eq!((done.share(), done.percents()), ("75.00 %".to_string(), (75.into(), 75.into())));
    }
}
