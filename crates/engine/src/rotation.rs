//! Turning a piece: the Super Rotation System's rotation points, its variant SRS+, and half turns.

use crate::board::Board;
use crate::piece::{Piece, Placement, Rotation, Turn};

/// Which rotation points are tried when a piece turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kicks {
    /// The guideline's Super Rotation System: five points, the first that fits is taken.
    Srs,
    /// As [`Kicks::Srs`], with other tests for I and six tests for half turns.
    SrsPlus,
    /// Only the turn itself, without a kick.
    None,
}

/// What a half turn does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HalfTurns {
    /// There are none.
    Off,
    /// Its own tests: the first two with [`Kicks::Srs`], all six with [`Kicks::SrsPlus`], one with [`Kicks::None`].
    Tests,
    /// As the Tetris Solver turns: twice left; if the second turn fails, back to the right; then the same with twice
    /// right. The way back is itself a turn and may end elsewhere than it began.
    Quarters,
}

/// A turn that succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turned {
    /// Where the piece is now.
    pub placement: Placement,
    /// The rotation point that was used, from 1.
    pub point: u8,
}

impl Turned {
    /// Whether the turn used the fifth rotation point, which makes a T-Spin a full one. The sixth of a half turn counts
    /// as well.
    #[inline]
    pub const fn is_fifth_point(self) -> bool {
        self.point >= 5
    }
}

type Offset = (i8, i8);

/// The offsets of JLSTZ by rotation; point `i` of a turn is `offset[from][i] - offset[to][i]`.
const JLSTZ: [[Offset; 5]; 4] =
    [[(0, 0); 5], [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)], [(0, 0); 5], [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)]];

/// The offsets of I by rotation.
const I: [[Offset; 5]; 4] = [
    [(0, 0), (-1, 0), (2, 0), (-1, 0), (2, 0)],
    [(-1, 0), (0, 0), (0, 0), (0, 1), (0, -2)],
    [(-1, 1), (1, 1), (-2, 1), (1, 0), (-2, 0)],
    [(0, 1), (0, 1), (0, 1), (0, -1), (0, 2)],
];

/// SRS+: the points of I, to the right and to the left, by the rotation it starts from.
const I_PLUS: [[[Offset; 5]; 4]; 2] = [
    [
        [(1, 0), (2, 0), (-1, 0), (-1, -1), (2, 2)],
        [(0, -1), (-1, -1), (2, -1), (-1, 1), (2, -2)],
        [(-1, 0), (1, 0), (-2, 0), (1, 1), (-2, -2)],
        [(0, 1), (1, 1), (-2, 1), (1, -1), (-2, 2)],
    ],
    [
        [(0, -1), (-1, -1), (2, -1), (2, -2), (-1, 1)],
        [(-1, 0), (-2, 0), (1, 0), (-2, -2), (1, 1)],
        [(0, 1), (-2, 1), (1, 1), (-2, 2), (1, -1)],
        [(1, 0), (2, 0), (-1, 0), (2, 2), (-1, -1)],
    ],
];

/// Half turns of JLSTZ and of I, by the rotation they start from.
const HALF: [[[Offset; 6]; 4]; 2] = [
    [
        [(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)],
        [(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)],
        [(0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)],
        [(0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)],
    ],
    [
        [(1, -1), (1, 0), (2, 0), (0, 0), (2, -1), (0, -1)],
        [(-1, -1), (0, -1), (0, 1), (0, 0), (-1, 1), (-1, 0)],
        [(-1, 1), (-1, 0), (-2, 0), (0, 0), (-2, 1), (0, 1)],
        [(1, 1), (0, 1), (0, 3), (0, 2), (1, 3), (1, 2)],
    ],
];

/// Quarter turns under SRS, worked out from the offsets: `[JLSTZ or I][right or left][from]`.
static SRS: [[[[Offset; 5]; 4]; 2]; 2] = [[points(&JLSTZ, 1), points(&JLSTZ, 3)], [points(&I, 1), points(&I, 3)]];

const fn points(offsets: &[[Offset; 5]; 4], turn: usize) -> [[Offset; 5]; 4] {
    let mut points = [[(0, 0); 5]; 4];
    let mut from = 0;
    while from < 4 {
        let to = (from + turn) % 4;
        let mut i = 0;
        while i < 5 {
            points[from][i] = (offsets[from][i].0 - offsets[to][i].0, offsets[from][i].1 - offsets[to][i].1);
            i += 1;
        }
        from += 1;
    }
    points
}

/// The points of a quarter turn, `left` or right, as a constant.
pub(crate) const fn quarter_points(is_i: bool, plus: bool, left: bool, from: usize) -> [Offset; 5] {
    if is_i && plus { I_PLUS[left as usize][from] } else { SRS[is_i as usize][left as usize][from] }
}

/// The points of a half turn as a constant; [`Kicks::Srs`] tries the first two.
pub(crate) const fn half_points(is_i: bool, from: usize) -> [Offset; 6] {
    HALF[is_i as usize][from]
}

impl Kicks {
    /// The rotation points that are tried, in order, as steps of the centre. O never turns and has none; half turns
    /// are those of [`HalfTurns::Tests`].
    ///
    /// ```
    /// # use tetrolab_engine::{Kicks, Piece, Rotation, Turn};
    /// let points = Kicks::Srs.points(Piece::T, Rotation::North, Turn::Right);
    /// assert_eq!(points, [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)]);
    /// ```
    #[inline]
    pub const fn points(self, piece: Piece, from: Rotation, turn: Turn) -> &'static [(i8, i8)] {
        if matches!(piece, Piece::O) {
            return &[];
        }
        let (is_i, is_left, from) =
            (matches!(piece, Piece::I) as usize, matches!(turn, Turn::Left) as usize, from as usize);
        let (points, count): (&[Offset], _) = match (turn, self) {
            (Turn::Half, Kicks::Srs) => (&HALF[is_i][from], 2),
            (Turn::Half, Kicks::SrsPlus) => (&HALF[is_i][from], 6),
            (Turn::Half, Kicks::None) => (&HALF[is_i][from], 1),
            (_, Kicks::SrsPlus) if is_i == 1 => (&I_PLUS[is_left][from], 5),
            (_, Kicks::None) => (&SRS[is_i][is_left][from], 1),
            (_, _) => (&SRS[is_i][is_left][from], 5),
        };
        points.split_at(count).0
    }
}

impl Board {
    /// Turns a piece: the first rotation point that fits, or nothing.
    ///
    /// ```
    /// # use tetrolab_engine::{Board, HalfTurns, Kicks, Piece, Placement, Rotation, Turn};
    /// let board: Board = "
    ///     ..........
    ///     ..XX......
    ///     .XX.......
    ///     .XX.XX....
    ///     .X...XX...
    ///     .XX.XXXX..
    /// ".parse()?;
    /// let above = Placement::new(Piece::T, Rotation::North, 4, 3);
    /// let turned = board.turned(above, Turn::Right, Kicks::Srs, HalfTurns::Off).unwrap();
    /// assert_eq!((turned.placement.x, turned.placement.y, turned.point), (3, 1, 5));
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    #[inline]
    pub fn turned(&self, placement: Placement, turn: Turn, kicks: Kicks, half_turns: HalfTurns) -> Option<Turned> {
        match (turn, half_turns) {
            (Turn::Half, HalfTurns::Off) => None,
            (Turn::Half, HalfTurns::Quarters) => self.turned_by_quarters(placement, kicks),
            _ => self.first_that_fits(placement, turn, kicks),
        }
    }

    #[inline]
    fn first_that_fits(&self, placement: Placement, turn: Turn, kicks: Kicks) -> Option<Turned> {
        let facing = Placement { rotation: placement.rotation.turned(turn), ..placement };
        kicks.points(placement.piece, placement.rotation, turn).iter().enumerate().find_map(|(index, &(x, y))| {
            let placement = facing.shifted(x, y);
            self.fits(placement).then_some(Turned { placement, point: index as u8 + 1 })
        })
    }

    fn turned_by_quarters(&self, placement: Placement, kicks: Kicks) -> Option<Turned> {
        let start = placement;
        let mut placement = placement;
        let mut point = None;
        for (there, back) in [(Turn::Left, Turn::Right), (Turn::Right, Turn::Left)] {
            let Some(first) = self.first_that_fits(placement, there, kicks) else { continue };
            if let Some(second) = self.first_that_fits(first.placement, there, kicks) {
                return Some(second);
            }
            // Back the way it came; where even that is blocked the piece stays turned.
            let undone = self.first_that_fits(first.placement, back, kicks).unwrap_or(first);
            if undone.placement != placement {
                point = Some(undone.point);
            }
            placement = undone.placement;
        }
        point.filter(|_| placement != start).map(|point| Turned { placement, point })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_and_its_reverse_use_opposite_points() {
        for piece in Piece::ALL {
            for from in Rotation::ALL {
                let there = Kicks::Srs.points(piece, from, Turn::Right);
                let back = Kicks::Srs.points(piece, from.turned(Turn::Right), Turn::Left);
                assert_eq!(there.len(), back.len());
                for (&(x, y), &(back_x, back_y)) in there.iter().zip(back) {
                    assert_eq!((x, y), (-back_x, -back_y), "{piece} from {from:?}");
                }
            }
        }
    }

    #[test]
    fn srs_plus_differs_from_srs_only_for_i() {
        for piece in Piece::ALL {
            for from in Rotation::ALL {
                for turn in [Turn::Right, Turn::Left] {
                    let (srs, plus) = (Kicks::Srs.points(piece, from, turn), Kicks::SrsPlus.points(piece, from, turn));
                    if piece != Piece::I {
                        assert_eq!(srs, plus);
                    } else {
                        // The same five places, in another order for some turns; the first is the turn itself.
                        assert_eq!(srs[0], plus[0], "{from:?} {turn:?}");
                        if turn == Turn::Right && from != Rotation::North {
                            assert_eq!(srs, plus, "{from:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn half_turns_are_off_unless_asked_for() {
        let board = Board::default();
        let placement = Placement::new(Piece::T, Rotation::North, 4, 10);
        assert_eq!(board.turned(placement, Turn::Half, Kicks::Srs, HalfTurns::Off), None);
        for half_turns in [HalfTurns::Tests, HalfTurns::Quarters] {
            let turned = board.turned(placement, Turn::Half, Kicks::Srs, half_turns).unwrap();
            assert_eq!(turned.placement.rotation, Rotation::South);
        }
    }

    #[test]
    fn o_never_turns() {
        let placement = Placement::new(Piece::O, Rotation::North, 4, 10);
        for turn in Turn::ALL {
            assert_eq!(Board::default().turned(placement, turn, Kicks::Srs, HalfTurns::Tests), None);
        }
    }
}
