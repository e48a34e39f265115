//! Counting all sequences of placements of a queue: the proof that move generation is right, and the measure of its speed.
//!
//! Nodes at depth `d` are the sequences of `d` placements; the pieces come strictly in order, without Hold, full rows go.
//! At the last piece nothing is placed any more, its placements are counted in bulk.

mod tree;

pub(crate) use tree::{Node, Run, Stem, expand, leaves, start};

use crate::board::Board;
use crate::forms::{self, Instructions};
use crate::movement::Movement;
use crate::piece::Piece;

/// How many sequences of placements there are for each depth: `perft(…)[0]` counts the placements of the first piece.
///
/// ```
/// # use tetrolab_engine::{Board, Kicks, HalfTurns, Movement, perft, pieces_from_letters};
/// let movement = Movement {
///     kicks: Kicks::Srs,
///     half_turns: HalfTurns::Off,
///     spins: false,
///     sticky_fifth_point: false,
///     spawn_row: 19,
///     generation_drop: false,
///     fall_back_row: None,
/// };
/// let queue = pieces_from_letters("IOLJ").unwrap();
/// assert_eq!(perft(&Board::default(), &queue, &movement), [17, 153, 5266, 188374]);
/// ```
pub fn perft(board: &Board, queue: &[Piece], movement: &Movement) -> Vec<u64> {
    Perft::new(queue, movement).count(board)
}

/// A count with choices.
#[derive(Clone, Debug)]
pub struct Perft<'a> {
    queue: &'a [Piece],
    movement: &'a Movement,
    instructions: Instructions,
}

impl<'a> Perft<'a> {
    /// Counts the placements of this queue. It goes as deep as the queue is long, and takes some kilobytes of stack for each
    /// piece.
    pub fn new(queue: &'a [Piece], movement: &'a Movement) -> Perft<'a> {
        Perft { queue, movement, instructions: Instructions::best() }
    }

    /// Uses these instructions rather than the fastest. Where the processor does not have them, portable ones.
    pub fn instructions(self, instructions: Instructions) -> Perft<'a> {
        Perft { instructions, ..self }
    }

    /// Nodes by depth.
    pub fn count(&self, board: &Board) -> Vec<u64> {
        let mut counts = vec![0; self.queue.len()];
        self.add(board, 0, &mut counts);
        counts
    }

    /// Adds the nodes below a board on which the first `index` pieces already lie.
    ///
    /// # Panics
    /// If `counts` is shorter than the queue.
    pub fn add(&self, board: &Board, index: usize, counts: &mut [u64]) {
        let width = board.size().width;
        if index >= self.queue.len() {
            return;
        }
        let walked = |&piece: &Piece| self.movement.is_walked(width) || self.movement.is_sticky(piece);
        if self.queue.iter().any(walked) {
            return self.walk(board, index, counts);
        }
        forms::perft(board, index, &mut Run::new(self, board.size(), counts), self.instructions);
    }

    /// One board after the other, for rules that the flood fill does not know.
    fn walk(&self, board: &Board, index: usize, counts: &mut [u64]) {
        let placements = board.placements_under(self.queue[index], self.movement).with_spins();
        if index + 1 == self.queue.len() {
            counts[index] += placements.count() as u64;
            return;
        }
        for (placement, _) in placements {
            counts[index] += 1;
            self.walk(&board.after(placement).0, index + 1, counts);
        }
    }
}
