//! A board as lanes: what the drops of every orientation have in common.

use tetrolab_engine::Board;

use super::Kernel;
use super::slot::Slot;
use super::terms::Terms;
use super::wells::{depths, filled_down};
use super::whole::{differences, holes, inside, stack, well_cells};
use crate::lanes::Lanes;

pub(crate) struct Scene<'k, L, const SET: u32> {
    pub(super) kernel: &'k Kernel,
    pub(super) terms: &'k Terms,
    pub(super) columns: L,
    /// Beyond the left wall and the right one: filled up to the height of the board.
    pub(super) wall: L,
    pub(super) heights: L,
    /// Rows that are full in all columns to the left of this one.
    pub(super) full_left: L,
    /// Rows that are full in this column and all to the right of it.
    pub(super) full_right: L,
    /// All ones in columns with a hole.
    pub(super) holed: L,
    pub(super) hole_rows: L,
    /// Wells of this column and all to the left of it.
    pub(super) wells: L,
    pub(super) wells_fast: L,
    /// The differences of heights that occur left of this column's and right of it.
    pub(super) differences_left: L,
    pub(super) differences_right: L,
    /// How many rows the stack reaches up to.
    pub(super) stack: u32,
}

/// Combines each lane with all to its left.
macro_rules! scan_left {
    ($lanes:expr, $with:ident, $beyond:expr) => {{
        let mut lanes = $lanes;
        lanes = lanes.$with(lanes.left::<1>($beyond));
        lanes = lanes.$with(lanes.left::<2>($beyond));
        lanes = lanes.$with(lanes.left::<4>($beyond));
        lanes.$with(lanes.left::<8>($beyond))
    }};
}

/// Combines each lane with all to its right.
macro_rules! scan_right {
    ($lanes:expr, $with:ident, $beyond:expr) => {{
        let mut lanes = $lanes;
        lanes = lanes.$with(lanes.right::<1>($beyond));
        lanes = lanes.$with(lanes.right::<2>($beyond));
        lanes = lanes.$with(lanes.right::<4>($beyond));
        lanes.$with(lanes.right::<8>($beyond))
    }};
}

impl<'k, L: Lanes, const SET: u32> Scene<'k, L, SET> {
    /// The board; nothing if its stack reaches above it.
    #[inline(always)]
    pub(super) fn new(kernel: &'k Kernel, terms: &'k Terms, board: &Board) -> Option<Scene<'k, L, SET>> {
        let size = kernel.rules.size();
        let inside = inside(size.width);
        let (none, ones) = (L::none(), L::every(u32::MAX));
        let wall = L::every((1 << size.height) - 1);
        // Columns beyond the width are all ones.
        let filled = L::from_columns(board.all_columns());
        let columns = filled.only(inside).or(wall.only(!inside));
        let stack = stack(filled.only(inside));
        if stack > size.height.into() {
            return None;
        }
        let heights = columns.height();
        let (mut holed, mut hole_rows) = (none, none);
        if terms.uses::<SET>(Slot::HoleDepth.bit() | Slot::RowsWithHoles.bit()) {
            let holes = holes(columns, heights);
            holed = none.minus(holes.count().min(L::every(1)));
            hole_rows = L::every(holes.any());
        }
        let (mut wells, mut wells_fast) = (none, none);
        if terms.uses::<SET>(Slot::Wells.bit() | Slot::WellsFast.bit()) {
            let cells = well_cells(columns, wall);
            if terms.uses::<SET>(Slot::Wells.bit()) {
                wells = scan_left!(depths::<L, 1, false>(cells, [columns]), plus, none);
            }
            if terms.uses::<SET>(Slot::WellsFast.bit()) {
                let cells = filled_down::<L, 1>(cells, [columns]);
                wells_fast = scan_left!(depths::<L, 1, false>(cells, [columns]), plus, none);
            }
        }
        let (mut differences_left, mut differences_right) = (none, none);
        if terms.uses::<SET>(Slot::Diversity.bit()) {
            let differences = differences(heights).only(inside >> 1);
            differences_left = scan_left!(differences, or, none);
            differences_right = scan_right!(differences, or, none);
        }
        Some(Scene {
            kernel,
            terms,
            columns,
            wall,
            heights,
            full_left: scan_left!(filled.left::<1>(ones), and, ones),
            full_right: scan_right!(filled, and, ones),
            holed,
            hole_rows,
            wells,
            wells_fast,
            differences_left,
            differences_right,
            stack,
        })
    }
}
