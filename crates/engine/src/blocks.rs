//! The Blocks of a game: which cells are filled, and of which piece each Block was.

use crate::board::{Board, Columns, MAX_WIDTH, Size, remove_rows};
use crate::piece::{Piece, Placement};

/// What one cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Block {
    /// A Mino of a piece that has locked.
    Of(Piece),
    /// A Block that no piece of this game left: garbage, starting blocks.
    Garbage,
}

impl Block {
    /// The letter it is drawn with.
    pub const fn letter(self) -> char {
        match self {
            Block::Of(piece) => piece.letter(),
            Block::Garbage => 'X',
        }
    }
}

/// A board whose Blocks remember their piece. The colour of a cell is spread over three more boards of bits, so that
/// clearing rows and rising garbage stay a few shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks {
    board: Board,
    /// Bits of 0 for garbage and 1 + piece otherwise; 0 in empty cells.
    colours: [Columns; 3],
}

impl Blocks {
    /// No Blocks.
    ///
    /// # Panics
    /// If the size is out of its limits.
    pub const fn empty(size: Size) -> Blocks {
        Blocks { board: Board::empty(size), colours: [[0; MAX_WIDTH as usize]; 3] }
    }

    /// Which cells are filled.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// What the cell holds; nothing outside the board.
    pub fn get(&self, x: i8, y: i8) -> Option<Block> {
        let size = self.board.size();
        if !(0..size.width as i8).contains(&x) || !(0..size.rows() as i8).contains(&y) || !self.board.is_filled(x, y) {
            return None;
        }
        let colour = (0..3).fold(0, |colour, i| colour | (self.colours[i][x as usize] >> y & 1) << i);
        Some(match colour {
            0 => Block::Garbage,
            piece => Block::Of(Piece::ALL[piece as usize - 1]),
        })
    }

    /// Puts a Block into a cell, or takes it away.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn set(&mut self, x: i8, y: i8, block: Option<Block>) {
        self.board.set(x, y, block.is_some());
        let colour = match block {
            Some(Block::Of(piece)) => piece as u64 + 1,
            Some(Block::Garbage) | None => 0,
        };
        for (i, plane) in self.colours.iter_mut().enumerate() {
            let column = &mut plane[x as usize];
            *column = *column & !(1 << y) | (colour >> i & 1) << y;
        }
    }

    /// The rows with at least one Block of garbage, a bit each.
    ///
    /// ```
    /// use tetrolab_engine::{Picture, Size};
    ///
    /// let picture = Picture::parse("I.........\nXX.XXIXXXX\nOO........\n.........X\n", Size::STANDARD)?;
    /// assert_eq!(picture.blocks.garbage_rows(), 0b0101);
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    pub fn garbage_rows(&self) -> u64 {
        let [low, middle, high] = &self.colours;
        let columns = self.board.columns().iter().take(self.board.size().width as usize);
        columns.enumerate().fold(0, |rows, (x, column)| rows | column & !(low[x] | middle[x] | high[x]))
    }

    /// Turns the four Minos of a piece into Blocks, whatever was there.
    #[inline]
    pub(crate) fn fill(&mut self, placement: Placement) {
        self.board.fill(placement);
        let colour = placement.piece as u64 + 1;
        let shape = placement.piece.shape(placement.rotation);
        let (left, bottom) = ((placement.x + shape.left) as usize, (placement.y + shape.bottom) as u32);
        for (i, plane) in self.colours.iter_mut().enumerate() {
            for (column, mask) in shape.columns.iter().enumerate() {
                let word = &mut plane[(left + column) & 15];
                let mask = mask << bottom;
                *word = if colour >> i & 1 == 1 { *word | mask } else { *word & !mask };
            }
        }
    }

    /// Removes rows, a bit each.
    pub(crate) fn remove_rows(&mut self, rows: u64) {
        self.board.remove_rows(rows);
        for plane in &mut self.colours {
            remove_rows(plane, rows);
        }
    }

    /// Pushes everything up by one row of garbage with one hole. Returns whether a Block was pushed out of the top.
    pub fn raise(&mut self, hole: u8) -> bool {
        let over = self.board.raise(hole);
        // What was pushed out must not leave its colour behind.
        let inside = u64::MAX >> (64 - u32::from(self.board.size().rows()));
        for plane in &mut self.colours {
            for column in plane {
                *column = *column << 1 & inside;
            }
        }
        over
    }
}

impl From<Board> for Blocks {
    /// All filled cells become garbage.
    fn from(board: Board) -> Blocks {
        Blocks { board, ..Blocks::empty(board.size()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Cell, Rotation};

    #[test]
    fn colours_move_with_their_blocks() {
        let mut blocks = Blocks::empty(Size::STANDARD);
        for (i, piece) in Piece::ALL.into_iter().enumerate() {
            blocks.set(i as i8, 3, Some(Block::Of(piece)));
        }
        blocks.set(7, 3, Some(Block::Garbage));
        assert!(!blocks.raise(2));
        blocks.remove_rows(1 << 1);
        for (i, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(blocks.get(i as i8, 3), Some(Block::Of(piece)));
        }
        assert_eq!(blocks.get(7, 3), Some(Block::Garbage));
        assert_eq!((blocks.get(2, 0), blocks.get(3, 0)), (None, Some(Block::Garbage)));
    }

    #[test]
    fn a_piece_written_over_blocks_takes_its_own_colour() {
        let mut blocks = Blocks::empty(Size::STANDARD);
        for x in 0..10 {
            blocks.set(x, 0, Some(Block::Of(Piece::Z)));
        }
        let placement = Placement::new(Piece::I, Rotation::North, 4, 0);
        blocks.fill(placement);
        for Cell { x, y } in placement.cells() {
            assert_eq!(blocks.get(x, y), Some(Block::Of(Piece::I)));
        }
    }

    #[test]
    fn blocks_pushed_out_of_the_top_are_gone() {
        let size = Size { width: 4, height: 2, buffer: 1 };
        let mut blocks = Blocks::empty(size);
        blocks.set(1, 2, Some(Block::Of(Piece::T)));
        assert!(blocks.raise(0));
        assert_eq!(blocks.board().stack_height(), 1);
        blocks.raise(0);
        blocks.raise(0);
        assert_eq!(blocks.get(1, 2), Some(Block::Garbage));
    }
}
