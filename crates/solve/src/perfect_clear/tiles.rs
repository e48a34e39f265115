//! Tiles: pieces as they lie in the rows of the beginning, and which of them can cover a cell.
//!
//! A row that is removed lets what lies above it drop, so a piece that comes later may lie in rows that were apart:
//!
//! ```text
//! before      TTT.XXXXXX      a T that comes after the row in the middle is gone
//!             XXXXXXXXXX      covers cells of the first and the third row
//!             .T..XXXXXX
//! ```
//!
//! A tile is a piece with any rows left out between its own. Whatever is played, the cells that were empty at the beginning are
//! divided into such tiles in the end.

use std::ops::{BitAnd, BitOrAssign};
use std::sync::LazyLock;

use tetrolab_engine::{Piece, Rotation};

use super::field::{COLUMN, MOST_LINES};

/// A piece somewhere in the rows of the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile {
    /// Which piece.
    pub piece: Piece,
    /// The cells that it covers, as in a [`Field`](super::Field).
    pub cells: u64,
}

/// All tiles in this many rows that touch the left wall.
fn tiles_at_the_wall(lines: u8) -> Vec<(Tile, u8)> {
    let mut tiles = Vec::new();
    for piece in Piece::ALL {
        for rotation in Rotation::ALL {
            let shape = piece.shape(rotation);
            for rows in (0u8..1 << lines).filter(|rows| rows.count_ones() == u32::from(shape.height)) {
                let row =
                    |index: i8| (0..lines).filter(|y| rows >> y & 1 == 1).nth(index as usize).expect("as many rows");
                let bit = |x: i8, y: i8| 1 << (10 * row(y - shape.bottom) + (x - shape.left) as u8);
                let tile = Tile { piece, cells: shape.cells.iter().fold(0, |cells, cell| cells | bit(cell.x, cell.y)) };
                if !tiles.contains(&(tile, shape.width)) {
                    tiles.push((tile, shape.width));
                }
            }
        }
    }
    tiles
}

/// A set of tiles, a bit each.
pub(crate) trait Choices: Copy + PartialEq + BitAnd<Output = Self> + BitOrAssign {
    const NONE: Self;
    fn one(index: usize) -> Self;
    fn count(self) -> u32;
    fn first(self) -> usize;
    /// All but the first.
    fn rest(self) -> Self;
}

macro_rules! choices {
    ($($word:ty),*) => {$(
        impl Choices for $word {
            const NONE: $word = 0;
            #[inline(always)]
            fn one(index: usize) -> $word {
                1 << index
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn rest(self) -> $word {
                self & (self - 1)
            }
        }
    )*};
}
choices!(u64, u128);

/// How many rows a catalogue has, and how much of a field it looks at to choose tiles.
pub(crate) trait Window: 'static {
    type Choices: Choices + 'static;
    const LINES: u8;
    /// Columns next to the first empty cell, that one included.
    const SEEN: u8;
    /// The cells in these columns as a number.
    fn index(view: u64) -> usize;
    fn catalogue() -> &'static Catalogue<Self>
    where
        Self: Sized;
}

/// Up to four rows: three columns decide for all tiles but a flat I.
pub(crate) struct Low;

impl Window for Low {
    type Choices = u64;
    const LINES: u8 = 4;
    const SEEN: u8 = 3;

    #[inline(always)]
    fn index(view: u64) -> usize {
        (view & 0o7 | view >> 7 & 0o70 | view >> 14 & 0o700 | view >> 21 & 0o7000) as usize
    }

    #[inline(always)]
    fn catalogue() -> &'static Catalogue<Low> {
        static CATALOGUE: LazyLock<Catalogue<Low>> = LazyLock::new(Catalogue::new);
        &CATALOGUE
    }
}

/// Up to six rows: two columns.
pub(crate) struct High;

impl Window for High {
    type Choices = u128;
    const LINES: u8 = MOST_LINES;
    const SEEN: u8 = 2;

    #[inline(always)]
    fn index(view: u64) -> usize {
        let low = view & 3 | view >> 8 & 3 << 2 | view >> 16 & 3 << 4;
        let high = view >> 24 & 3 << 6 | view >> 32 & 3 << 8 | view >> 40 & 3 << 10;
        (low | high) as usize
    }

    #[inline(always)]
    fn catalogue() -> &'static Catalogue<High> {
        static CATALOGUE: LazyLock<Catalogue<High>> = LazyLock::new(Catalogue::new);
        &CATALOGUE
    }
}

/// The tiles that can cover the first empty cell, seen from one side: the lowest one of the outermost column that has any.
pub(crate) struct Corner<W: Window> {
    /// As many as there are, the last one repeated.
    tiles: [Tile; MOST_TILES],
    /// Those that fit, by what is empty in the columns that are seen.
    fitting: [W::Choices; 1 << 12],
    /// Those of some pieces, a bit each.
    of_pieces: [W::Choices; 1 << 7],
}

/// More tiles can never cover the same first cell; in four rows it is half as many.
const MOST_TILES: usize = 128;

/// All tiles, by side and by the row of the cell that is to be covered.
pub(crate) struct Catalogue<W: Window> {
    /// The rows of the left side, then those of the right one.
    corners: Vec<Corner<W>>,
}

/// From the right side a tile has its outermost column here, so that the widest begins in column 0.
const OUTERMOST: u32 = 3;

impl<W: Window> Catalogue<W> {
    fn new() -> Catalogue<W> {
        let tiles = tiles_at_the_wall(W::LINES);
        let row = |cells: u64| ((cells & COLUMN).trailing_zeros() / 10) as u8;
        let left = (0..W::LINES).map(|y| {
            let here = tiles.iter().filter(|(tile, _)| row(tile.cells) == y);
            Corner::new(&here.map(|&(tile, _)| tile).collect::<Vec<_>>(), 0)
        });
        let moved = |&(tile, width): &(Tile, u8)| Tile { cells: tile.cells << (4 - width), ..tile };
        let right = (0..W::LINES).map(|y| {
            let here = tiles.iter().map(moved).filter(|tile| row(tile.cells >> OUTERMOST) == y);
            Corner::new(&here.collect::<Vec<_>>(), 4 - W::SEEN)
        });
        Catalogue { corners: left.chain(right).collect() }
    }

    /// The first empty cell from the left, and what can cover it with these pieces. There must be one.
    #[inline(always)]
    pub fn at_the_left(&self, empty: u64, pieces: usize) -> Choice<'_, W> {
        self.choice::<0>(empty, columns::<W>(empty).trailing_zeros(), pieces)
    }

    /// The first empty cell from the right.
    #[inline(always)]
    pub fn at_the_right(&self, empty: u64, pieces: usize) -> Choice<'_, W> {
        let column = 63 - columns::<W>(empty).leading_zeros();
        // Moved to the left where there are fewer than four columns: there are no empty cells to come around.
        let turn = column.wrapping_sub(OUTERMOST) % u64::BITS;
        self.choice::<1>(empty, turn, pieces)
    }

    #[inline(always)]
    fn choice<const SIDE: u8>(&self, empty: u64, turn: u32, pieces: usize) -> Choice<'_, W> {
        let (outermost, seen) = if SIDE == 0 { (0, 0) } else { (OUTERMOST, 4 - W::SEEN) };
        let view = empty.rotate_right(turn);
        let row = (view >> outermost & COLUMN).trailing_zeros() / 10;
        let corner = &self.corners[usize::from(SIDE * W::LINES) + row as usize];
        let choices = corner.fitting[W::index(view >> seen)] & corner.of_pieces[pieces];
        Choice { tiles: &corner.tiles, choices, view, turn }
    }
}

/// The columns with empty cells, a bit each.
#[inline(always)]
fn columns<W: Window>(empty: u64) -> u64 {
    let mut columns = empty;
    if W::LINES > 4 {
        columns |= columns >> 40;
    }
    columns |= columns >> 20;
    columns |= columns >> 10;
    columns & 0x3FF
}

impl<W: Window> Corner<W> {
    fn new(tiles: &[Tile], seen: u8) -> Corner<W> {
        let mut corner = Corner {
            tiles: std::array::from_fn(|number| tiles[number.min(tiles.len() - 1)]),
            fitting: [W::Choices::NONE; 1 << 12],
            of_pieces: [W::Choices::NONE; 1 << 7],
        };
        let columns = ((1 << W::SEEN) - 1) * COLUMN;
        for (number, tile) in tiles.iter().enumerate() {
            let needed = W::index(tile.cells >> seen & columns);
            for (empty, fitting) in corner.fitting.iter_mut().enumerate() {
                if empty & needed == needed {
                    *fitting |= W::Choices::one(number);
                }
            }
            for (pieces, choices) in corner.of_pieces.iter_mut().enumerate() {
                if pieces >> tile.piece as usize & 1 == 1 {
                    *choices |= W::Choices::one(number);
                }
            }
        }
        corner
    }
}

/// The tiles that may cover one cell.
pub(crate) struct Choice<'a, W: Window> {
    tiles: &'a [Tile; MOST_TILES],
    choices: W::Choices,
    view: u64,
    turn: u32,
}

impl<W: Window> Choice<'_, W> {
    /// How many there are at most.
    #[inline(always)]
    pub fn at_most(&self) -> u32 {
        self.choices.count()
    }
}

impl<W: Window> Iterator for Choice<'_, W> {
    type Item = Tile;

    #[inline(always)]
    fn next(&mut self) -> Option<Tile> {
        while self.choices != W::Choices::NONE {
            let tile = self.tiles[self.choices.first() % MOST_TILES];
            self.choices = self.choices.rest();
            // What is beyond the columns that were seen.
            if self.view & tile.cells == tile.cells {
                return Some(Tile { cells: tile.cells.rotate_left(self.turn), ..tile });
            }
        }
        None
    }
}
