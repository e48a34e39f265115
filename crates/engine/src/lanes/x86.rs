//! A window in vector registers.
//!
//! Words of 16 bits fill one register of 256 bits. Words of 32 bits fill two, or with AVX-512 one of 512 bits.
//!
//! What makes the `unsafe` here sound: every function only uses instructions of its own instruction set, and is only reached
//! from functions that are compiled for that set and are called after the processor has been asked ([`forms`](crate::forms)).
//! Nothing here touches memory by pointer: registers are made from arrays and back by copying values of the same size.
//!
//! There are no closures around instructions, here and wherever windows are used: a closure is a function of its own, and
//! would be compiled without the caller's instruction set.
#![expect(unsafe_code, reason = "vector instructions; the module says why they are sound")]

use std::arch::x86_64::*;
use std::mem::transmute;

use super::{Batch, Lanes, Window};

/// Sixteen words of 16 bits.
#[derive(Clone, Copy)]
pub(crate) struct Short([__m256i; 1]);

/// Sixteen words of 32 bits, for AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Long([__m256i; 2]);

/// Sixteen words of 32 bits, for AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct Long512([__m512i; 1]);

/// Two windows of 16-bit words side by side, for AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct Twice([__m512i; 1]);

/// The same for every register: `each!([0 1], i => …)`.
macro_rules! each {
    ([$($index:literal)*], $i:ident => $value:expr) => {
        [$({
            const $i: usize = $index;
            // SAFETY: see the module.
            unsafe { $value }
        }),*]
    };
}

/// Columns in a ring of registers of 256 bits.
macro_rules! ring {
    ($name:ident, $indices:tt, $bytes:literal) => {
        #[inline(always)]
        fn right<const COLUMNS: usize>(self) -> Self {
            const { assert!(COLUMNS == 1 || COLUMNS == 2) };
            $name(each!($indices, I => {
                // The second half of the register before, then the first half of this one.
                let (this, before) = (self.0[I], self.0[(I + self.0.len() - 1) % self.0.len()]);
                let between = _mm256_permute2x128_si256::<0x21>(before, this);
                if COLUMNS == 1 {
                    _mm256_alignr_epi8::<{ 16 - $bytes }>(this, between)
                } else {
                    _mm256_alignr_epi8::<{ 16 - 2 * $bytes }>(this, between)
                }
            }))
        }

        #[inline(always)]
        fn left<const COLUMNS: usize>(self) -> Self {
            const { assert!(COLUMNS == 1 || COLUMNS == 2) };
            $name(each!($indices, I => {
                let (this, after) = (self.0[I], self.0[(I + 1) % self.0.len()]);
                let between = _mm256_permute2x128_si256::<0x21>(this, after);
                if COLUMNS == 1 {
                    _mm256_alignr_epi8::<$bytes>(between, this)
                } else {
                    _mm256_alignr_epi8::<{ 2 * $bytes }>(between, this)
                }
            }))
        }
    };
}

/// Columns of 32 bits in one register of 512, by one instruction.
macro_rules! rotated {
    ($name:ident, $indices:tt, $bytes:literal) => {
        #[inline(always)]
        fn right<const COLUMNS: usize>(self) -> Self {
            const { assert!(COLUMNS == 1 || COLUMNS == 2) };
            $name(each!($indices, I => if COLUMNS == 1 {
                _mm512_alignr_epi32::<15>(self.0[I], self.0[I])
            } else {
                _mm512_alignr_epi32::<14>(self.0[I], self.0[I])
            }))
        }

        #[inline(always)]
        fn left<const COLUMNS: usize>(self) -> Self {
            const { assert!(COLUMNS == 1 || COLUMNS == 2) };
            $name(each!($indices, I => if COLUMNS == 1 {
                _mm512_alignr_epi32::<1>(self.0[I], self.0[I])
            } else {
                _mm512_alignr_epi32::<2>(self.0[I], self.0[I])
            }))
        }
    };
}

/// Columns of 16 bits, sixteen in each half of a register of 512.
macro_rules! halves {
    ($name:ident, $indices:tt, $bytes:literal) => {
        #[inline(always)]
        fn right<const COLUMNS: usize>(self) -> Self {
            const { assert!(COLUMNS == 1 || COLUMNS == 2) };
            $name(each!($indices, I => {
                let between = _mm512_permutex_epi64::<0b01_00_11_10>(self.0[I]);
                if COLUMNS == 1 {
                    _mm512_alignr_epi8::<{ 16 - $bytes }>(self.0[I], between)
                } else {
                    _mm512_alignr_epi8::<{ 16 - 2 * $bytes }>(self.0[I], between)
                }
            }))
        }

        #[inline(always)]
        fn left<const COLUMNS: usize>(self) -> Self {
            const { assert!(COLUMNS == 1 || COLUMNS == 2) };
            $name(each!($indices, I => {
                let between = _mm512_permutex_epi64::<0b01_00_11_10>(self.0[I]);
                if COLUMNS == 1 {
                    _mm512_alignr_epi8::<$bytes>(between, self.0[I])
                } else {
                    _mm512_alignr_epi8::<{ 2 * $bytes }>(between, self.0[I])
                }
            }))
        }
    };
}

macro_rules! vector {
    (
        $name:ident, $register:ty, $indices:tt, $registers:literal, $bytes:literal, $signed:ty, $ring:ident,
        $and:ident, $or:ident, $without:ident, $test:ident == $none:literal,
        $add:ident, $every:ident, $up:ident, $down:ident
    ) => {
        impl Lanes for $name {
            #[inline(always)]
            fn every(word: u32) -> Self {
                $name(each!($indices, _I => $every(word as $signed)))
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                $name(each!($indices, I => $and(self.0[I], other.0[I])))
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                $name(each!($indices, I => $or(self.0[I], other.0[I])))
            }

            #[inline(always)]
            fn without(self, other: Self) -> Self {
                $name(each!($indices, I => $without(other.0[I], self.0[I])))
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                $name(each!($indices, I => $add(self.0[I], other.0[I])))
            }

            #[inline(always)]
            fn up<const ROWS: i32>(self) -> Self {
                $name(each!($indices, I => $up::<ROWS>(self.0[I])))
            }

            #[inline(always)]
            fn down<const ROWS: i32>(self) -> Self {
                $name(each!($indices, I => $down::<ROWS>(self.0[I])))
            }

            $ring!($name, $indices, $bytes);

            #[inline(always)]
            fn is_none(self) -> bool {
                let mut any = self.0[0];
                for &register in &self.0[1..] {
                    // SAFETY: see the module.
                    any = unsafe { $or(any, register) };
                }
                // SAFETY: see the module.
                unsafe { $test(any, any) == $none }
            }

            #[inline(always)]
            fn count(self) -> u32 {
                // SAFETY: registers are numbers of 64 bits.
                let numbers = unsafe { transmute::<[$register; $registers], [u64; size_of::<Self>() / 8]>(self.0) };
                let mut count = 0;
                for number in numbers {
                    count += number.count_ones();
                }
                count
            }
        }
    };
}

/// What only a single window has.
macro_rules! window {
    ($name:ident, $register:ty, $indices:tt, $registers:literal, $word:ty, $down_by:ident) => {
        impl Window for $name {
            const BITS: u32 = <$word>::BITS;

            #[inline(always)]
            fn from_words(words: &[u32; 16]) -> Self {
                let mut shorter = [0; 16];
                for x in 0..16 {
                    shorter[x] = words[x] as $word;
                }
                // SAFETY: sixteen words of this size fill the registers, and every bit pattern is a register.
                $name(unsafe { transmute::<[$word; 16], [$register; $registers]>(shorter) })
            }

            #[inline(always)]
            fn from_bytes(bytes: &[u8; 16]) -> Self {
                let mut longer = [0; 16];
                for x in 0..16 {
                    longer[x] = <$word>::from(bytes[x]);
                }
                // SAFETY: as above.
                $name(unsafe { transmute::<[$word; 16], [$register; $registers]>(longer) })
            }

            #[inline(always)]
            fn words(self) -> [u32; 16] {
                // SAFETY: as above, the other way round.
                let words = unsafe { transmute::<[$register; $registers], [$word; 16]>(self.0) };
                let mut longer = [0; 16];
                for x in 0..16 {
                    longer[x] = u32::from(words[x]);
                }
                longer
            }

            #[inline(always)]
            fn down_by(self, rows: u32) -> Self {
                $name(each!($indices, I => $down_by(self.0[I], _mm_cvtsi32_si128(rows as i32))))
            }
        }
    };
}

/// A window is taken alone.
macro_rules! alone {
    ($name:ident) => {
        impl Batch for $name {
            type Window = Self;
            const WINDOWS: usize = 1;

            #[inline(always)]
            fn of(first: Self, _: Self) -> Self {
                first
            }
        }
    };
}

vector!(
    Short,
    __m256i,
    [0],
    1,
    2,
    i16,
    ring,
    _mm256_and_si256,
    _mm256_or_si256,
    _mm256_andnot_si256,
    _mm256_testz_si256 == 1,
    _mm256_add_epi16,
    _mm256_set1_epi16,
    _mm256_srli_epi16,
    _mm256_slli_epi16
);
vector!(
    Long, __m256i, [0 1], 2, 4, i32, ring,
    _mm256_and_si256, _mm256_or_si256, _mm256_andnot_si256, _mm256_testz_si256 == 1,
    _mm256_add_epi32, _mm256_set1_epi32, _mm256_srli_epi32, _mm256_slli_epi32
);
vector!(
    Long512,
    __m512i,
    [0],
    1,
    4,
    i32,
    rotated,
    _mm512_and_si512,
    _mm512_or_si512,
    _mm512_andnot_si512,
    _mm512_test_epi32_mask == 0,
    _mm512_add_epi32,
    _mm512_set1_epi32,
    long_up,
    long_down
);
vector!(
    Twice,
    __m512i,
    [0],
    1,
    2,
    i16,
    halves,
    _mm512_and_si512,
    _mm512_or_si512,
    _mm512_andnot_si512,
    _mm512_test_epi32_mask == 0,
    _mm512_add_epi16,
    _mm512_set1_epi16,
    short_up,
    short_down
);

window!(Short, __m256i, [0], 1, u16, _mm256_sll_epi16);
window!(Long, __m256i, [0 1], 2, u32, _mm256_sll_epi32);
window!(Long512, __m512i, [0], 1, u32, _mm512_sll_epi32);

alone!(Short);
alone!(Long);
alone!(Long512);

impl Batch for Twice {
    type Window = Short;
    const WINDOWS: usize = 2;

    #[inline(always)]
    fn of(first: Short, second: Short) -> Twice {
        // SAFETY: see the module.
        Twice([unsafe { _mm512_inserti64x4::<1>(_mm512_castsi256_si512(first.0[0]), second.0[0]) }])
    }
}

/// Shifts of 512 bits take their number as unsigned.
macro_rules! shift {
    ($name:ident, $shift:ident) => {
        #[inline(always)]
        unsafe fn $name<const ROWS: i32>(register: __m512i) -> __m512i {
            // SAFETY: the caller's.
            unsafe {
                match ROWS {
                    1 => $shift::<1>(register),
                    2 => $shift::<2>(register),
                    3 => $shift::<3>(register),
                    _ => unreachable!(),
                }
            }
        }
    };
}

shift!(long_up, _mm512_srli_epi32);
shift!(long_down, _mm512_slli_epi32);
shift!(short_up, _mm512_srli_epi16);
shift!(short_down, _mm512_slli_epi16);
