//! All that can be done with a position, and what it is worth: the inner loop of the search.

use tetrolab_engine::{Board, Movement, Piece, Placement, Rules};

use crate::evaluation::{Evaluation, Standing};
use crate::moves::{Move, Packed};
use crate::weights::Weights;

/// What stays the same for all positions of a search.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub movement: Movement,
    pub evaluation: Evaluation,
    /// Rows of garbage that rise at once.
    most_garbage: u32,
    /// A piece that locks in this row or above ends the game.
    lock_out: i8,
}

impl Scene {
    pub fn new(rules: &Rules, weights: &Weights) -> Scene {
        Scene {
            movement: Movement::of(rules),
            evaluation: Evaluation::new(rules, weights),
            most_garbage: u32::from(rules.garbage.cap),
            lock_out: if rules.lock_out { rules.size.height as i8 } else { i8::MAX },
        }
    }
}

impl Scene {
    /// Lets garbage rise. Its holes are unknown; each row is assumed to have its hole in another column, so that nothing is gained
    /// by luck.
    #[inline(never)]
    fn raise(&self, board: &mut Board, standing: &mut Standing) {
        let width = board.size().width;
        let rows = standing.incoming.min(self.most_garbage);
        standing.incoming -= rows;
        for row in 0..rows {
            board.raise(((row * HOLE_STEP + HOLE_STEP) % u32::from(width)) as u8);
        }
    }
}

/// How far the holes of unknown garbage are apart, going around.
const HOLE_STEP: u32 = 3;

/// A game in the middle of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub board: Board,
    pub standing: Standing,
    /// What the moves that led here were worth.
    pub reward: f32,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    /// What the moves up to here and the board are worth.
    pub score: f32,
    /// What the moves up to here are worth.
    pub reward: f32,
    /// The same for the same board and standing.
    pub key: u64,
    pub packed: Packed,
}

/// One piece that can be placed, and what is in Hold afterwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub piece: Piece,
    pub hold_after: Option<Piece>,
    pub held: bool,
}

impl State {
    /// The state after a move, and how many lines it cleared.
    #[inline(always)]
    pub fn after(&self, scene: &Scene, a_move: Move, choice: &Choice) -> State {
        let (mut board, clear) = self.board.after_unchecked(a_move.placement);
        let is_empty = clear.lines > 0 && board.is_empty();
        let (value, mut standing) =
            scene.evaluation.of_move(&self.standing, a_move, choice.held, clear.lines, is_empty);
        standing.hold = choice.hold_after;
        if clear.lines == 0 && standing.incoming > 0 {
            scene.raise(&mut board, &mut standing);
        }
        State { board, standing, reward: self.reward + value }
    }

    /// A number that is the same for the same board and standing, and hardly ever for others.
    #[inline(always)]
    fn key(&self) -> u64 {
        let Standing { hold, back_to_back, combo, incoming } = self.standing;
        let hold = hold.map_or(7, |piece| piece as u64);
        let standing = hold | u64::from(back_to_back) << 3 | u64::from(combo) << 4 | u64::from(incoming) << 32;
        let sum = self
            .board
            .columns()
            .iter()
            .zip(FACTORS)
            .fold(standing.wrapping_mul(FACTORS[16]), |sum, (column, factor)| {
                sum.wrapping_add(column.wrapping_mul(factor))
            });
        sum ^ sum >> 29
    }
}

/// Odd numbers without a pattern: multiples of the golden ratio's bits, mixed.
const FACTORS: [u64; 17] = {
    let mut factors = [0; 17];
    let mut state = 0u64;
    let mut i = 0;
    while i < 17 {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        factors[i] = (mixed ^ mixed >> 31) | 1;
        i += 1;
    }
    factors
};

/// Adds all children of a state for one piece.
#[inline(always)]
pub(crate) fn children(scene: &Scene, state: &State, choice: &Choice, found: &mut Vec<Child>) {
    for (placement, spin) in placements(scene, state, choice.piece) {
        let a_move = Move { placement, spin };
        let after = state.after(scene, a_move, choice);
        let score = after.reward + scene.evaluation.of_board(&after.board, &after.standing);
        found.push(Child { score, reward: after.reward, key: after.key(), packed: a_move.packed() });
    }
}

/// The best that can be done with one piece, without the reward so far; and how many placements were looked at.
#[inline(always)]
pub(crate) fn best(scene: &Scene, state: &State, choice: &Choice) -> (f32, u64) {
    let mut best = LOST;
    let mut count = 0;
    for (placement, spin) in placements(scene, state, choice.piece) {
        let after = state.after(scene, Move { placement, spin }, choice);
        let score = after.reward - state.reward + scene.evaluation.of_board(&after.board, &after.standing);
        best = best.max(score);
        count += 1;
    }
    (best, count)
}

/// What a game is worth that cannot go on.
pub(crate) const LOST: f32 = -1000.0;

#[inline(always)]
fn placements(scene: &Scene, state: &State, piece: Piece) -> impl Iterator<Item = (Placement, tetrolab_engine::Spin)> {
    let lock_out = scene.lock_out;
    state
        .board
        .placements_under(piece, &scene.movement)
        .with_spins()
        .filter(move |(placement, _)| placement.bottom() < lock_out)
}
