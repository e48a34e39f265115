//! A board as lanes, and where the drops of one orientation come to lie on it.

use tetrolab_engine::{Board, DropRules};

use super::Stamp;
use super::whole::{inside, stack};
use crate::lanes::{Lanes, Mask};

/// A board.
#[derive(Clone, Copy)]
pub(crate) struct Ground<L> {
    pub(super) columns: L,
    /// Beyond the left wall and the right one: filled up to the height of the board.
    pub(super) wall: L,
    pub(super) heights: L,
    full_eight: L,
    /// How many rows the stack reaches up to.
    pub(super) stack: u32,
}

impl<L: Lanes> Ground<L> {
    /// The board; `None` if its stack reaches above it.
    #[inline(always)]
    pub(super) fn new(rules: DropRules, board: &Board) -> Option<Ground<L>> {
        let size = rules.size();
        let inside = inside(size.width);
        let wall = L::every((1 << size.height) - 1);
        // Columns beyond the width are all ones.
        let filled = L::from_columns(board.all_columns());
        let columns = filled.only(inside).or(wall.only(!inside));
        let stack = stack(filled.only(inside));
        if stack > size.height.into() {
            return None;
        }
        Some(Ground { columns, wall, heights: columns.height(), full_eight: full_eight(filled), stack })
    }
}

/// Rows that are full in each column and the seven to its right. Columns are a ring here.
#[inline(always)]
pub(super) fn full_eight<L: Lanes>(filled: L) -> L {
    let two = filled.and(filled.right::<1>(filled));
    let four = two.and(two.right::<2>(two));
    four.and(four.right::<4>(four))
}

/// The most columns that a drop has to do with: four, and two neighbours on each side.
pub(super) const COLUMNS: usize = 8;

/// All drops of one orientation.
pub(super) struct Landings<L> {
    /// The lanes that are drops.
    pub valid: Mask,
    /// The heights of the touched columns, before.
    pub heights: [L; 4],
    /// The lowest row of the piece.
    pub row: L,
    /// The row above it.
    pub top: L,
    /// The touched columns with their two neighbours on each side, before and after.
    pub old: [L; COLUMNS],
    pub new: [L; COLUMNS],
    /// All full rows.
    pub full: L,
    /// The full rows that the piece lies in.
    pub rows: L,
    /// Drops that fill a row.
    pub clearing: Mask,
    /// Drops that lose the game, among those that fill no row.
    pub lost: Mask,
}

impl<L: Lanes> Landings<L> {
    /// `W` is the width of the orientation.
    #[inline(always)]
    pub(super) fn new<const W: usize>(rules: DropRules, ground: &Ground<L>, stamp: &Stamp) -> Landings<L> {
        let size = rules.size();
        let valid = ((1u32 << (size.width as usize + 1 - W)) - 1) as Mask;
        let none = L::none();
        let mut heights = [none; 4];
        let mut row = none;
        let mut k = 0;
        while k < W {
            heights[k] = ground.heights.right_by(k, none);
            row = row.max(heights[k].minus(L::every(stamp.undersides[k])));
            k += 1;
        }
        let mut old = [none; COLUMNS];
        old[0] = ground.columns.left::<2>(ground.wall);
        old[1] = ground.columns.left::<1>(ground.wall);
        old[W + 2] = ground.columns.right_by(W, ground.wall);
        old[W + 3] = ground.columns.right_by(W + 1, ground.wall);
        let mut new = old;
        // All columns but the touched ones: eight from the first after them on, and eight that end with the last before them.
        let eight = ground.full_eight;
        let mut full = eight.right_by(W, eight).and(eight.right::<8>(eight));
        let mut k = 0;
        while k < W {
            old[k + 2] = ground.columns.right_by(k, none);
            new[k + 2] = old[k + 2].or(L::every(stamp.columns[k]).up_by(row));
            full = full.and(new[k + 2]);
            k += 1;
        }
        let rows = full.and(L::every(stamp.rows).up_by(row));
        let top = row.plus(L::every(stamp.height));
        let limit = L::every(size.height.into());
        let over = top.max(limit).minus(limit).some() & valid;
        let mut clearing = rows.some() & valid;
        if !rules.lines_after_overflow {
            clearing &= !over;
        }
        Landings { valid, heights, row, top, old, new, full, rows, clearing, lost: over & !clearing }
    }
}
