//! Python's random numbers, because the seeds of the course's server mean a stream of that generator.
//!
//! It is the Mersenne Twister MT19937 of Matsumoto and Nishimura (1998), seeded with `init_by_array` from their version of
//! 2002. Python hands it the 32-bit digits of the seed, lowest first.

/// Numbers of the state.
const SIZE: usize = 624;
/// How far ahead the recurrence looks.
const MIDDLE: usize = 397;
/// The last row of the recurrence's matrix.
const MATRIX: u32 = 0x9908_b0df;
/// The highest bit of a number; the recurrence joins it with the others of the next number.
const UPPER: u32 = 0x8000_0000;

/// Python's `random.Random(seed)` for a seed that is no negative number.
///
/// ```
/// use tetrolab_protocols::aveiro::PythonRandom;
///
/// // >>> random.seed(1); random.getrandbits(32)
/// assert_eq!(PythonRandom::new(1).bits(32), 577_090_037);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PythonRandom {
    state: [u32; SIZE],
    next: usize,
}

impl PythonRandom {
    /// As `random.seed(seed)` leaves it.
    pub fn new(seed: u64) -> PythonRandom {
        let digits = [seed as u32, (seed >> 32) as u32];
        let count = if digits[1] == 0 { 1 } else { 2 };
        PythonRandom { state: state_from_digits(&digits[..count]), next: SIZE }
    }

    /// Python's `getrandbits(count)`.
    ///
    /// # Panics
    /// If `count` is not between 1 and 32.
    #[inline]
    pub fn bits(&mut self, count: u32) -> u32 {
        assert!((1..=32).contains(&count), "between 1 and 32 bits can be drawn");
        self.number() >> (32 - count)
    }

    /// Python's `randrange(bound)`, and the place that `choice` takes from a list of that length: as many bits as `bound`
    /// has, drawn again until they are below it.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let count = u32::BITS - bound.leading_zeros();
        loop {
            let number = self.bits(count);
            if number < bound {
                return number;
            }
        }
    }

    fn number(&mut self) -> u32 {
        if self.next == SIZE {
            self.renew();
        }
        let mut number = self.state[self.next];
        self.next += 1;
        number ^= number >> 11;
        number ^= (number << 7) & 0x9d2c_5680;
        number ^= (number << 15) & 0xefc6_0000;
        number ^ (number >> 18)
    }

    /// The next 624 numbers.
    fn renew(&mut self) {
        for index in 0..SIZE {
            let joined = (self.state[index] & UPPER) | (self.state[(index + 1) % SIZE] & !UPPER);
            let twisted = if joined % 2 == 1 { MATRIX } else { 0 };
            self.state[index] = self.state[(index + MIDDLE) % SIZE] ^ (joined >> 1) ^ twisted;
        }
        self.next = 0;
    }
}

/// The state that belongs to one number.
fn state_from_number(number: u32) -> [u32; SIZE] {
    let mut state = [number; SIZE];
    for index in 1..SIZE {
        let before = state[index - 1];
        state[index] = (before ^ (before >> 30)).wrapping_mul(1_812_433_253).wrapping_add(index as u32);
    }
    state
}

/// The state that belongs to several: two walks over the places 1 to 623, the first of which mixes the digits in.
fn state_from_digits(digits: &[u32]) -> [u32; SIZE] {
    let mut state = state_from_number(19_650_218);
    let mut place = 1;
    for index in (0..digits.len()).cycle().take(SIZE) {
        state[place] = mixed(&state, place, 1_664_525).wrapping_add(digits[index]).wrapping_add(index as u32);
        place = place_after(&mut state, place);
    }
    for _ in 1..SIZE {
        state[place] = mixed(&state, place, 1_566_083_941).wrapping_sub(place as u32);
        place = place_after(&mut state, place);
    }
    state[0] = UPPER;
    state
}

fn mixed(state: &[u32; SIZE], place: usize, factor: u32) -> u32 {
    let before = state[place - 1];
    state[place] ^ (before ^ (before >> 30)).wrapping_mul(factor)
}

/// The next place of a walk. Where a walk begins anew, place 0 takes the number of the last one.
fn place_after(state: &mut [u32; SIZE], place: usize) -> usize {
    if place + 1 < SIZE {
        return place + 1;
    }
    state[0] = state[SIZE - 1];
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `random.seed(seed); random.getrandbits(32)` gives in Python.
    #[test]
    fn seeds_of_every_length() {
        let firsts = [(0, 3_626_764_237), (1, 577_090_037), (1 << 32, 485_306_839), (u64::MAX, 93_740_670)];
        for (seed, first) in firsts {
            assert_eq!(PythonRandom::new(seed).bits(32), first, "{seed}");
        }
    }

    #[test]
    fn the_stream_goes_on_beyond_the_first_state() {
        let mut random = PythonRandom::new(u64::MAX);
        let last = (0..2001).map(|_| random.bits(32)).last();
        assert_eq!(last, Some(1_640_765_270));
    }
}
