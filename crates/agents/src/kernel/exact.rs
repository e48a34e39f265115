//! One drop, exactly.

use super::ground::Ground;
use super::slot::{BEFORE, SLOTS, Slot, uses};
use super::whole::{inside, numbers, stack};
use super::{Form, Scene, Stamp};
use crate::lanes::Lanes;
use tetrolab_engine::DropRules;

/// A drop that comes to lie in `row` and removes `rows`.
#[derive(Clone, Copy)]
pub(crate) struct Single<'k> {
    pub(super) stamp: &'k Stamp,
    pub(super) column: usize,
    pub(super) row: u32,
    pub(super) rows: u32,
}

/// The boards after a drop as lanes.
#[derive(Clone, Copy)]
pub(super) struct Boards<L> {
    /// With full rows.
    pub before: L,
    /// When they are gone.
    pub after: L,
}

impl Single<'_> {
    /// What comes of it; `None` if it loses the game.
    #[inline(always)]
    pub(super) fn play<L: Lanes>(&self, rules: DropRules, ground: &Ground<L>) -> Option<Boards<L>> {
        let Single { stamp, column, row, rows } = *self;
        let size = rules.size();
        let inside = inside(size.width);
        let before = ground.columns.or(L::from_words(stamp.over(column)).up_by(L::every(row)));
        let mut after = before;
        if rows != 0 {
            let mut left = rows;
            while left != 0 {
                // From the top down, so that the rows still to be removed keep their number.
                let below = (1 << (31 - left.leading_zeros())) - 1;
                after = after.and(L::every(below)).or(after.down::<1>().without(L::every(below)));
                left &= below;
            }
            after = after.only(inside).or(ground.wall.only(!inside));
        }
        let height = u32::from(size.height);
        if row + stamp.height > height && stack(after.only(inside)) > height {
            return None;
        }
        Some(Boards { before, after })
    }

    /// Fills in the numbers that are used.
    #[inline(always)]
    pub(super) fn numbers<L: Lanes, const SET: u64>(
        &self,
        rules: DropRules,
        used: u64,
        boards: &Boards<L>,
        wall: L,
        found: &mut [u32; SLOTS],
    ) {
        let Single { stamp, row, rows, .. } = *self;
        numbers::<L, SET>(rules, used & !BEFORE, boards.after, wall, found);
        if uses::<SET>(used, BEFORE) {
            let mut seen = [0; SLOTS];
            numbers::<L, SET>(rules, used & BEFORE, boards.before, wall, &mut seen);
            found[Slot::AggregateHeight as usize..].copy_from_slice(&seen[Slot::AggregateHeight as usize..]);
            let open = L::every(u32::MAX).without(boards.before).only(inside(rules.size().width)).any();
            found[Slot::FullRows as usize] = (!open).count_ones();
        }
        let lines = rows.count_ones();
        if uses::<SET>(used, Slot::Eroded.bit()) {
            let eroded = (0..4).fold(0, |eroded, k| eroded + (stamp.columns[k] << row & rows).count_ones());
            found[Slot::Eroded as usize] = lines * eroded;
        }
        found[Slot::LandingHeightTwice as usize] = 2 * row + stamp.middle_twice;
        found[Slot::Constant as usize] = 1;
        found[Slot::Lines as usize] = lines;
    }
}

/// The value of one drop that comes to lie in `row` and removes `rows`; `None` if it loses the game.
#[inline(always)]
pub(crate) fn exact<L: Form, const SET: u64>(
    scene: &Scene<'_, L, SET>,
    stamp: &Stamp,
    column: usize,
    row: u32,
    rows: u32,
) -> Option<f64> {
    let (kernel, terms) = (scene.kernel, scene.terms);
    let single = Single { stamp, column, row, rows };
    if let Some(rest) = scene.rest() {
        return L::value_of_single(kernel, &scene.ground, &rest.all, &single);
    }
    let boards = single.play(kernel.rules, &scene.ground)?;
    let mut found = [0; SLOTS];
    single.numbers::<L, SET>(kernel.rules, terms.used, &boards, scene.ground.wall, &mut found);
    let mut value = 0.0;
    for term in &terms.list {
        value += f64::from(found[term.slot as usize]) * term.weight;
    }
    Some(kernel.rewards[rows.count_ones() as usize] + value)
}
