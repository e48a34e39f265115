//! A place that is compared with others.

use std::cmp::{Ordering, Reverse};

use tetrolab_engine::{KeyPath, Piece, Placement};

use crate::features::Dropped;

/// What is to be feared of a place; the first is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Danger {
    /// Nothing that is seen.
    None,
    /// Whatever is done with the next piece loses the research game.
    LostNext,
    /// It loses the research game.
    Lost,
    /// It ends the timed game: all of the piece is above the Skyline.
    LockOut,
    /// It is too high for the research game; this is its lowest row.
    TooHigh(i8),
}

/// A place and all that decides about it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub use_hold: bool,
    pub path: KeyPath,
    pub dropped: Option<Dropped>,
    pub danger: Danger,
    pub value: f64,
    /// What an agent that decides at random draws for it.
    pub lot: u32,
    /// The piece after it, if that was looked at.
    pub next: Option<Piece>,
}

impl Candidate {
    /// Which of two is better: `Less` is this one.
    pub fn compare(&self, other: &Candidate) -> Ordering {
        let by_value = other.value.partial_cmp(&self.value).unwrap_or(Ordering::Equal);
        self.danger.cmp(&other.danger).then(by_value).then_with(|| self.rest().cmp(&other.rest()))
    }

    /// What decides between equals.
    fn rest(&self) -> (u32, u32, bool, [(Reverse<i8>, i8); 4]) {
        let presses = self.path.presses + u32::from(self.use_hold);
        (self.lot, presses, self.use_hold, as_read(self.path.placement))
    }
}

/// The cells of a piece in the order in which a picture is read: from the top, each row from the left.
fn as_read(placement: Placement) -> [(Reverse<i8>, i8); 4] {
    let mut cells = placement.cells().map(|cell| (Reverse(cell.y), cell.x));
    cells.sort_unstable();
    cells
}
