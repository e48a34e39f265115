//! Which pieces come: the randomizers and the queue they fill.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::mdptetris::Taus;
use crate::piece::Piece;
use crate::random::{Random, Seed, Stream, scaled};

/// Where pieces come from once the given ones are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Randomizer {
    /// A bag with one of each of the seven, shuffled; when it is empty, the next bag.
    ///
    /// Bag `b` is shuffled with the values `8 * b` to `8 * b + 5` of the piece stream: for `j` from 0 to 5, the piece
    /// at `j` changes places with the one at `j +` a number below `7 - j`.
    #[default]
    SevenBag,
    /// Every piece with the same chance, independent of the past: piece `i` is number (value `i` below 7).
    Uniform,
    /// Every piece with its own weight, in the order `IJLOSTZ`, independent of the past.
    Weighted([u16; 7]),
    /// The given pieces, over and over.
    Repeat,
    /// Nothing: the game ends when the given pieces are used up.
    Nothing,
    /// The stream of MDPTetris for the seed; the game's number does not count.
    Mdptetris,
}

impl Randomizer {
    /// The research game's hard games: S and Z come with 3/11 each, the others with 1/11.
    pub const HARD: Randomizer = Randomizer::Weighted([1, 1, 1, 1, 3, 1, 3]);
}

impl fmt::Display for Randomizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Randomizer::SevenBag => write!(f, "7-bag"),
            Randomizer::Uniform => write!(f, "uniform"),
            Randomizer::Weighted(weights) => {
                let weights: Vec<String> = weights.iter().map(ToString::to_string).collect();
                write!(f, "weighted:{}", weights.join("/"))
            }
            Randomizer::Repeat => write!(f, "repeat"),
            Randomizer::Nothing => write!(f, "none"),
            Randomizer::Mdptetris => write!(f, "mdptetris"),
        }
    }
}

impl FromStr for Randomizer {
    type Err = String;

    fn from_str(text: &str) -> Result<Randomizer, String> {
        Ok(match text {
            "7-bag" => Randomizer::SevenBag,
            "uniform" => Randomizer::Uniform,
            "hard" => Randomizer::HARD,
            "repeat" => Randomizer::Repeat,
            "none" => Randomizer::Nothing,
            "mdptetris" => Randomizer::Mdptetris,
            _ => {
                let weights = text.strip_prefix("weighted:").and_then(|list| {
                    let weights: Option<Vec<u16>> = list.split('/').map(|weight| weight.parse().ok()).collect();
                    <[u16; 7]>::try_from(weights?).ok()
                });
                let Some(weights) = weights else {
                    return Err("expected 7-bag, uniform, hard, weighted: and seven numbers for I/J/L/O/S/T/Z, \
                                repeat, none or mdptetris"
                        .into());
                };
                if weights.iter().all(|&weight| weight == 0) {
                    return Err("at least one weight must be above 0".into());
                }
                Randomizer::Weighted(weights)
            }
        })
    }
}

/// An endless (or, with [`Randomizer::Nothing`], ending) row of pieces.
///
/// ```
/// use tetrolab_engine::{Piece, PieceStream, Randomizer, Seed};
///
/// let pieces = PieceStream::new(Randomizer::SevenBag, Seed(7), 0, &[]);
/// let letters: String = pieces.take(14).map(Piece::letter).collect();
/// assert_eq!(letters, "ZTLOJISIJZLTSO");
/// ```
#[derive(Clone, Debug)]
pub struct PieceStream {
    randomizer: Randomizer,
    /// The given pieces.
    given: Arc<[Piece]>,
    /// How many pieces have been dealt, the given ones included.
    dealt: u64,
    random: Random,
    taus: Taus,
    bag: [Piece; 7],
}

impl PieceStream {
    /// First the given pieces, then what the randomizer makes of (seed, game).
    pub fn new(randomizer: Randomizer, seed: Seed, game: u64, given: &[Piece]) -> PieceStream {
        PieceStream {
            randomizer,
            given: given.into(),
            dealt: 0,
            random: Random::new(seed, game, Stream::Pieces),
            taus: Taus::new(seed.0 as u32),
            bag: Piece::ALL,
        }
    }

    #[inline]
    fn deal(&mut self) -> Option<Piece> {
        if let Some(&piece) = self.given.get(self.dealt as usize) {
            return Some(piece);
        }
        let index = self.dealt - self.given.len() as u64;
        Some(match self.randomizer {
            Randomizer::SevenBag => {
                if index.is_multiple_of(7) {
                    self.bag = shuffled_bag(&self.random, index / 7);
                }
                self.bag[(index % 7) as usize]
            }
            Randomizer::Uniform => Piece::ALL[self.random.below(7) as usize],
            Randomizer::Weighted(weights) => {
                let total = weights.iter().map(|&weight| u32::from(weight)).sum();
                let mut drawn = self.random.below(total);
                *Piece::ALL
                    .iter()
                    .zip(weights)
                    .find(|&(_, weight)| {
                        let hit = drawn < u32::from(weight);
                        drawn = drawn.wrapping_sub(u32::from(weight));
                        hit
                    })
                    .expect("the drawn number is below the sum of the weights")
                    .0
            }
            Randomizer::Repeat => *self.given.get((self.dealt % self.given.len().max(1) as u64) as usize)?,
            Randomizer::Nothing => return None,
            Randomizer::Mdptetris => self.taus.next_piece(),
        })
    }
}

fn shuffled_bag(random: &Random, bag: u64) -> [Piece; 7] {
    let (first, second) = (random.block(2 * bag), random.block(2 * bag + 1));
    let values = [first[0], first[1], first[2], first[3], second[0], second[1]];
    let mut pieces = Piece::ALL;
    for (place, value) in values.into_iter().enumerate() {
        pieces.swap(place, place + scaled(value, 7 - place as u32) as usize);
    }
    pieces
}

impl Iterator for PieceStream {
    type Item = Piece;

    #[inline]
    fn next(&mut self) -> Option<Piece> {
        let piece = self.deal();
        self.dealt += u64::from(piece.is_some());
        piece
    }
}

/// The Next queue: a stream with its first pieces on show.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    stream: PieceStream,
    upcoming: [Piece; Queue::SHOWN],
    length: u8,
}

impl Queue {
    /// The most pieces a Next queue shows.
    pub const SHOWN: usize = 6;

    pub fn new(stream: PieceStream) -> Queue {
        let mut queue = Queue { stream, upcoming: [Piece::I; Queue::SHOWN], length: 0 };
        while (queue.length as usize) < Queue::SHOWN {
            let Some(piece) = queue.stream.next() else { break };
            queue.upcoming[queue.length as usize] = piece;
            queue.length += 1;
        }
        queue
    }

    pub fn randomizer(&self) -> Randomizer {
        self.stream.randomizer
    }

    /// The pieces on show, next first.
    pub fn upcoming(&self) -> &[Piece] {
        &self.upcoming[..self.length as usize]
    }

    /// Takes the next piece.
    pub fn pop(&mut self) -> Option<Piece> {
        let next = *self.upcoming().first()?;
        self.upcoming.copy_within(1.., 0);
        match self.stream.next() {
            Some(piece) => self.upcoming[self.length as usize - 1] = piece,
            None => self.length -= 1,
        }
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(randomizer: Randomizer, seed: u64, game: u64, given: &str, count: usize) -> String {
        let given = crate::pieces_from_letters(given).unwrap();
        PieceStream::new(randomizer, Seed(seed), game, &given).take(count).map(Piece::letter).collect()
    }

    #[test]
    fn given_pieces_come_first() {
        assert_eq!(letters(Randomizer::Nothing, 0, 0, "TTS", 9), "TTS");
        assert_eq!(letters(Randomizer::Repeat, 0, 0, "TTS", 9), "TTSTTSTTS");
        assert_eq!(letters(Randomizer::Repeat, 0, 0, "", 9), "");
        let bag = letters(Randomizer::SevenBag, 5, 0, "", 21);
        assert_eq!(letters(Randomizer::SevenBag, 5, 0, "OO", 23), format!("OO{bag}"));
    }

    #[test]
    fn weights_are_kept() {
        let count = 110_000;
        let pieces = letters(Randomizer::HARD, 3, 0, "", count);
        for piece in Piece::ALL {
            let expected = if matches!(piece, Piece::S | Piece::Z) { 30_000.0 } else { 10_000.0 };
            let found = pieces.matches(piece.letter()).count() as f64;
            // Five standard deviations of a binomial are below 5 * sqrt(expected).
            assert!((found - expected).abs() < 5.0 * f64::sqrt(expected), "{piece}: {found}");
        }
        assert!(!letters(Randomizer::Weighted([1, 0, 0, 0, 0, 0, 2]), 3, 0, "", 1000).contains(['J', 'T', 'S']));
    }

    #[test]
    fn names_survive_the_round_trip() {
        for randomizer in [
            Randomizer::SevenBag,
            Randomizer::Uniform,
            Randomizer::HARD,
            Randomizer::Repeat,
            Randomizer::Nothing,
            Randomizer::Mdptetris,
        ] {
            assert_eq!(randomizer.to_string().parse(), Ok(randomizer));
        }
        assert_eq!("hard".parse(), Ok(Randomizer::HARD));
        assert!("weighted:0/0/0/0/0/0/0".parse::<Randomizer>().is_err());
        assert!("weighted:1/1".parse::<Randomizer>().is_err());
    }

    #[test]
    fn the_queue_shows_what_comes() {
        let stream = PieceStream::new(Randomizer::SevenBag, Seed(1), 2, &[]);
        let expected: Vec<Piece> = stream.clone().take(40).collect();
        let mut queue = Queue::new(stream);
        for i in 0..34 {
            assert_eq!(queue.upcoming(), &expected[i..i + 6]);
            assert_eq!(queue.pop(), Some(expected[i]));
        }
        let mut short = Queue::new(PieceStream::new(Randomizer::Nothing, Seed(1), 2, &[Piece::T, Piece::O]));
        assert_eq!(short.pop(), Some(Piece::T));
        assert_eq!(short.upcoming(), [Piece::O]);
        assert_eq!((short.pop(), short.pop()), (Some(Piece::O), None));
    }
}
