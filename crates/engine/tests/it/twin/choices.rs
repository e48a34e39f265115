//! Decisions made from bytes, so that a random stream and a fuzzer can both drive the tests.

use tetrolab_engine::{LATEST, MILLISECOND, Random, Seed, Stream, Time};

/// A source of decisions. When its bytes are used up, every decision is the first one.
pub struct Choices<'a> {
    bytes: &'a mut dyn Iterator<Item = u8>,
    pub used_up: bool,
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a mut dyn Iterator<Item = u8>) -> Choices<'a> {
        Choices { bytes, used_up: false }
    }

    fn byte(&mut self) -> u64 {
        let byte = self.bytes.next();
        self.used_up |= byte.is_none();
        byte.unwrap_or(0).into()
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        let mut value = self.byte();
        let mut range = 256;
        // One byte more than needed, so that small remainders are hardly more likely than others.
        while range < limit.saturating_mul(16) && range < 1 << 56 {
            value = value << 8 | self.byte();
            range <<= 8;
        }
        value % limit
    }

    /// A number from `low` to `high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    /// True once in `times`.
    pub fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == times - 1
    }

    pub fn coin(&mut self) -> bool {
        self.one_in(2)
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// A span of time that games use, or one that none does.
    pub fn span(&mut self) -> Time {
        match self.below(8) {
            0 if self.one_in(16) => LATEST - self.below(3),
            0 => 0,
            1 => self.below(20),
            2 => self.below(20) * MILLISECOND,
            3 => 50 * MILLISECOND * self.below(5),
            4 => 16_666_667 * self.below(8),
            5 => self.pick(&[167, 200, 300, 500, 1000]) * MILLISECOND,
            _ => self.below(300_000_000),
        }
    }
}

/// Endless bytes from a seed.
pub fn random_bytes(seed: u64, number: u64) -> impl Iterator<Item = u8> {
    let mut random = Random::new(Seed(seed), number, Stream::Tests);
    std::iter::from_fn(move || Some(random.next_value().to_le_bytes())).flatten()
}
