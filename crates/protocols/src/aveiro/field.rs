//! The cells that are locked: as bits, for what must be fast, and as a list, for the messages.

use super::cell::{Cell, InPlay};

/// Columns that pieces can be in.
pub const WIDTH: usize = 8;
/// Rows that pieces can be in.
pub const HEIGHT: usize = 30;

/// Bits at the left of column 0, so that no box begins before bit 0.
const MARGIN: i8 = 2;
/// Where column 1, the first between the walls, has its bit.
const FIRST: u32 = MARGIN as u32 + 1;
/// A row without locked cells: the walls, and all beyond them.
const EMPTY: u16 = !(0xff << FIRST);
/// A row that is full, and every row of the floor.
const FULL: u16 = 0xffff;
/// Rows of a box that can have cells.
const BOX_ROWS: usize = 4;

/// Every cell can be locked, and those of the piece that ends a game once more.
const MOST_CELLS: usize = WIDTH * HEIGHT + 4;

/// The locked cells.
///
/// Messages list them in the order in which they were locked, whatever happened since: a cleared row takes its cells out
/// of the list, and the cells above it move down where they stand in the list.
#[derive(Clone, Copy)]
pub struct Field {
    /// Walls, floor and locked cells, the top row first.
    rows: [u16; HEIGHT + BOX_ROWS],
    /// The list; a cell is `8 y + x - 1`.
    list: [u8; MOST_CELLS],
    length: u8,
}

impl Field {
    /// Nothing is locked.
    pub const EMPTY: Field = {
        let mut rows = [EMPTY; HEIGHT + BOX_ROWS];
        let mut floor = HEIGHT;
        while floor < rows.len() {
            rows[floor] = FULL;
            floor += 1;
        }
        Field { rows, list: [0; MOST_CELLS], length: 0 }
    };

    /// A field with these cells, locked in this order. `None` if one of them is not between the walls, or locked twice.
    pub fn from_cells(cells: &[Cell]) -> Option<Field> {
        let mut field = Field::EMPTY;
        for &cell in cells {
            if field.is_filled(cell) {
                return None;
            }
            field.push(cell);
        }
        Some(field)
    }

    /// Whether a cell is locked, wall or floor, or outside.
    pub fn is_filled(&self, cell: Cell) -> bool {
        let inside = (1..=WIDTH as i8).contains(&cell.x) && (0..HEIGHT as i8).contains(&cell.y);
        !inside || self.rows[cell.y as usize] & bit(cell) != 0
    }

    /// The locked cells of a row as bits, bit 0 for column 1.
    ///
    /// # Panics
    /// If `y` is not below 30.
    #[inline]
    pub fn row(&self, y: usize) -> u8 {
        assert!(y < HEIGHT, "there are {HEIGHT} rows");
        (self.rows[y] >> FIRST) as u8
    }

    /// The locked cells, in the order of the messages.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.list[..self.length as usize].iter().map(|&code| Cell { x: (code % 8 + 1) as i8, y: (code / 8) as i8 })
    }

    /// Whether a piece has room.
    #[inline]
    pub fn fits(&self, piece: InPlay) -> bool {
        if !(-MARGIN..=WIDTH as i8).contains(&piece.x) || !(0..=HEIGHT as i8).contains(&piece.y) {
            return false;
        }
        let top = piece.y as usize;
        let window = self.rows[top..top + BOX_ROWS].iter().rev().fold(0, |window, &row| window << 16 | u64::from(row));
        window & (piece.shape.plan(piece.plan).bits << (piece.x + MARGIN)) == 0
    }

    /// The piece as far below as it fits. It must fit where it is.
    pub fn dropped(&self, mut piece: InPlay) -> InPlay {
        while self.fits(piece.moved(0, 1)) {
            piece = piece.moved(0, 1);
        }
        piece
    }

    /// Locks a piece and clears rows. Returns how many rows were cleared.
    ///
    /// A row is cleared that has eight cells in the list. The piece that ends a game may lock over cells that are locked
    /// already, which then count twice.
    ///
    /// # Panics
    /// If a cell of the piece is outside the walls, or a game went on after a piece that did not fit.
    pub fn lock(&mut self, piece: InPlay) -> u32 {
        let cells = piece.cells();
        let overlaps = cells.iter().any(|&cell| self.is_filled(cell));
        for cell in cells {
            self.push(cell);
        }
        let mut lines = 0;
        // From the top, so that the rows that are still to be cleared stay where they are.
        for y in cells[0].y..=cells[3].y {
            let is_full = if overlaps {
                self.cells().filter(|cell| cell.y == y).count() == WIDTH
            } else {
                self.rows[y as usize] == FULL
            };
            if is_full {
                self.clear(y as u8);
                lines += 1;
            }
        }
        lines
    }

    fn push(&mut self, cell: Cell) {
        self.rows[cell.y as usize] |= bit(cell);
        self.list[self.length as usize] = 8 * cell.y as u8 + cell.x as u8 - 1;
        self.length += 1;
    }

    fn clear(&mut self, row: u8) {
        self.rows.copy_within(0..row as usize, 1);
        self.rows[0] = EMPTY;
        let mut kept = 0;
        for index in 0..self.length as usize {
            let code = self.list[index];
            if code / 8 != row {
                self.list[kept] = if code / 8 < row { code + 8 } else { code };
                kept += 1;
            }
        }
        self.length = kept as u8;
    }
}

fn bit(cell: Cell) -> u16 {
    1 << (cell.x + MARGIN)
}

impl PartialEq for Field {
    fn eq(&self, other: &Field) -> bool {
        self.cells().eq(other.cells())
    }
}

impl Eq for Field {}

impl std::fmt::Debug for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.cells().map(<[i8; 2]>::from)).finish()
    }
}
