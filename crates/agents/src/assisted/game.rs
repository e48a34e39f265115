//! The game itself: a piece appears at the top, goes where it is best, and full rows are removed.

use tetrolab_engine::{Block, Blocks, Cell, Piece, Placement};

use super::mind::{Choice, Mind};
use crate::path::{Action, Algorithm, Options, Order, Place, Problem, Resting, RowColumn, Space, Turning, from_top};

/// A game being played.
///
/// ```
/// use tetrolab_agents::assisted::{Game, Mind};
/// use tetrolab_agents::path::{ALGORITHMS, Turning};
/// use tetrolab_agents::sevilla::VARIANTS;
/// use tetrolab_engine::{Blocks, Piece, Size};
///
/// let blocks = Blocks::empty(Size { width: 10, height: 22, buffer: 0 });
/// let mut game = Game::new(blocks, Turning::SEVILLA, ALGORITHMS[0], Mind::Course(&VARIANTS[0]));
/// let turn = game.play(Piece::Z).expect("an empty board has room");
/// assert_eq!(turn.choice.resting.cells, [[20, 0], [20, 1], [21, 1], [21, 2]]);
/// assert_eq!(turn.plan.len(), 23);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    blocks: Blocks,
    turning: Turning,
    algorithm: Algorithm,
    mind: Mind,
    pieces: u64,
    lines: u64,
}

/// What was done with a piece.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Which piece it is of the game, from 1.
    pub number: u64,
    pub piece: Piece,
    /// Where it appeared.
    pub start: [RowColumn; 4],
    /// Where it went, and why.
    pub choice: Choice,
    /// The steps that take it to its place.
    pub plan: Vec<Action>,
    /// What it left.
    pub after: Locked,
}

/// The board after a piece has locked.
#[derive(Clone, Debug)]
pub struct Locked {
    /// The Blocks.
    pub blocks: Blocks,
    /// The cells of the piece that are still there.
    pub left: Vec<Cell>,
    /// Rows that were removed.
    pub lines: u32,
}

impl Game {
    /// A game that begins with these Blocks.
    pub const fn new(blocks: Blocks, turning: Turning, algorithm: Algorithm, mind: Mind) -> Game {
        Game { blocks, turning, algorithm, mind, pieces: 0, lines: 0 }
    }

    /// The Blocks that lie there now.
    pub const fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// Pieces placed so far.
    pub const fn pieces(&self) -> u64 {
        self.pieces
    }

    /// Rows removed so far.
    pub const fn lines(&self) -> u64 {
        self.lines
    }

    /// Lets a piece appear and puts it where it is best. `None` if it does not fit at the top.
    pub fn play(&mut self, piece: Piece) -> Option<Turn> {
        let board = *self.blocks.board();
        let top = Place::top(piece, board.size().width);
        let space = Space::new(board, piece, &top, self.turning, Order::default()).ok()?;
        let start = from_top(space.start(), space.rows());
        let choice = self.mind.choose(&space);
        let plan = steps(&self.algorithm, space, &choice.resting);
        let after = lock(&self.blocks, choice.resting.placement);
        self.blocks = after.blocks;
        self.pieces += 1;
        self.lines += u64::from(after.lines);
        Some(Turn { number: self.pieces, piece, start, choice, plan, after })
    }
}

/// The steps to a place that can be reached.
fn steps(algorithm: &Algorithm, space: Space, resting: &Resting) -> Vec<Action> {
    let goal = Place::Cells(resting.cells.to_vec());
    let problem = Problem::new(space, &[goal]).expect("a piece can lie where it rests");
    let mut options = Options::default();
    loop {
        match algorithm.solve(&problem, &options).plan {
            Some(plan) => return plan,
            // The place can be reached, so the bound was too small.
            None => options.bound = Some(2 * options.depth(&problem)),
        }
    }
}

/// Turns the piece into Blocks and removes full rows; everything above them comes down.
fn lock(blocks: &Blocks, placement: Placement) -> Locked {
    let mut lying = *blocks;
    for cell in placement.cells() {
        lying.set(cell.x, cell.y, Some(Block::Of(placement.piece)));
    }
    let full = lying.board().full_rows();
    // Where a cell is when full rows are gone.
    let fallen = |cell: Cell| {
        let below = (full & ((1 << cell.y) - 1)).count_ones() as i8;
        (full >> cell.y & 1 == 0).then(|| Cell::new(cell.x, cell.y - below))
    };
    let mut after = Blocks::empty(lying.board().size());
    for cell in lying.board().cells() {
        if let Some(to) = fallen(cell) {
            after.set(to.x, to.y, lying.get(cell.x, cell.y));
        }
    }
    let left = placement.cells().into_iter().filter_map(fallen).collect();
    Locked { blocks: after, left, lines: full.count_ones() }
}
