//! The locked cells as rows of bits: what plans and searches copy by the thousand.

use super::super::{Cell, Field, HEIGHT, InPlay};
use super::tables::stamp;

/// Bytes of a stack; those below the floor are always 0.
pub const ROWS: usize = 32;

/// A row with eight cells.
const FULL: u8 = 0xff;

/// The locked cells: a byte for each row, the top row first, bit 0 for column 1.
///
/// Other than [`Field`] it does not know in which order cells were locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Stack {
    rows: [u8; ROWS],
}

impl Stack {
    /// Nothing is locked.
    pub const EMPTY: Stack = Stack { rows: [0; ROWS] };

    /// The stack of these cells. `None` if one of them is not between the walls.
    pub fn from_cells(cells: impl IntoIterator<Item = Cell>) -> Option<Stack> {
        let mut stack = Stack::EMPTY;
        for cell in cells {
            let is_inside = (1..=8).contains(&cell.x) && (0..HEIGHT as i8).contains(&cell.y);
            if !is_inside {
                return None;
            }
            stack.rows[cell.y as usize] |= 1 << (cell.x - 1);
        }
        Some(stack)
    }

    /// The rows, the top row first. Those below the floor are 0.
    #[inline]
    pub const fn rows(&self) -> &[u8; ROWS] {
        &self.rows
    }

    /// The rows, eight in a word, the top row lowest.
    #[inline]
    pub fn words(&self) -> [u64; ROWS / 8] {
        let mut words = [0; ROWS / 8];
        for (word, bytes) in words.iter_mut().zip(self.rows.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        words
    }

    /// The highest row with a cell; 30 if there is none.
    #[inline]
    pub fn top(&self) -> usize {
        let words = self.words();
        let word = words.iter().position(|&word| word != 0);
        word.map_or(HEIGHT, |index| 8 * index + words[index].trailing_zeros() as usize / 8)
    }

    /// Whether a cell is locked. There is none outside the walls.
    pub fn is_filled(&self, cell: Cell) -> bool {
        (1..=8).contains(&cell.x)
            && (0..HEIGHT as i8).contains(&cell.y)
            && self.rows[cell.y as usize] >> (cell.x - 1) & 1 == 1
    }

    /// The locked cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let all = (0..HEIGHT as i8).flat_map(|y| (1..=8).map(move |x| Cell { x, y }));
        all.filter(|&cell| self.is_filled(cell))
    }

    /// Whether a piece just dealt has room.
    #[inline]
    pub fn has_room(&self, piece: InPlay) -> bool {
        self.window(piece.y as usize) & stamp(piece) == 0
    }

    /// Locks a piece that fits and clears rows. Returns how many rows were cleared.
    #[inline]
    pub fn lock(&mut self, piece: InPlay) -> u32 {
        let y = piece.y as usize;
        let window = self.window(y) | stamp(piece);
        self.rows[y..y + 4].copy_from_slice(&window.to_le_bytes());
        let mut lines = 0;
        // From the top, so that the rows that are still to be cleared stay where they are.
        for row in y..y + 4 {
            if self.rows[row] == FULL {
                self.rows.copy_within(0..row, 1);
                self.rows[0] = 0;
                lines += 1;
            }
        }
        lines
    }

    /// Four rows in a word, the top row lowest.
    #[inline]
    fn window(&self, y: usize) -> u32 {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&self.rows[y..y + 4]);
        u32::from_le_bytes(bytes)
    }
}

impl From<&Field> for Stack {
    fn from(field: &Field) -> Stack {
        let mut rows = [0; ROWS];
        for (y, row) in rows.iter_mut().enumerate().take(HEIGHT) {
            *row = field.row(y);
        }
        Stack { rows }
    }
}
