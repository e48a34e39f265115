//! When a piece on a Surface locks.

use crate::time::Time;

/// The three lock-down modes of the guideline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockDown {
    /// Moves and turns start the timer again, but only a number of them until the piece reaches a new lowest row.
    Extended,
    /// Every actual change starts the timer again.
    Infinite,
    /// Only falling starts the timer again.
    Classic,
}

/// What changed the place of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// A shift or a turn.
    Manoeuvre,
    /// A row down.
    Fall,
}

/// The lock-down state of the piece in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LockState {
    /// The lowest row the piece has reached.
    pub lowest: i8,
    /// It has lain on a Surface since it reached that row.
    pub landed: bool,
    /// Moves and turns that still start the timer again.
    pub moves_left: u8,
    /// What is left on the timer while it stands still.
    pub time_left: Time,
}

impl LockState {
    pub fn new(lowest: i8, delay: Time, moves: u8) -> LockState {
        LockState { lowest, landed: false, moves_left: moves, time_left: delay }
    }

    /// Accounts for a change that has brought the lowest Mino to row `bottom`.
    #[inline]
    pub fn changed(&mut self, mode: LockDown, change: Change, bottom: i8, delay: Time, moves: u8) {
        let lower = bottom < self.lowest;
        if lower {
            self.lowest = bottom;
            self.landed = false;
            self.moves_left = moves;
        }
        let reset = match (mode, change) {
            (LockDown::Infinite, _) => true,
            (LockDown::Classic, change) => change == Change::Fall,
            (LockDown::Extended, _) if lower => true,
            (LockDown::Extended, Change::Fall) => false,
            (LockDown::Extended, Change::Manoeuvre) => {
                let counts = self.landed && self.moves_left > 0;
                self.moves_left -= u8::from(counts);
                counts
            }
        };
        if reset {
            self.time_left = delay;
        }
    }

    /// Whether a piece on a Surface has no time left, however the timer stands.
    #[inline]
    pub fn is_exhausted(&self, mode: LockDown) -> bool {
        mode == LockDown::Extended && self.moves_left == 0
    }
}
