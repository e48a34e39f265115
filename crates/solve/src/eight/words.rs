//! A number for each of eight lanes.
#![expect(unsafe_code, reason = "reads and writes of whole registers, from and to arrays of that size")]

use std::arch::x86_64::*;

/// How many games there are.
pub const LANES: usize = 8;

/// A number for each lane.
pub type Words = __m512i;
/// A bit for each lane.
pub type Which = __mmask8;

pub const ALL: Which = 0xFF;

/// The lanes among some.
pub fn each(which: Which) -> impl Iterator<Item = usize> {
    let mut left = which;
    std::iter::from_fn(move || {
        let lane = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (lane < LANES).then_some(lane)
    })
}

#[inline]
#[target_feature(enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt")]
pub fn every(number: u64) -> Words {
    _mm512_set1_epi64(number as i64)
}

#[inline]
#[target_feature(enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt")]
pub fn load<T, const COUNT: usize>(numbers: &[T; COUNT]) -> Words {
    const { assert!(size_of::<[T; COUNT]>() == 64) };
    // SAFETY: there are as many bytes.
    unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt")]
pub fn store(numbers: &mut [u64; LANES], words: Words) {
    // SAFETY: there are as many bytes.
    unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), words) }
}

#[inline]
#[target_feature(enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt")]
pub fn numbers(words: __m512d) -> [f64; LANES] {
    let mut numbers = [0.0; LANES];
    // SAFETY: there are as many bytes.
    unsafe { _mm512_storeu_pd(numbers.as_mut_ptr(), words) }
    numbers
}

/// The number of each form.
#[inline]
#[target_feature(enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt")]
pub fn by_form_16(table: &[u16; 32], form: Words) -> Words {
    _mm512_maskz_permutexvar_epi16(0x1111_1111, form, load(table))
}

/// The number of each form.
#[inline]
#[target_feature(enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt")]
pub fn by_form_32(table: &[u32; 32], form: Words) -> Words {
    let (low, high) = table.split_at(16);
    let [low, high] = [low, high].map(|half| half.first_chunk::<16>().expect("16 of 32"));
    _mm512_maskz_permutex2var_epi32(0x5555, load(low), form, load(high))
}
