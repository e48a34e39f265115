//! Placements from a flood fill: a board through a window, what can be reached, where that rests.

use crate::board::{Board, Size};
use crate::forms::Form;
use crate::lanes::{Lanes, Window, walls, window};
use crate::movement::Movement;
use crate::piece::Piece;
use crate::placements::Placements;
use crate::reach::{Places, T, all_open, all_resting, both, fitting, missing, named_once, names, spins};
use crate::rules::generation_column;

/// A board seen through a window, with what a piece needs to know about its surroundings.
pub(crate) struct Scene<L> {
    /// The Blocks, walls and floor.
    pub blocks: L,
    /// The walls alone.
    pub walls: L,
    /// Where pieces come from; `None` if all that lies open can be reached.
    pub closed: Option<Closed>,
}

/// A board on which it matters where a piece is generated.
#[derive(Clone, Copy)]
pub(crate) struct Closed {
    width: u8,
    /// The rows of the window that lie above the board, as bits.
    ceiling: u32,
}

impl Closed {
    pub(crate) fn new(rows: u32, board: Size) -> Closed {
        let above = rows.saturating_sub(u32::from(board.rows()));
        Closed { width: board.width, ceiling: (1 << above) - 1 }
    }

    /// The place of generation, as [`Movement::generation`] has it.
    #[inline(always)]
    fn start<L: Window>(self, piece: usize, fitting: L, movement: &Movement) -> L {
        let column = generation_column(self.width, Piece::ALL[piece]) as usize & 15;
        let mut at = place::<L>(column, movement.spawn_row).and(fitting);
        if let Some(row) = movement.fall_back_row
            && at.is_none()
        {
            at = place::<L>(column, row).and(fitting);
        }
        let lower = at.down::<1>().and(fitting);
        if movement.generation_drop && !lower.is_none() { lower } else { at }
    }
}

/// One place; empty if it lies outside the window.
#[inline(always)]
fn place<L: Window>(column: usize, row: i8) -> L {
    let mut words = [0; 16];
    if (0..L::ROWS as i8).contains(&row) {
        words[column] = 1 << (L::ROWS as i8 - 1 - row);
    }
    L::from_words(&words)
}

/// Where a piece can come to rest.
pub(crate) struct Found<L> {
    /// By spin and rotation.
    pub places: [Places<L>; 3],
    /// If spins are told apart: where turns lead that use the fifth rotation point or a later one.
    pub fifth: L,
}

/// The resting places of piece `P`, each set of cells under one name.
#[inline(always)]
pub(crate) fn found<F: Form, const P: usize>(scene: &Scene<F::Lanes>, movement: &Movement) -> Found<F::Lanes> {
    let none = F::Lanes::none();
    let with_spins = P == T && movement.spins;
    let turning = movement.turning();
    let (fitting, start, mut reached) = match scene.closed {
        None => {
            let fitting = fitting::<F::Lanes, P>(scene.blocks, scene.walls);
            (fitting, none, all_open(&fitting))
        }
        Some(closed) => {
            let board = scene.blocks.or(F::Lanes::every(closed.ceiling));
            let fitting = fitting::<F::Lanes, P>(board, scene.walls);
            let start = closed.start::<F::Lanes>(P, fitting[0], movement);
            (fitting, start, [start, none, none, none])
        }
    };
    // It is enough to know the resting places, but for spins the ways to them count.
    let wanted = if with_spins { fitting } else { all_resting(&fitting) };
    if !missing(&wanted, &reached).is_none() {
        F::spread(Piece::ALL[P], &fitting, &mut reached, &wanted, turning);
    }
    if with_spins {
        let (places, fifth) = spins(scene.blocks, &fitting, &reached, start, turning);
        return Found { places, fifth };
    }
    Found { places: [named_once::<F::Lanes, P>(both(&reached, &wanted)), [none; 4], [none; 4]], fifth: none }
}

/// All placements, in the lowest window that is enough; `None` if none is, or if a fifth rotation point sticks.
#[inline(always)]
pub(crate) fn generate<Low: Form, High: Form>(board: &Board, piece: Piece, movement: &Movement) -> Option<Placements> {
    let (height, size) = (i32::from(board.stack_height()), board.size());
    if movement.is_open(height, Low::Lanes::ROWS, size) {
        generate_in::<Low>(board, piece, movement, None)
    } else if movement.is_open(height, High::Lanes::ROWS, size) {
        generate_in::<High>(board, piece, movement, None)
    } else if movement.is_closed(height, High::Lanes::ROWS, size) {
        generate_in::<High>(board, piece, movement, Some(Closed::new(High::Lanes::ROWS, size)))
    } else {
        None
    }
}

#[inline(always)]
fn generate_in<F: Form>(
    board: &Board,
    piece: Piece,
    movement: &Movement,
    closed: Option<Closed>,
) -> Option<Placements> {
    let scene = Scene { blocks: window(board), walls: walls(board.size().width), closed };
    let found = F::found(piece, &scene, movement);
    if movement.is_sticky(piece) && !found.fifth.is_none() {
        return None;
    }
    let mut sets = [[[0; 16]; 4]; 3];
    let mut count = 0;
    for rotation in 0..names(piece) {
        let mut whatever_spin = F::Lanes::none();
        for (set, places) in sets.iter_mut().zip(&found.places[..movement.variants(piece)]) {
            let places = places[rotation];
            whatever_spin = whatever_spin.or(places);
            for (word, narrow) in set[rotation].iter_mut().zip(places.words()) {
                *word = u64::from(narrow);
            }
        }
        count += whatever_spin.count();
    }
    Some(Placements::new(piece, F::Lanes::ROWS as i8 - 1, sets, count as u16))
}
