//! What a stack is worth to the search: a sum of weighted measures, and something for every row that was cleared on the way.

use super::super::InPlay;
use super::super::plan::Stack;
use super::measures::{MEASURES, measure};
use super::mind::{Judgement, Mind};

/// The weights of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// What each measure of the stack counts, in the order of [`NAMES`](super::measures::NAMES).
    pub measures: [f64; MEASURES],
    /// What it counts to clear one to four rows at once.
    pub clears: [f64; 4],
}

/// How many weights there are.
pub const WEIGHTS: usize = MEASURES + 4;

/// The weights of our own agent.
///
/// CMA-ES found them (`examples/tune_aveiro.rs`, optimiser seed 1, generation 80), in games of 2000 pieces. In games so short hardly
/// anyone dies, so the weights of the three heights it found (-0.986, -3.769, -11.117) let stacks grow too high for long games. They were
/// replaced by the best of six triples on the seeds 5001 to 5024, in games of 12 000 pieces. `docs/aveiro-agents.md` has the figures.
pub const TETROLAB: Value = Value {
    measures: [
        -3.805, -0.270, -6.096, -0.675, -0.039, 0.188, -1.332, 0.501, 3.424, 0.721, 0.001, -6.0, -10.0, -20.0, 3.130,
    ],
    clears: [-4.838, -5.650, -1.699, 47.623],
};

impl Value {
    /// All weights in a row: those of the measures, then those of cleared rows.
    pub fn to_vector(&self) -> [f64; WEIGHTS] {
        let mut vector = [0.0; WEIGHTS];
        vector[..MEASURES].copy_from_slice(&self.measures);
        vector[MEASURES..].copy_from_slice(&self.clears);
        vector
    }

    /// The weights of such a row.
    pub fn from_vector(vector: &[f64; WEIGHTS]) -> Value {
        let mut value = Value { measures: [0.0; MEASURES], clears: [0.0; 4] };
        value.measures.copy_from_slice(&vector[..MEASURES]);
        value.clears.copy_from_slice(&vector[MEASURES..]);
        value
    }
}

impl Mind for Value {
    #[inline]
    fn judge(&self, _before: &Stack, _lock: InPlay, after: &Stack, lines: u32) -> Judgement {
        let sum = measure(after).iter().zip(&self.measures).fold(0.0, |sum, (measure, weight)| sum + measure * weight);
        let gain = if lines == 0 { 0.0 } else { self.clears[lines as usize - 1] };
        Judgement { gain, rest: sum }
    }
}
