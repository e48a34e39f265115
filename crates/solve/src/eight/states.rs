//! Eight games between two pieces, lane by lane.

use std::arch::x86_64::*;

use super::words::{LANES, load, store};
use crate::state::{Heights, State, Tally, WORDS};

/// Eight games between two pieces.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct States {
    /// The rows of the boards.
    pub words: [[u64; LANES]; WORDS],
    /// How high the columns are.
    pub heights: [u64; LANES],
    /// What else is known.
    pub tally: [u64; LANES],
}

impl States {
    /// The same game in all lanes.
    pub fn new(state: &State) -> States {
        let words = state.words.map(|word| [word; LANES]);
        States { words, heights: [state.tally.heights.0; LANES], tally: [state.tally.rest(); LANES] }
    }

    pub fn get(&self, lane: usize) -> State {
        let tally = Tally::new(Heights(self.heights[lane]), self.tally[lane]);
        State { words: std::array::from_fn(|i| self.words[i][lane]), tally }
    }

    #[inline]
    #[target_feature(
        enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt"
    )]
    pub fn put(&mut self, lane: usize, state: &State) {
        for (words, word) in self.words.iter_mut().zip(state.words) {
            put(words, lane, word);
        }
        put(&mut self.heights, lane, state.tally.heights.0);
        put(&mut self.tally, lane, state.tally.rest());
    }
}

/// Changes the number of one lane. It stores all lanes: a load of all soon after the store of a single one would stall.
#[inline]
#[target_feature(enable = "avx512bitalg,avx512cd,avx512dq,avx512vbmi,avx512vbmi2,avx512vpopcntdq,bmi1,lzcnt,popcnt")]
fn put(numbers: &mut [u64; LANES], lane: usize, number: u64) {
    let all = load(numbers);
    store(numbers, _mm512_mask_set1_epi64(all, 1 << lane, number as i64));
}
