//! The moves that genes can make, on the rows of a perfect clear.

use tetrolab_engine::Piece;

use super::field::Field;
use super::moves::{Moves, inside};
use super::places::Places;
use super::sets::{self, LEFT_TURN, RIGHT, Sets, Word, each_rotation};
use crate::genotype::{Encoding, Genotype};
use crate::ground::Ground;
use crate::openings::Openings;
use crate::state::State;

/// What the genes of a genotype can do: a piece turns and shifts high above the stack and falls. With double genes it then shifts,
/// turns once more (however the encoding says) and falls again.
#[derive(Clone, Copy, Debug)]
pub struct GeneMoves {
    is_double: bool,
    encoding: Encoding,
    /// The columns, in every row, in which a centre can be before it falls: by piece and rotation.
    columns: [[u128; 4]; 7],
}

impl GeneMoves {
    /// The moves of a genotype; Hold is not their business.
    pub fn new(genotype: Genotype, encoding: Encoding) -> GeneMoves {
        let openings = Openings::new(encoding);
        let state = State::default();
        let ground = Ground::new(&state);
        let columns = Piece::ALL.map(|piece| {
            let mut columns = [0; 4];
            openings.each_start(&state, &ground, piece, encoding, |spot, _| {
                let x = spot.placement(piece).x;
                columns[spot.rotation as usize] |= (0..12).map(|y| 1 << (10 * y + x)).sum::<u128>();
            });
            columns
        });
        GeneMoves { is_double: genotype.is_double(), encoding, columns }
    }
}

impl Moves for GeneMoves {
    #[inline]
    fn places(&self, field: Field, piece: Piece, lines: u8) -> Places {
        macro_rules! piece {
            ($number:literal) => {
                match (self.is_double, self.encoding, lines) {
                    (false, Encoding::Program, ..=4) => self.simple::<u64, $number>(field, lines),
                    (false, _, _) => self.simple::<u128, $number>(field, lines),
                    (true, Encoding::Program, ..=4) => self.double::<u64, $number, false>(field, lines),
                    (true, Encoding::Program, _) => self.double::<u128, $number, false>(field, lines),
                    (true, Encoding::Paper, _) => self.double::<u128, $number, true>(field, lines),
                }
            };
        }
        match piece {
            Piece::I => piece!(0),
            Piece::J => piece!(1),
            Piece::L => piece!(2),
            Piece::O => piece!(3),
            Piece::S => piece!(4),
            Piece::T => piece!(5),
            Piece::Z => piece!(6),
        }
    }
}

impl GeneMoves {
    /// Where pieces are after their first fall.
    #[inline(always)]
    fn landed<W: Word, const P: usize>(&self, fitting: &Sets<W>) -> Sets<W> {
        let (open, resting) = (sets::open::<W, P>(fitting), sets::resting(fitting));
        each_rotation!(R => open[R] & resting[R] & W::of(self.columns[P][R]))
    }

    fn simple<W: Word, const P: usize>(&self, field: Field, lines: u8) -> Places {
        let landed = self.landed::<W, P>(&sets::fitting::<W, P>(field.0));
        let found = inside::<W, P>(&landed, lines);
        Places { piece: Piece::ALL[P], centres: sets::named_once::<W, P>(found).map(W::low) }
    }

    fn double<W: Word, const P: usize, const PAPER: bool>(&self, field: Field, lines: u8) -> Places {
        let fitting = sets::fitting::<W, P>(field.0);
        let mut found = self.landed::<W, P>(&fitting);
        let wanted = inside::<W, P>(&sets::resting(&fitting), lines);
        if sets::has_more(&wanted, &found) {
            // What is kicked above the rows of the word falls back to where it could have landed at once. The paper's genes cannot
            // land everywhere; they have a larger word.
            let slid = each_rotation!(R => along(fitting[R], found[R]));
            let mut reached = slid;
            if Piece::ALL[P] != Piece::O {
                let turned =
                    if PAPER { to_the_right::<W, P>(&fitting, &slid) } else { either_way::<W, P>(&fitting, &slid) };
                reached = each_rotation!(R => reached[R] | turned[R]);
            }
            let dropped = sets::dropped(&fitting, &reached);
            found = each_rotation!(R => found[R] | dropped[R]);
        }
        let found = each_rotation!(R => wanted[R] & found[R]);
        Places { piece: Piece::ALL[P], centres: sets::named_once::<W, P>(found).map(W::low) }
    }
}

/// The places and all beside them, as far as a piece can shift.
#[inline(always)]
fn along<W: Word>(fitting: W, places: W) -> W {
    let mut places = places;
    for _ in 0..9 {
        let more = sets::beside(fitting, places);
        if more == places {
            break;
        }
        places = more;
    }
    places
}

/// One quarter turn of all places, which facing they have; and the places that could not turn.
macro_rules! quarter {
    ($turn:ident, $fitting:expr, $from:expr) => {{
        let (fitting, from): (&Sets<W>, &Sets<W>) = ($fitting, $from);
        match $turn {
            RIGHT => (
                [
                    sets::turned::<W, P, 3, RIGHT, 0>(from[3], fitting[0]),
                    sets::turned::<W, P, 0, RIGHT, 1>(from[0], fitting[1]),
                    sets::turned::<W, P, 1, RIGHT, 2>(from[1], fitting[2]),
                    sets::turned::<W, P, 2, RIGHT, 3>(from[2], fitting[3]),
                ],
                [
                    sets::stuck::<W, P, 0, RIGHT, 1>(from[0], fitting[1]),
                    sets::stuck::<W, P, 1, RIGHT, 2>(from[1], fitting[2]),
                    sets::stuck::<W, P, 2, RIGHT, 3>(from[2], fitting[3]),
                    sets::stuck::<W, P, 3, RIGHT, 0>(from[3], fitting[0]),
                ],
            ),
            _ => (
                [
                    sets::turned::<W, P, 1, LEFT_TURN, 0>(from[1], fitting[0]),
                    sets::turned::<W, P, 2, LEFT_TURN, 1>(from[2], fitting[1]),
                    sets::turned::<W, P, 3, LEFT_TURN, 2>(from[3], fitting[2]),
                    sets::turned::<W, P, 0, LEFT_TURN, 3>(from[0], fitting[3]),
                ],
                [
                    sets::stuck::<W, P, 0, LEFT_TURN, 3>(from[0], fitting[3]),
                    sets::stuck::<W, P, 1, LEFT_TURN, 0>(from[1], fitting[0]),
                    sets::stuck::<W, P, 2, LEFT_TURN, 1>(from[2], fitting[1]),
                    sets::stuck::<W, P, 3, LEFT_TURN, 2>(from[3], fitting[2]),
                ],
            ),
        }
    }};
}

/// Up to three turns to the right.
#[inline(always)]
fn to_the_right<W: Word, const P: usize>(fitting: &Sets<W>, places: &Sets<W>) -> Sets<W> {
    let (once, _) = quarter!(RIGHT, fitting, places);
    let (twice, _) = quarter!(RIGHT, fitting, &once);
    let (thrice, _) = quarter!(RIGHT, fitting, &twice);
    each_rotation!(R => once[R] | twice[R] | thrice[R])
}

/// A turn to either side, or a half turn: twice to the left; what fails half way goes back to the right; then the same the other
/// way round. Where it fails altogether the piece may have moved all the same.
#[inline(always)]
fn either_way<W: Word, const P: usize>(fitting: &Sets<W>, places: &Sets<W>) -> Sets<W> {
    let (left, not_left) = quarter!(LEFT_TURN, fitting, places);
    let (twice_left, only_left) = quarter!(LEFT_TURN, fitting, &left);
    // A turn can always be taken back: the point that it used leads back too.
    let (back, _) = quarter!(RIGHT, fitting, &only_left);
    let still = each_rotation!(R => not_left[R] | back[R]);
    let (right, not_right) = quarter!(RIGHT, fitting, &still);
    let (twice_right, only_right) = quarter!(RIGHT, fitting, &right);
    let (forth, _) = quarter!(LEFT_TURN, fitting, &only_right);
    let (plain_right, _) = quarter!(RIGHT, fitting, places);
    each_rotation!(R => left[R] | plain_right[R] | twice_left[R] | twice_right[R] | not_right[R] | forth[R])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tetrolab_engine::{Board, Random, Seed, Stream};

    use super::*;
    use crate::moves::Finder;
    use crate::state::SIZE;

    #[test]
    fn the_same_places_as_on_a_whole_board() {
        let mut random = Random::new(Seed(9), 0, Stream::Tests);
        let openings = Encoding::ALL.map(Openings::new);
        let mut finder = Finder::default();
        for round in 0..20_000 {
            let lines = 1 + random.below(6) as u8;
            let filled = 1 + random.below(9);
            let mut board = Board::empty(SIZE);
            for (x, y) in (0..10).flat_map(|x| (0..lines as i8).map(move |y| (x, y))) {
                board.set(x, y, random.below(10) < filled);
            }
            board.remove_rows(board.full_rows());
            let (field, state) = (Field::of(&board).unwrap(), State::on(&board).unwrap());
            let piece = Piece::ALL[random.below(7) as usize];
            let encoding = Encoding::ALL[round % 2];
            let double = random.below(3) > 0;
            let genotype = if double { Genotype::Double } else { Genotype::Simple };
            let places = GeneMoves::new(genotype, encoding).places(field, piece, lines);
            let set: BTreeSet<u64> = places.map(|place| place.cells).collect();
            let found = finder.find(&state, piece, genotype.into(), encoding, &openings[round % 2]);
            let expected: BTreeSet<u64> = found
                .iter()
                .map(|candidate| candidate.rest.spot.placement(piece))
                .filter(|placement| placement.top() < lines as i8)
                .map(|placement| placement.cells().iter().map(|cell| 1 << (10 * cell.y + cell.x)).sum())
                .collect();
            assert_eq!(set, expected, "round {round}, {piece}, {genotype}, {encoding:?}\n{board}");
        }
    }
}
