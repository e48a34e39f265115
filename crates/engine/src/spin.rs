//! T-Spins: what a T that turned into its place is worth.

use crate::board::Board;
use crate::piece::{Cell, Piece, Placement};

/// What kind of spin a piece locked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(u8)]
pub enum Spin {
    /// No spin.
    #[default]
    None,
    /// A Mini T-Spin.
    Mini,
    /// A T-Spin.
    Full,
}

impl Spin {
    /// All three.
    pub const ALL: [Spin; 3] = [Spin::None, Spin::Mini, Spin::Full];

    /// The word for it in texts.
    pub const fn name(self) -> &'static str {
        ["none", "mini", "full"][self as usize]
    }
}

/// The corners around the centre of a T for each rotation: A and B beside its nose, then C and D behind.
const CORNERS: [[Cell; 4]; 4] = {
    const NW: Cell = Cell::new(-1, 1);
    const NE: Cell = Cell::new(1, 1);
    const SW: Cell = Cell::new(-1, -1);
    const SE: Cell = Cell::new(1, -1);
    [[NW, NE, SW, SE], [NE, SE, NW, SW], [SE, SW, NE, NW], [SW, NW, SE, NE]]
};

impl Board {
    /// The spin of a piece whose last manoeuvre before Lock Down was a turn, by the three-corner rule: at least three of
    /// the four cells diagonal to the centre of a T are filled, walls and floor included. It is a full T-Spin if both
    /// corners beside the nose are among them, or if the turn (or, where the rules say that it sticks, an earlier turn
    /// of the piece) used the fifth rotation point.
    ///
    /// ```
    /// # use tetrolab_engine::{Board, Piece, Placement, Rotation, Spin};
    /// let board: Board = "
    ///     ..XX......
    ///     ..X.......
    ///     XXXX.XXXXX
    /// ".parse()?;
    /// assert_eq!(board.spin(Placement::new(Piece::T, Rotation::South, 4, 1), false), Spin::Full);
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    pub fn spin(&self, placement: Placement, fifth_point: bool) -> Spin {
        if placement.piece != Piece::T {
            return Spin::None;
        }
        let [a, b, c, d] = CORNERS[placement.rotation as usize]
            .map(|corner| self.is_filled(placement.x.wrapping_add(corner.x), placement.y.wrapping_add(corner.y)));
        match (u8::from(a) + u8::from(b), u8::from(c) + u8::from(d)) {
            (front, back) if front + back < 3 => Spin::None,
            (2, _) => Spin::Full,
            _ if fifth_point => Spin::Full,
            _ => Spin::Mini,
        }
    }
}
