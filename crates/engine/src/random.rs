//! The random numbers of every game: `docs/random.md` specifies them to the bit.

/// Names a family of games: all that is random in a game follows from the seed and the number of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Seed(pub u64);

/// What random numbers are used for. Each use has its own numbers, so that none disturbs another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub enum Stream {
    Pieces = 0,
    /// The holes of incoming garbage.
    Garbage = 1,
    /// The holes of starting blocks.
    StartingBlocks = 2,
    /// For tests and demonstrations that need keys or boards.
    Tests = 3,
    /// The drops of an agent that decides at random.
    Decisions = 4,
    /// Results that are drawn again from themselves, to see how sure they are.
    Resampling = 5,
}

/// The four values of one Philox4x32-10 block.
#[inline]
pub const fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let [mut c0, mut c1, mut c2, mut c3] = counter;
    let [mut k0, mut k1] = key;
    let mut round = 0;
    while round < 10 {
        let a = 0xD251_1F53 * c0 as u64;
        let b = 0xCD9E_8D57 * c2 as u64;
        (c0, c1, c2, c3) = ((b >> 32) as u32 ^ c1 ^ k0, b as u32, (a >> 32) as u32 ^ c3 ^ k1, a as u32);
        k0 = k0.wrapping_add(0x9E37_79B9);
        k1 = k1.wrapping_add(0xBB67_AE85);
        round += 1;
    }
    [c0, c1, c2, c3]
}

/// The values of one stream of one game, in order.
///
/// ```
/// use tetrolab_engine::{Random, Seed, Stream};
///
/// let mut random = Random::new(Seed(7), 0, Stream::Pieces);
/// let first = random.next_value();
/// assert_eq!(Random::new(Seed(7), 0, Stream::Pieces).next_value(), first);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random {
    seed: Seed,
    game: u64,
    stream: Stream,
    index: u64,
    block: [u32; 4],
}

impl Random {
    /// The stream from its first value on.
    pub const fn new(seed: Seed, game: u64, stream: Stream) -> Random {
        Random { seed, game, stream, index: 0, block: [0; 4] }
    }

    /// Block `index` of the stream: the values `4 * index` to `4 * index + 3`. Only 48 bits of the index count.
    #[inline]
    pub const fn block(&self, index: u64) -> [u32; 4] {
        let high = (self.stream as u32) << 16 | (index >> 32) as u32 & 0xFFFF;
        let counter = [index as u32, high, self.game as u32, (self.game >> 32) as u32];
        philox(counter, [self.seed.0 as u32, (self.seed.0 >> 32) as u32])
    }

    /// The next value.
    #[inline]
    pub fn next_value(&mut self) -> u32 {
        let word = (self.index % 4) as usize;
        if word == 0 {
            self.block = self.block(self.index / 4);
        }
        self.index += 1;
        self.block[word]
    }

    /// The next number below `limit`.
    #[inline]
    pub fn below(&mut self, limit: u32) -> u32 {
        scaled(self.next_value(), limit)
    }
}

/// A value as a number below `limit`.
#[inline]
pub(crate) const fn scaled(value: u32, limit: u32) -> u32 {
    ((value as u64 * limit as u64) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers that the authors of Philox publish.
    #[test]
    fn philox_gives_the_published_answers() {
        assert_eq!(philox([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(philox([u32::MAX; 4], [u32::MAX; 2]), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
        assert_eq!(
            philox([0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], [0xa409_3822, 0x299f_31d0]),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }

    #[test]
    fn games_and_streams_have_their_own_values() {
        let first = |seed, game, stream| Random::new(Seed(seed), game, stream).next_value();
        let values = [
            first(1, 0, Stream::Pieces),
            first(2, 0, Stream::Pieces),
            first(1 << 32, 0, Stream::Pieces),
            first(1, 1, Stream::Pieces),
            first(1, 1 << 32, Stream::Pieces),
            first(1, 0, Stream::Garbage),
        ];
        for (i, a) in values.iter().enumerate() {
            assert!(values[i + 1..].iter().all(|b| a != b));
        }
    }
}
