//! All centres of a rotated piece as one set, and what moves do to it.
//!
//! A set is a word with ten bits a row. Rows of a perfect clear need 64 bits up to four lines and 128 bits up to six: two rows
//! above the lines are enough, because a piece whose centre is higher has no Mino among the Blocks. Such a piece turns where it
//! is, or beside a wall one column away from it, and whatever it can do from there it can also do from a place in the set.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use tetrolab_engine::{Kicks, Piece, Rotation, Turn};

use super::field::WIDTH;

/// A word that holds a set: a bit for each cell, ten a row.
pub(crate) trait Word:
    Copy
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many rows it has room for.
    const ROWS: u32;
    /// No cell.
    const NONE: Self;
    /// The lowest rows of a set of twelve.
    fn of(set: u128) -> Self;
    /// The lowest six rows.
    fn low(self) -> u64;
}

impl Word for u64 {
    const ROWS: u32 = 6;
    const NONE: u64 = 0;
    #[inline(always)]
    fn of(set: u128) -> u64 {
        set as u64 & ((1 << 60) - 1)
    }
    #[inline(always)]
    fn low(self) -> u64 {
        self
    }
}

impl Word for u128 {
    const ROWS: u32 = 12;
    const NONE: u128 = 0;
    #[inline(always)]
    fn of(set: u128) -> u128 {
        set
    }
    #[inline(always)]
    fn low(self) -> u64 {
        self as u64 & ((1 << 60) - 1)
    }
}

/// A set for each rotation.
pub(crate) type Sets<W> = [W; 4];

const COLUMNS: i8 = WIDTH as i8;
const TWELVE_ROWS: u128 = (1 << 120) - 1;
/// The leftmost cell of every row.
const LEFT: u128 = {
    let mut left = 0;
    let mut row = 0;
    while row < 12 {
        left |= 1 << (10 * row);
        row += 1;
    }
    left
};

/// The columns from which a step of `x` columns stays between the walls.
const fn columns_before(x: i8) -> u128 {
    let mut columns = 0;
    let mut column = 0;
    while column < COLUMNS {
        if column + x >= 0 && column + x < COLUMNS {
            columns |= LEFT << column;
        }
        column += 1;
    }
    columns
}

/// How far a step moves a bit to the left.
const fn step(x: i8, y: i8) -> i32 {
    COLUMNS as i32 * y as i32 + x as i32
}

const fn piece<const P: usize>() -> Piece {
    Piece::ALL[P]
}

/// Where a rotated piece touches neither walls nor floor, on an endless empty board.
const fn free<const P: usize>(rotation: usize) -> u128 {
    let shape = piece::<P>().shape(Rotation::ALL[rotation]);
    columns_before(shape.left)
        & columns_before(shape.left + shape.width as i8 - 1)
        & TWELVE_ROWS << step(0, -shape.bottom)
        & TWELVE_ROWS
}

/// A set moved by a number of bits, to the left if it is positive.
#[inline(always)]
fn moved<W: Word>(set: W, bits: i32) -> W {
    if bits >= 0 { set << bits as u32 } else { set >> (-bits) as u32 }
}

/// Does the same for every rotation.
macro_rules! each_rotation {
    ($rotation:ident => $value:expr) => {
        [
            {
                const $rotation: usize = 0;
                $value
            },
            {
                const $rotation: usize = 1;
                $value
            },
            {
                const $rotation: usize = 2;
                $value
            },
            {
                const $rotation: usize = 3;
                $value
            },
        ]
    };
}
pub(crate) use each_rotation;

/// Where a piece fits among the filled cells of a field. O faces North only.
#[inline(always)]
pub(crate) fn fitting<W: Word, const P: usize>(field: u64) -> Sets<W> {
    each_rotation!(R => fitting_facing::<W, P, R>(field))
}

#[inline(always)]
fn fitting_facing<W: Word, const P: usize, const R: usize>(field: u64) -> W {
    if matches!(const { piece::<P>() }, Piece::O) && R != 0 {
        return W::NONE;
    }
    let steps = const {
        let cells = piece::<P>().shape(Rotation::ALL[R]).cells;
        [
            step(-cells[0].x, -cells[0].y),
            step(-cells[1].x, -cells[1].y),
            step(-cells[2].x, -cells[2].y),
            step(-cells[3].x, -cells[3].y),
        ]
    };
    let field = W::of(field as u128);
    let blocked = moved(field, steps[0]) | moved(field, steps[1]) | moved(field, steps[2]) | moved(field, steps[3]);
    // What was moved around a wall is where the piece would be in the wall.
    W::of(const { free::<P>(R) }) & !blocked
}

/// Where a rotated piece fits above the rows of a word, as seen from `y` rows below: only walls are there.
#[inline(always)]
fn fits_above<W: Word, const P: usize, const R: usize>(y: u32) -> W {
    let below = (1 << (10 * (W::ROWS - y))) - 1;
    W::of(const { free::<P>(R) } & !below)
}

/// The places under nothing but places that fit too: what can be entered from above.
#[inline(always)]
pub(crate) fn open<W: Word, const P: usize>(fitting: &Sets<W>) -> Sets<W> {
    each_rotation!(R => {
        let mut open = fitting[R];
        // After these steps a place has looked at 1, 3, 5 and, in words of twelve rows, 7, 9 and 11 places above it.
        open = open & (open >> 10 | fits_above::<W, P, R>(1));
        let mut looked = 1;
        while looked + 1 < W::ROWS {
            open = open & (open >> 20 | fits_above::<W, P, R>(2));
            looked += 2;
        }
        open
    })
}

/// The places from which a piece cannot fall further.
#[inline(always)]
pub(crate) fn resting<W: Word>(fitting: &Sets<W>) -> Sets<W> {
    each_rotation!(R => fitting[R] & !(fitting[R] << 10))
}

/// Whether a place is among these that is not among those.
#[inline(always)]
pub(crate) fn has_more<W: Word>(these: &Sets<W>, those: &Sets<W>) -> bool {
    let (north, east) = (these[0] & !those[0], these[1] & !those[1]);
    let (south, west) = (these[2] & !those[2], these[3] & !those[3]);
    (north | east) | (south | west) != W::NONE
}

/// Drops each place as far as it falls.
#[inline(always)]
pub(crate) fn dropped<W: Word>(fitting: &Sets<W>, places: &Sets<W>) -> Sets<W> {
    let resting = resting(fitting);
    each_rotation!(R => fallen(fitting[R], places[R]) & resting[R])
}

/// The places and all below them, as far as a piece falls.
#[inline(always)]
pub(crate) fn fallen<W: Word>(fitting: W, places: W) -> W {
    let mut places = places;
    let mut way = fitting;
    let mut rows = 1;
    while rows < W::ROWS {
        places = places | places >> (10 * rows) & way;
        way = way & way >> (10 * rows);
        rows *= 2;
    }
    places
}

/// The places and those one column to the left and right of them, where the piece fits.
#[inline(always)]
pub(crate) fn beside<W: Word>(fitting: W, places: W) -> W {
    places | left(fitting, places) | right(fitting, places)
}

/// One column to the left, where the piece fits.
#[inline(always)]
pub(crate) fn left<W: Word>(fitting: W, places: W) -> W {
    places >> 1 & fitting & W::of(const { columns_before(1) })
}

/// One column to the right, where the piece fits.
#[inline(always)]
pub(crate) fn right<W: Word>(fitting: W, places: W) -> W {
    places << 1 & fitting & W::of(const { columns_before(-1) })
}

/// Which way a piece turns: quarters to the right.
pub(crate) const RIGHT: usize = Turn::Right as usize;
/// As [`RIGHT`].
pub(crate) const HALF: usize = Turn::Half as usize;
/// As [`RIGHT`].
pub(crate) const LEFT_TURN: usize = Turn::Left as usize;

const fn turn(turn: usize) -> Turn {
    match turn {
        RIGHT => Turn::Right,
        HALF => Turn::Half,
        _ => Turn::Left,
    }
}

/// Turns all places that face `FROM`, by the guideline's rotation points: `to` is where the turned piece fits. Places that
/// cannot turn lead nowhere.
#[inline(always)]
pub(crate) fn turned<W: Word, const P: usize, const FROM: usize, const TURN: usize, const TO: usize>(
    places: W,
    to: W,
) -> W {
    turn_all::<W, P, FROM, TURN, TO>(places, to).0
}

/// The places that face `FROM` and cannot turn: no rotation point fits.
#[inline(always)]
pub(crate) fn stuck<W: Word, const P: usize, const FROM: usize, const TURN: usize, const TO: usize>(
    places: W,
    to: W,
) -> W {
    turn_all::<W, P, FROM, TURN, TO>(places, to).1
}

/// Where places lead by a turn, and those that lead nowhere.
#[inline(always)]
fn turn_all<W: Word, const P: usize, const FROM: usize, const TURN: usize, const TO: usize>(
    places: W,
    to: W,
) -> (W, W) {
    let points = const { Kicks::Srs.points(piece::<P>(), Rotation::ALL[FROM], turn(TURN)) };
    let (mut places, mut reached) = (places, W::NONE);
    let mut i = 0;
    while i < points.len() {
        let (x, y) = points[i];
        let mut fits = moved(to, -step(x, y));
        if y > 0 {
            // Above the rows of the word the piece fits, so no later point is tried.
            fits = fits | moved(fits_above::<W, P, TO>(y as u32), -i32::from(x));
        }
        fits = fits & W::of(columns_before(x));
        reached = reached | moved(places & fits, step(x, y));
        places = places & !fits;
        i += 1;
    }
    (reached, places)
}

/// One name for what covers the same cells: I, S and Z face North or East.
#[inline(always)]
pub(crate) fn named_once<W: Word, const P: usize>(places: Sets<W>) -> Sets<W> {
    let twins = const { [twin_step::<P>(2), twin_step::<P>(3)] };
    let [north, east, south, west] = places;
    match twins {
        [Some(of_south), Some(of_west)] if !matches!(const { piece::<P>() }, Piece::O) => {
            [north | moved(south, of_south), east | moved(west, of_west), W::NONE, W::NONE]
        }
        _ => places,
    }
}

/// How far the centre of a rotated piece is from that of its twin two turns earlier that covers the same cells.
const fn twin_step<const P: usize>(rotation: usize) -> Option<i32> {
    let (here, there) = (piece::<P>().shape(Rotation::ALL[rotation]), piece::<P>().shape(Rotation::ALL[rotation - 2]));
    let mut column = 0;
    while column < 4 {
        if here.columns[column] != there.columns[column] {
            return None;
        }
        column += 1;
    }
    Some(step(here.left - there.left, here.bottom - there.bottom))
}
