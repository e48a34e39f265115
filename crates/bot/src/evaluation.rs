//! What a move and the board after it are worth, without looking further.

use tetrolab_engine::{Action, AttackTable, Board, Piece, Rules, Spin};

use crate::ground::Ground;
use crate::moves::Move;
use crate::terms::{MOVE_TERMS, OfBoard, OfMove};
use crate::weights::Weights;

/// A combo counts no more pieces than this.
const LONGEST_COMBO: u32 = 12;

/// The lines a Tetris clears.
const TETRIS: u8 = 4;

/// What a game needs to know beside its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub hold: Option<Piece>,
    pub back_to_back: bool,
    pub combo: u32,
    /// Rows of garbage that rise with the next piece that clears nothing.
    pub incoming: u32,
}

/// Values boards and moves.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation {
    ground: Ground,
    back_to_back: f32,
    held_t: f32,
    combo: f32,
    moves: [f32; MOVE_TERMS],
    attack: AttackTable,
}

impl Evaluation {
    pub fn new(rules: &Rules, weights: &Weights) -> Evaluation {
        let of_board = weights.of_board();
        Evaluation {
            ground: Ground::new(of_board, rules.size),
            back_to_back: of_board[OfBoard::BackToBack as usize],
            held_t: of_board[OfBoard::HeldT as usize],
            combo: of_board[OfBoard::Combo as usize],
            moves: *weights.of_move(),
            attack: rules.attack,
        }
    }

    /// What the game is worth after a move, apart from what the move itself was worth.
    #[inline(always)]
    pub fn of_board(&self, board: &Board, standing: &Standing) -> f32 {
        let mut value = self.ground.value(board);
        if standing.back_to_back {
            value += self.back_to_back;
        }
        if standing.hold == Some(Piece::T) {
            value += self.held_t;
        }
        value + self.combo * standing.combo.min(LONGEST_COMBO) as f32
    }

    /// What a move is worth that cleared these lines, and what follows for combo, Back-to-Back and garbage.
    #[inline(always)]
    pub fn of_move(&self, before: &Standing, a_move: Move, held: bool, lines: u8, is_empty: bool) -> (f32, Standing) {
        let Move { placement, spin } = a_move;
        let mut after = Standing { combo: 0, ..*before };
        let mut value = self.moves[OfMove::Landing as usize] * f32::from(placement.bottom());
        if held {
            value += self.moves[OfMove::Held as usize];
        }
        let is_wasted = match placement.piece {
            Piece::T => (lines == 0 || spin == Spin::None).then_some(OfMove::WastedT),
            Piece::I => (lines != TETRIS).then_some(OfMove::WastedI),
            _ => None,
        };
        if let Some(term) = is_wasted {
            value += self.moves[term as usize];
        }
        if lines == 0 {
            return (value, after);
        }
        let is_difficult = lines == TETRIS || spin != Spin::None;
        let back_to_back = is_difficult && before.back_to_back;
        let action = Action { lines, spin, back_to_back, combo: before.combo, perfect_clear: is_empty };
        let attack = self.attack.rows(&action);
        let plain = self.attack.rows(&Action { combo: 0, ..action });
        value += self.moves[OfMove::Attack as usize] * attack as f32;
        value += self.moves[OfMove::ComboAttack as usize] * (attack - plain.min(attack)) as f32;
        let kind = match spin {
            Spin::None => OfMove::Single as usize + lines as usize - 1,
            Spin::Mini => OfMove::MiniSingle as usize + (lines as usize).min(2) - 1,
            Spin::Full => OfMove::SpinSingle as usize + (lines as usize).min(3) - 1,
        };
        value += self.moves[kind];
        if back_to_back {
            value += self.moves[OfMove::BackToBackClear as usize];
        } else if before.back_to_back {
            value += self.moves[OfMove::BackToBackBroken as usize];
        }
        if is_empty {
            value += self.moves[OfMove::PerfectClear as usize];
        }
        after.combo = before.combo + 1;
        after.incoming = before.incoming.saturating_sub(attack);
        after.back_to_back = is_difficult;
        (value, after)
    }
}
