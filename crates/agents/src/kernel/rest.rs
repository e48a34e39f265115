//! What is added to rough values for each drop: formulas, and features that are not made for many drops at once.

use super::slot::ANY;
use super::sum::{Drops, Sum};
use super::{Choice, Form, Scene, Stamp};
use crate::lanes::Mask;

/// Weights that are not all made for many drops at once.
#[derive(Clone, Debug)]
pub(crate) struct Rest {
    /// Those that are not.
    pub(super) others: Sum,
    /// All, in order.
    pub(super) all: Sum,
}

/// Adds it to the rough values of drops of one orientation that neither fill a row nor lose the game.
#[inline(always)]
pub(crate) fn add_rest<L: Form, const SET: u64>(
    scene: &Scene<'_, L, SET>,
    rest: &Rest,
    stamp: &Stamp,
    row: L,
    drops: Mask,
    orientation: usize,
    choice: &mut Choice<'_, L>,
) {
    let Some(room) = choice.room.as_deref_mut() else { return };
    let landing = row.words();
    let drops = Drops { stamp, which: drops, landing: &landing, rows: &[0; 16] };
    let values = rest.others.values::<L, ANY>(scene.kernel.rules, &scene.ground, drops, room);
    let mut more = [0.0; 16];
    for (more, value) in more.iter_mut().zip(values) {
        let value = value.unwrap_or(0.0);
        choice.largest_rest = choice.largest_rest.max(value.abs());
        *more = value as f32;
    }
    choice.rough[orientation] = L::plus_roughly(choice.rough[orientation], &more);
}
