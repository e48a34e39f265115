//! The board as bits: one word a column, one bit a row.
//!
//! Chosen by measurement against a word a row (`cargo bench -p tetrolab-engine --bench representation` keeps both,
//! docs/internals.md has the figures): a piece spans at most four columns, so "does it fit" is four shifts and ands, "how far
//! does it fall" four counts of leading zeros without a loop; flood fills and everything that looks at heights, holes and
//! wells work on whole columns.

use std::fmt;

use crate::piece::{Cell, Placement, Shape};

/// The most columns a board can have.
pub const MAX_WIDTH: u8 = 16;
/// The most rows below the Skyline.
pub const MAX_HEIGHT: u8 = 40;
/// The most rows above the Skyline.
pub const MAX_BUFFER: u8 = 20;

/// How large a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Columns, 4 to 16.
    pub width: u8,
    /// Visible rows, below the Skyline: 1 to 40.
    pub height: u8,
    /// Rows of the Buffer Zone above the Skyline: 0 to 20.
    pub buffer: u8,
}

impl Size {
    /// The guideline's Matrix: 10 columns, 20 visible rows, 20 more above the Skyline.
    pub const STANDARD: Size = Size { width: 10, height: 20, buffer: 20 };

    /// All rows, visible and above.
    #[inline]
    pub const fn rows(self) -> u8 {
        self.height + self.buffer
    }

    /// Whether each side is within its limits.
    pub const fn is_valid(self) -> bool {
        self.width >= 4
            && self.width <= MAX_WIDTH
            && self.height >= 1
            && self.height <= MAX_HEIGHT
            && self.buffer <= MAX_BUFFER
    }
}

impl Default for Size {
    fn default() -> Size {
        Size::STANDARD
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}+{}", self.width, self.height, self.buffer)
    }
}

/// Sixteen columns of bits.
pub(crate) type Columns = [u64; MAX_WIDTH as usize];

/// A column beyond the last one.
const WALL: u64 = u64::MAX;

/// Which cells are filled. Draw one with `X` and `.`, top row first:
///
/// ```
/// use tetrolab_engine::Board;
///
/// let board: Board = "
///     X.........
///     XX.XXXXXXX
///     XX..XXXXXX
/// ".parse()?;
/// assert!(board.is_filled(0, 2));
/// assert_eq!(board.to_string(), "X.........\nXX.XXXXXXX\nXX..XXXXXX\n");
/// # Ok::<(), tetrolab_engine::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// Bit `y` of word `x` is the cell in column `x`, row `y`. Bits above the rows are 0. Words beyond the width are wall,
    /// all ones, so that what looks at whole rows can go through all sixteen words without asking how many count.
    columns: Columns,
    size: Size,
}

impl Default for Board {
    /// The empty standard board.
    fn default() -> Board {
        Board::empty(Size::STANDARD)
    }
}

impl Board {
    /// An empty board.
    ///
    /// # Panics
    /// If the size is out of its limits ([`Size::is_valid`]).
    pub const fn empty(size: Size) -> Board {
        assert!(size.is_valid(), "a board is 4 to 16 columns wide, 1 to 40 rows high, with 0 to 20 rows above");
        let mut columns = [WALL; MAX_WIDTH as usize];
        let mut x = 0;
        while x < size.width as usize {
            columns[x] = 0;
            x += 1;
        }
        Board { columns, size }
    }

    /// How large it is.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Whether a cell is filled. Walls and floor count as filled, everything above the top row as empty.
    ///
    /// ```
    /// # use tetrolab_engine::Board;
    /// let board = Board::default();
    /// assert!(board.is_filled(-1, 0) && board.is_filled(0, -1) && board.is_filled(10, 5));
    /// assert!(!board.is_filled(0, 0) && !board.is_filled(0, 40));
    /// ```
    #[inline]
    pub const fn is_filled(&self, x: i8, y: i8) -> bool {
        if x < 0 || x >= self.size.width as i8 || y < 0 {
            return true;
        }
        y < 64 && self.columns[x as usize] >> y & 1 == 1
    }

    /// Fills or empties one cell.
    ///
    /// # Panics
    /// If the cell is outside the board.
    pub fn set(&mut self, x: i8, y: i8, filled: bool) {
        assert!(
            (0..self.size.width as i8).contains(&x) && (0..self.size.rows() as i8).contains(&y),
            "the cell {x}, {y} is outside the board"
        );
        let bit = 1 << y;
        let column = &mut self.columns[x as usize];
        *column = if filled { *column | bit } else { *column & !bit };
    }

    /// Column `x` as bits, bit 0 at the floor.
    ///
    /// # Panics
    /// If there is no such column.
    #[inline]
    pub fn column(&self, x: u8) -> u64 {
        assert!(x < self.size.width);
        self.columns[x as usize]
    }

    /// The columns, left to right.
    #[inline]
    pub fn columns(&self) -> &[u64] {
        &self.columns[..self.size.width as usize]
    }

    /// The board with these columns, walls included.
    pub(crate) const fn from_columns(columns: Columns, size: Size) -> Board {
        Board { columns, size }
    }

    /// All sixteen words, those beyond the width included, which are all ones.
    #[inline]
    pub const fn all_columns(&self) -> &[u64; MAX_WIDTH as usize] {
        &self.columns
    }

    /// Row `y` as bits, bit 0 at the left wall.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, y: u8) -> u16 {
        assert!(y < self.size.rows());
        self.columns().iter().enumerate().fold(0, |row, (x, column)| row | ((column >> y & 1) as u16) << x)
    }

    /// How many rows the stack reaches up to.
    ///
    /// ```
    /// # use tetrolab_engine::Board;
    /// let board: Board = "X.........\n..........\nXXXX.XXXXX".parse()?;
    /// assert_eq!(board.stack_height(), 3);
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    pub fn stack_height(&self) -> u8 {
        let filled = self.columns().iter().fold(0, |rows, column| rows | column);
        (u64::BITS - filled.leading_zeros()) as u8
    }

    /// How many cells are filled.
    pub fn filled_cells(&self) -> u32 {
        self.columns().iter().map(|column| column.count_ones()).sum()
    }

    /// Whether no cell is filled.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.columns().iter().all(|&column| column == 0)
    }

    /// Whether all Minos of the piece lie inside the board and on empty cells. The board is closed on all sides:
    /// above its top row there is nothing to move into.
    ///
    /// ```
    /// # use tetrolab_engine::{Board, Piece, Placement, Rotation};
    /// let board: Board = "
    ///     XXX...XXXX
    ///     XXXX.XXXXX
    /// ".parse()?;
    /// assert!(board.fits(Placement::new(Piece::T, Rotation::South, 4, 1)));
    /// assert!(!board.fits(Placement::new(Piece::T, Rotation::North, 4, 0)));
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    #[inline]
    pub fn fits(&self, placement: Placement) -> bool {
        let shape = placement.piece.shape(placement.rotation);
        let (left, bottom) = (placement.x.wrapping_add(shape.left), placement.y.wrapping_add(shape.bottom));
        // A column left of the wall is, as an unsigned number, far too large.
        if left as u8 > self.size.width - shape.width || bottom < 0 || bottom as u8 + shape.height > self.size.rows() {
            return false;
        }
        let (left, bottom) = (left as usize, bottom as u32);
        (0..4).fold(0, |hit, i| hit | (self.columns[(left + i) & 15] >> bottom & shape.columns[i])) == 0
    }

    /// Whether the piece lies on a Surface: it fits, and one row lower it does not.
    #[inline]
    pub fn is_resting(&self, placement: Placement) -> bool {
        !self.fits(placement.shifted(0, -1))
    }

    /// How many rows the piece falls before it lies on a Surface. The piece must fit where it is.
    ///
    /// ```
    /// # use tetrolab_engine::{Board, Piece, Placement, Rotation};
    /// let board: Board = "
    ///     ...X......
    ///     XXXX......
    /// ".parse()?;
    /// assert_eq!(board.drop_distance(Placement::new(Piece::T, Rotation::North, 4, 10)), 8);
    /// assert_eq!(board.drop_distance(Placement::new(Piece::T, Rotation::North, 5, 10)), 10);
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    #[inline]
    pub fn drop_distance(&self, placement: Placement) -> u8 {
        debug_assert!(self.fits(placement));
        let shape = placement.piece.shape(placement.rotation);
        let (left, bottom) = ((placement.x + shape.left) as usize, (placement.y + shape.bottom) as u32);
        let mut distance = u32::MAX;
        for i in 0..shape.width as usize {
            let underside = bottom + u32::from(shape.undersides[i]);
            // The free rows directly below the lowest Mino of this column.
            let below = self.columns[(left + i) & 15] & ((1 << underside) - 1);
            let surface = u64::BITS - below.leading_zeros();
            distance = distance.min(underside - surface);
        }
        distance as u8
    }

    /// Fills the four cells of the piece, whatever was there. Nothing is cleared.
    #[inline]
    pub(crate) fn fill(&mut self, placement: Placement) {
        let shape = placement.piece.shape(placement.rotation);
        self.stamp(shape, (placement.x + shape.left) as u8, (placement.y + shape.bottom) as u8);
    }

    /// The lowest row that a shape comes to lie in when it falls from above with its left edge over a column; `None` if that
    /// is beyond a wall or above all rows.
    #[inline]
    pub(crate) fn landing_row(&self, shape: &Shape, column: u8) -> Option<u8> {
        if column > self.size.width - shape.width {
            return None;
        }
        let mut row = 0;
        for i in 0..shape.width as usize {
            // A bit below the floor, so that there is always one.
            let height = 63 - (self.columns[(column as usize + i) & 15] << 1 | 1).leading_zeros() as i32;
            row = row.max(height - i32::from(shape.undersides[i]));
        }
        (row as u8 + shape.height <= self.size.rows()).then_some(row as u8)
    }

    /// Fills the cells of a shape, whatever was there.
    #[inline]
    pub(crate) fn stamp(&mut self, shape: &Shape, column: u8, row: u8) {
        for i in 0..shape.width as usize {
            self.columns[(column as usize + i) & 15] |= shape.columns[i] << row;
        }
    }

    /// The full rows, a bit each.
    #[inline]
    pub fn full_rows(&self) -> u64 {
        self.columns.iter().fold(u64::MAX, |full, column| full & column)
    }

    /// Removes rows, a bit each; what lies above drops by one for each (no cascade).
    ///
    /// ```
    /// # use tetrolab_engine::Board;
    /// let mut board: Board = "
    ///     X.X.......
    ///     XXXXXXXXXX
    ///     .X........
    /// ".parse()?;
    /// board.remove_rows(board.full_rows());
    /// assert_eq!(board.to_string(), "X.X.......\n.X........\n");
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    pub fn remove_rows(&mut self, rows: u64) {
        remove_rows(&mut self.columns, rows);
    }

    /// Pushes the stack up by one row and fills the row at the floor but for one hole. Returns whether a Block was
    /// pushed out of the top; that Block is gone.
    ///
    /// ```
    /// # use tetrolab_engine::Board;
    /// let mut board: Board = "X.........".parse()?;
    /// assert!(!board.raise(3));
    /// assert_eq!(board.to_string(), "X.........\nXXX.XXXXXX\n");
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    ///
    /// # Panics
    /// If the hole is in no column.
    pub fn raise(&mut self, hole: u8) -> bool {
        assert!(hole < self.size.width);
        let top = 1 << (self.size.rows() - 1);
        let mut over = 0;
        for (x, column) in self.columns[..self.size.width as usize].iter_mut().enumerate() {
            over |= *column & top;
            *column = (*column & !top) << 1 | u64::from(x != hole as usize);
        }
        over != 0
    }

    /// The board after the piece has locked there and full rows are gone.
    ///
    /// # Panics
    /// If the piece does not fit there; [`Board::try_after`] answers instead.
    ///
    /// ```
    /// # use tetrolab_engine::{Board, Piece, Placement, Rotation};
    /// let board: Board = "
    ///     XXX...XXXX
    ///     XXXX.XXXXX
    /// ".parse()?;
    /// let (after, cleared) = board.after(Placement::new(Piece::T, Rotation::South, 4, 1));
    /// assert_eq!(cleared.lines, 2);
    /// assert!(after.is_empty());
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    pub fn after(&self, placement: Placement) -> (Board, Clear) {
        self.try_after(placement).expect("the piece fits there")
    }

    /// As [`Board::after`], or `None` if the piece does not fit there.
    pub fn try_after(&self, placement: Placement) -> Option<(Board, Clear)> {
        self.fits(placement).then(|| self.after_unchecked(placement))
    }

    /// As [`Board::after`]; the caller vouches that the piece fits there.
    #[inline(always)]
    pub fn after_unchecked(&self, placement: Placement) -> (Board, Clear) {
        let mut board = *self;
        board.fill(placement);
        let rows = board.full_rows();
        if rows != 0 {
            board.remove_rows(rows);
        }
        (board, Clear { rows, lines: rows.count_ones() as u8 })
    }

    /// The filled cells, row by row from the floor.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.stack_height() as i8).flat_map(move |y| {
            (0..self.size.width as i8).filter(move |&x| self.is_filled(x, y)).map(move |x| Cell::new(x, y))
        })
    }
}

/// What a locking piece cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Clear {
    /// The rows, a bit each, as they were counted before they were removed.
    pub rows: u64,
    /// How many.
    pub lines: u8,
}

/// Removes rows from columns of bits. Bit 63 stays as it is: 0 in columns, 1 in walls.
#[inline]
pub(crate) fn remove_rows(columns: &mut Columns, mut rows: u64) {
    // From the top down, so that the rows still to be removed keep their number.
    while rows != 0 {
        let y = 63 - rows.leading_zeros();
        let below = (1 << y) - 1;
        for column in columns.iter_mut() {
            *column = *column & (below | 1 << 63) | *column >> 1 & !below;
        }
        rows &= below;
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board {}\n{self}", self.size)
    }
}
