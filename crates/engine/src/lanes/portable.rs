//! A window in plain 64-bit numbers, several columns in each: runs everywhere, and is the twin of the vector form.

use super::{Batch, Lanes, Window};

/// Sixteen words of 16 bits in four numbers, or of 32 bits in eight; the first column in the lowest bits.
#[derive(Clone, Copy)]
pub(crate) struct Packed<const NUMBERS: usize>([u64; NUMBERS]);

macro_rules! packed {
    ($numbers:literal, $word:ty, $bits:literal) => {
        impl Packed<$numbers> {
            /// Columns in one number.
            const EACH: usize = 64 / $bits;

            /// The same word in every column.
            #[inline(always)]
            const fn every(word: $word) -> u64 {
                let mut number = 0;
                let mut i = 0;
                while i < Self::EACH {
                    number |= (word as u64) << (i * $bits);
                    i += 1;
                }
                number
            }
        }

        impl Window for Packed<$numbers> {
            const BITS: u32 = $bits;

            #[inline(always)]
            fn from_words(words: &[u32; 16]) -> Self {
                Packed(std::array::from_fn(|i| {
                    let mut number = 0;
                    for lane in 0..Self::EACH {
                        number |= u64::from(words[i * Self::EACH + lane] as $word) << (lane * $bits);
                    }
                    number
                }))
            }

            #[inline(always)]
            fn from_bytes(bytes: &[u8; 16]) -> Self {
                Self::from_words(&bytes.map(u32::from))
            }

            #[inline(always)]
            fn words(self) -> [u32; 16] {
                std::array::from_fn(|x| (self.0[x / Self::EACH] >> (x % Self::EACH * $bits)) as $word as u32)
            }

            #[inline(always)]
            fn down_by(self, rows: u32) -> Self {
                let kept = Self::every(<$word>::MAX << rows);
                Packed(self.0.map(|number| number << rows & kept))
            }
        }

        impl Batch for Packed<$numbers> {
            type Window = Self;
            const WINDOWS: usize = 1;

            #[inline(always)]
            fn of(first: Self, _: Self) -> Self {
                first
            }
        }

        impl Lanes for Packed<$numbers> {
            #[inline(always)]
            fn every(word: u32) -> Self {
                Packed([Self::every(word as $word); $numbers])
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                Packed(std::array::from_fn(|i| self.0[i] & other.0[i]))
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                Packed(std::array::from_fn(|i| self.0[i] | other.0[i]))
            }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                Packed(std::array::from_fn(|i| self.0[i] & !other.0[i]))
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                // The top bit of each word is added without its carry, so that no word spills into the next.
                let low = const { Self::every(<$word>::MAX >> 1) };
                Packed(std::array::from_fn(|i| {
                    let (a, b) = (self.0[i], other.0[i]);
                    ((a & low) + (b & low)) ^ ((a ^ b) & !low)
                }))
            }

            #[inline(always)]
            fn up<const ROWS: i32>(self) -> Self {
                Packed(self.0.map(|number| number >> ROWS & const { Self::every(<$word>::MAX >> ROWS) }))
            }

            #[inline(always)]
            fn down<const ROWS: i32>(self) -> Self {
                Packed(self.0.map(|number| number << ROWS & const { Self::every(<$word>::MAX << ROWS) }))
            }

            #[inline(always)]
            fn right<const COLUMNS: usize>(self) -> Self {
                Packed(std::array::from_fn(|i| {
                    let before = self.0[(i + $numbers - 1) % $numbers];
                    if COLUMNS == Self::EACH {
                        before
                    } else {
                        self.0[i] << (COLUMNS * $bits % 64) | before >> (64 - COLUMNS * $bits % 64)
                    }
                }))
            }

            #[inline(always)]
            fn left<const COLUMNS: usize>(self) -> Self {
                Packed(std::array::from_fn(|i| {
                    let after = self.0[(i + 1) % $numbers];
                    if COLUMNS == Self::EACH {
                        after
                    } else {
                        self.0[i] >> (COLUMNS * $bits % 64) | after << (64 - COLUMNS * $bits % 64)
                    }
                }))
            }

            #[inline(always)]
            fn is_none(self) -> bool {
                self.0.iter().fold(0, |any, number| any | number) == 0
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.0.iter().map(|number| number.count_ones()).sum()
            }
        }
    };
}

packed!(4, u16, 16);
packed!(8, u32, 32);
