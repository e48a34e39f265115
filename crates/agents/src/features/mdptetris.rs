//! The features of MDPTetris, on columns of bits.

use tetrolab_engine::Board;

use super::Dropped;

/// The height of a column.
#[inline]
pub(crate) fn height(column: u64) -> u32 {
    u64::BITS - column.leading_zeros()
}

/// The holes of a column, a bit each.
#[inline]
pub(crate) fn holes_of(column: u64) -> u64 {
    !column & ((1 << height(column)) - 1)
}

/// Each column with its neighbours; walls are filled.
pub(crate) fn with_neighbours(board: &Board) -> impl Iterator<Item = (u64, u64, u64)> {
    let columns = board.columns();
    (0..columns.len()).map(|x| {
        let left = if x == 0 { u64::MAX } else { columns[x - 1] };
        (left, columns[x], columns.get(x + 1).copied().unwrap_or(u64::MAX))
    })
}

/// Sums a number over the columns.
fn sum(board: &Board, of: impl Fn(u64) -> u32) -> f64 {
    f64::from(board.columns().iter().map(|&column| of(column)).sum::<u32>())
}

/// The differences of neighbouring heights, right less left.
fn differences(board: &Board) -> impl Iterator<Item = i32> {
    board.columns().windows(2).map(|pair| height(pair[1]) as i32 - height(pair[0]) as i32)
}

pub(super) fn constant(_: &Dropped, _: usize) -> f64 {
    1.0
}

pub(super) fn landing_height(dropped: &Dropped, _: usize) -> f64 {
    f64::from(dropped.landing.row) + f64::from(dropped.landing.height - 1) / 2.0
}

pub(super) fn eroded(dropped: &Dropped, _: usize) -> f64 {
    f64::from(dropped.outcome.lines * dropped.outcome.eroded_cells)
}

pub(super) fn lines(dropped: &Dropped, _: usize) -> f64 {
    f64::from(dropped.outcome.lines)
}

pub(super) fn row_transitions(dropped: &Dropped, _: usize) -> f64 {
    let board = &dropped.after;
    let (stack, rows) = (u32::from(board.stack_height()), u32::from(dropped.rules.size().height));
    // An empty row has two, up to the height of the board: a stack above it counts against that.
    let wall = (1 << stack.max(rows)) - 1;
    let (last, between) =
        board.columns().iter().fold((wall, 0), |(left, count), &column| (column, count + (left ^ column).count_ones()));
    f64::from(between + (last ^ wall).count_ones()) - f64::from(2 * stack.saturating_sub(rows))
}

pub(super) fn column_transitions(dropped: &Dropped, _: usize) -> f64 {
    sum(&dropped.after, |column| (column ^ (column << 1 | 1)).count_ones())
}

pub(super) fn holes(dropped: &Dropped, _: usize) -> f64 {
    sum(&dropped.after, |column| height(column) - column.count_ones())
}

/// For each cell of `cells`, how many empty cells there are from it downwards without a filled one between.
fn depths(column: u64, mut cells: u64) -> u32 {
    let mut sum = 0;
    while cells != 0 {
        sum += cells.count_ones();
        cells = cells >> 1 & !column;
    }
    sum
}

pub(super) fn cumulative_wells(dropped: &Dropped, _: usize) -> f64 {
    let wells = with_neighbours(&dropped.after).map(|(left, column, right)| depths(column, !column & left & right));
    f64::from(wells.sum::<u32>())
}

/// The cells of wells and all empty ones below them without a filled one between.
fn well_cells(left: u64, column: u64, right: u64) -> u64 {
    let mut cells = !column & left & right;
    loop {
        let more = cells | cells >> 1 & !column;
        if more == cells {
            return cells;
        }
        cells = more;
    }
}

pub(super) fn wells_fast(dropped: &Dropped, _: usize) -> f64 {
    let wells =
        with_neighbours(&dropped.after).map(|(left, column, right)| depths(column, well_cells(left, column, right)));
    f64::from(wells.sum::<u32>())
}

pub(super) fn wells_fahey(dropped: &Dropped, _: usize) -> f64 {
    let wells =
        with_neighbours(&dropped.after).map(|(left, column, right)| well_cells(left, column, right).count_ones());
    f64::from(wells.sum::<u32>())
}

pub(super) fn surrounded_holes(dropped: &Dropped, _: usize) -> f64 {
    // Above and below, the floor included.
    sum(&dropped.after, |column| (!column & column >> 1 & (column << 1 | 1)).count_ones())
}

pub(super) fn hole_depth(dropped: &Dropped, _: usize) -> f64 {
    sum(&dropped.after, |column| column.count_ones() - column.trailing_ones())
}

pub(super) fn rows_with_holes(dropped: &Dropped, _: usize) -> f64 {
    let rows = dropped.after.columns().iter().fold(0, |rows, &column| rows | holes_of(column));
    f64::from(rows.count_ones())
}

pub(super) fn diversity(dropped: &Dropped, _: usize) -> f64 {
    let near = differences(&dropped.after).filter(|difference| (-2..=2).contains(difference));
    f64::from(near.fold(0u8, |seen, difference| seen | 1 << (difference + 2)).count_ones())
}

pub(super) fn occupied(dropped: &Dropped, _: usize) -> f64 {
    sum(&dropped.after, u64::count_ones)
}

pub(super) fn weighted_cells(dropped: &Dropped, _: usize) -> f64 {
    sum(&dropped.after, rows_of)
}

/// The rows of the filled cells of a column added up, 1 at the floor.
pub(super) fn rows_of(column: u64) -> u32 {
    /// Bits whose number has bit `b` set.
    const PLANES: [u64; 6] = [
        0xAAAA_AAAA_AAAA_AAAA,
        0xCCCC_CCCC_CCCC_CCCC,
        0xF0F0_F0F0_F0F0_F0F0,
        0xFF00_FF00_FF00_FF00,
        0xFFFF_0000_FFFF_0000,
        0xFFFF_FFFF_0000_0000,
    ];
    PLANES
        .iter()
        .enumerate()
        .fold(column.count_ones(), |sum, (bit, plane)| sum + ((column & plane).count_ones() << bit))
}

pub(super) fn sum_of_differences(dropped: &Dropped, _: usize) -> f64 {
    f64::from(bumpiness_of(&dropped.after))
}

/// The differences of neighbouring heights added up.
pub(super) fn bumpiness_of(board: &Board) -> u32 {
    differences(board).map(i32::unsigned_abs).sum()
}

pub(super) fn height_range(dropped: &Dropped, _: usize) -> f64 {
    let heights = || dropped.after.columns().iter().map(|&column| height(column));
    f64::from(heights().max().unwrap_or(0) - heights().min().unwrap_or(0))
}

pub(super) fn mean_height(dropped: &Dropped, _: usize) -> f64 {
    sum(&dropped.after, height) / f64::from(dropped.rules.size().width)
}

pub(super) fn wall_height(dropped: &Dropped, _: usize) -> f64 {
    f64::from(dropped.after.stack_height())
}

pub(super) fn column_height(dropped: &Dropped, index: usize) -> f64 {
    f64::from(height(dropped.after.columns()[index]))
}

pub(super) fn height_difference(dropped: &Dropped, index: usize) -> f64 {
    let columns = dropped.after.columns();
    f64::from(height(columns[index + 1]).abs_diff(height(columns[index])))
}
