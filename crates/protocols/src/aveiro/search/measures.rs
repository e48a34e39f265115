//! What the search looks at on a stack, eight rows in a word at a time.

use super::super::HEIGHT;
use super::super::plan::{ROWS, Stack};

/// Words of a stack.
const WORDS: usize = ROWS / 8;
/// A bit in each row.
const EACH_ROW: u64 = 0x0101_0101_0101_0101;
/// All but the last column.
const PAIRS: u64 = 0x7f * EACH_ROW;
/// The columns at the walls.
const AT_WALLS: u64 = 0x81 * EACH_ROW;
/// The rows of the last word that are above the floor.
const ABOVE_FLOOR: u64 = u64::MAX >> (8 * (ROWS - HEIGHT));
/// Columns.
const COLUMNS: usize = 8;

/// How many numbers there are.
pub const MEASURES: usize = 15;

/// The name of each number. Heights are in rows; the well is the column that lies deepest below both its neighbours, and walls are
/// infinitely high.
pub const NAMES: [&str; MEASURES] = [
    "holes",
    "cells above holes",
    "rows with holes",
    "row transitions",
    "column transitions",
    "bumpiness without the well",
    "other wells",
    "depth of the well",
    "rows an I would clear",
    "ready rows above those",
    "sum of heights",
    "height above 10",
    "height above 16",
    "height above 21",
    "well at a wall",
];

/// The numbers of a stack, in the order of [`NAMES`].
#[inline]
pub fn measure(stack: &Stack) -> [f64; MEASURES] {
    let words = stack.words();
    let top = stack.top();
    let first = (top / 8).min(WORDS - 1);
    let profile = profile(&words, first);
    let heights = heights(&profile, first);
    let (well, depth) = deepest_well(&heights);
    let ready = ready_rows(stack, well, heights[well]);
    let highest = (HEIGHT - top) as i32;
    let above = |height: i32| (highest - height).max(0);
    let cells = Cells::count(&words, &profile, first, top);
    [
        cells.holes,
        cells.above_holes,
        cells.rows_with_holes,
        cells.row_transitions,
        cells.column_transitions,
        bumpiness(&heights, well, depth),
        other_wells(&heights, well),
        depth.min(DEEP),
        ready.min(4),
        (ready - 4).clamp(0, 6),
        heights.iter().sum(),
        above(10),
        above(16),
        above(21),
        i32::from(depth >= 2 && (well == 0 || well == COLUMNS - 1)),
    ]
    .map(f64::from)
}

/// A well is not counted deeper.
const DEEP: i32 = 10;

/// The cells that are filled or have a filled one above them.
#[inline]
fn profile(words: &[u64; WORDS], first: usize) -> [u64; WORDS] {
    let (mut profile, mut above) = ([0; WORDS], 0);
    for index in first..WORDS {
        let mut word = words[index] | above;
        word |= word << 8;
        word |= word << 16;
        word |= word << 32;
        profile[index] = word;
        above = (word >> 56) * EACH_ROW;
    }
    profile[WORDS - 1] &= ABOVE_FLOOR;
    profile
}

#[inline]
fn heights(profile: &[u64; WORDS], first: usize) -> [i32; COLUMNS] {
    std::array::from_fn(|column| {
        let rows = profile[first..].iter().map(|word| word >> column & EACH_ROW).sum::<u64>();
        (rows.wrapping_mul(EACH_ROW) >> 56) as i32
    })
}

/// What is counted cell by cell.
struct Cells {
    holes: i32,
    above_holes: i32,
    rows_with_holes: i32,
    row_transitions: i32,
    column_transitions: i32,
}

impl Cells {
    #[inline]
    fn count(words: &[u64; WORDS], profile: &[u64; WORDS], first: usize, top: usize) -> Cells {
        let mut cells =
            Cells { holes: 0, above_holes: 0, rows_with_holes: 0, row_transitions: 0, column_transitions: 0 };
        // From the bottom upwards: the row below, and the columns with a hole further down.
        let (mut below, mut with_hole) = (0xff, 0);
        for index in (first..WORDS).rev() {
            let is_last = index == WORDS - 1;
            let inside = if is_last { ABOVE_FLOOR } else { u64::MAX };
            let word = words[index];
            let holes = profile[index] & !word;
            let ones = |bits: u64| bits.count_ones() as i32;
            cells.holes += ones(holes);
            cells.rows_with_holes += ones((((holes & PAIRS) + PAIRS) | holes) & (EACH_ROW << 7));
            let mut over = holes | with_hole << 56;
            over |= over >> 8;
            over |= over >> 16;
            over |= over >> 32;
            with_hole = over & 0xff;
            cells.above_holes += ones(over & word);
            let stacked =
                if index == first { u64::MAX.checked_shl(8 * (top - 8 * index) as u32).unwrap_or(0) } else { u64::MAX };
            let in_rows = inside & stacked;
            cells.row_transitions += ones((word ^ word >> 1) & PAIRS & in_rows) + ones(!word & AT_WALLS & in_rows);
            let lower = word >> 8 | if is_last { 0xff << (8 * (HEIGHT - 1 - 8 * index)) } else { below << 56 };
            cells.column_transitions += ones((word ^ lower) & inside);
            below = word & 0xff;
        }
        if first > 0 {
            // The row above is empty.
            cells.column_transitions += below.count_ones() as i32;
        }
        cells
    }
}

/// How far a column lies below both its neighbours.
#[inline]
fn depth(heights: &[i32; COLUMNS], column: usize) -> i32 {
    let left = if column == 0 { i32::MAX } else { heights[column - 1] };
    let right = if column == COLUMNS - 1 { i32::MAX } else { heights[column + 1] };
    left.min(right) - heights[column]
}

/// The deepest well and its depth; the one at the left of equals.
#[inline]
fn deepest_well(heights: &[i32; COLUMNS]) -> (usize, i32) {
    let mut best = (0, depth(heights, 0));
    for column in 1..COLUMNS {
        let depth = depth(heights, column);
        if depth > best.1 {
            best = (column, depth);
        }
    }
    (best.0, best.1.max(0))
}

/// The steps between neighbouring columns, as if the well were not there.
#[inline]
fn bumpiness(heights: &[i32; COLUMNS], well: usize, depth: i32) -> i32 {
    let mut steps: i32 = heights.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum();
    if depth > 0 {
        let (left, right) = (well.checked_sub(1).map(|left| heights[left]), heights.get(well + 1));
        steps -= left.map_or(0, |left| left - heights[well]) + right.map_or(0, |right| right - heights[well]);
        steps += left.zip(right).map_or(0, |(left, right)| (left - right).abs());
    }
    steps
}

/// Every well but the deepest one: 1 for its first row, 2 for the second and so on.
#[inline]
fn other_wells(heights: &[i32; COLUMNS], well: usize) -> i32 {
    let depths = (0..COLUMNS).filter(|&column| column != well).map(|column| depth(heights, column).clamp(0, DEEP));
    depths.map(|depth| depth * (depth + 1) / 2).sum()
}

/// How many rows from the bottom of the well upwards lack nothing but the cell in it.
#[inline]
fn ready_rows(stack: &Stack, well: usize, height: i32) -> i32 {
    let rows = &stack.rows()[..HEIGHT - height as usize];
    rows.iter().rev().take_while(|&&row| row | 1 << well == 0xff).count() as i32
}
