//! Lanes as plain numbers, for every processor.

use std::array::from_fn;

use super::{Lanes, Mask};

/// Sixteen words.
#[derive(Clone, Copy)]
pub(crate) struct Plain([u32; 16]);

impl Lanes for Plain {
    type Rough = [f32; 16];

    #[inline(always)]
    fn every(word: u32) -> Plain {
        Plain([word; 16])
    }

    #[inline(always)]
    fn from_columns(columns: &[u64; 16]) -> Plain {
        Plain(columns.map(|column| column as u32))
    }

    #[inline(always)]
    fn from_words(words: &[u32; 16]) -> Plain {
        Plain(*words)
    }

    #[inline(always)]
    fn words(self) -> [u32; 16] {
        self.0
    }

    #[inline(always)]
    fn and(self, other: Plain) -> Plain {
        Plain(from_fn(|x| self.0[x] & other.0[x]))
    }

    #[inline(always)]
    fn or(self, other: Plain) -> Plain {
        Plain(from_fn(|x| self.0[x] | other.0[x]))
    }

    #[inline(always)]
    fn xor(self, other: Plain) -> Plain {
        Plain(from_fn(|x| self.0[x] ^ other.0[x]))
    }

    #[inline(always)]
    fn without(self, other: Plain) -> Plain {
        Plain(from_fn(|x| self.0[x] & !other.0[x]))
    }

    #[inline(always)]
    fn plus(self, other: Plain) -> Plain {
        Plain(from_fn(|x| self.0[x].wrapping_add(other.0[x])))
    }

    #[inline(always)]
    fn minus(self, other: Plain) -> Plain {
        Plain(from_fn(|x| self.0[x].wrapping_sub(other.0[x])))
    }

    #[inline(always)]
    fn max(self, other: Plain) -> Plain {
        Plain(from_fn(|x| (self.0[x] as i32).max(other.0[x] as i32) as u32))
    }

    #[inline(always)]
    fn min(self, other: Plain) -> Plain {
        Plain(from_fn(|x| (self.0[x] as i32).min(other.0[x] as i32) as u32))
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Plain {
        Plain(self.0.map(|word| word << BITS))
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Plain {
        Plain(self.0.map(|word| word >> BITS))
    }

    #[inline(always)]
    fn halves_down(self) -> Plain {
        Plain(self.0.map(|word| word >> 1 & 0x7FFF_7FFF))
    }

    #[inline(always)]
    fn up_by(self, bits: Plain) -> Plain {
        Plain(from_fn(|x| self.0[x].checked_shl(bits.0[x]).unwrap_or(0)))
    }

    #[inline(always)]
    fn count(self) -> Plain {
        Plain(self.0.map(u32::count_ones))
    }

    #[inline(always)]
    fn height(self) -> Plain {
        Plain(self.0.map(|word| u32::BITS - word.leading_zeros()))
    }

    #[inline(always)]
    fn right<const BY: i32>(self, beyond: Plain) -> Plain {
        Plain(from_fn(|x| {
            let from = x + BY as usize;
            if from < 16 { self.0[from] } else { beyond.0[from - 16] }
        }))
    }

    #[inline(always)]
    fn left<const BY: i32>(self, beyond: Plain) -> Plain {
        Plain(from_fn(|x| {
            let from = x + 16 - BY as usize;
            if from < 16 { beyond.0[from] } else { self.0[from - 16] }
        }))
    }

    #[inline(always)]
    fn some(self) -> Mask {
        self.0.iter().enumerate().fold(0, |mask, (x, &word)| mask | Mask::from(word != 0) << x)
    }

    #[inline(always)]
    fn sum(self) -> u32 {
        self.0.iter().fold(0, |sum, &word| sum.wrapping_add(word))
    }

    #[inline(always)]
    fn any(self) -> u32 {
        self.0.iter().fold(0, |any, word| any | word)
    }

    #[inline(always)]
    fn only(self, lanes: Mask) -> Plain {
        Plain(from_fn(|x| if lanes >> x & 1 == 1 { self.0[x] } else { 0 }))
    }

    #[inline(always)]
    fn every_rough(value: f32) -> [f32; 16] {
        [value; 16]
    }

    #[inline(always)]
    fn add_roughly(values: [f32; 16], words: Plain, weight: f32) -> [f32; 16] {
        from_fn(|x| values[x] + words.0[x] as i32 as f32 * weight)
    }

    #[inline(always)]
    fn plus_roughly(values: [f32; 16], others: &[f32; 16]) -> [f32; 16] {
        from_fn(|x| values[x] + others[x])
    }

    #[inline(always)]
    fn rough_only(values: [f32; 16], lanes: Mask) -> [f32; 16] {
        from_fn(|x| if lanes >> x & 1 == 1 { values[x] } else { f32::NEG_INFINITY })
    }

    #[inline(always)]
    fn rough_max(one: [f32; 16], other: [f32; 16]) -> [f32; 16] {
        from_fn(|x| if one[x] > other[x] { one[x] } else { other[x] })
    }

    #[inline(always)]
    fn largest_rough(values: [f32; 16]) -> f32 {
        values.into_iter().fold(f32::NEG_INFINITY, f32::max)
    }

    #[inline(always)]
    fn at_least(values: [f32; 16], limit: f32) -> Mask {
        values.iter().enumerate().fold(0, |mask, (x, &value)| mask | Mask::from(value >= limit) << x)
    }
}
