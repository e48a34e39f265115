//! The numbers that features are, made from the whole numbers of slots.

use super::slot::{SLOTS, Slot};
use crate::features::Feature;
use crate::lanes::Lanes;

/// A number of a feature.
#[derive(Clone, Copy, Debug)]
pub(super) enum Quantity {
    /// What is in a slot.
    Whole(Slot),
    /// Half of it.
    Half(Slot),
    /// The mean height of the columns.
    MeanHeight,
    /// The share of pits among pits and holes.
    PitShare,
    /// The height of a column.
    Height(usize),
    /// The difference of a column's height and the next.
    Difference(usize),
}

/// What is known of a drop.
#[derive(Clone, Copy)]
pub(super) struct Found<L> {
    pub numbers: [u32; SLOTS],
    /// The board when full rows are gone.
    pub after: L,
    pub heights: L,
}

impl<L: Lanes> Found<L> {
    /// Nothing is known yet.
    #[inline(always)]
    pub fn nothing() -> Found<L> {
        Found { numbers: [0; SLOTS], after: L::none(), heights: L::none() }
    }
}

impl Quantity {
    /// A number of a feature; `None` if it is not known here.
    pub fn of(feature: &Feature, index: usize) -> Option<Quantity> {
        Some(match feature.name {
            "mean_height" => Quantity::MeanHeight,
            "solver_pit_hole_percent" => Quantity::PitShare,
            "heights" => Quantity::Height(index),
            "abs_height_diffs" => Quantity::Difference(index),
            name => match Slot::of(name)? {
                slot @ Slot::LandingHeightTwice => Quantity::Half(slot),
                slot => Quantity::Whole(slot),
            },
        })
    }

    /// The slots that it needs.
    pub const fn slots(self) -> u64 {
        match self {
            Quantity::Whole(slot) | Quantity::Half(slot) => slot.bit(),
            Quantity::MeanHeight => Slot::HeightSum.bit(),
            Quantity::PitShare => Slot::Pits.bit() | Slot::Holes.bit(),
            Quantity::Height(_) | Quantity::Difference(_) => 0,
        }
    }

    /// The number, on a board of this width.
    #[inline(always)]
    pub fn value<L: Lanes>(self, found: &Found<L>, width: u8) -> f64 {
        let whole = |slot: Slot| f64::from(found.numbers[slot as usize]);
        match self {
            Quantity::Whole(slot) => whole(slot),
            Quantity::Half(slot) => whole(slot) / 2.0,
            Quantity::MeanHeight => whole(Slot::HeightSum) / f64::from(width),
            Quantity::PitShare => match whole(Slot::Pits) {
                0.0 => 0.0,
                pits => pits / (pits + whole(Slot::Holes)),
            },
            Quantity::Height(column) => f64::from(found.heights.words()[column]),
            Quantity::Difference(column) => {
                let heights = found.heights.words();
                f64::from(heights[column].abs_diff(heights[column + 1]))
            }
        }
    }
}
