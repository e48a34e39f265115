//! How pieces move: what decides which places they can reach.

use crate::board::{Board, Size};
use crate::lanes::WIDEST;
use crate::piece::{Piece, Placement, Rotation};
use crate::reach::Turning;
use crate::rotation::{HalfTurns, Kicks};
use crate::rules::{Rules, generation_column};

/// How pieces come in, turn and spin: what decides which places can be reached. Moves are left, right, down one row and
/// turns, as many as one likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
    /// Rotation points.
    pub kicks: Kicks,
    /// Turns by 180 degrees.
    pub half_turns: HalfTurns,
    /// Whether a T counts once for each spin it can come to rest with.
    pub spins: bool,
    /// Once a T has used the fifth rotation point, every later turn of it counts as if it had.
    pub sticky_fifth_point: bool,
    /// The row of the centre of a new piece, from the floor.
    pub spawn_row: i8,
    /// Whether a new piece drops one row at once if it can.
    pub generation_drop: bool,
    /// Where a new piece appears if it does not fit into its row; without one it then has no placement.
    pub fall_back_row: Option<i8>,
}

impl Movement {
    /// As in the timed game with these rules.
    pub const fn of(rules: &Rules) -> Movement {
        Movement {
            kicks: rules.kicks,
            half_turns: rules.half_turns,
            spins: rules.spins,
            sticky_fifth_point: rules.sticky_fifth_point,
            spawn_row: (rules.size.height as i8).saturating_add(rules.generation_row),
            generation_drop: rules.generation_drop,
            fall_back_row: None,
        }
    }

    /// Where a piece is generated: in its row or else in the fall-back row, if it fits there, or one row lower if it drops
    /// at once.
    ///
    /// ```
    /// # use tetrolab_engine::{Board, Movement, Piece, Rules};
    /// let generated = Movement::of(&Rules::GUIDELINE).generation(&Board::default(), Piece::T).unwrap();
    /// assert_eq!((generated.x, generated.y), (4, 19));
    /// ```
    pub fn generation(&self, board: &Board, piece: Piece) -> Option<Placement> {
        let column = generation_column(board.size().width, piece);
        [Some(self.spawn_row), self.fall_back_row]
            .into_iter()
            .flatten()
            .map(|row| Placement::new(piece, Rotation::North, column, row))
            .find(|&placement| board.fits(placement))
            .map(|placement| {
                let lower = placement.shifted(0, -1);
                if self.generation_drop && board.fits(lower) { lower } else { placement }
            })
    }

    /// Up to this height of the stack nothing is in the way of a new piece: it can turn where it is generated and move to
    /// any column, so everything that lies open from above can be reached. The board has room for a piece that is kicked
    /// up from the stack, at most four rows above it.
    pub(crate) const fn free_height(&self, rows: u8) -> i32 {
        let row = self.spawn_row as i32 - self.generation_drop as i32;
        if self.spawn_row as i32 + 3 <= rows as i32 { row - 2 } else { -1 }
    }

    /// Whether places are walked one by one, because the flood fill of whole columns does not know these rules. In builds
    /// without optimisation all are: there the flood fill would need more stack than a thread has.
    pub(crate) fn is_walked(&self, width: u8) -> bool {
        cfg!(unoptimised) || width > WIDEST || matches!(self.half_turns, HalfTurns::Quarters)
    }

    /// Whether it may matter for a later turn that an earlier one used the fifth rotation point. The flood fill only
    /// notices that such a turn is possible.
    pub(crate) fn is_sticky(&self, piece: Piece) -> bool {
        self.spins && self.sticky_fifth_point && piece == Piece::T
    }

    /// How many spins are told apart.
    pub(crate) const fn variants(&self, piece: Piece) -> usize {
        if self.spins && matches!(piece, Piece::T) { 3 } else { 1 }
    }

    pub(crate) const fn turning(&self) -> Turning {
        Turning { kicks: self.kicks, half: matches!(self.half_turns, HalfTurns::Tests) }
    }

    /// Whether a window of `rows` rows shows enough of a board whose stack has this height, if all that lies open can be
    /// reached.
    ///
    /// What is above the window is open, so nothing is missed there. But a point of a turn that leads above the window reads as
    /// one that does not fit, and the next would be tried instead; so the centre must stay inside wherever a later point
    /// matters. It does: a turn whose first point is stopped by a wall alone finds room at a point in the same row before
    /// any other. One that is stopped by a Block has a Mino in the stack there, and no later point lies more than two rows
    /// higher than the first. So its lowest Mino is at most two rows above the top row of the stack, and its centre at most
    /// two rows above that (I facing East): four rows above the stack are enough. Where Minos of the piece stick out of the
    /// window at its top, only walls can be in their way, and `fitting` knows those.
    #[inline(always)]
    pub(crate) const fn is_open(&self, height: i32, rows: u32, board: Size) -> bool {
        height <= rows as i32 - 4 && height <= self.free_height(board.rows())
    }

    /// The same, if the place of generation matters.
    ///
    /// Either the whole board and two rows of ceiling are inside. Or neither the top of the window nor that of the board
    /// can matter: by the same argument no Mino rises more than four rows above the stack, and none more than two above
    /// the row of generation; six rows leave room to spare.
    pub(crate) fn is_closed(&self, height: i32, rows: u32, board: Size) -> bool {
        const RISE: i32 = 6;
        let top = height.max(i32::from(self.spawn_row)).max(i32::from(self.fall_back_row.unwrap_or(0)));
        let board = i32::from(board.rows());
        board + 2 <= rows as i32 || top + RISE <= board.min(rows as i32)
    }
}
