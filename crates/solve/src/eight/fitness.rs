//! What eight final boards are worth.

use std::arch::x86_64::*;

use super::states::States;
use super::words::{LANES, Words, each, every, load, numbers};
use crate::fitness::Fitness;
use crate::forms::WALL;
use crate::state::{EMPTY_ROW, HEIGHT};

/// The columns of a row.
const CELLS: u64 = !EMPTY_ROW as u64;
/// The bit of a column.
const FIRST: u64 = WALL as u64;

impl Fitness {
    /// The fitness of each; as [`Fitness::of`].
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub(crate) fn of_eight(&self, states: &States) -> [f64; LANES] {
        let heights = load(&states.heights);
        let tally = load(&states.tally);
        let top = _mm512_reduce_max_epu64(_mm512_and_si512(tally, every(0xFF))) as usize;
        let row = |y: usize| {
            let row = _mm512_srl_epi64(load(&states.words[y / 4]), _mm_cvtsi32_si128(16 * (y as i32 % 4)));
            _mm512_and_si512(row, every(0xFFFF))
        };
        let zero = every(0);
        let (mut blocks, mut weighted, mut holes, mut pits) = (zero, zero, zero, zero);
        // Which columns have begun, which have holes, and the holes of the last row.
        let (mut begun, mut columns, mut last) = (zero, zero, zero);
        let (mut connected, mut buried) = (zero, zero);
        // How many Blocks each column has so far, as four planes of bits side by side, and a fifth.
        let (mut planes, mut sixteens) = (zero, zero);
        // For each column, four bits: how many lines a long piece in it would clear.
        let mut lines = zero;
        let mut broken = 0;
        // The row in which a pit would be: above the top Block, or at the ceiling the row of that Block itself.
        let mut above = if top == HEIGHT { row(HEIGHT - 1) } else { every(EMPTY_ROW.into()) };
        for y in (0..top).rev() {
            let row = row(y);
            let cells = _mm512_and_si512(row, every(CELLS));
            blocks = _mm512_add_epi64(blocks, _mm512_popcnt_epi64(cells));
            weighted = _mm512_add_epi64(weighted, blocks);
            broken |= _mm512_testn_epi64_mask(cells, cells) & _mm512_test_epi64_mask(begun, begun);

            let here = _mm512_andnot_si512(cells, begun);
            if _mm512_test_epi64_mask(here, here) != 0 {
                holes = _mm512_add_epi64(holes, _mm512_popcnt_epi64(here));
                columns = _mm512_or_si512(columns, here);
                connected = _mm512_add_epi64(connected, _mm512_popcnt_epi64(_mm512_and_si512(here, last)));
                let in_planes = _mm512_popcnt_epi16(_mm512_and_si512(four_times(here), planes));
                buried = _mm512_add_epi32(buried, _mm512_madd_epi16(in_planes, every(0x0008_0004_0002_0001)));
                let in_sixteens = _mm512_popcnt_epi64(_mm512_and_si512(here, sixteens));
                buried = _mm512_add_epi32(buried, _mm512_slli_epi64::<4>(in_sixteens));
            }
            last = here;

            let first = _mm512_andnot_si512(begun, cells);
            pits = _mm512_add_epi64(pits, _mm512_popcnt_epi64(_mm512_and_si512(first, beside(above))));
            begun = _mm512_or_si512(begun, cells);
            above = row;

            // One more in each column of the row: the carry goes from plane to plane.
            let mut carry = cells;
            for _ in 0..3 {
                let both = _mm512_and_si512(planes, carry);
                planes = _mm512_xor_si512(planes, carry);
                carry = _mm512_slli_epi64::<16>(both);
            }
            let both = _mm512_and_si512(planes, carry);
            planes = _mm512_xor_si512(planes, carry);
            sixteens = _mm512_xor_si512(sixteens, _mm512_srli_epi64::<48>(both));

            let missing = _mm512_andnot_si512(cells, every(CELLS));
            let below_missing = _mm512_sub_epi64(missing, every(1));
            let one_is_open = _mm512_testn_epi64_mask(missing, below_missing)
                & _mm512_testn_epi64_mask(missing, begun)
                & _mm512_test_epi64_mask(missing, missing);
            if one_is_open != 0 {
                let x = _mm512_sub_epi64(_mm512_popcnt_epi64(below_missing), every(FIRST));
                let (twice, four) = (_mm512_slli_epi64::<1>(x), _mm512_slli_epi64::<2>(x));
                let height = _mm512_srlv_epi64(heights, _mm512_add_epi64(twice, four));
                let height = _mm512_and_si512(height, every(63));
                let counts = _mm512_cmpge_epu64_mask(height, every(y.saturating_sub(3) as u64))
                    & _mm512_cmplt_epu64_mask(height, every(HEIGHT as u64 - 3))
                    & one_is_open;
                lines = _mm512_mask_add_epi64(lines, counts, lines, _mm512_sllv_epi64(every(1), four));
            }
        }
        let empty = _mm512_andnot_si512(begun, every(CELLS));
        pits = _mm512_add_epi64(pits, _mm512_popcnt_epi64(_mm512_and_si512(empty, beside(above))));
        buried = _mm512_add_epi64(_mm512_and_si512(buried, every(u32::MAX.into())), _mm512_srli_epi64::<32>(buried));
        let (roughness, deepest) = roughness_and_deepest(heights);

        // Without pits the share is 0, whatever the quotient is.
        let number = |words: Words| _mm512_cvtepu64_pd(words);
        let share = _mm512_div_pd(number(pits), number(_mm512_add_epi64(pits, holes)));
        let share = _mm512_maskz_mov_pd(_mm512_test_epi64_mask(pits, pits), share);
        let values = [
            number(blocks),
            number(weighted),
            number(largest_of_sixteen(lines)),
            number(roughness),
            number(_mm512_popcnt_epi64(columns)),
            number(connected),
            number(buried),
            share,
            number(deepest),
        ];
        // In the order in which they are added up for one board, so that not even the last bit differs.
        let weigh = |value, weight: f64| _mm512_mul_pd(value, _mm512_set1_pd(weight));
        let [first, rest @ ..] = std::array::from_fn::<_, 9, _>(|i| weigh(values[i], self.weights[i]));
        let sum = rest.into_iter().fold(first, |sum, value| _mm512_add_pd(sum, value));
        let misses = number(_mm512_srli_epi64::<48>(tally));
        let points = number(_mm512_and_si512(_mm512_srli_epi64::<32>(tally), every(0xFFFF)));
        let game = _mm512_add_pd(weigh(misses, self.penalty), weigh(points, self.score));
        let mut fitness = numbers(_mm512_add_pd(game, weigh(sum, self.heuristics)));
        // Only a board to begin with can have an empty row below others.
        for lane in each(broken) {
            fitness[lane] = self.of(&states.get(lane));
        }
        fitness
    }
}

/// The sum of the differences between neighbours, and the height of the lowest column.
#[inline]
#[target_feature(enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt")]
fn roughness_and_deepest(heights: Words) -> (Words, Words) {
    let bytes = |bits: [u8; 8]| {
        let bytes = _mm512_multishift_epi64_epi8(every(u64::from_le_bytes(bits)), heights);
        _mm512_and_si512(bytes, every(0x3F3F_3F3F_3F3F_3F3F))
    };
    let left = bytes([0, 6, 12, 18, 24, 30, 36, 42]);
    let right = bytes([6, 12, 18, 24, 30, 36, 42, 48]);
    let ninth = _mm512_and_si512(_mm512_srli_epi64::<48>(heights), every(63));
    let tenth = _mm512_and_si512(_mm512_srli_epi64::<54>(heights), every(63));
    let roughness = _mm512_add_epi64(_mm512_sad_epu8(left, right), _mm512_sad_epu8(ninth, tenth));
    let lowest = _mm512_min_epu8(left, right);
    let lowest = _mm512_min_epu8(lowest, _mm512_srli_epi64::<32>(lowest));
    let lowest = _mm512_min_epu8(lowest, _mm512_srli_epi64::<16>(lowest));
    let lowest = _mm512_min_epu8(lowest, _mm512_srli_epi64::<8>(lowest));
    (roughness, _mm512_min_epu8(lowest, tenth))
}

/// The largest of sixteen numbers of four bits.
#[inline]
#[target_feature(enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt")]
fn largest_of_sixteen(numbers: Words) -> Words {
    let fours = every(0x0F0F_0F0F_0F0F_0F0F);
    let odd = _mm512_and_si512(_mm512_srli_epi64::<4>(numbers), fours);
    let largest = _mm512_max_epu8(_mm512_and_si512(numbers, fours), odd);
    let largest = _mm512_max_epu8(largest, _mm512_srli_epi64::<32>(largest));
    let largest = _mm512_max_epu8(largest, _mm512_srli_epi64::<16>(largest));
    let largest = _mm512_max_epu8(largest, _mm512_srli_epi64::<8>(largest));
    _mm512_and_si512(largest, every(0xFF))
}

/// The cells with something on both sides.
#[inline]
#[target_feature(enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt")]
fn beside(row: Words) -> Words {
    _mm512_and_si512(_mm512_slli_epi64::<1>(row), _mm512_srli_epi64::<1>(row))
}

/// A row in all four parts of a word.
#[inline]
#[target_feature(enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt")]
fn four_times(row: Words) -> Words {
    _mm512_shuffle_epi8(row, _mm512_set4_epi32(0x0908_0908, 0x0908_0908, 0x0100_0100, 0x0100_0100))
}
