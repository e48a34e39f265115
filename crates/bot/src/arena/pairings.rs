//! Which bots play against each other.

/// One game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The bots of both sides, by their numbers.
    pub sides: [usize; 2],
    /// Which game of the seed it is.
    pub round: u64,
}

/// All games of a round-robin tournament.
///
/// A round is one game of every pair, and all games of a round have the same pieces. Sides change from round to round: the rules do
/// not know which is which, but programs are started and asked one after the other.
///
/// ```
/// use tetrolab_bot::arena::{Pairing, Pairings};
///
/// let games = Pairings::new(3);
/// let sides: Vec<[usize; 2]> = (0..4).map(|game| games.game(game).sides).collect();
/// assert_eq!(sides, [[0, 1], [0, 2], [1, 2], [1, 0]]);
/// assert_eq!(games.game(3).round, 1);
/// ```
#[derive(Clone, Debug)]
pub struct Pairings {
    pairs: Vec<[usize; 2]>,
}

impl Pairings {
    /// The pairings of `bots` bots.
    ///
    /// # Panics
    /// If there are fewer than two.
    pub fn new(bots: usize) -> Pairings {
        assert!(bots >= 2, "a pair needs two");
        Pairings { pairs: (0..bots).flat_map(|one| (one + 1..bots).map(move |other| [one, other])).collect() }
    }

    /// How many pairs there are.
    pub const fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// The game with this number.
    pub fn game(&self, number: u64) -> Pairing {
        let pairs = self.pairs.len() as u64;
        let round = number / pairs;
        let mut sides = self.pairs[(number % pairs) as usize];
        if round % 2 == 1 {
            sides.reverse();
        }
        Pairing { sides, round }
    }
}
