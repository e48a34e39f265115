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

/// Lines up what it is given in words of 64 bits and mixes each full word in with one multiplication; a state of up to eight
/// bytes, written byte by byte, needs a single one, at the end.
///
/// The multiplier is odd and without a pattern (the golden ratio, as in Knuth's multiplicative hashing). The product has 128
/// bits, and its halves are put on top of each other, so that every bit of a word tells in both ends of the hash: the
/// table takes its bits from both.
#[derive(Default)]
pub(super) struct QuickHasher {
    /// The full words so far.
    mixed: u64,
    /// The word that is filling up.
    word: u64,
    /// How many of its bits are filled. The compiler works it out beforehand: it is the same for all states of a kind.
    bits: u32,
}

const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
const fn mix(mixed: u64, word: u64) -> u64 {
    let product = (mixed ^ word) as u128 * MULTIPLIER as u128;
    product as u64 ^ (product >> 64) as u64
}

impl QuickHasher {
    /// Appends a number of fewer than 64 bits.
    #[inline]
    fn append(&mut self, number: u64, bits: u32) {
        if self.bits + bits > u64::BITS {
            self.mix_word();
        }
        self.word = self.word << bits | number;
        self.bits += bits;
    }

    #[inline]
    fn mix_word(&mut self) {
        self.mixed = mix(self.mixed, self.word);
        (self.word, self.bits) = (0, 0);
    }
}

impl Hasher for QuickHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for &word in words {
            self.write_u64(u64::from_le_bytes(word));
        }
        for &byte in rest {
            self.write_u8(byte);
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.append(number.into(), u8::BITS);
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.append(number.into(), u16::BITS);
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.append(number.into(), u32::BITS);
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        if self.bits > 0 {
            self.mix_word();
        }
        self.mixed = mix(self.mixed, number);
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        if self.bits == 0 { self.mixed } else { mix(self.mixed, self.word) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(state: impl Hash) -> u64 {
        let mut hasher = QuickHasher::default();
        state.hash(&mut hasher);
        hasher.finish()
    }

    /// Both ends of the hashes of 400 by 400 states are as varied as if they were drawn by lot: 119 750 different
    /// remainders are to be expected, and with a poor hash there are a few hundred.
    fn assert_varied<S: Hash>(name: &str, state: impl Fn(usize, usize) -> S) {
        let hashes: HashSet<u64> = (0..160_000).map(|number| hash(state(number / 400, number % 400))).collect();
        assert_eq!(hashes.len(), 160_000, "{name}");
        for shift in [0, 46] {
            let ends: HashSet<u64> = hashes.iter().map(|hash| hash >> shift & 0x3_FFFF).collect();
            assert!(ends.len() > 110_000, "{name}, from bit {shift}: {}", ends.len());
        }
    }

    #[test]
    fn states_of_every_size_are_told_apart() {
        assert_varied("4 bytes", |a, b| (a as u16, b as u16));
        assert_varied("8 bytes", |a, b| (a as i32, b as i32));
        assert_varied("12 bytes", |a, b| (a as u32, b as u32, 7_u32));
        assert_varied("16 bytes", |a, b| (a, b));
        assert_varied("16 bytes, far left", |a, b| (a << 48, b << 48));
        assert_varied("16 bytes, one number", |a, b| (a as u128) << 100 | b as u128);
        assert_varied("16 bytes one by one", |a, b| {
            let [low, high] = (a as u16).to_le_bytes();
            ((low, 0_u8, 0_u8, 0_u8, 0_u8, 0_u8, 0_u8, 0_u8), (high, 0_u8, 0_u8, 0_u8, 0_u8, 0_u8), b as u16)
        });
        assert_varied("19 bytes", |a, b| {
            let mut bytes = [0_u8; 19];
            bytes[3..5].copy_from_slice(&(a as u16).to_le_bytes());
            bytes[17..].copy_from_slice(&(b as u16).to_le_bytes());
            bytes
        });
        assert_varied("a list", |a, b| vec![a as i8, (a >> 8) as i8, b as i8, (b >> 8) as i8]);
    }
}
