//! What is wrong with a question about perfect clears.

use std::error::Error;
use std::fmt;

use tetrolab_solve::perfect_clear::{MOST_LINES, WIDTH};

use tetrolab_report::short::counted;

/// Why the board cannot be cleared by whole pieces, whatever they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldProblem {
    /// It has this many columns.
    Width(u8),
    /// The stack is higher than can be cleared.
    Stack(u8),
    /// The stack is higher than what is to be cleared.
    Lines { height: u8, lines: u8 },
    /// The empty cells cannot be filled by pieces of four; with other lines they could, if there are any.
    Cells { lines: u8, empty: u32, other: Option<u8> },
    /// The queues are too short.
    Pieces { lines: u8, pieces: usize, given: usize },
}

impl fmt::Display for FieldProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cleared = |lines: u8| counted(lines.into(), "line");
        match *self {
            FieldProblem::Width(width) => {
                write!(f, "the board has {width} columns; perfect clears are found on {WIDTH}")
            }
            FieldProblem::Stack(height) => {
                write!(f, "the stack is {height} rows high; at most {MOST_LINES} lines can be cleared")
            }
            FieldProblem::Lines { height, lines } => write!(
                f,
                "the stack is {height} rows high, but only {lines} are to be cleared; --lines {height} has room"
            ),
            FieldProblem::Cells { lines, empty, other } => {
                let have = if lines == 1 { "has" } else { "have" };
                write!(
                    f,
                    "{} {have} {empty} empty cells, but pieces of four cells fill a multiple of four; ",
                    cleared(lines)
                )?;
                match other {
                    Some(other) => write!(f, "--lines {other} would do"),
                    None => write!(f, "another number of lines does not help"),
                }
            }
            FieldProblem::Pieces { lines, pieces, given } => {
                let need = if lines == 1 { "needs" } else { "need" };
                let needed = counted(pieces as u64, "piece");
                write!(f, "{} {need} {needed}, but the queues have {given}", cleared(lines))
            }
        }
    }
}

impl Error for FieldProblem {}
