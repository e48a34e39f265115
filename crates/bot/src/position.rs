//! A game at one moment, as far as a bot knows it.

use std::fmt;

use tetrolab_engine::{Action, Board, Movement, Piece, Rules, Spin};

use crate::moves::Move;
use crate::supply::Supply;

/// A game before a piece is placed.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// The Blocks.
    pub board: Board,
    /// The piece in Hold.
    pub hold: Option<Piece>,
    /// The pieces that are known, the one in play first.
    pub queue: Vec<Piece>,
    /// How many pieces directly before cleared lines.
    pub combo: u32,
    /// Whether the next difficult clear is a Back-to-Back.
    pub back_to_back: bool,
    /// What the pieces after the queue are drawn from.
    pub supply: Supply,
    /// Rows of garbage that wait to rise.
    pub incoming: u32,
}

impl Default for Position {
    /// An empty board, and nothing known.
    fn default() -> Position {
        Position {
            board: Board::default(),
            hold: None,
            queue: Vec::new(),
            combo: 0,
            back_to_back: false,
            supply: Supply::Uniform,
            incoming: 0,
        }
    }
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Played {
    /// Lines cleared.
    pub lines: u8,
    /// Rows sent, before waiting garbage is taken off.
    pub attack: u32,
    /// Whether no Block is left.
    pub perfect_clear: bool,
    /// Whether Hold was used.
    pub held: bool,
    /// How many pieces of the queue it took, 1 or 2.
    pub taken: usize,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The piece is neither in play nor can Hold bring it.
    NotAtHand(Piece),
    /// No keys lead there.
    OutOfReach(Move),
    /// The place can be reached, but not with this spin.
    OtherSpin(Move),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::NotAtHand(piece) => write!(f, "{piece} is neither in play nor in Hold"),
            IllegalMove::OutOfReach(a_move) => write!(f, "no keys lead to {a_move}"),
            IllegalMove::OtherSpin(a_move) => write!(f, "{a_move} can be reached, but not with this spin"),
        }
    }
}

impl std::error::Error for IllegalMove {}

impl Position {
    /// The piece that Hold brings: the held one, or the next if none is held.
    pub fn other_piece(&self) -> Option<Piece> {
        self.hold.or(self.queue.get(1).copied())
    }

    /// Every move: those of the piece in play, then those of the one that Hold brings.
    ///
    /// ```
    /// use tetrolab_bot::{Position, TBP_RULES};
    /// use tetrolab_engine::Piece;
    ///
    /// let position = Position { queue: vec![Piece::O, Piece::I], ..Position::default() };
    /// assert_eq!(position.moves(&TBP_RULES).len(), 9 + 17);
    /// ```
    pub fn moves(&self, rules: &Rules) -> Vec<Move> {
        let Some(&piece) = self.queue.first() else { return Vec::new() };
        let other = self.other_piece().filter(|&other| rules.hold && other != piece);
        let movement = Movement::of(rules);
        let height = self.board.size().height as i8;
        [Some(piece), other]
            .into_iter()
            .flatten()
            .flat_map(|piece| self.board.placements_under(piece, &movement).with_spins())
            .filter(|(placement, _)| !rules.lock_out || placement.bottom() < height)
            .map(|(placement, spin)| Move { placement, spin })
            .collect()
    }

    /// What is left where the rules leave no move, lowest first: moves that lose by Lock Out; without those, moves of pieces that
    /// come in one row lower than the rules say, because Blocks lie in the row of generation and some games give a piece room
    /// there.
    ///
    /// ```
    /// use tetrolab_bot::{Position, TBP_RULES};
    /// use tetrolab_engine::Piece;
    ///
    /// let mut position = Position { queue: vec![Piece::O], ..Position::default() };
    /// position.board.set(4, 21, true);
    /// assert!(position.moves(&TBP_RULES).is_empty());
    /// assert_eq!(position.last_moves(&TBP_RULES)[0].placement.bottom(), 0);
    /// ```
    pub fn last_moves(&self, rules: &Rules) -> Vec<Move> {
        let mut moves = self.moves(&Rules { lock_out: false, ..*rules });
        if moves.is_empty() {
            moves = self.moves(&Rules { generation_row: rules.generation_row - 1, generation_drop: false, ..*rules });
        }
        moves.sort_by_key(|a_move| a_move.placement.bottom());
        moves
    }

    /// Why the move cannot be played, if it cannot.
    pub fn check(&self, rules: &Rules, a_move: Move) -> Result<(), IllegalMove> {
        let piece = a_move.placement.piece;
        let is_other = rules.hold && self.other_piece() == Some(piece);
        if self.queue.is_empty() || self.queue[0] != piece && !is_other {
            return Err(IllegalMove::NotAtHand(piece));
        }
        let name = a_move.named_once();
        let mut found = false;
        for (placement, spin) in self.board.placements_under(piece, &Movement::of(rules)).with_spins() {
            if placement == name.placement {
                if spin == a_move.spin {
                    return Ok(());
                }
                found = true;
            }
        }
        Err(if found { IllegalMove::OtherSpin(a_move) } else { IllegalMove::OutOfReach(a_move) })
    }

    /// Plays a move. Garbage stays where it is: the host of the game decides when it rises.
    ///
    /// # Errors
    /// If it cannot be played; nothing has changed then.
    pub fn play(&mut self, rules: &Rules, a_move: Move) -> Result<Played, IllegalMove> {
        self.check(rules, a_move)?;
        self.believe(rules, a_move).ok_or(IllegalMove::OutOfReach(a_move))
    }

    /// Plays a move whether or not keys lead there, as long as the piece is at hand and fits. Otherwise nothing changes.
    pub fn believe(&mut self, rules: &Rules, a_move: Move) -> Option<Played> {
        let piece = a_move.placement.piece;
        let held = *self.queue.first()? != piece;
        if held && self.other_piece() != Some(piece) {
            return None;
        }
        let (board, clear) = self.board.try_after(a_move.placement)?;
        let is_difficult = clear.lines == 4 || a_move.spin != Spin::None;
        let perfect_clear = clear.lines > 0 && board.is_empty();
        let attack = rules.attack.rows(&Action {
            lines: clear.lines,
            spin: a_move.spin,
            back_to_back: self.back_to_back && is_difficult,
            combo: self.combo,
            perfect_clear,
        });
        let taken = 1 + usize::from(held && self.hold.is_none());
        if held {
            self.hold = Some(self.queue[0]);
        }
        self.queue.drain(..taken);
        self.board = board;
        if clear.lines > 0 {
            self.combo += 1;
            self.back_to_back = is_difficult;
        } else {
            self.combo = 0;
        }
        Some(Played { lines: clear.lines, attack, perfect_clear, held, taken })
    }

    /// A piece is seen at the end of the queue.
    pub fn new_piece(&mut self, piece: Piece) {
        self.queue.push(piece);
        self.supply.take(piece);
    }
}
