//! How pieces get to where they come to rest: sets of moves.

use tetrolab_engine::Piece;

use super::field::{Field, WIDTH};
use super::places::Places;
use super::sets::{self, HALF, LEFT_TURN, RIGHT, Sets, Word, each_rotation};

/// A set of moves: where it lets a piece come to rest.
pub trait Moves: Sync {
    /// Every place where the piece can come to rest with all its Minos in the lowest `lines` rows (1 to 6), on a board with
    /// nothing above this field. Each set of cells is there once, with the first rotation that covers it.
    fn places(&self, field: Field, piece: Piece, lines: u8) -> Places;
}

/// Shifts, turns with the guideline's rotation points, and Soft Drop, as often as one likes: what `Board::placements` finds.
#[derive(Clone, Copy, Debug, Default)]
pub struct SoftDrop;

/// As [`SoftDrop`], with half turns.
#[derive(Clone, Copy, Debug, Default)]
pub struct SoftDropHalfTurns;

/// A piece turns and shifts high above the stack, then falls and shifts without turning any more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tucks;

/// A piece turns and shifts high above the stack, then drops.
#[derive(Clone, Copy, Debug, Default)]
pub struct HardDrop;

impl Moves for SoftDrop {
    #[inline]
    fn places(&self, field: Field, piece: Piece, lines: u8) -> Places {
        dispatch::<Turning<false>>(field, piece, lines)
    }
}

impl Moves for SoftDropHalfTurns {
    #[inline]
    fn places(&self, field: Field, piece: Piece, lines: u8) -> Places {
        dispatch::<Turning<true>>(field, piece, lines)
    }
}

impl Moves for Tucks {
    #[inline]
    fn places(&self, field: Field, piece: Piece, lines: u8) -> Places {
        dispatch::<Shifting>(field, piece, lines)
    }
}

impl Moves for HardDrop {
    #[inline]
    fn places(&self, field: Field, piece: Piece, lines: u8) -> Places {
        dispatch::<Falling>(field, piece, lines)
    }
}

/// What leads on from the places that can be entered from above.
pub(crate) trait Spread {
    /// Lets `reached` grow until nothing is new, or until all `wanted` places are among them.
    fn spread<W: Word, const P: usize>(fitting: &Sets<W>, reached: &mut Sets<W>, wanted: &Sets<W>);
}

/// Chooses the piece and the size of the word.
#[inline(always)]
fn dispatch<S: Spread>(field: Field, piece: Piece, lines: u8) -> Places {
    if lines <= 4 { of_piece::<u64, S>(field, piece, lines) } else { of_piece::<u128, S>(field, piece, lines) }
}

#[inline(always)]
fn of_piece<W: Word, S: Spread>(field: Field, piece: Piece, lines: u8) -> Places {
    match piece {
        Piece::I => places::<W, S, 0>(field, lines),
        Piece::J => places::<W, S, 1>(field, lines),
        Piece::L => places::<W, S, 2>(field, lines),
        Piece::O => places::<W, S, 3>(field, lines),
        Piece::S => places::<W, S, 4>(field, lines),
        Piece::T => places::<W, S, 5>(field, lines),
        Piece::Z => places::<W, S, 6>(field, lines),
    }
}

fn places<W: Word, S: Spread, const P: usize>(field: Field, lines: u8) -> Places {
    let fitting = sets::fitting::<W, P>(field.0);
    let mut reached = sets::open::<W, P>(&fitting);
    let wanted = inside::<W, P>(&sets::resting(&fitting), lines);
    if sets::has_more(&wanted, &reached) {
        S::spread::<W, P>(&fitting, &mut reached, &wanted);
    }
    let found = each_rotation!(R => wanted[R] & reached[R]);
    Places { piece: Piece::ALL[P], centres: sets::named_once::<W, P>(found).map(W::low) }
}

/// The places that have all their Minos in the lowest `lines` rows.
#[inline(always)]
pub(crate) fn inside<W: Word, const P: usize>(places: &Sets<W>, lines: u8) -> Sets<W> {
    each_rotation!(R => {
        let top = const {
            let shape = Piece::ALL[P].shape(tetrolab_engine::Rotation::ALL[R]);
            shape.bottom + shape.height as i8 - 1
        };
        let rows = (lines as i8 - top).max(0) as u32;
        places[R] & W::of((1 << (u32::from(WIDTH) * rows)) - 1)
    })
}

/// Nothing leads on.
struct Falling;

impl Spread for Falling {
    #[inline(always)]
    fn spread<W: Word, const P: usize>(_: &Sets<W>, _: &mut Sets<W>, _: &Sets<W>) {}
}

/// Shifts and falls.
struct Shifting;

impl Spread for Shifting {
    #[inline(always)]
    fn spread<W: Word, const P: usize>(fitting: &Sets<W>, reached: &mut Sets<W>, wanted: &Sets<W>) {
        loop {
            let before = *reached;
            *reached = each_rotation!(R => sets::fallen(fitting[R], sets::beside(fitting[R], before[R])));
            if !sets::has_more(wanted, reached) || !sets::has_more(reached, &before) {
                return;
            }
        }
    }
}

/// Shifts, falls and turns; also half turns, if asked for.
struct Turning<const HALF_TURNS: bool>;

impl<const HALF_TURNS: bool> Spread for Turning<HALF_TURNS> {
    #[inline(always)]
    fn spread<W: Word, const P: usize>(fitting: &Sets<W>, reached: &mut Sets<W>, wanted: &Sets<W>) {
        loop {
            let before = *reached;
            *reached = each_rotation!(R => sets::fallen(fitting[R], sets::beside(fitting[R], before[R])));
            if !sets::has_more(wanted, reached) {
                return;
            }
            if Piece::ALL[P] != Piece::O {
                let from = *reached;
                macro_rules! turn_to {
                    ($to:literal, $before:literal, $after:literal, $back:literal) => {
                        let to = fitting[$to];
                        reached[$to] = reached[$to]
                            | sets::turned::<W, P, $before, RIGHT, $to>(from[$before], to)
                            | sets::turned::<W, P, $after, LEFT_TURN, $to>(from[$after], to);
                        if HALF_TURNS {
                            reached[$to] = reached[$to] | sets::turned::<W, P, $back, HALF, $to>(from[$back], to);
                        }
                    };
                }
                turn_to!(0, 3, 1, 2);
                turn_to!(1, 0, 2, 3);
                turn_to!(2, 1, 3, 0);
                turn_to!(3, 2, 0, 1);
            }
            if !sets::has_more(reached, &before) {
                return;
            }
        }
    }
}
