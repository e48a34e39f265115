//! The choice of parents.

use crate::random::Random;

/// Chooses slots, each with its own probability, in constant time: Walker's alias method (1974), filled by one sweep from the
/// heavy to the light.
///
/// There are as many columns as slots, all equally wide. Each belongs to one slot up to some height, and above it to another.
#[derive(Clone, Debug, Default)]
pub(super) struct Wheel {
    columns: Vec<Column>,
    weights: Vec<f64>,
}

#[derive(Clone, Copy, Debug)]
struct Column {
    /// The height, where 2^64 is all.
    height: u64,
    below: u32,
    above: u32,
}

const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

impl Wheel {
    /// All slots with the same chance.
    pub(super) fn set_even(&mut self, slots: &[u32]) {
        self.columns.clear();
        self.columns.extend(slots.iter().map(|&slot| Column { height: u64::MAX, below: slot, above: slot }));
    }

    /// Each slot in proportion to `exp(fitness / temperature)`. The best comes first, the worst last.
    pub(super) fn set_softmax(&mut self, slots: &[u32], fitness: &[f64], temperature: f64) {
        self.weigh(fitness, temperature);
        self.fill(slots);
    }

    /// Weights with a mean of 1.
    fn weigh(&mut self, fitness: &[f64], temperature: f64) {
        self.weights.clear();
        let Some(&best) = fitness.first() else { return };
        // The best weighs 1, so nothing overflows, and the sum is never 0. Equals are common, and next to each other.
        let (mut last, mut weight, mut sum) = (best, 1.0, 0.0);
        for &fitness in fitness {
            if fitness != last {
                (last, weight) = (fitness, libm::exp((fitness - best) / temperature));
            }
            sum += weight;
            self.weights.push(weight);
        }
        let scale = self.weights.len() as f64 / sum;
        for weight in &mut self.weights {
            *weight *= scale;
        }
    }

    fn fill(&mut self, slots: &[u32]) {
        self.set_even(slots);
        let column = |weight: f64, below, above| Column { height: (weight * TWO_TO_64) as u64, below, above };
        // The heavy ones come first. What the first of them has too much fills up the columns of the light ones; once it has
        // not enough for its own column any more, the next one fills that up.
        let heavy_ones = self.weights.partition_point(|&weight| weight > 1.0);
        let mut light = heavy_ones;
        for heavy in 0..heavy_ones {
            let mut left = self.weights[heavy];
            while left > 1.0 && light < slots.len() {
                let weight = self.weights[light];
                self.columns[light] = column(weight, slots[light], slots[heavy]);
                left -= 1.0 - weight;
                light += 1;
            }
            // The last one has all that is left, but for rounding.
            if left <= 1.0 && heavy + 1 < heavy_ones {
                self.columns[heavy] = column(left, slots[heavy], slots[heavy + 1]);
                self.weights[heavy + 1] -= 1.0 - left;
            }
        }
    }

    /// A slot. It takes one value of the source.
    #[inline]
    pub(super) fn draw(&self, random: &mut Random) -> usize {
        let product = u128::from(random.next_value()) * self.columns.len() as u128;
        let column = self.columns[(product >> 64) as usize];
        (if (product as u64) < column.height { column.below } else { column.above }) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each slot has of all columns.
    fn shares(wheel: &Wheel, slots: usize) -> Vec<f64> {
        let mut shares = vec![0.0; slots];
        for column in &wheel.columns {
            let height = if column.below == column.above { 1.0 } else { column.height as f64 / TWO_TO_64 };
            shares[column.below as usize] += height / wheel.columns.len() as f64;
            shares[column.above as usize] += (1.0 - height) / wheel.columns.len() as f64;
        }
        shares
    }

    #[test]
    fn shares_are_those_of_the_softmax() {
        let mut wheel = Wheel::default();
        let mut random = Random::new(1, [0, 0]);
        for count in [1, 2, 3, 5, 10, 100, 1000] {
            for temperature in [0.1, 1.0, 7.0, 144.0, 1e6] {
                for range in [0.0, 0.5, 50.0, 3000.0] {
                    let mut fitness: Vec<f64> = (0..count).map(|_| (random.unit() - 0.5) * range).collect();
                    fitness.sort_by(|a, b| b.total_cmp(a));
                    let slots: Vec<u32> = (0..count as u32).rev().collect();
                    wheel.set_softmax(&slots, &fitness, temperature);
                    let best = fitness[0];
                    let weight = |fitness: f64| ((fitness - best) / temperature).exp();
                    let sum: f64 = fitness.iter().map(|&fitness| weight(fitness)).sum();
                    let shares = shares(&wheel, count);
                    for (&slot, &fitness) in slots.iter().zip(&fitness) {
                        let (share, expected) = (shares[slot as usize], weight(fitness) / sum);
                        assert!((share - expected).abs() < 1e-12, "{count} {temperature} {range}: {share} {expected}");
                    }
                }
            }
        }
    }
}
