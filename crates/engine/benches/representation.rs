//! Why the board is a word a column: the same work on columns and on rows, timed side by side in one run.
//!
//! `cargo bench -p tetrolab-engine --bench representation`

use std::hint::black_box;
use std::ops::{BitAnd, BitOr, Shr};
use std::time::Instant;

use tetrolab_engine::{Board, Cell, Piece, Placement, Random, Rotation, Seed, Stream};

const BOARDS: usize = 256;
const ROUNDS: usize = 200;
const ROWS: usize = 24;

/// The other form: a word a row, bit 0 at the left wall.
#[derive(Clone, Copy)]
struct Rows([u16; 64]);

impl Rows {
    fn new(board: &Board) -> Rows {
        Rows(std::array::from_fn(|y| if y < 40 { board.row(y as u8) } else { 0 }))
    }

    fn fits(&self, shape: &RowShape, x: i8, y: i8) -> bool {
        let (left, bottom) = (x + shape.left, y + shape.bottom);
        if left as u8 > 10 - shape.width || bottom as u8 > 40 - shape.height {
            return false;
        }
        // Four rows of sixteen bits are one word.
        let [a, b, c, d] = *self.0[bottom as usize..].first_chunk().expect("there are rows to spare");
        let four = u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48;
        four & shape.word << left as u32 == 0
    }

    fn drop_distance(&self, shape: &RowShape, x: i8, y: i8) -> u8 {
        (1..).find(|&distance| !self.fits(shape, x, y - distance as i8)).unwrap_or(0) - 1
    }

    fn after(&self, shape: &RowShape, x: i8, y: i8) -> Rows {
        let mut rows = *self;
        let (left, bottom) = ((x + shape.left) as u32, (y + shape.bottom) as usize);
        for i in 0..4 {
            rows.0[bottom + i] |= shape.rows[i] << left;
        }
        let mut kept = bottom;
        for y in bottom..bottom + 4 {
            if rows.0[y] != 0x3FF {
                rows.0[kept] = rows.0[y];
                kept += 1;
            }
        }
        if kept < bottom + 4 {
            rows.0.copy_within(bottom + 4.., kept);
        }
        rows
    }
}

struct RowShape {
    left: i8,
    bottom: i8,
    width: u8,
    height: u8,
    rows: [u16; 4],
    /// The four rows as one word.
    word: u64,
}

impl RowShape {
    fn new(piece: Piece, rotation: Rotation) -> RowShape {
        let cells = Placement::new(piece, rotation, 0, 0).cells();
        let least = |of: fn(&Cell) -> i8| cells.iter().map(of).min().expect("four cells");
        let most = |of: fn(&Cell) -> i8| cells.iter().map(of).max().expect("four cells");
        let (left, bottom) = (least(|cell| cell.x), least(|cell| cell.y));
        let mut rows = [0; 4];
        for cell in cells {
            rows[(cell.y - bottom) as usize] |= 1 << (cell.x - left);
        }
        let width = (most(|cell| cell.x) - left + 1) as u8;
        let height = (most(|cell| cell.y) - bottom + 1) as u8;
        let word = rows.iter().rev().fold(0, |word, &row| word << 16 | u64::from(row));
        RowShape { left, bottom, width, height, rows, word }
    }
}

/// Flood fill from the top row: left, right and down through free cells, a word a column.
fn flood_columns<T: Column, const W: usize>(free: &[T; W]) -> u32 {
    let mut reached = free.map(|column| column & T::TOP);
    loop {
        let mut grown = reached;
        for x in 0..W {
            let left = if x > 0 { reached[x - 1] } else { T::EMPTY };
            let right = if x + 1 < W { reached[x + 1] } else { T::EMPTY };
            grown[x] = grown[x] | (left | right | reached[x] >> 1) & free[x];
        }
        if grown == reached {
            return reached.iter().map(|column| column.cells()).sum();
        }
        reached = grown;
    }
}

/// A column of 32 or 64 bits.
trait Column: Copy + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + Shr<u32, Output = Self> {
    const EMPTY: Self;
    const TOP: Self;
    fn cells(self) -> u32;
}

impl Column for u32 {
    const EMPTY: u32 = 0;
    const TOP: u32 = 1 << (ROWS - 1);
    fn cells(self) -> u32 {
        self.count_ones()
    }
}

impl Column for u64 {
    const EMPTY: u64 = 0;
    const TOP: u64 = 1 << (ROWS - 1);
    fn cells(self) -> u32 {
        self.count_ones()
    }
}

/// The same, a word a row.
fn flood_rows(free: &[u16; ROWS]) -> u32 {
    let mut reached = [0u16; ROWS];
    reached[ROWS - 1] = free[ROWS - 1];
    loop {
        let mut grown = reached;
        for y in 0..ROWS {
            let above = if y + 1 < ROWS { reached[y + 1] } else { 0 };
            grown[y] |= (reached[y] << 1 | reached[y] >> 1 | above) & free[y];
        }
        if grown == reached {
            return reached.iter().map(|row| row.count_ones()).sum();
        }
        reached = grown;
    }
}

fn messy_board(random: &mut Random) -> Board {
    let mut board = Board::default();
    let height = 4 + random.below(10) as i8;
    for y in 0..height {
        for x in 0..10 {
            board.set(x, y, random.below(10) < 7 && x != (y * 7) % 10);
        }
    }
    board
}

/// Nanoseconds for one call, the best of three.
fn time(calls: usize, mut work: impl FnMut() -> u64) -> f64 {
    (0..3)
        .map(|_| {
            let start = Instant::now();
            let sum: u64 = (0..ROUNDS).map(|_| work()).sum();
            black_box(sum);
            start.elapsed().as_nanos() as f64 / (ROUNDS * calls) as f64
        })
        .fold(f64::INFINITY, f64::min)
}

fn main() {
    let mut random = Random::new(Seed(1), 0, Stream::Tests);
    let boards: Vec<Board> = (0..BOARDS).map(|_| messy_board(&mut random)).collect();
    let rows: Vec<Rows> = boards.iter().map(Rows::new).collect();
    let shapes: Vec<RowShape> =
        Piece::ALL.iter().flat_map(|&piece| Rotation::ALL.map(|rotation| RowShape::new(piece, rotation))).collect();
    let shape = |placement: Placement| &shapes[placement.piece as usize * 4 + placement.rotation as usize];
    let places: Vec<Placement> = (0..BOARDS)
        .map(|_| {
            let (piece, rotation) = (random.below(7) as usize, random.below(4) as usize);
            let (x, y) = (random.below(12) as i8 - 1, random.below(20) as i8);
            Placement::new(Piece::ALL[piece], Rotation::ALL[rotation], x, y)
        })
        .collect();
    let high: Vec<Placement> = places.iter().map(|place| Placement { x: 4, y: 20, ..*place }).collect();
    let resting: Vec<Placement> =
        boards.iter().zip(&high).map(|(board, place)| place.shifted(0, -(board.drop_distance(*place) as i8))).collect();
    let free_columns: Vec<[u32; 10]> =
        boards.iter().map(|board| std::array::from_fn(|x| !board.column(x as u8) as u32 & ((1 << ROWS) - 1))).collect();
    let wide_columns: Vec<[u64; 10]> = free_columns.iter().map(|free| free.map(u64::from)).collect();
    let free_rows: Vec<[u16; ROWS]> =
        boards.iter().map(|board| std::array::from_fn(|y| !board.row(y as u8) & 0x3FF)).collect();

    let measured = [
        (
            "fits",
            time(BOARDS, || boards.iter().zip(&places).filter(|(board, place)| board.fits(**place)).count() as u64),
            time(BOARDS, || {
                rows.iter().zip(&places).filter(|(rows, place)| rows.fits(shape(**place), place.x, place.y)).count()
                    as u64
            }),
        ),
        (
            "drop distance",
            time(BOARDS, || {
                boards.iter().zip(&high).map(|(board, place)| u64::from(board.drop_distance(*place))).sum()
            }),
            time(BOARDS, || {
                let drop = |(rows, place): (&Rows, &Placement)| rows.drop_distance(shape(*place), place.x, place.y);
                rows.iter().zip(&high).map(|both| u64::from(drop(both))).sum()
            }),
        ),
        (
            "lock and clear",
            time(BOARDS, || {
                boards
                    .iter()
                    .zip(&resting)
                    .map(|(board, place)| board.after_unchecked(*place).0.column(4))
                    .fold(0, u64::wrapping_add)
            }),
            time(BOARDS, || {
                let after = |(rows, place): (&Rows, &Placement)| rows.after(shape(*place), place.x, place.y).0[4];
                rows.iter().zip(&resting).map(|both| u64::from(after(both))).sum()
            }),
        ),
        (
            "heights",
            time(BOARDS, || {
                let heights =
                    |board: &Board| board.columns().iter().map(|column| 64 - column.leading_zeros()).sum::<u32>();
                boards.iter().map(|board| u64::from(heights(board))).sum()
            }),
            time(BOARDS, || {
                // From the top down, each column where it is first met.
                let heights = |rows: &Rows| {
                    let (mut seen, mut sum) = (0, 0);
                    for y in (0..40).rev() {
                        let new = rows.0[y] & !seen;
                        sum += (y + 1) * new.count_ones() as usize;
                        seen |= new;
                    }
                    sum
                };
                rows.iter().map(|rows| heights(rows) as u64).sum()
            }),
        ),
        (
            "flood fill, 64-bit columns",
            time(BOARDS, || wide_columns.iter().map(|free| u64::from(flood_columns(free))).sum()),
            time(BOARDS, || free_rows.iter().map(|free| u64::from(flood_rows(free))).sum()),
        ),
        (
            "flood fill, 32-bit columns",
            time(BOARDS, || free_columns.iter().map(|free| u64::from(flood_columns(free))).sum()),
            time(BOARDS, || free_rows.iter().map(|free| u64::from(flood_rows(free))).sum()),
        ),
    ];
    println!("{:<28}{:>12}{:>12}{:>16}", "", "columns ns", "rows ns", "rows/columns");
    for (name, columns, rows) in measured {
        println!("{name:<28}{columns:>12.2}{rows:>12.2}{:>16.2}", rows / columns);
    }
}
