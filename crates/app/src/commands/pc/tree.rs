//! Shares of queues by their first pieces.

use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_solve::perfect_clear::{Outcome, Outcomes};

use super::percent::percent;
use super::question::Question;

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

    /// Whether the queues are told apart by their first pieces.
    pub fn has_branches(&self) -> bool {
        !self.branches.is_empty()
    }

    /// The branches, each a line, deeper ones to the right.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        for branch in &self.branches {
            let (space, begin) = ("  ".repeat(branch.begin.len() - 1), &branch.begin);
            writeln!(out, "{space}{begin:<7} {}", percent(branch.clear, branch.clear + branch.fail))?;
            branch.write(out)?;
        }
        Ok(())
    }

    pub fn document(&self) -> Value {
        let Branch { ref begin, clear, fail, unknown, ref branches } = *self;
        let mut document = json!({ "begin": begin, "clear": clear, "fail": fail, "unknown": unknown });
        if !branches.is_empty() {
            document["branches"] = branches.iter().map(Branch::document).collect();
        }
        document
    }
}
