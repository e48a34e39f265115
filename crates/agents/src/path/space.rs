//! The states of one piece on one board, and how its actions lead from one to another.

use std::array;

use tetrolab_engine::{Board, MAX_WIDTH, Piece, Placement, Rotation, Turn};

use super::action::{Action, Order};
use super::gate::{SpaceError, Whose, covering, facings};
use super::place::Place;
use super::turning::{Steps, Turning};

/// A board, a piece that starts somewhere on it, and how it may move. A state is a [`Placement`].
///
/// The board is closed on all sides. An action is possible if the piece then lies inside the board and on empty cells.
#[derive(Clone, Copy, Debug)]
pub struct Space {
    board: Board,
    start: Placement,
    turning: Turning,
    order: Order,
    /// By facing: what a turn to the left and to the right tries.
    left: [Steps; 4],
    right: [Steps; 4],
    /// By facing and column: the rows, a bit each, in which the centre can lie so that the piece fits.
    free: [[u64; MAX_WIDTH as usize]; 4],
}

impl Space {
    /// The gate: checks the start. Where several facings cover its cells, it takes the first from North to the right.
    pub fn new(board: Board, piece: Piece, start: &Place, turning: Turning, order: Order) -> Result<Space, SpaceError> {
        let mut start = covering(&board, piece, start, Whose::Start)?[0];
        if turning.only_cells {
            start = facings(piece, start.cells())[0];
        }
        let steps = |turn| Rotation::ALL.map(|from| (turning.steps)(piece, from, turn));
        Ok(Space {
            board,
            start,
            turning,
            order,
            left: steps(Turn::Left),
            right: steps(Turn::Right),
            free: Rotation::ALL.map(|facing| free(&board, piece, facing)),
        })
    }

    /// The board without the piece.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Where the piece starts.
    pub const fn start(&self) -> Placement {
        self.start
    }

    /// Which piece it is.
    pub const fn piece(&self) -> Piece {
        self.start.piece
    }

    /// How it turns.
    pub const fn turning(&self) -> &Turning {
        &self.turning
    }

    /// In which order actions are tried.
    pub const fn order(&self) -> Order {
        self.order
    }

    /// How many rows the board has.
    pub const fn rows(&self) -> u8 {
        self.board.size().rows()
    }

    /// What a turn from a facing tries.
    #[inline]
    pub(super) fn steps(&self, from: Rotation, turn: Action) -> &Steps {
        let steps = if turn == Action::TurnLeft { &self.left } else { &self.right };
        &steps[from as usize]
    }

    /// Where an action leads, or `None` if it is not possible.
    ///
    /// ```
    /// use tetrolab_agents::path::{Action, Order, Place, Space, Turning};
    /// use tetrolab_engine::{Board, Piece, Size};
    ///
    /// let board = Board::empty(Size { width: 10, height: 20, buffer: 0 });
    /// let space = Space::new(board, Piece::J, &Place::top(Piece::J, 10), Turning::SEVILLA, Order::default())?;
    /// let turned = space.after(Action::TurnLeft, space.start()).unwrap();
    /// assert_eq!(tetrolab_agents::path::from_top(turned, 20), [[0, 4], [1, 4], [2, 3], [2, 4]]);
    /// # Ok::<(), tetrolab_agents::path::SpaceError>(())
    /// ```
    #[inline]
    pub fn after(&self, action: Action, from: Placement) -> Option<Placement> {
        let to = match action {
            Action::Down => from.shifted(0, -1),
            Action::Left => from.shifted(-1, 0),
            Action::Right => from.shifted(1, 0),
            Action::TurnLeft | Action::TurnRight => {
                let steps = self.steps(from.rotation, action);
                let facing = Placement { rotation: steps.facing, ..from };
                let mut tried = steps.tried().iter().map(|&(x, y)| facing.shifted(x, y));
                return tried.find(|&to| self.fits(to));
            }
        };
        self.fits(to).then_some(to)
    }

    /// Whether the piece lies inside the board and on empty cells. The centre is one of its cells, so it lies inside too.
    #[inline]
    fn fits(&self, to: Placement) -> bool {
        // A column or row below 0 is, as an unsigned number, far too large.
        let (x, y) = (to.x as u8, to.y as u8);
        x < MAX_WIDTH && y < 64 && self.free[to.rotation as usize][x as usize] >> y & 1 == 1
    }

    /// What can be done in a state: action, next state and cost, in the order in which they are tried.
    #[inline]
    pub fn successors(&self, from: Placement) -> impl Iterator<Item = (Action, Placement, u32)> + '_ {
        self.order.actions().iter().filter_map(move |&action| self.after(action, from).map(|to| (action, to, 1)))
    }
}

/// For each column of the centre, the rows in which the piece fits.
fn free(board: &Board, piece: Piece, facing: Rotation) -> [u64; MAX_WIDTH as usize] {
    let inside = (1 << board.size().rows()) - 1;
    let empty = |x: i8| match u8::try_from(x) {
        Ok(x) if x < board.size().width => !board.column(x) & inside,
        _ => 0,
    };
    let cells = Placement::new(piece, facing, 0, 0).cells();
    array::from_fn(|x| {
        cells.iter().fold(inside, |rows, cell| {
            let empty = empty(x as i8 + cell.x);
            rows & if cell.y < 0 { empty << -cell.y } else { empty >> cell.y }
        })
    })
}
