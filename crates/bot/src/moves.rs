//! Moves: where a piece locks, and with which spin.

use std::fmt;

use tetrolab_engine::{Piece, Placement, Rotation, Spin};

/// A piece that locks somewhere. Whether Hold was used follows from the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where it locks.
    pub placement: Placement,
    /// The spin it locks with.
    pub spin: Spin,
}

impl Move {
    /// A piece that locks without a spin.
    pub const fn new(placement: Placement) -> Move {
        Move { placement, spin: Spin::None }
    }

    /// The same move under the one name that all rotations share which cover the same cells.
    ///
    /// ```
    /// use tetrolab_bot::Move;
    /// use tetrolab_engine::{Piece, Placement, Rotation};
    ///
    /// let upside_down = Move::new(Placement::new(Piece::S, Rotation::South, 4, 1));
    /// assert_eq!(upside_down.named_once().placement, Placement::new(Piece::S, Rotation::North, 4, 0));
    /// ```
    pub fn named_once(self) -> Move {
        let Move { placement, spin } = self;
        Move { placement: Placement::from_cells(placement.piece, placement.cells()).unwrap_or(placement), spin }
    }

    /// The move as one number.
    #[inline]
    pub(crate) const fn packed(self) -> Packed {
        let Placement { piece, rotation, x, y } = self.placement;
        Packed(
            piece as u32
                | (rotation as u32) << 3
                | (x as u32 & 31) << 5
                | (y as u32 & 63) << 10
                | (self.spin as u32) << 16,
        )
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Placement { piece, rotation, x, y } = self.placement;
        write!(f, "{piece} {} {x} {y}", rotation.name())?;
        if self.spin == Spin::None { Ok(()) } else { write!(f, " {}", self.spin.name()) }
    }
}

/// A move on a board, as one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Packed(u32);

impl Packed {
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// The move it stands for.
    #[inline]
    pub(crate) fn unpacked(self) -> Move {
        let Packed(bits) = self;
        let piece = Piece::ALL[(bits & 7) as usize];
        let rotation = Rotation::ALL[(bits >> 3 & 3) as usize];
        let placement = Placement::new(piece, rotation, (bits >> 5 & 31) as i8, (bits >> 10 & 63) as i8);
        Move { placement, spin: Spin::ALL[(bits >> 16 & 3) as usize] }
    }
}
