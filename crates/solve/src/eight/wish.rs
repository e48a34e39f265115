//! What the genes of a piece ask for.

use std::arch::x86_64::*;

use tetrolab_engine::Piece;

use super::moves::Falling;
use super::tables::Eight;
use super::words::{Words, every};
use crate::genotype::Actions;
use crate::state::Tally;

/// What the genes of eight pieces ask for. In each lane, from the lowest byte on: what [`Eight::starts`] says in four bytes; the
/// second move; the turns and the first move, in two, two and four bits; the pieces of the queue that are gone; the held piece.
#[derive(Clone, Copy)]
pub struct Wish(pub Words);

impl Eight {
    /// What the genes of one piece ask for; `tally` is after it was drawn.
    #[inline(always)]
    pub(super) fn wish(&self, piece: Piece, actions: Actions, tally: &Tally) -> u64 {
        let Actions { first_turn, first_move, second_move, second_turn, .. } = actions;
        let (first_turn, first_move) = (first_turn as u8 & 3, (first_move + 5) as u8 & 15);
        let start = self.starts[64 * (piece as usize & 7) + 16 * usize::from(first_turn) + usize::from(first_move)];
        let turns_and_move = second_turn as u8 & 3 | first_turn << 2 | first_move << 4;
        let rest = [second_move as u8, turns_and_move, tally.next, tally.held];
        u64::from(start) | u64::from(u32::from_le_bytes(rest)) << 32
    }
}

impl Wish {
    /// A byte of each.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    fn byte<const BITS: u32>(self) -> Words {
        _mm512_and_si512(_mm512_srli_epi64::<BITS>(self.0), every(0xFF))
    }

    /// Where the pieces are after their first turn and move if nothing is in their way, and in what column. They are still to fall.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn start(self) -> Falling {
        Falling { form: self.byte::<0>(), place: self.byte::<8>(), turned: 0, misses: self.byte::<16>() }
    }

    /// Up to this height of the stack nothing is in the way.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn free(self) -> Words {
        self.byte::<24>()
    }

    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn piece(self) -> Words {
        _mm512_and_si512(_mm512_srli_epi64::<2>(self.0), every(7))
    }

    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn second_move(self) -> Words {
        _mm512_srai_epi64::<56>(_mm512_slli_epi64::<24>(self.0))
    }

    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn second_turn(self) -> Words {
        _mm512_and_si512(_mm512_srli_epi64::<40>(self.0), every(3))
    }

    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn first_turn(self) -> Words {
        _mm512_and_si512(_mm512_srli_epi64::<42>(self.0), every(3))
    }

    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn first_move(self) -> Words {
        _mm512_sub_epi64(_mm512_and_si512(_mm512_srli_epi64::<44>(self.0), every(15)), every(5))
    }

    /// What is known of the games after the pieces were drawn.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn drawn(self, tally: Words) -> Words {
        let drawn = _mm512_slli_epi64::<8>(_mm512_srli_epi64::<48>(self.0));
        _mm512_or_si512(_mm512_andnot_si512(every(0xFF_FF00), tally), drawn)
    }
}
