//! The moves that the genes of eight pieces ask for.

use std::arch::x86_64::*;

use super::board::Board;
use super::tables::{BIAS, Eight};
use super::wish::Wish;
use super::words::{ALL, Which, Words, by_form_16, by_form_32, every, load};
use crate::genotype::Encoding;
use crate::state::HEIGHT;

/// Eight pieces under way.
#[derive(Clone, Copy)]
pub struct Falling {
    pub form: Words,
    pub place: Words,
    /// Whether the last thing that happened was a turn.
    pub turned: Which,
    /// Moves and turns that did nothing.
    pub misses: Words,
}

impl Eight {
    /// Where each piece lands if it falls from the top.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn landing(&self, heights: Words, piece: &Falling) -> Words {
        let four = self.four(heights, piece.place);
        let undersides = by_form_32(&self.undersides, piece.form);
        // One of the columns has its underside in the lowest row, so what saturates is not the largest.
        let rows = _mm512_subs_epu8(four, undersides);
        let rows = _mm512_max_epu8(rows, _mm512_srli_epi64::<16>(rows));
        let rows = _mm512_max_epu8(rows, _mm512_srli_epi64::<8>(rows));
        let row = _mm512_slli_epi64::<4>(_mm512_add_epi64(_mm512_and_si512(rows, every(0xFF)), every(4)));
        _mm512_or_si512(row, _mm512_and_si512(piece.place, every(15)))
    }

    /// The first turn and move and the fall after them, where the stack may be in the way.
    #[inline(never)]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn begin(&self, board: &Board, heights: Words, wish: &Wish, which: Which) -> Falling {
        let piece = wish.piece();
        let mut piece = Falling {
            form: _mm512_slli_epi64::<2>(piece),
            place: _mm512_permutexvar_epi64(piece, load(&self.generations)),
            turned: 0,
            misses: every(0),
        };
        match self.encoding {
            Encoding::Program => {
                self.turn_by(board, &mut piece, wish.first_turn(), which);
                self.shift(board, &mut piece, wish.first_move(), which);
            }
            Encoding::Paper => {
                self.shift(board, &mut piece, wish.first_move(), which);
                self.turn_by(board, &mut piece, wish.first_turn(), which);
            }
        }
        self.drop(board, heights, &mut piece);
        piece
    }

    /// Moves to the side, as far as nothing is in the way.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn shift(&self, board: &Board, piece: &mut Falling, gene: Words, which: Which) {
        let column = _mm512_and_si512(piece.place, every(15));
        let window = board.window(_mm512_sub_epi64(piece.place, column));
        // The columns in which the corner cannot be.
        let [a, b, c, d] =
            self.shifts.each_ref().map(|shifts| _mm512_srlv_epi64(window, by_form_16(shifts, piece.form)));
        let blocked = _mm512_or_si512(_mm512_or_si512(a, b), _mm512_or_si512(c, d));
        // On both sides there is a wall, so neither is without ones.
        let right = _mm512_srlv_epi64(blocked, _mm512_add_epi64(column, every(1)));
        let right = _mm512_popcnt_epi64(_mm512_andnot_si512(right, _mm512_sub_epi64(right, every(1))));
        let left = _mm512_lzcnt_epi64(_mm512_sllv_epi64(blocked, _mm512_sub_epi64(every(64), column)));
        let is_left = _mm512_movepi64_mask(gene);
        let wanted = _mm512_abs_epi64(gene);
        let steps = _mm512_min_epu64(_mm512_mask_mov_epi64(right, is_left, left), wanted);
        piece.place = _mm512_mask_add_epi64(piece.place, which & !is_left, piece.place, steps);
        piece.place = _mm512_mask_sub_epi64(piece.place, which & is_left, piece.place, steps);
        piece.misses = _mm512_mask_add_epi64(piece.misses, which, piece.misses, _mm512_sub_epi64(wanted, steps));
        piece.turned &= _mm512_testn_epi64_mask(steps, steps) | !which;
    }

    /// Turns by a gene.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn turn_by(&self, board: &Board, piece: &mut Falling, gene: Words, which: Which) {
        match self.encoding {
            Encoding::Program => {
                let before = *piece;
                let wanted = _mm512_test_epi64_mask(gene, gene) & which;
                let half = _mm512_cmpeq_epi64_mask(gene, every(3)) & which;
                let left = _mm512_cmpeq_epi64_mask(gene, every(1)) | half;
                let mut done = self.turn(board, piece, left, wanted);
                piece.turned |= done;
                if half != 0 {
                    let first = done & half;
                    let mut second = self.turn(board, piece, ALL, first);
                    if second != half {
                        second |= self.turn_other_way(board, piece, first & !second, half & !second);
                        let elsewhere = _mm512_cmpneq_epi64_mask(piece.place, before.place)
                            | _mm512_cmpneq_epi64_mask(piece.form, before.form);
                        piece.turned = piece.turned & !half | half & (before.turned | second | elsewhere);
                    }
                    done = done & !half | second;
                }
                piece.misses = _mm512_mask_add_epi64(piece.misses, wanted & !done, piece.misses, every(1));
            }
            Encoding::Paper => {
                let mut failed = 0;
                for count in 1..4 {
                    let wanted = _mm512_cmpge_epu64_mask(gene, every(count)) & which;
                    let done = self.turn(board, piece, 0, wanted & !failed);
                    piece.turned |= done;
                    failed |= wanted & !done;
                    piece.misses = _mm512_mask_add_epi64(piece.misses, wanted & failed, piece.misses, every(1));
                }
            }
        }
    }

    /// What is left of half turns of which the second quarter to the left failed: those that are half way turn back, then all
    /// try it to the right. Returns where it succeeds.
    #[inline(never)]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn turn_other_way(&self, board: &Board, piece: &mut Falling, half_way: Which, which: Which) -> Which {
        self.turn(board, piece, 0, half_way);
        let first = self.turn(board, piece, 0, which);
        let second = self.turn(board, piece, 0, first);
        self.turn(board, piece, ALL, first & !second);
        second
    }

    /// A quarter turn to the left or to the right, where one of its points fits. Returns where it was made.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn turn(&self, board: &Board, piece: &mut Falling, left: Which, which: Which) -> Which {
        let quarters = _mm512_mask_mov_epi64(every(1), left, every(3));
        let rotation = _mm512_and_si512(_mm512_add_epi64(piece.form, quarters), every(3));
        let form = _mm512_or_si512(_mm512_andnot_si512(every(3), piece.form), rotation);
        let cells = self.cells(form);
        let sides = _mm512_maskz_mov_epi64(left, every(1));
        let turn = _mm512_or_si512(_mm512_slli_epi64::<1>(piece.form), sides);
        let from = _mm512_sub_epi64(piece.place, every(BIAS as u64));
        let mut open = which;
        for points in &self.points {
            let step = _mm512_maskz_permutexvar_epi8(0x0101_0101_0101_0101, turn, load(points));
            let place = _mm512_add_epi64(from, step);
            let fits = _mm512_testn_epi64_mask(board.window(place), cells) & open;
            piece.place = _mm512_mask_mov_epi64(piece.place, fits, place);
            open &= !fits;
            if open == 0 {
                break;
            }
        }
        let done = which & !open;
        piece.form = _mm512_mask_mov_epi64(piece.form, done, form);
        done
    }

    /// Falls as far as it can.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn drop(&self, board: &Board, heights: Words, piece: &mut Falling) {
        let landing = self.landing(heights, piece);
        // Something hangs over the piece if it lies below where it would land from the top.
        let below = _mm512_cmpgt_epu64_mask(landing, piece.place);
        piece.turned &= _mm512_cmpeq_epi64_mask(landing, piece.place) | below;
        piece.place = _mm512_mask_mov_epi64(landing, below, piece.place);
        if below != 0 {
            self.fall(board, piece, below);
        }
    }

    /// Falls row by row.
    #[inline(never)]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn fall(&self, board: &Board, piece: &mut Falling, which: Which) {
        let cells = self.cells(piece.form);
        let mut falling = which;
        loop {
            let below = _mm512_sub_epi64(piece.place, every(16));
            falling &= _mm512_testn_epi64_mask(board.window(below), cells);
            if falling == 0 {
                return;
            }
            piece.place = _mm512_mask_mov_epi64(piece.place, falling, below);
            piece.turned &= !falling;
        }
    }

    /// Whether three of the cells diagonal to the centre of a T are filled.
    #[inline(never)]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn have_three_corners(&self, board: &Board, piece: &Falling) -> Which {
        let place = _mm512_add_epi64(piece.place, by_form_16(&self.corners, piece.form));
        let place = _mm512_sub_epi64(place, every(BIAS as u64));
        // Above the ceiling nothing is filled; the windows say otherwise.
        let is_below = _mm512_cmplt_epu64_mask(place, every(16 * (HEIGHT as u64 + 4 - 2)));
        let corners = _mm512_mask_mov_epi64(every(0x5), is_below, every(0x5_0000_0005));
        let filled = _mm512_and_si512(board.window(place), corners);
        _mm512_cmpge_epu64_mask(_mm512_popcnt_epi64(filled), every(3))
    }
}
