//! The terms of the two courses, Aveiro and Seville: on the board with the piece and its full rows.

use super::Dropped;
use super::mdptetris::{bumpiness_of, height, holes_of, rows_of};

/// Sums a number over the columns.
fn sum(dropped: &Dropped, of: impl Fn(u64) -> u32) -> f64 {
    f64::from(dropped.before.columns().iter().map(|&column| of(column)).sum::<u32>())
}

pub(super) fn aggregate_height(dropped: &Dropped, _: usize) -> f64 {
    sum(dropped, height)
}

pub(super) fn full_rows(dropped: &Dropped, _: usize) -> f64 {
    f64::from(dropped.before.full_rows().count_ones())
}

pub(super) fn empty_cells(dropped: &Dropped, _: usize) -> f64 {
    let rows = u32::from(dropped.before.stack_height());
    sum(dropped, |column| rows - column.count_ones())
}

pub(super) fn bumpiness(dropped: &Dropped, _: usize) -> f64 {
    f64::from(bumpiness_of(&dropped.before))
}

pub(super) fn filled_cells(dropped: &Dropped, _: usize) -> f64 {
    sum(dropped, u64::count_ones)
}

pub(super) fn maximum_height(dropped: &Dropped, _: usize) -> f64 {
    f64::from(dropped.before.stack_height())
}

pub(super) fn holes(dropped: &Dropped, _: usize) -> f64 {
    sum(dropped, |column| holes_of(column).count_ones())
}

pub(super) fn weighted_height(dropped: &Dropped, _: usize) -> f64 {
    sum(dropped, rows_of)
}
