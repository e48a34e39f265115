//! The field of a page: 23 rows with colours, and the garbage row below them.

use tetrolab_engine::{Block, Blocks, Board, Cell, Placement, Size};

use super::FieldError;

/// Columns of a field.
pub const WIDTH: u8 = 10;
/// Rows of a field, without the garbage row.
pub const HEIGHT: u8 = 23;

type Row = [Option<Block>; WIDTH as usize];

/// The Blocks of a page. Row 0 is at the floor, row -1 is the garbage row, which lies below the floor until it rises.
///
/// ```
/// use tetrolab_engine::{Block, Piece};
/// use tetrolab_protocols::fumen::Field;
///
/// let mut field = Field::default();
/// field.set(9, 0, Some(Block::Of(Piece::L)));
/// field.set(0, -1, Some(Block::Garbage));
/// assert_eq!(field.to_string(), "\
/// .........L
/// ----------
/// X.........
/// ");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Field {
    garbage: Row,
    /// From the floor up.
    rows: [Row; HEIGHT as usize],
}

impl Field {
    /// What a cell holds; nothing outside the field.
    pub fn get(&self, x: i8, y: i8) -> Option<Block> {
        let row = if y == -1 { &self.garbage } else { self.rows.get(usize::try_from(y).ok()?)? };
        *row.get(usize::try_from(x).ok()?)?
    }

    /// Puts a Block into a cell, or takes it away.
    ///
    /// # Panics
    /// If the cell is outside the field.
    pub fn set(&mut self, x: i8, y: i8, block: Option<Block>) {
        *self.cell(x, y).unwrap_or_else(|| panic!("the cell {x}, {y} is outside the field")) = block;
    }

    fn cell(&mut self, x: i8, y: i8) -> Option<&mut Option<Block>> {
        let row = if y == -1 { &mut self.garbage } else { self.rows.get_mut(usize::try_from(y).ok()?)? };
        row.get_mut(usize::try_from(x).ok()?)
    }

    /// Whether there is a Block in the garbage row.
    pub fn has_garbage_row(&self) -> bool {
        self.garbage != Row::default()
    }

    /// The field as a board of the standard size, which has room for all its rows but the garbage row.
    pub fn blocks(&self) -> Blocks {
        let mut blocks = Blocks::empty(Size::STANDARD);
        for y in 0..HEIGHT as i8 {
            for x in 0..WIDTH as i8 {
                blocks.set(x, y, self.get(x, y));
            }
        }
        blocks
    }

    /// Whether the piece lies inside the 23 rows and on empty cells.
    pub fn fits(&self, placement: Placement) -> bool {
        let is_free = |&Cell { x, y }: &Cell| {
            (0..WIDTH as i8).contains(&x) && (0..HEIGHT as i8).contains(&y) && self.get(x, y).is_none()
        };
        placement.cells().iter().all(is_free)
    }

    /// Turns the Minos of a piece into Blocks, whatever was there. Those outside the 23 rows are gone.
    pub(super) fn lock(&mut self, placement: Placement) {
        for Cell { x, y } in placement.cells() {
            if let Some(cell) = self.cell(x, y).filter(|_| y >= 0) {
                *cell = Some(Block::Of(placement.piece));
            }
        }
    }

    /// Removes full rows; what lies above drops.
    pub(super) fn clear(&mut self) {
        let mut kept = 0;
        for y in 0..self.rows.len() {
            if self.rows[y].contains(&None) {
                self.rows[kept] = self.rows[y];
                kept += 1;
            }
        }
        self.rows[kept..].fill(Row::default());
    }

    /// Pushes all rows up by one; the garbage row becomes the lowest. What was in the top row is gone.
    pub(super) fn rise(&mut self) {
        self.rows.rotate_right(1);
        self.rows[0] = std::mem::take(&mut self.garbage);
    }

    /// Swaps left and right, but for the garbage row.
    pub(super) fn mirror(&mut self) {
        for row in &mut self.rows {
            row.reverse();
        }
    }
}

impl TryFrom<&Blocks> for Field {
    type Error = FieldError;

    /// The garbage row is empty.
    fn try_from(blocks: &Blocks) -> Result<Field, FieldError> {
        let board = blocks.board();
        let (width, height) = (board.size().width, board.stack_height());
        if width != WIDTH {
            return Err(FieldError::Width { found: width });
        }
        if height > HEIGHT {
            return Err(FieldError::Height { found: height });
        }
        let mut field = Field::default();
        for Cell { x, y } in board.cells() {
            field.set(x, y, blocks.get(x, y));
        }
        Ok(field)
    }
}

impl TryFrom<&Board> for Field {
    type Error = FieldError;

    /// All Blocks become grey, and the garbage row is empty.
    fn try_from(board: &Board) -> Result<Field, FieldError> {
        Field::try_from(&Blocks::from(*board))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_become_fields_and_boards_again() {
        let board: Board = "X.........\nXX.XXXXXXX\n".parse().unwrap();
        let field = Field::try_from(&board).unwrap();
        assert_eq!(field.blocks().board(), &board);
        assert!(!field.has_garbage_row());
    }

    #[test]
    fn other_sizes_are_refused() {
        let refusal = |picture: &str| {
            let board: Board = picture.parse().unwrap();
            Field::try_from(&board).unwrap_err().to_string()
        };
        assert_eq!(refusal("....\n"), "the board has 4 columns, a fumen has 10");
        let high = format!("X.........\n{}", "..........\n".repeat(23));
        assert_eq!(refusal(&high), "the stack has 24 rows, a fumen has room for 23");
    }

    #[test]
    fn what_rises_out_of_the_top_is_gone() {
        let mut field = Field::default();
        field.set(3, 22, Some(Block::Garbage));
        field.rise();
        assert_eq!(field, Field::default());
    }
}
