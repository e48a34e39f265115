//! The numbers of columns that come from the board.

use std::array::from_fn;

use tetrolab_engine::DropRules;

use super::Sight;
use super::stacks::Numbers;
use crate::formula::Primitive;
use crate::kernel::whole::{covering, holes, transitions, well_cells};
use crate::lanes::Lanes;

/// Numbers of columns that come from the board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Column {
    Height,
    Left,
    Right,
    Depth,
    Filled,
    Holes,
    Cover,
    Lid,
    Transitions,
    Wells,
    FromWall,
}

impl Column {
    /// `None` if it is not one of a column.
    pub(super) fn of(primitive: &Primitive) -> Option<Column> {
        Some(match primitive.name {
            "height" => Column::Height,
            "left" => Column::Left,
            "right" => Column::Right,
            "depth" => Column::Depth,
            "filled" => Column::Filled,
            "holes" => Column::Holes,
            "cover" => Column::Cover,
            "lid" => Column::Lid,
            "transitions" => Column::Transitions,
            "wells" => Column::Wells,
            "from_wall" => Column::FromWall,
            _ => return None,
        })
    }

    /// The numbers for each drop.
    #[inline(always)]
    pub(super) fn numbers<L: Lanes>(self, sight: Sight<'_, L>, drops: &mut [Numbers]) {
        macro_rules! loops {
            ($($column:ident)*) => {
                match self {
                    $(Column::$column => {
                        for (numbers, found) in drops.iter_mut().zip(sight.found) {
                            *numbers = Column::$column.of_board(sight.rules, found.after, found.heights, sight.wall);
                        }
                    })*
                }
            };
        }
        loops!(Height Left Right Depth Filled Holes Cover Lid Transitions Wells FromWall);
    }

    #[inline(always)]
    fn of_board<L: Lanes>(self, rules: DropRules, columns: L, heights: L, wall: L) -> Numbers {
        let rows = L::every(rules.size().height.into());
        let numbers = match self {
            Column::Height => heights,
            Column::Left => heights.left::<1>(rows),
            // The lanes beyond the board are walls.
            Column::Right => heights.right::<1>(rows),
            Column::Depth => {
                let lower = heights.left::<1>(rows).min(heights.right::<1>(rows));
                lower.max(heights).minus(heights)
            }
            Column::Filled => columns.count(),
            Column::Holes => heights.minus(columns.count()),
            Column::Cover => covering(columns, columns.count()),
            Column::Lid => {
                let holes = holes(columns, heights);
                // All ones where there is a hole.
                let holed = L::none().minus(holes.count().min(L::every(1)));
                heights.minus(holes.height()).and(holed)
            }
            Column::Transitions => transitions(columns),
            Column::Wells => well_cells(columns, wall)[0].count(),
            Column::FromWall => return from_wall(rules.size().width),
        };
        // Signed, because all vector instructions know how to convert those.
        numbers.words().map(|number| f64::from(number as i32))
    }
}

/// How many columns there are between each one and the nearer wall.
#[inline(always)]
fn from_wall(width: u8) -> Numbers {
    from_fn(|column| column.min((usize::from(width) - 1).saturating_sub(column)) as f64)
}
