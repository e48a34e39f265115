//! What eight games look up.

use std::arch::x86_64::*;

use super::words::{Words, every, load};
use crate::forms::{FORMS, WALL};
use crate::genotype::Encoding;
use crate::ground::Spot;
use crate::play::Deal;
use crate::problem::Problem;
use crate::state::WIDTH;

/// What is looked up, by the number of a form: four for each piece.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Eight {
    /// The cells, four bits a row.
    pub(super) cells: [u16; 32],
    /// For each cell, how far a window must be shifted for it to come to bit 0.
    pub(super) shifts: [[u16; 32]; 4],
    /// For each column, by how many rows its lowest cell lies above the lowest row: a byte each, 255 where there is no cell.
    pub(super) undersides: [u32; 32],
    /// For each column, how many rows above the lowest row its cells reach: a byte each.
    pub(super) tops: [u32; 32],
    /// How many rows there are.
    pub(super) rows: [u16; 32],
    /// From the corner of a T to the lower left neighbour of its centre.
    pub(super) corners: [u16; 32],
    /// By form and side: the step of each point of a turn, and [`BIAS`].
    pub(super) points: [[u8; 64]; 5],
    /// By the lowest bits of a place: where the heights of its four columns begin, a byte each.
    pub(super) columns: [u32; 16],
    /// Where a new piece is.
    pub(super) generations: [u64; 8],
    /// By piece, turn and move: what the first turn and move do if nothing is in their way. The form, the column, the misses
    /// and the height of the stack up to which this is so, a byte each.
    pub(super) starts: [u32; 512],
    /// The pieces of the queue.
    pub(super) deal: Deal,
    pub(super) encoding: Encoding,
}

/// Makes steps positive.
pub const BIAS: i32 = 64;

/// Where the corner of a form is.
fn place(x: i32, y: i32) -> i32 {
    16 * (y + 4) + x + WALL
}

impl Eight {
    /// What a problem needs, if the processor can do this.
    pub fn new(problem: &Problem) -> Option<Box<Eight>> {
        let can = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        can.then(|| Box::new(Eight::tables(problem)))
    }

    fn tables(problem: &Problem) -> Eight {
        let mut eight = Eight {
            cells: [0; 32],
            shifts: [[0; 32]; 4],
            undersides: [0; 32],
            tops: [0; 32],
            rows: [0; 32],
            corners: [0; 32],
            points: [[0; 64]; 5],
            columns: std::array::from_fn(|at| {
                let first = 6 * (at as i32 - WALL).clamp(0, WIDTH as i32 - 1) as u8;
                u32::from_le_bytes([0, 6, 12, 18].map(|step| first + step))
            }),
            generations: problem.openings().generations.map(|Spot { x, y, .. }| place(x, y) as u64),
            starts: [0; 512],
            deal: problem.deal().clone(),
            encoding: problem.encoding(),
        };
        for (i, form) in FORMS.as_flattened()[..28].iter().enumerate() {
            let bits = |row: u32| (form.mask >> (16 * row) & 15) << (4 * row);
            eight.cells[i] = (0..4).map(bits).sum::<u64>() as u16;
            for (shifts, &shift) in eight.shifts.iter_mut().zip(&form.shifts) {
                shifts[i] = shift.into();
            }
            for column in 0..4 {
                let field = |fields: u32| fields >> (6 * column) & 63;
                let underside = if field(form.covered) == 0 { 255 } else { 3 - field(form.lift) };
                eight.undersides[i] |= underside << (8 * column);
                eight.tops[i] |= field(form.tops) << (8 * column);
            }
            eight.rows[i] = form.height.into();
            eight.corners[i] = (BIAS - (16 * i32::from(form.bottom) + i32::from(form.left)) - 17) as u16;
            for (side, turns) in form.turns.iter().enumerate() {
                for (points, &(dx, dy)) in eight.points.iter_mut().zip(turns) {
                    points[2 * i + side] = (BIAS + 16 * i32::from(dy) + i32::from(dx)) as u8;
                }
            }
        }
        for (piece, starts) in problem.openings().starts[..7].iter().enumerate() {
            for (i, start) in starts.as_flattened().iter().enumerate() {
                let form = 4 * piece as u8 + start.rotation;
                let column = (i32::from(start.x) + WALL) as u8;
                let code = u32::from_le_bytes([form, column, start.misses, start.free]);
                eight.starts[64 * piece + i] = code;
            }
        }
        eight
    }
}

impl Eight {
    /// The heights of the four columns from each place on, a byte each. There is nothing sensible beyond the last column.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn four(&self, heights: Words, place: Words) -> Words {
        let bits = _mm512_permutexvar_epi32(place, load(&self.columns));
        _mm512_and_si512(_mm512_multishift_epi64_epi8(bits, heights), every(0x3F3F_3F3F))
    }

    /// The cells of each form in a window of four rows.
    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn cells(&self, form: Words) -> Words {
        let rows = _mm512_permutexvar_epi16(form, load(&self.cells));
        let spread = _mm512_multishift_epi64_epi8(every(0x000C_0008_0004_0000), rows);
        _mm512_and_si512(spread, every(0x000F_000F_000F_000F))
    }
}
