//! All queues of some patterns, as a sorted list.

use std::fmt;
use std::ops::Range;

use tetrolab_engine::Piece;

use super::pattern::{Part, Patterns};

/// Queues of the same length, in the order of their letters, each once.
///
/// ```
/// use tetrolab_solve::perfect_clear::{Patterns, Queues};
///
/// let patterns: Patterns = "[TO]!, *".parse().unwrap();
/// let queues = Queues::of(&patterns, 3).unwrap();
/// assert_eq!(queues.len(), 14);
/// let letters: String = queues.get(0).map(|piece| piece.letter()).collect();
/// assert_eq!(letters, "OTI");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queues {
    /// Three bits a piece, the first piece highest, so that the order of the numbers is that of the queues.
    numbers: Vec<u64>,
    length: usize,
}

/// No list is longer.
pub const MOST_QUEUES: u64 = 50_000_000;

/// There are more queues than can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyQueues {
    /// How many there are, those that are there several times included.
    pub queues: u64,
    /// How many can be looked at.
    pub most: u64,
}

impl fmt::Display for TooManyQueues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the patterns have {} queues; at most {} can be looked at", self.queues, self.most)
    }
}

impl std::error::Error for TooManyQueues {}

impl Queues {
    /// The longest queue: a number has room for 21 pieces, six rows need 16.
    const LONGEST: usize = 21;

    /// The first `length` pieces of all queues of these patterns.
    pub fn of(patterns: &Patterns, length: usize) -> Result<Queues, TooManyQueues> {
        Queues::within(patterns, length, MOST_QUEUES)
    }

    /// The same, if there are not more than `most`.
    pub fn within(patterns: &Patterns, length: usize, most: u64) -> Result<Queues, TooManyQueues> {
        let most = most.min(MOST_QUEUES);
        let length = length.min(patterns.length()).min(Queues::LONGEST);
        let counts = patterns.patterns.iter().map(|parts| count(parts, length));
        let queues = counts.fold(0, u64::saturating_add);
        if queues > most {
            return Err(TooManyQueues { queues, most });
        }
        let mut numbers = Vec::with_capacity(queues as usize);
        for parts in &patterns.patterns {
            collect(parts, 0, 0, length, 0, &mut numbers);
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(Queues { numbers, length })
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// How many pieces each has.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// The pieces of one queue.
    pub fn get(&self, index: usize) -> impl Iterator<Item = Piece> + use<> {
        let (number, length) = (self.numbers[index], self.length);
        (0..length).map(move |place| Piece::ALL[(number >> (3 * (length - 1 - place)) & 7) as usize])
    }

    /// Those of a range that have this piece in a place, if all of the range begin alike up to there.
    pub(crate) fn with(&self, range: &Range<usize>, place: usize, piece: Piece) -> Range<usize> {
        let shift = 3 * (self.length - 1 - place);
        let numbers = &self.numbers[range.clone()];
        let start = numbers.partition_point(|number| (number >> shift & 7) < piece as u64);
        let length = numbers[start..].partition_point(|number| (number >> shift & 7) == piece as u64);
        range.start + start..range.start + start + length
    }
}

/// How many queues a pattern has, cut to a length.
fn count(parts: &[Part], length: usize) -> u64 {
    let (mut count, mut left) = (1u64, length);
    for part in parts {
        for chosen in 0..part.count.min(left) {
            count = count.saturating_mul((part.pieces.len() - chosen) as u64);
        }
        left = left.saturating_sub(part.count);
    }
    count
}

/// Adds all queues that begin as `number` does; `used` are the pieces that were chosen from the first part already.
fn collect(parts: &[Part], used: u8, chosen: usize, left: usize, number: u64, numbers: &mut Vec<u64>) {
    if left == 0 {
        numbers.push(number);
        return;
    }
    let part = &parts[0];
    if chosen == part.count {
        return collect(&parts[1..], 0, 0, left, number, numbers);
    }
    for &piece in part.pieces.iter().filter(|&&piece| used >> piece as u8 & 1 == 0) {
        let used = used | 1 << piece as u8;
        collect(parts, used, chosen + 1, left - 1, number << 3 | piece as u64, numbers);
    }
}
