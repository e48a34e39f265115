//! Sixteen columns of a board at once, as move generation needs them.
//!
//! A *window* shows the lowest rows of a board, one word a column as in [`Board`](crate::Board), but upside down: bit 0 is the
//! top row of the window, and the highest two bits lie below the floor and are filled. Columns beyond the width are filled. So
//!
//! - falling carries towards higher bits, which is what addition does: "everything below, as far as it is free" is one
//!   addition for all columns together;
//! - walls and floor need no test of their own;
//! - a word of 16 bits holds 14 rows, and the whole window fits one 256-bit register; a word of 32 bits holds 30 rows.
//!
//! Above the window everything is free. Sets of places (of the centre of a piece in one rotation) are windows too.

mod portable;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86;

pub(crate) use portable::Packed;

use crate::board::{Board, Columns, MAX_WIDTH};

/// The widest board whose windows work: beyond its last column two more must be wall, because shifts go around.
pub(crate) const WIDEST: u8 = MAX_WIDTH - 2;

/// Columns, sixteen for each window there is, and what is done with all of them at once.
///
/// Every method is inlined into the caller, so that the caller's instruction set is used.
pub(crate) trait Lanes: Copy {
    /// The same word in every column.
    fn every(word: u32) -> Self;
    /// Cells that are in both.
    fn and(self, other: Self) -> Self;
    /// Cells that are in one or both.
    fn or(self, other: Self) -> Self;
    /// Cells that are here and not there.
    fn without(self, other: Self) -> Self;
    /// The sum, word by word; what carries out is lost.
    fn plus(self, other: Self) -> Self;
    /// Moves the cells `ROWS` rows up; what leaves the window is lost.
    fn up<const ROWS: i32>(self) -> Self;
    /// Moves the cells `ROWS` rows down.
    fn down<const ROWS: i32>(self) -> Self;
    /// Moves the cells `COLUMNS` (1 or 2) to the right; the last column comes in at the left.
    fn right<const COLUMNS: usize>(self) -> Self;
    /// Moves the cells `COLUMNS` (1 or 2) to the left; the first column comes in at the right.
    fn left<const COLUMNS: usize>(self) -> Self;
    /// Whether there is no cell.
    fn is_none(self) -> bool;
    /// How many cells.
    fn count(self) -> u32;

    /// No cell.
    #[inline(always)]
    fn none() -> Self {
        Self::every(0)
    }

    /// Moves the cells `x` columns to the right and `y` rows up. Known numbers cost nothing but the move itself.
    #[inline(always)]
    fn shifted(self, x: i8, y: i8) -> Self {
        let moved = match x {
            0 => self,
            1 => self.right::<1>(),
            2 => self.right::<2>(),
            -1 => self.left::<1>(),
            -2 => self.left::<2>(),
            _ => unreachable!("no piece reaches or kicks further than two columns"),
        };
        match y {
            0 => moved,
            1 => moved.up::<1>(),
            2 => moved.up::<2>(),
            3 => moved.up::<3>(),
            -1 => moved.down::<1>(),
            -2 => moved.down::<2>(),
            -3 => moved.down::<3>(),
            _ => unreachable!("no piece reaches or kicks further than three rows"),
        }
    }
}

/// One window: sixteen words.
pub(crate) trait Window: Lanes {
    /// Bits of a word.
    const BITS: u32;
    /// Rows of the window; the two bits more are floor.
    const ROWS: u32 = Self::BITS - 2;

    /// From sixteen words; bits that a word does not have are ignored.
    fn from_words(words: &[u32; 16]) -> Self;
    /// From sixteen bytes, each the lowest bits of a word.
    fn from_bytes(bytes: &[u8; 16]) -> Self;
    /// The sixteen words.
    fn words(self) -> [u32; 16];
    /// Moves the cells `rows` rows down.
    fn down_by(self, rows: u32) -> Self;
}

/// As many windows as one step of a loop over boards takes.
pub(crate) trait Batch: Lanes {
    type Window: Window;
    /// How many, 1 or 2.
    const WINDOWS: usize;

    /// The first window, and the second if two are taken.
    fn of(first: Self::Window, second: Self::Window) -> Self;
}

/// The columns that are wall.
#[inline(always)]
pub(crate) fn walls<L: Window>(width: u8) -> L {
    let mut words = [u32::MAX; 16];
    for word in &mut words[..width as usize] {
        *word = 0;
    }
    L::from_words(&words)
}

/// The lowest rows of a board as a window.
#[inline(always)]
pub(crate) fn window<L: Window>(board: &Board) -> L {
    let floor = 0b11 << L::ROWS;
    let mut words = [0; 16];
    for (word, &column) in words.iter_mut().zip(board.all_columns()) {
        // Row 0 goes to the bit below the floor's. Walls stay filled.
        *word = ((column as u32) << (32 - L::ROWS)).reverse_bits() | floor;
    }
    L::from_words(&words)
}

/// A window as the columns of a board.
pub(crate) fn columns<L: Window>(window: L, width: u8) -> Columns {
    let words = window.words();
    std::array::from_fn(|x| {
        if x < width as usize {
            u64::from((words[x] << (32 - L::ROWS)).reverse_bits() & ((1 << L::ROWS) - 1))
        } else {
            u64::MAX
        }
    })
}
