//! Tables of states, with a hash that is quick for the few bytes a state has.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::nodes::ROOM;

/// What is known of each state.
pub(super) type Known<S, V> = HashMap<S, V, BuildHasherDefault<QuickHasher>>;

/// States, each once.
pub(super) type States<S> = HashSet<S, BuildHasherDefault<QuickHasher>>;

/// A table with room for a common search.
pub(super) fn known<S: Eq + Hash, V>() -> Known<S, V> {
    Known::with_capacity_and_hasher(ROOM, BuildHasherDefault::default())
}

/// An empty set with room for a common search.
pub(super) fn states<S: Eq + Hash>() -> States<S> {
    States::with_capacity_and_hasher(ROOM, BuildHasherDefault::default())
}

/// Lines up the bytes of a state in one word and multiplies it once, at the end, by an odd number without a pattern (the
/// golden ratio, as in Knuth's multiplicative hashing). The table takes its bits from both ends, so the high half is mixed
/// into the low one.
#[derive(Default)]
pub(super) struct QuickHasher(u64);

impl Hasher for QuickHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u8(byte);
        }
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.0 = self.0.rotate_left(8) ^ u64::from(byte);
    }

    #[inline]
    fn finish(&self) -> u64 {
        let product = self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        product ^ product >> 32
    }
}
