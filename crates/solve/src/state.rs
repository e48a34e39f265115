//! How far a game has come, in one cache line.

use tetrolab_engine::{Board, Piece, Size};

use crate::forms::{Form, WALL};

/// Columns of the board.
pub(crate) const WIDTH: usize = 10;
/// Rows of the board; nothing lies above them.
pub(crate) const HEIGHT: usize = 20;
/// A row without Blocks: only the walls.
pub(crate) const EMPTY_ROW: u16 = 0xE007;
/// A row that is full.
pub(crate) const FULL_ROW: u16 = 0xFFFF;

/// Words of four rows.
pub(crate) const WORDS: usize = HEIGHT / 4;
/// Four rows without Blocks.
pub(crate) const EMPTY_WORD: u64 = 0x0001_0001_0001_0001 * EMPTY_ROW as u64;

/// The size of the board of the Tetris Solver.
pub const SIZE: Size = Size { width: WIDTH as u8, height: HEIGHT as u8, buffer: 0 };

/// A game between two pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct State {
    /// The rows from the floor up, walls included, four a word.
    pub(crate) words: [u64; WORDS],
    /// Everything else.
    pub(crate) tally: Tally,
}

/// What is known of a game besides its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Tally {
    /// How high each column is.
    pub heights: Heights,
    /// How high the highest column is.
    pub top: u8,
    /// How many pieces of the queue are gone.
    pub next: u8,
    /// The held piece, or 7.
    pub held: u8,
    /// Lines cleared so far.
    pub lines: u8,
    /// Points so far.
    pub points: u16,
    /// Moves and turns that were asked for and did nothing.
    pub misses: u16,
}

impl Tally {
    /// All but the heights, as one word.
    #[inline(always)]
    pub fn rest(self) -> u64 {
        let Tally { top, next, held, lines, points, misses, .. } = self;
        u64::from(u32::from_le_bytes([top, next, held, lines])) | u64::from(points) << 32 | u64::from(misses) << 48
    }

    #[inline(always)]
    pub fn new(heights: Heights, rest: u64) -> Tally {
        let [top, next, held, lines] = (rest as u32).to_le_bytes();
        Tally { heights, top, next, held, lines, points: (rest >> 32) as u16, misses: (rest >> 48) as u16 }
    }
}

/// How high ten columns are, six bits each, so that they stay in one register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(transparent)]
pub(crate) struct Heights(pub u64);

impl Heights {
    /// The height of a column.
    #[inline(always)]
    pub fn get(self, x: usize) -> u8 {
        (self.0 >> (6 * x) & 63) as u8
    }

    /// Sets the height of a column that was 0.
    #[inline(always)]
    pub fn set(&mut self, x: usize, height: u8) {
        self.0 |= u64::from(height) << (6 * x);
    }

    /// Four columns from `x` on, six bits each; what is beyond the last one is 0.
    #[inline(always)]
    fn four(self, x: i32) -> u32 {
        (self.0 >> (6 * x)) as u32 & 0xFF_FFFF
    }

    /// The row of the lower edge of a form that falls from above with its left edge over column `x`.
    #[inline(always)]
    pub fn landing(self, form: &Form, x: i32) -> i32 {
        let heights = (self.four(x) & form.covered) + form.lift;
        let pairs = larger(heights & 0x03_F03F, heights >> 6 & 0x03_F03F);
        (pairs & 63).max(pairs >> 12) as i32 - 3
    }

    /// The sum of the differences between neighbours.
    #[inline(always)]
    pub fn roughness(self) -> u32 {
        const SIGNS: u64 = 0x0020_8208_2082_0820;
        const NINE: u64 = (1 << 54) - 1;
        let (left, right) = (self.0 & NINE, self.0 >> 6 & NINE);
        // The sign stays where the left one is not smaller.
        let chosen = ((((left | SIGNS) - right) & SIGNS) >> 5) * 63;
        let larger = left & chosen | right & !chosen;
        let difference = larger - (left ^ right ^ larger);
        // Fields of six bits in pairs, then all of them: the sum is below 256.
        let pairs = (difference & 0x003F_03F0_3F03_F03F) + (difference >> 6 & 0x003F_03F0_3F03_F03F);
        ((pairs & 0xFFF) + (pairs >> 12 & 0xFFF) + (pairs >> 24 & 0xFFF) + (pairs >> 36 & 0xFFF) + (pairs >> 48)) as u32
    }

    /// Raises the columns that a form with its edges there covers.
    #[inline(always)]
    pub fn raise(&mut self, form: &Form, x: i32, y: i32) {
        let before = self.four(x);
        let after = larger(before, form.ones * y as u32 + form.tops);
        self.0 ^= u64::from(before ^ after) << (6 * x);
    }
}

/// The larger of four numbers each, six bits apart and below 32.
#[inline(always)]
fn larger(a: u32, b: u32) -> u32 {
    const SIGNS: u32 = 0x82_0820;
    // The sign stays where `a` is not smaller.
    let chosen = ((((a | SIGNS) - b) & SIGNS) >> 5) * 63;
    a & chosen | b & !chosen
}

/// No piece in Hold.
pub(crate) const NOTHING_HELD: u8 = 7;

impl Default for State {
    /// Before the first piece, on the empty board.
    fn default() -> State {
        let heights = Heights::default();
        let tally = Tally { heights, top: 0, next: 0, held: NOTHING_HELD, lines: 0, points: 0, misses: 0 };
        State { words: [EMPTY_WORD; WORDS], tally }
    }
}

impl State {
    /// Before the first piece, on a board of 10 columns; `None` if it has Blocks above 20 rows or is not that wide.
    pub fn on(board: &Board) -> Option<State> {
        if board.size().width != SIZE.width || board.stack_height() as usize > HEIGHT {
            return None;
        }
        let mut state = State::default();
        for (x, &column) in board.columns().iter().enumerate() {
            state.tally.heights.set(x, (u64::BITS - column.leading_zeros()) as u8);
            for y in 0..HEIGHT {
                state.words[y / 4] |= (column >> y & 1) << (16 * (y % 4) + x + WALL as usize);
            }
        }
        state.tally.top = board.stack_height();
        Some(state)
    }

    /// A row, walls included.
    #[inline(always)]
    pub(crate) fn row(&self, y: usize) -> u16 {
        (self.words[y / 4] >> (16 * (y % 4))) as u16
    }

    /// The board as it stands.
    pub fn board(&self) -> Board {
        let mut board = Board::empty(SIZE);
        for y in 0..HEIGHT {
            for x in (0..WIDTH).filter(|x| self.row(y) >> (x + WALL as usize) & 1 == 1) {
                board.set(x as i8, y as i8, true);
            }
        }
        board
    }

    /// The held piece.
    pub fn held(&self) -> Option<Piece> {
        Piece::ALL.get(self.tally.held as usize).copied()
    }

    /// How many pieces of the queue are gone: locked or held. One more when the last one of all came out of Hold.
    pub fn taken(&self) -> usize {
        self.tally.next.into()
    }

    /// Points so far.
    pub fn points(&self) -> u32 {
        self.tally.points.into()
    }

    /// Lines cleared so far.
    pub fn lines(&self) -> u32 {
        self.tally.lines.into()
    }

    /// How many moves and turns that were asked for did nothing.
    pub fn misses(&self) -> u32 {
        self.tally.misses.into()
    }

    /// How many cells are filled.
    pub fn blocks(&self) -> u32 {
        self.words.iter().map(|word| (word & !EMPTY_WORD).count_ones()).sum()
    }

    /// Whether no cell is filled.
    pub fn is_empty(&self) -> bool {
        self.tally.top == 0
    }
}
