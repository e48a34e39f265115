//! What is asked, and what is answered.

use std::sync::atomic::{AtomicBool, Ordering};

use tetrolab_engine::{Piece, Placement};

use super::field::Field;

/// What is to be cleared, and with which pieces.
#[derive(Clone, Copy, Debug)]
pub struct Puzzle<'a> {
    /// The filled cells.
    pub field: Field,
    /// How many lines are to be cleared, 1 to 6.
    pub lines: u8,
    /// The pieces as they come. There may be more than are needed.
    pub queue: &'a [Piece],
    /// The piece that is held at the beginning; it counts only if Hold may be used.
    pub hold: Option<Piece>,
    /// Whether Hold may be used, at most once for each piece. The last piece may come out of Hold when the queue is at its end.
    pub use_hold: bool,
}

impl Puzzle<'_> {
    /// How many pieces clear the lines; none if the empty cells are not a multiple of four or a filled one is above them.
    pub const fn pieces(&self) -> Option<usize> {
        let empty = self.field.empty_cells(self.lines);
        if empty.is_multiple_of(4) && self.field.height() <= self.lines { Some(empty as usize / 4) } else { None }
    }

    /// The held piece, the pieces that can come into play and the number of the first of them; `None` if fewer than `pieces`.
    ///
    /// A piece that is not held yet might as well be: the piece after it is then the current one.
    pub(crate) fn hand(&self, pieces: usize) -> Option<(Option<Piece>, &[Piece], usize)> {
        let (held, first) = match (self.use_hold, self.hold) {
            (false, _) => (None, 0),
            (true, Some(held)) => (Some(held), 0),
            (true, None) => (self.queue.first().copied(), usize::from(!self.queue.is_empty())),
        };
        // No later piece can come into play.
        let queue = &self.queue[..self.queue.len().min(first + pieces)];
        (queue.len() - first + usize::from(held.is_some()) >= pieces).then_some((held, queue, first))
    }
}

/// One piece of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Whether Hold was used before it came into play.
    pub hold: bool,
    /// The piece and where it comes to rest, when full rows of earlier steps are removed.
    pub placement: Placement,
}

/// What came out of a search for one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// These steps clear all lines.
    Found(Vec<Step>),
    /// Nothing does.
    Impossible,
    /// The search was stopped before it was known.
    Stopped,
}

/// How a search for many solutions ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All were seen, or as many as were wanted.
    Complete,
    /// The budget was used up.
    Stopped,
}

/// How long a search may last.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// How many fields may be looked at, those with tiles included: some thirty million a second.
    pub nodes: u64,
    /// Ends the search when it becomes true.
    pub stop: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// As long as it takes.
    pub const UNLIMITED: Budget<'static> = Budget { nodes: u64::MAX, stop: None };

    /// Whether the search is to end.
    pub(crate) fn is_used_up(&self, nodes: u64) -> bool {
        nodes >= self.nodes || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}
