//! The numbers of a whole board, with its columns as lanes.

use super::single_numbers::single_numbers;
use super::slot::{SINGLE, SLOTS, Slot, uses};
use super::wells::{depths, filled_down};
use crate::lanes::{Lanes, Mask};
use tetrolab_engine::DropRules;

/// The lanes that are columns of the board.
#[inline(always)]
pub(super) const fn inside(width: u8) -> Mask {
    ((1u32 << width) - 1) as Mask
}

/// Fills in the numbers of a board that are used, but for those about a move. Columns beyond the board are `wall`.
#[inline(always)]
pub(super) fn numbers<L: Lanes, const SET: u64>(
    rules: DropRules,
    used: u64,
    columns: L,
    wall: L,
    numbers: &mut [u32; SLOTS],
) {
    let size = rules.size();
    let (width, rows) = (u32::from(size.width), u32::from(size.height));
    let (inside, outside) = (inside(size.width), 16 - width);
    let none = L::none();
    let heights = columns.height();
    let filled = columns.count();
    // Two sums at once, in the halves of a word.
    if uses::<SET>(used, Slot::RowTransitions.bit() | Slot::ColumnTransitions.bit()) {
        let right = columns.right::<1>(wall);
        let first = columns.xor(wall).only(1).count();
        let sums = columns.xor(right).count().plus(first).plus(transitions(columns).up::<16>()).sum();
        numbers[Slot::RowTransitions as usize] = sums & 0xFFFF;
        // A wall has one, at its top.
        numbers[Slot::ColumnTransitions as usize] = (sums >> 16) - outside;
    }
    if uses::<SET>(used, Slot::Holes.bit() | Slot::CoveredCells.bit() | Slot::HoleDepth.bit()) {
        let sums = heights.minus(filled).plus(covering(columns, filled).up::<16>()).sum();
        numbers[Slot::Holes as usize] = sums & 0xFFFF;
        numbers[Slot::CoveredCells as usize] = sums & 0xFFFF;
        numbers[Slot::HoleDepth as usize] = sums >> 16;
    }
    if uses::<SET>(used, Slot::RowsWithHoles.bit()) {
        numbers[Slot::RowsWithHoles as usize] = holes(columns, heights).any().count_ones();
    }
    if uses::<SET>(used, Slot::Wells.bit() | Slot::WellsFast.bit()) {
        let cells = well_cells(columns, wall);
        if uses::<SET>(used, Slot::Wells.bit()) {
            numbers[Slot::Wells as usize] = depths::<L, 1, false>(cells, [columns]).sum();
        }
        if uses::<SET>(used, Slot::WellsFast.bit()) {
            let cells = filled_down::<L, 1>(cells, [columns]);
            numbers[Slot::WellsFast as usize] = depths::<L, 1, false>(cells, [columns]).sum();
        }
    }
    let pairs = inside >> 1;
    if uses::<SET>(used, Slot::Diversity.bit()) {
        numbers[Slot::Diversity as usize] = differences(heights).only(pairs).any().count_ones();
    }
    if uses::<SET>(used, Slot::Roughness.bit() | Slot::Bumpiness.bit() | Slot::AggregateHeight.bit()) {
        let next = heights.right::<1>(none);
        let sums = next.distance(heights).only(pairs).plus(heights.up::<16>()).sum();
        numbers[Slot::Roughness as usize] = sums & 0xFFFF;
        numbers[Slot::Bumpiness as usize] = sums & 0xFFFF;
        numbers[Slot::AggregateHeight as usize] = (sums >> 16) - outside * rows;
    }
    let stacks = Slot::WallHeight.bit() | Slot::MaximumHeight.bit() | Slot::EmptyCells.bit();
    if uses::<SET>(used, stacks | Slot::FilledCells.bit()) {
        let stack = stack(columns.only(inside));
        let cells = filled.only(inside).sum();
        numbers[Slot::WallHeight as usize] = stack;
        numbers[Slot::MaximumHeight as usize] = stack;
        numbers[Slot::FilledCells as usize] = cells;
        numbers[Slot::EmptyCells as usize] = stack * width - cells;
    }
    if uses::<SET>(used, Slot::WeightedHeight.bit()) {
        numbers[Slot::WeightedHeight as usize] = rows_of(columns.only(inside)).sum();
    }
    if uses::<SET>(used, SINGLE) {
        single_numbers::<L, SET>(rules, used, columns, wall, numbers);
    }
}

/// How often each column changes between filled and empty, floor filled.
#[inline(always)]
pub(super) fn transitions<L: Lanes>(columns: L) -> L {
    columns.xor(columns.up::<1>().or(L::every(1))).count()
}

/// How many of the filled cells of each column have an empty one below.
#[inline(always)]
pub(super) fn covering<L: Lanes>(columns: L, filled: L) -> L {
    let solid = columns.without(columns.plus(L::every(1))).count();
    filled.minus(solid)
}

/// How many rows the columns reach up to.
#[inline(always)]
pub(super) fn stack<L: Lanes>(columns: L) -> u32 {
    u32::BITS - columns.any().leading_zeros()
}

/// The holes of each column.
#[inline(always)]
pub(super) fn holes<L: Lanes>(columns: L, heights: L) -> L {
    L::every(1).up_by(heights).minus(L::every(1)).without(columns)
}

/// The empty cells between two filled ones.
#[inline(always)]
pub(super) fn well_cells<L: Lanes>(columns: L, wall: L) -> [L; 1] {
    [columns.left::<1>(wall).and(columns.right::<1>(wall)).without(columns)]
}

/// For each column, a bit for the difference to the column on its right, if it is from -2 to 2.
#[inline(always)]
pub(super) fn differences<L: Lanes>(heights: L) -> L {
    difference_bits(heights, heights.right::<1>(L::none()))
}

/// A bit for the difference of two heights, right less left, if it is from -2 to 2; nothing otherwise.
#[inline(always)]
pub(super) fn difference_bits<L: Lanes>(left: L, right: L) -> L {
    L::every(1).up_by(right.minus(left).plus(L::every(2))).and(L::every(0b11111))
}

/// The rows of all cells added up, 1 at the floor.
#[inline(always)]
pub(super) fn rows_of<L: Lanes>(columns: L) -> L {
    let mut sum = columns.count();
    sum = sum.plus(columns.and(L::every(0xAAAA_AAAA)).count());
    sum = sum.plus(columns.and(L::every(0xCCCC_CCCC)).count().up::<1>());
    sum = sum.plus(columns.and(L::every(0xF0F0_F0F0)).count().up::<2>());
    sum = sum.plus(columns.and(L::every(0xFF00_FF00)).count().up::<3>());
    sum.plus(columns.and(L::every(0xFFFF_0000)).count().up::<4>())
}
