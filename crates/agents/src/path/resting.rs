//! Where a piece can come to rest.

use tetrolab_engine::Placement;

use super::breadth_first::breadth_first;
use super::place::{RowColumn, from_top};
use super::space::Space;

/// A place where the piece lies on something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Resting {
    /// Its cells, in reading order.
    pub cells: [RowColumn; 4],
    /// The placement. Where several facings cover the cells, it is the first that can be reached, from North to the right.
    pub placement: Placement,
}

impl Space {
    /// Every place where the piece can come to rest, each once, in reading order of the cells. There is at least one: a piece that
    /// falls comes to rest.
    ///
    /// ```
    /// use tetrolab_agents::path::{Order, Place, Space, Turning, list};
    /// use tetrolab_engine::{Board, Piece, Size};
    ///
    /// // . . . .      O can lie on the Block, below it, and at the right of it twice.
    /// // . . . .
    /// // X . . .
    /// // . . . .
    /// // . . . .
    /// let mut board = Board::empty(Size { width: 4, height: 5, buffer: 0 });
    /// board.set(0, 2, true);
    /// let space = Space::new(board, Piece::O, &Place::top(Piece::O, 4), Turning::SEVILLA, Order::default())?;
    /// let places = space.resting_places();
    /// assert_eq!(places.len(), 4);
    /// assert_eq!(list(&places[0].cells), "[[0, 0], [0, 1], [1, 0], [1, 1]]");
    /// assert_eq!(list(&places[1].cells), "[[3, 0], [3, 1], [4, 0], [4, 1]]");
    /// # Ok::<(), tetrolab_agents::path::SpaceError>(())
    /// ```
    pub fn resting_places(&self) -> Vec<Resting> {
        let mut resting = Vec::new();
        breadth_first(
            self.start(),
            |state| self.successors(state),
            |_| false,
            |state| {
                if self.board().is_resting(state) {
                    resting.push(Resting { cells: from_top(state, self.rows()), placement: state });
                }
            },
        );
        // Several facings can cover the same cells.
        resting.sort_unstable();
        resting.dedup_by_key(|resting| resting.cells);
        resting
    }
}
