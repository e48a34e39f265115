//! The first turn and move of a piece, worked out once.

use tetrolab_engine::Piece;

use crate::forms::FORMS;
use crate::genotype::{Actions, Encoding};
use crate::ground::{Ground, Spot, generation};
use crate::state::State;
use crate::walker::Walker;

/// What the first turn and move do when nothing is in their way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Start {
    pub rotation: u8,
    pub x: i8,
    pub misses: u8,
    /// Up to this height of the stack nothing is in the way.
    pub free: u8,
}

/// What follows from the rules alone, worked out once.
#[derive(Debug)]
pub(crate) struct Openings {
    /// By piece, turn and move.
    pub starts: [[[Start; 16]; 4]; 8],
    /// Where a new piece is.
    pub generations: [Spot; 8],
}

impl Openings {
    pub fn new(encoding: Encoding) -> Openings {
        let mut starts = [[[Start::default(); 16]; 4]; 8];
        let mut generations = [Spot::of(generation(Piece::I)); 8];
        let empty = Ground::new(&State::default());
        for (piece, starts) in starts[..7].iter_mut().enumerate() {
            generations[piece] = Spot::of(generation(Piece::ALL[piece]));
            for (turn, starts) in starts.iter_mut().enumerate() {
                for (i, start) in starts[..11].iter_mut().enumerate() {
                    let actions = Actions { first_turn: turn as i8, first_move: i as i8 - 5, ..Actions::default() };
                    let mut walker = Walker::new(&empty, Piece::ALL[piece]);
                    walker.lowest = walker.spot.y;
                    let misses = walker.begin(actions, encoding);
                    let Spot { rotation, x, .. } = walker.spot;
                    let (rotation, x, free) = (rotation as u8, x as i8, walker.lowest as u8);
                    *start = Start { rotation, x, misses: misses as u8, free };
                }
            }
        }
        Openings { starts, generations }
    }

    /// Every place where a piece can be after its first turn, move and fall, and whether the last of them was the turn. Some come
    /// several times.
    pub fn each_start(
        &self,
        state: &State,
        ground: &Ground,
        piece: Piece,
        encoding: Encoding,
        mut visit: impl FnMut(Spot, bool),
    ) {
        let forms = &FORMS[piece as usize];
        let rotations = if piece == Piece::O { 1 } else { 4 };
        for first_turn in 0..rotations as i8 {
            for first_move in -5..=5 {
                let start = &self.starts[piece as usize][first_turn as usize][(first_move + 5) as usize];
                if state.tally.top > start.free {
                    let actions = Actions { first_turn, first_move, ..Actions::default() };
                    let (spot, turned, _) = ground.begin(forms, encoding, self.generations[piece as usize], actions);
                    visit(spot, turned);
                } else if start.misses == 0 {
                    let (rotation, x) = (u32::from(start.rotation), i32::from(start.x));
                    let y = state.tally.heights.landing(&forms[rotation as usize], x);
                    visit(Spot { rotation, x, y }, false);
                }
            }
        }
    }
}
