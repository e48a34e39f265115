//! Weights as the kernel adds them up.

use tetrolab_engine::DropRules;

use super::slot::{SLOTS, SLOTS_FOR_MANY, Slot, uses};
use crate::weights::Weight;

/// A slot and its weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub slot: Slot,
    pub weight: f64,
}

impl Term {
    /// `None` if what is weighed is not made for many drops at once.
    fn new(Weight { measure, weight }: &Weight) -> Option<Term> {
        let slot = Slot::of(measure.name()).filter(|slot| slot.is_for_many())?;
        Some(Term { slot, weight: weight * slot.scale() })
    }
}

/// Terms, and which slots they use.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(super) list: Vec<Term>,
    pub(super) used: u64,
    pub(super) set: Set,
    /// The weight of each slot, roughly.
    pub(super) rough: [f32; SLOTS],
    /// Rough values that differ by more than this have the order of the exact ones.
    pub(super) margin: f32,
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

pub(super) const EIGHT: u64 = Slot::LandingHeightTwice.bit()
    | Slot::Eroded.bit()
    | Slot::Lines.bit()
    | Slot::RowTransitions.bit()
    | Slot::ColumnTransitions.bit()
    | Slot::Holes.bit()
    | Slot::Wells.bit()
    | Slot::HoleDepth.bit()
    | Slot::RowsWithHoles.bit();
pub(super) const NINE: u64 = EIGHT & !Slot::Wells.bit() | Slot::WellsFast.bit() | Slot::Diversity.bit();

impl Terms {
    /// Whether a weight belongs to a feature that is made for many drops at once.
    pub(super) fn knows(weight: &Weight) -> bool {
        Term::new(weight).is_some()
    }

    /// `None` if something is not made for many drops at once, or a weight is out of range.
    pub(super) fn new(weights: &[&Weight], rules: DropRules, rewards: [f64; 5]) -> Option<Terms> {
        let list: Vec<Term> = weights.iter().map(|weight| Term::new(weight)).collect::<Option<_>>()?;
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
        let rough_error = 4.0 * largest * (SLOTS_FOR_MANY + 4) as f64 / f64::from(1 << 24);
        // Exact values have a reward on top, in which the digits of tiny weights are lost.
        let reward = rewards.into_iter().fold(0.0, f64::max);
        let margin = (rough_error + 16.0 * f64::EPSILON * reward) as f32;
        // Weights out of the range of 32 bits cannot be added up roughly. Besides, the largest value is taken here, one by one a
        // value that is larger by more than a slight amount. That is the same when no two values differ by less: they are sums of
        // whole and half numbers times weights, so all are multiples of half the last digit of the smallest weight.
        let ordinary = list.iter().all(|term| term.weight == 0.0 || (1e-12..1e25).contains(&term.weight.abs()));
        ordinary.then_some(Terms { list, used, set, rough, margin })
    }

    /// Whether one of these slots is used; `SET` is the set that the caller was compiled for.
    #[inline(always)]
    pub(super) const fn uses<const SET: u64>(&self, slots: u64) -> bool {
        uses::<SET>(self.used, slots)
    }
}
