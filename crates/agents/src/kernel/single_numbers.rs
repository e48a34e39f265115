//! The numbers of a whole board that are not made for many drops at once, with its columns as lanes.

use super::ground::full_eight;
use super::slot::{SLOTS, Slot, uses};
use super::wells::filled_down;
use super::whole::{holes, inside, rows_of, stack, well_cells};
use crate::lanes::Lanes;
use tetrolab_engine::DropRules;

/// Fills in those that are used. The stack does not reach above the board.
#[inline(always)]
pub(super) fn single_numbers<L: Lanes, const SET: u64>(
    rules: DropRules,
    used: u64,
    columns: L,
    wall: L,
    numbers: &mut [u32; SLOTS],
) {
    let size = rules.size();
    let inside = inside(size.width);
    let own = columns.only(inside);
    let heights = columns.height();
    let mut put = |slot: Slot, number: u32| numbers[slot as usize] = number;
    if uses::<SET>(used, Slot::WellsFahey.bit()) {
        let [cells] = filled_down::<L, 1>(well_cells(columns, wall), [columns]);
        put(Slot::WellsFahey, cells.count().sum());
    }
    if uses::<SET>(used, Slot::SurroundedHoles.bit()) {
        let between = columns.down::<1>().and(columns.up::<1>().or(L::every(1)));
        put(Slot::SurroundedHoles, between.without(columns).count().sum());
    }
    if uses::<SET>(used, Slot::Occupied.bit()) {
        put(Slot::Occupied, own.count().sum());
    }
    if uses::<SET>(used, Slot::WeightedCells.bit()) {
        put(Slot::WeightedCells, rows_of(own).sum());
    }
    if uses::<SET>(used, Slot::HeightSum.bit()) {
        put(Slot::HeightSum, heights.only(inside).sum());
    }
    if uses::<SET>(used, Slot::HeightRange.bit() | Slot::LowestHeight.bit()) {
        // The rows that no column is lower than.
        let above = L::every(u32::MAX).without(below(heights)).only(inside).any();
        let lowest = above.trailing_zeros();
        put(Slot::LowestHeight, lowest);
        put(Slot::HeightRange, stack(own) - lowest);
    }
    let holes = holes(columns, heights);
    if uses::<SET>(used, Slot::ColumnsWithHoles.bit()) {
        put(Slot::ColumnsWithHoles, holes.some().count_ones());
    }
    let blocks = own.and(L::every((1 << own.any().trailing_ones()) - 1));
    // Two sums at once, in the halves of a word.
    if uses::<SET>(used, Slot::BlocksBelowGap.bit() | Slot::ConnectedHoles.bit()) {
        let connected = holes.and(holes.up::<1>()).count();
        let sums = blocks.count().plus(connected.up::<16>()).sum();
        put(Slot::BlocksBelowGap, sums & 0xFFFF);
        put(Slot::ConnectedHoles, sums >> 16);
    }
    if uses::<SET>(used, Slot::WeightedBelowGap.bit() | Slot::CellsAboveHoles.bit()) {
        let sums = rows_of(blocks).plus(cells_above(columns, holes).up::<16>()).sum();
        put(Slot::WeightedBelowGap, sums & 0xFFFF);
        put(Slot::CellsAboveHoles, sums >> 16);
    }
    if uses::<SET>(used, Slot::ClearableLines.bit()) {
        put(Slot::ClearableLines, clearable_lines(size.width, size.height, columns, heights));
    }
    if uses::<SET>(used, Slot::Pits.bit()) {
        let floor = L::every(1).up_by(heights.min(L::every(u32::from(size.height) - 1)));
        let between = columns.left::<1>(wall).and(columns.right::<1>(wall));
        put(Slot::Pits, (between.and(floor).some() & inside).count_ones());
    }
}

/// All rows below each height.
#[inline(always)]
fn below<L: Lanes>(heights: L) -> L {
    L::every(1).up_by(heights).minus(L::every(1))
}

/// The most rows that one upright I could clear.
#[inline(always)]
fn clearable_lines<L: Lanes>(width: u8, height: u8, columns: L, heights: L) -> u32 {
    let Some(highest) = u32::from(height).checked_sub(4) else { return 0 };
    let all = L::every(u32::MAX);
    let filled = columns.or(all.only(!inside(width)));
    let eight = full_eight(filled);
    // All columns but this one: eight from the next on, and eight that end with the last before it.
    let others = eight.right::<1>(eight).and(eight.right::<8>(eight));
    let lines = others.and(L::every(0b1111).up_by(heights)).count();
    // It must have room above the column.
    let highest = L::every(highest);
    let without_room = heights.max(highest).minus(highest).some();
    let counts = L::every(1).up_by(lines).only(inside(width) & !without_room);
    (counts.any() | 1).ilog2()
}

/// For each hole, the filled cells above it in the column.
#[inline(always)]
fn cells_above<L: Lanes>(columns: L, mut holes: L) -> L {
    let (none, one) = (L::none(), L::every(1));
    let mut sum = none;
    let mut round = 0;
    // Most columns have few holes: so far it is cheaper to go on than to look whether one must.
    while round < 2 || holes.some() != 0 {
        let lowest = holes.and(none.minus(holes));
        // Without a hole nothing is above it.
        sum = sum.plus(columns.without(lowest.minus(one)).count());
        holes = holes.and(holes.minus(one));
        round += 1;
    }
    sum
}
