//! Eight boards, four rows a word.

use std::arch::x86_64::*;

use super::words::{Words, every};
use crate::state::WORDS;

/// Eight boards.
#[derive(Clone, Copy)]
pub struct Board {
    pub words: [Words; WORDS],
}

impl Board {
    /// The cells from each place on. Below the floor and above the ceiling everything is filled.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn window(&self, place: Words) -> Words {
        let [a, b, c, d, e] = self.words;
        let full = every(u64::MAX);
        let bit = |bit: u64| _mm512_test_epi64_mask(place, every(bit));
        let (one, two, four) = (bit(64), bit(128), bit(256));
        let choose = |which, no, yes| _mm512_mask_blend_epi64(which, no, yes);
        let low = choose(two, choose(one, full, a), choose(one, b, c));
        let low = choose(four, low, choose(two, choose(one, d, e), full));
        let high = choose(two, choose(one, a, b), choose(one, c, d));
        let high = choose(four, high, choose(two, choose(one, e, full), full));
        _mm512_shrdv_epi64(low, high, place)
    }

    /// Fills cells of four rows from each place on, which is at the beginning of a row.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn fill(&mut self, place: Words, cells: Words) {
        let mut up = place;
        for words in &mut self.words {
            up = _mm512_sub_epi64(up, every(64));
            let down = _mm512_sub_epi64(every(0), up);
            // What is shifted too far, or in the wrong direction, is nothing.
            let (lower, upper) = (_mm512_sllv_epi64(cells, up), _mm512_srlv_epi64(cells, down));
            *words = _mm512_or_si512(*words, _mm512_or_si512(lower, upper));
        }
    }
}
