//! Random numbers, specified to the bit: the section on optimisers of `docs/random.md`.

/// What the state grows by with every value: 2^64 divided by the golden ratio.
const STRIDE: u64 = 0x9E37_79B9_7F4A_7C15;

/// A source of random numbers: SplitMix64 of Steele, Lea and Flood (2014).
///
/// It is made from a seed and two words that say what the numbers are for, such as the generation and the number of the
/// individual. The same words give the same numbers, on any thread and in any order of calls. Making a source costs little more
/// than drawing from it.
///
/// ```
/// use tetrolab_optimize::random::Random;
///
/// let mut random = Random::new(7, [2, 5]);
/// let dice = [random.below(6), random.below(6), random.below(6)];
/// assert!(dice.iter().all(|&side| side < 6));
/// let mut again = Random::new(7, [2, 5]);
/// assert_eq!(dice, [again.below(6), again.below(6), again.below(6)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The source of this seed for this use.
    #[inline]
    pub const fn new(seed: u64, words: [u64; 2]) -> Random {
        Random { state: joined(joined(joined(0, seed), words[0]), words[1]) }
    }

    /// The source that continues where another one was, from its [`state`](Self::state).
    pub const fn from_state(state: u64) -> Random {
        Random { state }
    }

    /// All there is to know about the source.
    pub const fn state(&self) -> u64 {
        self.state
    }

    /// The next value, any of 2^64.
    #[inline]
    pub const fn next_value(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STRIDE);
        mixed(self.state)
    }

    /// The next number below `limit`: the high half of its product with the next value. It is 0 if the limit is 0.
    #[inline]
    pub const fn below(&mut self, limit: usize) -> usize {
        ((self.next_value() as u128 * limit as u128) >> 64) as usize
    }

    /// The next number from 0 up to but without 1: the first 53 bits of the next value, divided by 2^53.
    #[inline]
    pub const fn unit(&mut self) -> f64 {
        (self.next_value() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Whether the next [`unit`](Self::unit) is below `probability`.
    #[inline]
    pub const fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }
}

/// Mixes a word into a state.
#[inline]
const fn joined(state: u64, word: u64) -> u64 {
    mixed((state ^ word).wrapping_add(STRIDE))
}

/// Every bit of the result depends on every bit of the word.
#[inline]
const fn mixed(mut word: u64) -> u64 {
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first values of SplitMix64 from the state 1234567, as many implementations publish them.
    #[test]
    fn the_values_are_those_of_splitmix64() {
        let mut random = Random::from_state(1_234_567);
        let values: [u64; 5] = std::array::from_fn(|_| random.next_value());
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(values, published);
    }

    /// Worked out by the program in `docs/random.md`.
    #[test]
    fn the_first_values_of_some_sources_never_change() {
        let first = |seed, words| Random::new(seed, words).next_value();
        assert_eq!(first(0, [0, 0]), 0x2130_748A_AAC8_0268);
        assert_eq!(first(7, [2, 5]), 0x7FAC_435E_FF9A_1214);
    }

    #[test]
    fn every_word_counts() {
        let first = |seed, words| Random::new(seed, words).next_value();
        let mut values = vec![first(1, [1, 2]), first(2, [1, 1]), first(1, [2, 1]), first(1, [1, 1])];
        values.extend(
            (0..64).flat_map(|bit| [first(1 << bit, [0, 0]), first(0, [1 << bit, 0]), first(0, [0, 1 << bit])]),
        );
        let count = values.len();
        values.sort_unstable();
        values.dedup();
        // (1, [0, 0]) and its like are other words than all of the first four.
        assert_eq!(values.len(), count);
    }

    #[test]
    fn numbers_are_spread_evenly() {
        let mut random = Random::new(1, [0, 0]);
        let mut counts = [0_u32; 7];
        let mut sum = 0.0;
        let mut hits = 0;
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
            let unit = random.unit();
            assert!((0.0..1.0).contains(&unit));
            sum += unit;
            hits += u32::from(random.chance(0.25));
        }
        // Four standard deviations.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 371), "{counts:?}");
        assert!((sum / 70_000.0 - 0.5_f64).abs() < 0.0044, "{sum}");
        assert!(hits.abs_diff(17_500) < 459, "{hits}");
    }

    #[test]
    fn bounds_are_exact() {
        let mut random = Random::new(3, [0, 0]);
        assert!((0..1000).all(|_| random.chance(1.0) && !random.chance(0.0)));
        assert_eq!((random.below(0), random.below(1)), (0, 0));
    }
}
