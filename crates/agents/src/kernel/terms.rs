//! Weights as the kernel adds them up.

use tetrolab_engine::DropRules;

use super::slot::{SLOTS, Slot};

/// A slot and its weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub slot: Slot,
    pub weight: f64,
}

/// Terms, and which slots they use.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    pub list: Vec<Term>,
    used: u32,
    pub set: Set,
    /// The weight of each slot, roughly.
    pub rough: [f32; SLOTS],
    /// Rough values that differ by more than this have the order of the exact ones.
    pub margin: f32,
}

/// Sets of slots that have a kernel of their own. Slots that a player does not use have weight 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Set {
    /// The features of Dellacherie, Thiery and Boumaza.
    Eight,
    /// The same with other wells, and diversity.
    Nine,
    /// Any slots.
    Any,
}

pub(super) const EIGHT: u32 = Slot::LandingHeightTwice.bit()
    | Slot::Eroded.bit()
    | Slot::Lines.bit()
    | Slot::RowTransitions.bit()
    | Slot::ColumnTransitions.bit()
    | Slot::Holes.bit()
    | Slot::Wells.bit()
    | Slot::HoleDepth.bit()
    | Slot::RowsWithHoles.bit();
pub(super) const NINE: u32 = EIGHT & !Slot::Wells.bit() | Slot::WellsFast.bit() | Slot::Diversity.bit();
/// What stands for [`Set::Any`].
pub(super) const ANY: u32 = 0;

impl Terms {
    pub fn new(terms: &[(&str, f64)], rules: DropRules, rewards: [f64; 5]) -> Option<Terms> {
        let list: Option<Vec<Term>> = terms
            .iter()
            .map(|&(feature, weight)| Slot::of(feature).map(|slot| Term { slot, weight: weight * slot.scale() }))
            .collect();
        let list = list?;
        let used = list.iter().fold(0, |used, term| used | term.slot.bit());
        let sets = [(Set::Eight, EIGHT), (Set::Nine, NINE)];
        let set = sets.into_iter().find(|(_, slots)| used & !slots == 0).map_or(Set::Any, |(set, _)| set);
        let mut rough = [0.0; SLOTS];
        for term in &list {
            rough[term.slot as usize] += term.weight as f32;
        }
        // A number of 32 bits has 24 digits. Each weight, product and sum is off by at most half the last of them; the
        // largest sum there can be bounds them all. Twice for two values, and twice more for what is done with them.
        let largest: f64 = list.iter().map(|term| term.weight.abs() * term.slot.most(rules)).sum();
        let rough_error = 4.0 * largest * (SLOTS + 4) as f64 / f64::from(1 << 24);
        // Exact values have a reward on top, in which the digits of tiny weights are lost.
        let reward = rewards.into_iter().fold(0.0, f64::max);
        let margin = (rough_error + 16.0 * f64::EPSILON * reward) as f32;
        // Weights out of the range of 32 bits cannot be added up roughly.
        let ordinary = list.iter().all(|term| term.weight == 0.0 || (1e-12..1e25).contains(&term.weight.abs()));
        ordinary.then_some(Terms { list, used, set, rough, margin })
    }

    /// Whether one of these slots is used; `SET` is the set that the caller was compiled for.
    #[inline(always)]
    pub const fn uses<const SET: u32>(&self, slots: u32) -> bool {
        (if SET == ANY { self.used } else { SET }) & slots != 0
    }
}
