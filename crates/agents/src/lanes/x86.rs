//! Lanes in vector registers.
//!
//! What makes the `unsafe` here sound: every function only uses instructions of its own instruction set, and is only reached
//! from functions that are compiled for that set and are called after the processor has been asked
//! ([`forms`](crate::forms)). Memory is only touched through references to arrays of the size of what is read.
#![expect(unsafe_code, reason = "vector instructions; the module says why they are sound")]

use std::arch::x86_64::*;
use std::mem::transmute;

use super::{Lanes, Mask};

/// Sixteen words in one register of 512 bits.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(__m512i);

/// Sixteen words in two registers of 256 bits.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(__m256i, __m256i);

/// Defines methods that are one instruction of AVX-512.
macro_rules! one_512 {
    ($($name:ident = $instruction:ident;)*) => {
        $(#[inline(always)]
        fn $name(self, other: Avx512) -> Avx512 {
            // SAFETY: see the module.
            Avx512(unsafe { $instruction(self.0, other.0) })
        })*
    };
}

impl Lanes for Avx512 {
    type Rough = __m512;

    one_512! {
        and = _mm512_and_si512;
        or = _mm512_or_si512;
        xor = _mm512_xor_si512;
        plus = _mm512_add_epi32;
        minus = _mm512_sub_epi32;
        max = _mm512_max_epi32;
        min = _mm512_min_epi32;
        up_by = _mm512_sllv_epi32;
    }

    #[inline(always)]
    fn every(word: u32) -> Avx512 {
        // SAFETY: see the module.
        Avx512(unsafe { _mm512_set1_epi32(word as i32) })
    }

    #[inline(always)]
    fn from_columns(columns: &[u64; 16]) -> Avx512 {
        // SAFETY: see the module; the two reads cover the sixteen words.
        unsafe {
            let low = _mm512_cvtepi64_epi32(_mm512_loadu_si512(columns.as_ptr().cast()));
            let high = _mm512_cvtepi64_epi32(_mm512_loadu_si512(columns.as_ptr().add(8).cast()));
            Avx512(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high))
        }
    }

    #[inline(always)]
    fn from_words(words: &[u32; 16]) -> Avx512 {
        // SAFETY: sixteen words either way.
        Avx512(unsafe { transmute::<[u32; 16], __m512i>(*words) })
    }

    #[inline(always)]
    fn words(self) -> [u32; 16] {
        // SAFETY: sixteen words either way.
        unsafe { transmute(self.0) }
    }

    #[inline(always)]
    fn without(self, other: Avx512) -> Avx512 {
        // SAFETY: see the module.
        Avx512(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Avx512 {
        // SAFETY: see the module.
        Avx512(unsafe { _mm512_slli_epi32::<BITS>(self.0) })
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Avx512 {
        // SAFETY: see the module.
        Avx512(unsafe { _mm512_srli_epi32::<BITS>(self.0) })
    }

    #[inline(always)]
    fn halves_down(self) -> Avx512 {
        // SAFETY: see the module.
        Avx512(unsafe { _mm512_srli_epi16::<1>(self.0) })
    }

    #[inline(always)]
    fn count(self) -> Avx512 {
        // SAFETY: see the module.
        Avx512(unsafe { _mm512_popcnt_epi32(self.0) })
    }

    #[inline(always)]
    fn height(self) -> Avx512 {
        // SAFETY: see the module.
        Avx512(unsafe { _mm512_sub_epi32(_mm512_set1_epi32(32), _mm512_lzcnt_epi32(self.0)) })
    }

    #[inline(always)]
    fn right<const BY: i32>(self, beyond: Avx512) -> Avx512 {
        // SAFETY: see the module.
        Avx512(unsafe { _mm512_alignr_epi32::<BY>(beyond.0, self.0) })
    }

    #[inline(always)]
    fn left<const BY: i32>(self, beyond: Avx512) -> Avx512 {
        // SAFETY: see the module.
        unsafe {
            Avx512(match BY {
                1 => _mm512_alignr_epi32::<15>(self.0, beyond.0),
                2 => _mm512_alignr_epi32::<14>(self.0, beyond.0),
                4 => _mm512_alignr_epi32::<12>(self.0, beyond.0),
                8 => _mm512_alignr_epi32::<8>(self.0, beyond.0),
                _ => unreachable!("no lane is needed from so far left"),
            })
        }
    }

    #[inline(always)]
    fn some(self) -> Mask {
        // SAFETY: see the module.
        unsafe { _mm512_test_epi32_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn sum(self) -> u32 {
        // SAFETY: see the module.
        unsafe { _mm512_reduce_add_epi32(self.0) as u32 }
    }

    #[inline(always)]
    fn any(self) -> u32 {
        // SAFETY: see the module.
        unsafe { _mm512_reduce_or_epi32(self.0) as u32 }
    }

    #[inline(always)]
    fn only(self, lanes: Mask) -> Avx512 {
        // SAFETY: see the module.
        Avx512(unsafe { _mm512_maskz_mov_epi32(lanes, self.0) })
    }

    #[inline(always)]
    fn every_rough(value: f32) -> __m512 {
        // SAFETY: see the module.
        unsafe { _mm512_set1_ps(value) }
    }

    #[inline(always)]
    fn add_roughly(values: __m512, words: Avx512, weight: f32) -> __m512 {
        // SAFETY: see the module.
        unsafe { _mm512_fmadd_ps(_mm512_cvtepi32_ps(words.0), _mm512_set1_ps(weight), values) }
    }

    #[inline(always)]
    fn plus_roughly(values: __m512, others: &[f32; 16]) -> __m512 {
        // SAFETY: see the module; the read covers the sixteen numbers.
        unsafe { _mm512_add_ps(values, _mm512_loadu_ps(others.as_ptr())) }
    }

    #[inline(always)]
    fn rough_only(values: __m512, lanes: Mask) -> __m512 {
        // SAFETY: see the module.
        unsafe { _mm512_mask_mov_ps(_mm512_set1_ps(f32::NEG_INFINITY), lanes, values) }
    }

    #[inline(always)]
    fn rough_max(one: __m512, other: __m512) -> __m512 {
        // SAFETY: see the module.
        unsafe { _mm512_max_ps(one, other) }
    }

    #[inline(always)]
    fn largest_rough(values: __m512) -> f32 {
        // SAFETY: see the module.
        unsafe { _mm512_reduce_max_ps(values) }
    }

    #[inline(always)]
    fn at_least(values: __m512, limit: f32) -> Mask {
        // SAFETY: see the module.
        unsafe { _mm512_cmp_ps_mask::<_CMP_GE_OQ>(values, _mm512_set1_ps(limit)) }
    }
}

/// Defines methods that are one instruction of AVX2 for each register.
macro_rules! one_256 {
    ($($name:ident = $instruction:ident;)*) => {
        $(#[inline(always)]
        fn $name(self, other: Avx2) -> Avx2 {
            // SAFETY: see the module.
            unsafe { Avx2($instruction(self.0, other.0), $instruction(self.1, other.1)) }
        })*
    };
}

/// How many bits each word has: the bits of each half of a byte are looked up, then added up.
#[inline(always)]
fn count_256(words: __m256i) -> __m256i {
    // SAFETY: see the module.
    unsafe {
        let of_nibble = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
        let nibbles = _mm256_set1_epi8(0x0F);
        let low = _mm256_shuffle_epi8(of_nibble, _mm256_and_si256(words, nibbles));
        let high = _mm256_shuffle_epi8(of_nibble, _mm256_and_si256(_mm256_srli_epi16::<4>(words), nibbles));
        let pairs = _mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1));
        _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
    }
}

/// The numbers of the lanes `BY` to the right of each, within a register and the next.
#[inline(always)]
fn shift_256<const BY: i32>(this: __m256i, next: __m256i) -> __m256i {
    // SAFETY: see the module.
    unsafe {
        let lanes = _mm256_add_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), _mm256_set1_epi32(BY));
        let this = _mm256_permutevar8x32_epi32(this, lanes);
        let next = _mm256_permutevar8x32_epi32(next, lanes);
        _mm256_blendv_epi8(this, next, _mm256_cmpgt_epi32(lanes, _mm256_set1_epi32(7)))
    }
}

/// All ones in each lane of the mask, of eight.
#[inline(always)]
fn expand_256(lanes: u32) -> __m256i {
    // SAFETY: see the module.
    unsafe {
        let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
        _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(lanes as i32), bits), bits)
    }
}

impl Lanes for Avx2 {
    type Rough = [__m256; 2];

    one_256! {
        and = _mm256_and_si256;
        or = _mm256_or_si256;
        xor = _mm256_xor_si256;
        plus = _mm256_add_epi32;
        minus = _mm256_sub_epi32;
        max = _mm256_max_epi32;
        min = _mm256_min_epi32;
        up_by = _mm256_sllv_epi32;
    }

    #[inline(always)]
    fn every(word: u32) -> Avx2 {
        // SAFETY: see the module.
        unsafe { Avx2(_mm256_set1_epi32(word as i32), _mm256_set1_epi32(word as i32)) }
    }

    #[inline(always)]
    fn from_columns(columns: &[u64; 16]) -> Avx2 {
        let mut words = [0; 16];
        for (word, &column) in words.iter_mut().zip(columns) {
            *word = column as u32;
        }
        Avx2::from_words(&words)
    }

    #[inline(always)]
    fn from_words(words: &[u32; 16]) -> Avx2 {
        // SAFETY: sixteen words either way.
        let [low, high]: [__m256i; 2] = unsafe { transmute(*words) };
        Avx2(low, high)
    }

    #[inline(always)]
    fn words(self) -> [u32; 16] {
        // SAFETY: sixteen words either way.
        unsafe { transmute([self.0, self.1]) }
    }

    #[inline(always)]
    fn without(self, other: Avx2) -> Avx2 {
        // SAFETY: see the module.
        unsafe { Avx2(_mm256_andnot_si256(other.0, self.0), _mm256_andnot_si256(other.1, self.1)) }
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Avx2 {
        Avx2::up_by(self, Avx2::every(BITS))
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Avx2 {
        // SAFETY: see the module.
        unsafe {
            let bits = _mm256_set1_epi32(BITS as i32);
            Avx2(_mm256_srlv_epi32(self.0, bits), _mm256_srlv_epi32(self.1, bits))
        }
    }

    #[inline(always)]
    fn halves_down(self) -> Avx2 {
        // SAFETY: see the module.
        unsafe { Avx2(_mm256_srli_epi16::<1>(self.0), _mm256_srli_epi16::<1>(self.1)) }
    }

    #[inline(always)]
    fn count(self) -> Avx2 {
        Avx2(count_256(self.0), count_256(self.1))
    }

    #[inline(always)]
    fn height(self) -> Avx2 {
        // Everything below the highest bit is filled, then counted.
        let filled = self.or(self.down::<1>());
        let filled = filled.or(filled.down::<2>());
        let filled = filled.or(filled.down::<4>());
        let filled = filled.or(filled.down::<8>());
        filled.or(filled.down::<16>()).count()
    }

    #[inline(always)]
    fn right<const BY: i32>(self, beyond: Avx2) -> Avx2 {
        if BY == 8 {
            return Avx2(self.1, beyond.0);
        }
        Avx2(shift_256::<BY>(self.0, self.1), shift_256::<BY>(self.1, beyond.0))
    }

    #[inline(always)]
    fn left<const BY: i32>(self, beyond: Avx2) -> Avx2 {
        match BY {
            1 => Avx2(shift_256::<7>(beyond.1, self.0), shift_256::<7>(self.0, self.1)),
            2 => Avx2(shift_256::<6>(beyond.1, self.0), shift_256::<6>(self.0, self.1)),
            4 => Avx2(shift_256::<4>(beyond.1, self.0), shift_256::<4>(self.0, self.1)),
            8 => Avx2(beyond.1, self.0),
            _ => unreachable!("no lane is needed from so far left"),
        }
    }

    #[inline(always)]
    fn some(self) -> Mask {
        // SAFETY: see the module.
        unsafe {
            let zero = _mm256_setzero_si256();
            let low = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(self.0, zero)));
            let high = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(self.1, zero)));
            !(low | high << 8) as Mask
        }
    }

    #[inline(always)]
    fn sum(self) -> u32 {
        // SAFETY: see the module.
        unsafe {
            let eight = _mm256_add_epi32(self.0, self.1);
            let four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
            let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
            _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two))) as u32
        }
    }

    #[inline(always)]
    fn any(self) -> u32 {
        // SAFETY: see the module.
        unsafe {
            let eight = _mm256_or_si256(self.0, self.1);
            let four = _mm_or_si128(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
            let two = _mm_or_si128(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
            _mm_cvtsi128_si32(_mm_or_si128(two, _mm_shuffle_epi32::<0b10_11_00_01>(two))) as u32
        }
    }

    #[inline(always)]
    fn only(self, lanes: Mask) -> Avx2 {
        // SAFETY: see the module.
        unsafe {
            Avx2(
                _mm256_and_si256(self.0, expand_256(u32::from(lanes))),
                _mm256_and_si256(self.1, expand_256(u32::from(lanes >> 8))),
            )
        }
    }

    #[inline(always)]
    fn every_rough(value: f32) -> [__m256; 2] {
        // SAFETY: see the module.
        unsafe { [_mm256_set1_ps(value); 2] }
    }

    #[inline(always)]
    fn add_roughly(values: [__m256; 2], words: Avx2, weight: f32) -> [__m256; 2] {
        // SAFETY: see the module.
        unsafe {
            let weight = _mm256_set1_ps(weight);
            [
                _mm256_add_ps(values[0], _mm256_mul_ps(_mm256_cvtepi32_ps(words.0), weight)),
                _mm256_add_ps(values[1], _mm256_mul_ps(_mm256_cvtepi32_ps(words.1), weight)),
            ]
        }
    }

    #[inline(always)]
    fn plus_roughly(values: [__m256; 2], others: &[f32; 16]) -> [__m256; 2] {
        // SAFETY: see the module; the two reads cover the sixteen numbers.
        unsafe {
            let low = _mm256_loadu_ps(others.as_ptr());
            let high = _mm256_loadu_ps(others.as_ptr().add(8));
            [_mm256_add_ps(values[0], low), _mm256_add_ps(values[1], high)]
        }
    }

    #[inline(always)]
    fn rough_only(values: [__m256; 2], lanes: Mask) -> [__m256; 2] {
        // SAFETY: see the module.
        unsafe {
            let none = _mm256_set1_ps(f32::NEG_INFINITY);
            let (low, high) = (expand_256(u32::from(lanes)), expand_256(u32::from(lanes >> 8)));
            [
                _mm256_blendv_ps(none, values[0], _mm256_castsi256_ps(low)),
                _mm256_blendv_ps(none, values[1], _mm256_castsi256_ps(high)),
            ]
        }
    }

    #[inline(always)]
    fn rough_max(one: [__m256; 2], other: [__m256; 2]) -> [__m256; 2] {
        // SAFETY: see the module.
        unsafe { [_mm256_max_ps(one[0], other[0]), _mm256_max_ps(one[1], other[1])] }
    }

    #[inline(always)]
    fn largest_rough(values: [__m256; 2]) -> f32 {
        // SAFETY: see the module.
        unsafe {
            let eight = _mm256_max_ps(values[0], values[1]);
            let four = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
            let two = _mm_max_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps::<1>(two, two)))
        }
    }

    #[inline(always)]
    fn at_least(values: [__m256; 2], limit: f32) -> Mask {
        // SAFETY: see the module.
        unsafe {
            let limit = _mm256_set1_ps(limit);
            let low = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GE_OQ>(values[0], limit));
            let high = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GE_OQ>(values[1], limit));
            (low | high << 8) as Mask
        }
    }
}
