//! Cells as messages write them, and the piece that covers four of them.

use serde::{Deserialize, Serialize};

use super::shape::Shape;

/// A cell: `x` grows to the right and `y` downwards. In messages it is a list of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "[i8; 2]", into = "[i8; 2]")]
pub struct Cell {
    /// The column. Pieces have 1 to 8; 0 and 9 are the walls.
    pub x: i8,
    /// The row. Pieces have 0 to 29; 30 is the floor.
    pub y: i8,
}

impl From<[i8; 2]> for Cell {
    fn from([x, y]: [i8; 2]) -> Cell {
        Cell { x, y }
    }
}

impl From<Cell> for [i8; 2] {
    fn from(cell: Cell) -> [i8; 2] {
        [cell.x, cell.y]
    }
}

/// The column of the box of a piece that has just been dealt.
const SPAWN_X: i8 = 2;

/// A piece in play: a shape, how it is turned, and where its box is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InPlay {
    /// What it is.
    pub shape: Shape,
    /// The number of its plan.
    pub plan: u8,
    /// The column at the left of its box.
    pub x: i8,
    /// The row at the top of its box.
    pub y: i8,
}

impl InPlay {
    /// As it is dealt, before it has fallen.
    #[inline]
    pub const fn spawn(shape: Shape) -> InPlay {
        InPlay { shape, plan: shape.first_plan(), x: SPAWN_X, y: 0 }
    }

    /// Moved by columns and rows.
    #[inline]
    #[must_use]
    pub const fn moved(self, columns: i8, rows: i8) -> InPlay {
        InPlay { x: self.x + columns, y: self.y + rows, ..self }
    }

    /// Turned to its next plan.
    #[inline]
    #[must_use]
    pub const fn turned(self) -> InPlay {
        InPlay { plan: (self.plan + 1) % self.shape.plans(), ..self }
    }

    /// The cells it covers, in the order in which messages list them.
    #[inline]
    pub fn cells(self) -> [Cell; 4] {
        self.shape.plan(self.plan).cells.map(|cell| Cell { x: cell.x + self.x, y: cell.y + self.y })
    }
}
