//! The rows of a perfect clear as one word.

use std::fmt;

use tetrolab_engine::Board;

/// Columns of a field; perfect clears are known for the guideline's width only.
pub const WIDTH: u8 = 10;
/// The most lines of a perfect clear: six rows fill sixty bits.
pub const MOST_LINES: u8 = 6;

/// One row, all filled.
pub(crate) const ROW: u64 = (1 << WIDTH) - 1;
/// The leftmost column.
pub(crate) const COLUMN: u64 = 1 | 1 << 10 | 1 << 20 | 1 << 30 | 1 << 40 | 1 << 50;

/// The lowest rows of a board ten columns wide: bit `10 y + x` is the cell in column `x`, row `y`. There are no full rows:
/// they are removed as soon as there are any.
///
/// ```
/// use tetrolab_solve::perfect_clear::Field;
///
/// let board = "
///     X.........
///     XX.XXXXXXX
/// ".parse()?;
/// let field = Field::of(&board).unwrap();
/// assert_eq!(field.height(), 2);
/// assert_eq!(field.empty_cells(4), 30);
/// # Ok::<(), tetrolab_engine::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Field(pub u64);

impl Field {
    /// No cell is filled.
    pub const EMPTY: Field = Field(0);

    /// The filled cells of a board; `None` if it is not ten columns wide or its stack is higher than six rows.
    pub fn of(board: &Board) -> Option<Field> {
        if board.size().width != WIDTH || board.stack_height() > MOST_LINES {
            return None;
        }
        let rows = (0..board.stack_height()).map(|y| u64::from(board.row(y)) << (WIDTH * y));
        Some(Field(rows.fold(0, |field, row| field | row)))
    }

    /// The lowest `lines` rows, all filled.
    #[inline]
    pub const fn full(lines: u8) -> Field {
        Field((1 << (WIDTH * lines)) - 1)
    }

    /// Whether a cell is filled.
    #[inline]
    pub const fn is_filled(self, x: u8, y: u8) -> bool {
        self.0 >> (WIDTH * y + x) & 1 == 1
    }

    /// How many rows the stack reaches up to.
    #[inline]
    pub const fn height(self) -> u8 {
        (u64::BITS - self.0.leading_zeros()).div_ceil(WIDTH as u32) as u8
    }

    /// How many of the cells in the lowest `lines` rows are empty.
    #[inline]
    pub const fn empty_cells(self, lines: u8) -> u32 {
        (Field::full(lines).0 & !self.0).count_ones()
    }

    /// The field after these cells were filled and full rows removed, and how many those were.
    ///
    /// ```
    /// use tetrolab_solve::perfect_clear::Field;
    ///
    /// let (field, lines) = Field(0b_0000000001_1111111100).after(0b_0000000010_0000000011);
    /// assert_eq!((field, lines), (Field(0b_0000000011), 1));
    /// ```
    #[inline]
    pub const fn after(self, cells: u64) -> (Field, u8) {
        let mut field = self.0 | cells;
        // The leftmost cells of full rows: ten cells to the right of them are filled.
        let two = field & field >> 1;
        let four = two & two >> 2;
        let mut full = four & four >> 4 & two >> 8 & COLUMN;
        let lines = full.count_ones() as u8;
        // From the top down, so that the rows still to be removed stay where they are.
        while full != 0 {
            let row = 63 - full.leading_zeros();
            let below = (1 << row) - 1;
            field = field & below | (field >> WIDTH) & !below;
            full &= below;
        }
        (Field(field), lines)
    }
}

impl fmt::Display for Field {
    /// A picture, top row first, as of a board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.height().max(1)).rev() {
            let row: String = (0..WIDTH).map(|x| if self.is_filled(x, y) { 'X' } else { '.' }).collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Field\n{self}")
    }
}
