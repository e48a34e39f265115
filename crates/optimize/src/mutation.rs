//! How a value mutates.

use serde::{Deserialize, Serialize};

use crate::genome::{Gene, Kind};
use crate::random::Random;

/// Where the new value of a gene comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Any value, all with the same chance; it may be the old one.
    Total,
    /// One up or down, each with the same chance. In a line, from the last value it can only go back; in a circle it goes
    /// round.
    Near,
    /// It depends on the gene: flips flip, circles go one up or down, lines get any value.
    ByKind,
}

/// A gene that mutates by a step.
///
/// All steps of all kinds are the same calculation, without a branch: which gene mutates is random, so a processor could not
/// guess which branch is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mutator {
    low: i16,
    size: i16,
    /// All ones if the new value depends on the old one, otherwise 0.
    keep: i16,
    /// How many values can come out.
    options: usize,
    /// What is added for the first of them, and how much more for each that follows.
    first: i16,
    stride: i16,
    /// What is added below the smallest and taken away above the largest.
    period: i16,
}

impl Mutator {
    pub(crate) fn new(gene: Gene, step: Step) -> Mutator {
        let (low, size) = (i16::from(gene.low), gene.size() as i16);
        let any = Mutator { low, size, keep: 0, options: gene.size(), first: 0, stride: 1, period: 0 };
        let near = |period| Mutator { keep: !0, options: 2, first: -1, stride: 2, period, ..any };
        match (step, gene.kind) {
            // There is only one.
            _ if size == 1 => any,
            (Step::Total, _) | (Step::ByKind, Kind::Linear) => any,
            (Step::Near | Step::ByKind, Kind::Flip | Kind::Cyclic) => near(size),
            (Step::Near, Kind::Linear) => near(2),
        }
    }

    /// The new value of one that has this value. It takes one value of the source.
    #[inline]
    pub(crate) fn mutated(&self, value: i8, random: &mut Random) -> i8 {
        let option = random.below(self.options) as i16;
        let mut index = ((i16::from(value) - self.low) & self.keep) + self.first + option * self.stride;
        index += if index < 0 { self.period } else { 0 };
        index -= if index >= self.size { self.period } else { 0 };
        (self.low + index) as i8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each value came out of 6000 mutations of this one, from the smallest to the largest.
    fn counts(gene: Gene, step: Step, value: i8) -> Vec<u32> {
        let mut random = Random::new(1, [value as u64, 0]);
        let mutator = Mutator::new(gene, step);
        let mut counts = vec![0; gene.size()];
        for _ in 0..6000 {
            let new = mutator.mutated(value, &mut random);
            assert!(gene.contains(new));
            counts[(i16::from(new) - i16::from(gene.low)) as usize] += 1;
        }
        counts
    }

    /// These values with the same chance, and no others.
    fn assert_even(gene: Gene, step: Step, value: i8, expected: &[i8]) {
        let chance = 1.0 / expected.len() as f64;
        // Four and a half standard deviations.
        let deviation = 4.5 * (6000.0 * chance * (1.0 - chance)).sqrt();
        for (new, count) in (i16::from(gene.low)..).zip(counts(gene, step, value)) {
            let mean = if expected.contains(&(new as i8)) { 6000.0 * chance } else { 0.0 };
            let deviation = if mean == 0.0 { 0.0 } else { deviation };
            assert!((f64::from(count) - mean).abs() <= deviation, "{gene:?} {step:?} {value} to {new}: {count}");
        }
    }

    fn all(gene: Gene) -> Vec<i8> {
        (gene.low..=gene.high).collect()
    }

    #[test]
    fn total_is_any_value() {
        for gene in [Gene::FLIP, Gene::cyclic(3), Gene::linear(-5, 5), Gene::linear(-9, 9), Gene::linear(-128, -120)] {
            for value in all(gene) {
                assert_even(gene, Step::Total, value, &all(gene));
            }
        }
    }

    #[test]
    fn near_is_one_up_or_down() {
        for gene in [Gene::linear(-5, 5), Gene::linear(-128, 127), Gene::linear(0, 1), Gene::linear(2, 4)] {
            for value in [gene.low, gene.low + 1, gene.high - 1, gene.high] {
                let next = [value.saturating_sub(1), value.saturating_add(1)];
                let expected: Vec<i8> = next.into_iter().filter(|&new| new != value && gene.contains(new)).collect();
                assert_even(gene, Step::Near, value, &expected);
            }
        }
    }

    #[test]
    fn circles_go_round() {
        for step in [Step::Near, Step::ByKind] {
            let gene = Gene::cyclic(3);
            for (value, expected) in [(0, [3, 1]), (1, [0, 2]), (2, [1, 3]), (3, [2, 0])] {
                assert_even(gene, step, value, &expected);
            }
            let whole = Gene { low: i8::MIN, high: i8::MAX, kind: Kind::Cyclic };
            assert_even(whole, step, i8::MIN, &[i8::MAX, -127]);
            assert_even(whole, step, i8::MAX, &[i8::MIN, 126]);
            assert_even(Gene::cyclic(1), step, 1, &[0]);
        }
    }

    #[test]
    fn flips_flip() {
        for step in [Step::Near, Step::ByKind] {
            assert_even(Gene::FLIP, step, 0, &[1]);
            assert_even(Gene::FLIP, step, 1, &[0]);
            assert_even(Gene { low: -3, high: -2, kind: Kind::Flip }, step, -3, &[-2]);
        }
    }

    #[test]
    fn by_kind_a_line_gets_any_value() {
        let gene = Gene::linear(-5, 5);
        for value in all(gene) {
            assert_even(gene, Step::ByKind, value, &all(gene));
        }
    }

    #[test]
    fn a_single_value_stays() {
        for step in [Step::Total, Step::Near, Step::ByKind] {
            for kind in [Kind::Cyclic, Kind::Linear] {
                assert_even(Gene { low: 7, high: 7, kind }, step, 7, &[7]);
            }
        }
    }
}
