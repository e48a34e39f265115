//! Normal random numbers, specified to the bit: the section on optimisers of `docs/random.md`.

use std::f64::consts::TAU;

use crate::random::Random;

/// A source of numbers of the standard normal distribution: Box and Muller's transformation (1958) of a [`Random`] source.
///
/// ```
/// use tetrolab_optimize::continuous::normal::Normal;
///
/// let mut normal = Normal::new(7, [2, 5]);
/// let first = [normal.next_value(), normal.next_value()];
/// let mut again = Normal::new(7, [2, 5]);
/// assert_eq!(first, [again.next_value(), again.next_value()]);
/// ```
#[derive(Clone, Debug)]
pub struct Normal {
    random: Random,
    /// The second number of a pair whose first was given.
    second: Option<f64>,
}

impl Normal {
    /// The source of this seed for this use.
    pub const fn new(seed: u64, words: [u64; 2]) -> Normal {
        Normal::from_random(Random::new(seed, words))
    }

    /// The source that continues from these random numbers.
    pub const fn from_random(random: Random) -> Normal {
        Normal { random, second: None }
    }

    /// The next number.
    pub fn next_value(&mut self) -> f64 {
        if let Some(second) = self.second.take() {
            return second;
        }
        // Above 0, so that the logarithm is finite.
        let above_zero = 1.0 - self.random.unit();
        let length = (-2.0 * libm::log(above_zero)).sqrt();
        let (sine, cosine) = libm::sincos(TAU * self.random.unit());
        self.second = Some(length * sine);
        length * cosine
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_values_never_change() {
        let mut normal = Normal::new(7, [2, 5]);
        let bits: [u64; 4] = std::array::from_fn(|_| normal.next_value().to_bits());
        // Worked out by the program in `docs/random.md`.
        assert_eq!(bits, [0x3FF2_B75E_74BB_58C7, 0x3FBD_002D_0586_8DF9, 0x3FE7_1202_8B0E_C9F0, 0x3FF1_8761_1489_7281]);
    }

    /// Of what a mean is taken, what is expected, and the variance of one term.
    type Moment = (fn(f64) -> f64, f64, f64);

    /// The means of the first four powers, of their products with the neighbour, and the share beyond two.
    #[test]
    fn moments_are_those_of_the_normal_distribution() {
        const COUNT: usize = 400_000;
        let mut normal = Normal::new(1, [0, 0]);
        let values: Vec<f64> = (0..COUNT).map(|_| normal.next_value()).collect();
        let mean = |of: fn(f64) -> f64| values.iter().map(|&value| of(value)).sum::<f64>() / COUNT as f64;
        let expected: [Moment; 5] = [
            (|x| x, 0.0, 1.0),
            (|x| x * x, 1.0, 2.0),
            (|x| x * x * x, 0.0, 15.0),
            (|x| x * x * x * x, 3.0, 96.0),
            (|x| f64::from(x.abs() > 2.0), 0.045_500_263_896, 0.043_43),
        ];
        for (number, (of, expected, variance)) in expected.into_iter().enumerate() {
            // Four standard deviations.
            let allowed = 4.0 * (variance / COUNT as f64).sqrt();
            assert!((mean(of) - expected).abs() < allowed, "moment {number}: {}", mean(of));
        }
        let product = values.windows(2).map(|pair| pair[0] * pair[1]).sum::<f64>() / COUNT as f64;
        assert!(product.abs() < 4.0 / (COUNT as f64).sqrt(), "{product}");
    }
}
