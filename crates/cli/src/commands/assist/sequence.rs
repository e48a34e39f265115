//! Which pieces come, and the seed of whatever is random.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::iter::Take;

use clap::Args;
use tetrolab_engine::{Piece, PieceStream, Randomizer, Seed};

use tetrolab_inputs::numbers::{MANY, count};

/// Random seeds are below this, so that they are short to type.
const SHORT: u64 = 1_000_000_000;

/// Where the pieces come from.
#[derive(Debug, Args)]
pub struct Pieces {
    /// The pieces in their order, such as TILZJOS
    #[arg(long, value_name = "PIECES", value_parser = queue, conflicts_with_all = ["bag", "random"])]
    queue: Option<Box<[Piece]>>,
    /// Bags of the seven pieces, shuffled by --seed: so many, or as many as are needed
    #[arg(long, value_name = "N", num_args = 0..=1, conflicts_with = "random", allow_negative_numbers = true)]
    #[arg(value_parser = count::<MANY>)]
    bag: Option<Option<u64>>,
    /// Every piece with the same chance, drawn by --seed; so it is if nothing is said
    #[arg(long)]
    random: bool,
    /// What is random follows from it [default: another one every time, which is printed]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// The most pieces that are played
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<MANY>)]
    pieces: Option<u64>,
}

fn queue(text: &str) -> Result<Box<[Piece]>, String> {
    match tetrolab_inputs::numbers::pieces(text)? {
        pieces if pieces.is_empty() => Err("there is no piece in it".to_string()),
        pieces => Ok(pieces.into()),
    }
}

/// The pieces of a game.
pub struct Sequence {
    /// Those that are still to come.
    pub pieces: Take<PieceStream>,
    /// All of them, if they were given.
    pub given: Option<Box<[Piece]>>,
    /// What deals them; nothing if they were given.
    pub randomizer: Randomizer,
    /// What is random follows from it; `None` if nothing is.
    pub seed: Option<u64>,
    /// The most that are played.
    pub limit: Option<u64>,
}

impl Pieces {
    /// The pieces, and a seed if they or the agent are random.
    pub fn sequence(&self, is_agent_random: bool) -> Sequence {
        let randomizer = match (&self.queue, self.bag) {
            (Some(_), _) => Randomizer::Nothing,
            (None, Some(_)) => Randomizer::SevenBag,
            (None, None) => Randomizer::Uniform,
        };
        let is_random = self.queue.is_none() || is_agent_random;
        let seed = is_random.then(|| self.seed.unwrap_or_else(new_seed));
        let given = self.queue.as_deref().unwrap_or_default();
        let length = self.bag.flatten().and_then(|bags| usize::try_from(7 * bags).ok()).unwrap_or(usize::MAX);
        let stream = PieceStream::new(randomizer, Seed(seed.unwrap_or_default()), 0, given);
        Sequence { pieces: stream.take(length), given: self.queue.clone(), randomizer, seed, limit: self.pieces }
    }

    /// The options that ask for the same pieces again.
    pub fn options(&self, seed: Option<u64>) -> Vec<String> {
        let mut options = vec![match (&self.queue, self.bag) {
            (Some(queue), _) => format!("--queue {}", letters(queue)),
            (None, Some(Some(bags))) => format!("--bag {bags}"),
            (None, Some(None)) => "--bag".to_string(),
            (None, None) => "--random".to_string(),
        }];
        options.extend(seed.map(|seed| format!("--seed {seed}")));
        options.extend(self.pieces.map(|pieces| format!("--pieces {pieces}")));
        options
    }
}

/// Pieces as they are typed.
pub fn letters(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.letter()).collect()
}

/// An unpredictable seed.
fn new_seed() -> u64 {
    RandomState::new().build_hasher().finish() % SHORT
}
