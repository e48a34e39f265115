//! What the drops of every orientation have in common, where many are valued at once.

use tetrolab_engine::Board;

use super::Kernel;
use super::ground::Ground;
use super::rest::Rest;
use super::slot::{Slot, WITH_REST};
use super::terms::Terms;
use super::wells::{depths, filled_down};
use super::whole::{differences, holes, inside, well_cells};
use crate::lanes::Lanes;

pub(crate) struct Scene<'k, L, const SET: u64> {
    pub(super) kernel: &'k Kernel,
    pub(super) terms: &'k Terms,
    rest: Option<&'k Rest>,
    pub(super) ground: Ground<L>,
    /// All ones in columns with a hole.
    pub(super) holed: L,
    pub(super) hole_rows: L,
    pub(super) wells: Windows<L>,
    pub(super) wells_fast: Windows<L>,
    /// The differences of heights that occur left of this column's and right of it.
    pub(super) differences_left: L,
    pub(super) differences_right: L,
}

/// Sums over windows of columns.
#[derive(Clone, Copy)]
pub(super) struct Windows<L> {
    /// Of each column.
    one: L,
    /// Of each column and the next.
    two: L,
    /// Of each column and the next three.
    four: L,
}

impl<L: Lanes> Windows<L> {
    #[inline(always)]
    fn new(one: L) -> Windows<L> {
        let none = L::none();
        let two = one.plus(one.right::<1>(none));
        Windows { one, two, four: two.plus(two.right::<2>(none)) }
    }

    /// Nothing is in any column.
    #[inline(always)]
    fn none() -> Windows<L> {
        Windows { one: L::none(), two: L::none(), four: L::none() }
    }

    /// The sum over `W` columns and one more on each side. Beyond the board there is nothing.
    #[inline(always)]
    pub(super) fn around<const W: usize>(&self) -> L {
        let none = L::none();
        match W {
            1 => self.one.left::<1>(none).plus(self.two),
            2 => self.one.left::<1>(none).plus(self.two).plus(self.one.right::<2>(none)),
            3 => self.one.left::<1>(none).plus(self.four),
            _ => self.one.left::<1>(none).plus(self.four).plus(self.one.right::<4>(none)),
        }
    }
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

impl<'k, L: Lanes, const SET: u64> Scene<'k, L, SET> {
    /// The board; `None` if its stack reaches above it.
    #[inline(always)]
    pub(super) fn new(
        kernel: &'k Kernel,
        terms: &'k Terms,
        rest: Option<&'k Rest>,
        board: &Board,
    ) -> Option<Scene<'k, L, SET>> {
        let ground = Ground::<L>::new(kernel.rules, board)?;
        let Ground { columns, wall, heights, .. } = ground;
        let inside = inside(kernel.rules.size().width);
        let none = L::none();
        let (mut holed, mut hole_rows) = (none, none);
        if terms.uses::<SET>(Slot::HoleDepth.bit() | Slot::RowsWithHoles.bit()) {
            let holes = holes(columns, heights);
            holed = none.minus(holes.count().min(L::every(1)));
            hole_rows = L::every(holes.any());
        }
        let (mut wells, mut wells_fast) = (Windows::none(), Windows::none());
        if terms.uses::<SET>(Slot::Wells.bit() | Slot::WellsFast.bit()) {
            let cells = well_cells(columns, wall);
            if terms.uses::<SET>(Slot::Wells.bit()) {
                wells = Windows::new(depths::<L, 1, false>(cells, [columns]));
            }
            if terms.uses::<SET>(Slot::WellsFast.bit()) {
                let cells = filled_down::<L, 1>(cells, [columns]);
                wells_fast = Windows::new(depths::<L, 1, false>(cells, [columns]));
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
            rest,
            ground,
            holed,
            hole_rows,
            wells,
            wells_fast,
            differences_left,
            differences_right,
        })
    }

    /// What is added for each drop.
    #[inline(always)]
    pub(super) const fn rest(&self) -> Option<&'k Rest> {
        if SET & WITH_REST == 0 { None } else { self.rest }
    }
}
