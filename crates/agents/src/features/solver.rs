//! The nine heuristics of the Tetris Solver.

use tetrolab_engine::MAX_WIDTH;

use super::Dropped;
use super::mdptetris::{height, holes_of, rows_of};

/// The columns up to the first empty row.
fn below_the_first_empty_row(dropped: &Dropped) -> impl Iterator<Item = u64> {
    let columns = dropped.after.columns();
    let rows = columns.iter().fold(0, |rows, column| rows | column).trailing_ones();
    columns.iter().map(move |column| column & ((1 << rows) - 1))
}

pub(super) fn blocks(dropped: &Dropped, _: usize) -> f64 {
    f64::from(below_the_first_empty_row(dropped).map(u64::count_ones).sum::<u32>())
}

pub(super) fn weighted_blocks(dropped: &Dropped, _: usize) -> f64 {
    f64::from(below_the_first_empty_row(dropped).map(rows_of).sum::<u32>())
}

pub(super) fn clearable_lines(dropped: &Dropped, _: usize) -> f64 {
    let columns = dropped.after.columns();
    let rows = u32::from(dropped.rules.size().height);
    // The rows that are full to the right of each column.
    let mut right = [u64::MAX; MAX_WIDTH as usize];
    for x in (1..columns.len()).rev() {
        right[x - 1] = right[x] & columns[x];
    }
    let (mut left, mut most) = (u64::MAX, 0);
    for (x, &column) in columns.iter().enumerate() {
        let floor = height(column);
        if floor + 3 < rows {
            most = most.max(((left & right[x]) >> floor & 0b1111).count_ones());
        }
        left &= column;
    }
    f64::from(most)
}

pub(super) fn columns_with_holes(dropped: &Dropped, _: usize) -> f64 {
    dropped.after.columns().iter().filter(|&&column| holes_of(column) != 0).count() as f64
}

pub(super) fn connected_holes(dropped: &Dropped, _: usize) -> f64 {
    let connected =
        dropped.after.columns().iter().map(|&column| (holes_of(column) & holes_of(column) << 1).count_ones());
    f64::from(connected.sum::<u32>())
}

pub(super) fn blocks_above_holes(dropped: &Dropped, _: usize) -> f64 {
    let above = dropped.after.columns().iter().map(|&column| {
        let (mut holes, mut sum) = (holes_of(column), 0);
        while holes != 0 {
            sum += (column >> holes.trailing_zeros()).count_ones();
            holes &= holes - 1;
        }
        sum
    });
    f64::from(above.sum::<u32>())
}

pub(super) fn pit_share(dropped: &Dropped, _: usize) -> f64 {
    let board = &dropped.after;
    let top = dropped.rules.size().height - 1;
    let (mut pits, mut holes) = (0, 0);
    for (x, &column) in board.columns().iter().enumerate() {
        let (x, y) = (x as i8, (height(column) as u8).min(top) as i8);
        pits += u32::from(board.is_filled(x - 1, y) && board.is_filled(x + 1, y));
        holes += holes_of(column).count_ones();
    }
    if pits == 0 { 0.0 } else { f64::from(pits) / f64::from(pits + holes) }
}

pub(super) fn deepest_well(dropped: &Dropped, _: usize) -> f64 {
    f64::from(dropped.after.columns().iter().map(|&column| height(column)).min().unwrap_or(0))
}
