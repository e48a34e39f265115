//! The terms of the two courses, Aveiro and Seville. Both look at the board with the piece and its full rows.

use tetrolab_engine::Board;

use super::mdptetris::{bumpiness_of, height, holes_of, rows_of};

/// Sums a number over the columns.
fn sum(board: &Board, of: impl Fn(u64) -> u32) -> u32 {
    board.columns().iter().map(|&column| of(column)).sum()
}

pub(crate) fn aggregate_height(board: &Board) -> u32 {
    sum(board, height)
}

pub(crate) fn full_rows(board: &Board) -> u32 {
    board.full_rows().count_ones()
}

/// Covered or not.
pub(crate) fn empty_cells(board: &Board) -> u32 {
    let rows = u32::from(board.stack_height());
    sum(board, |column| rows - column.count_ones())
}

pub(crate) fn bumpiness(board: &Board) -> u32 {
    bumpiness_of(board)
}

pub(crate) fn filled_cells(board: &Board) -> u32 {
    board.filled_cells()
}

pub(crate) fn maximum_height(board: &Board) -> u32 {
    board.stack_height().into()
}

pub(crate) fn holes(board: &Board) -> u32 {
    sum(board, |column| holes_of(column).count_ones())
}

pub(crate) fn weighted_height(board: &Board) -> u32 {
    sum(board, rows_of)
}
