//! What the games of a server are seeded with.

use super::python_random::PythonRandom;

/// The seeds of one game after the other.
#[derive(Clone, Debug)]
pub struct Seeds(Source);

#[derive(Clone, Debug)]
enum Source {
    Same(u64),
    Other(Box<PythonRandom>),
}

impl Seeds {
    /// The same seed for every game: the course's `--seed`.
    pub fn same(seed: u64) -> Seeds {
        Seeds(Source::Same(seed))
    }

    /// Another seed for every game, from 1 on, all of which follow from this number.
    pub fn other(number: u64) -> Seeds {
        Seeds(Source::Other(Box::new(PythonRandom::new(number))))
    }

    /// The seed of the next game.
    pub fn draw(&mut self) -> u64 {
        match &mut self.0 {
            Source::Same(seed) => *seed,
            Source::Other(random) => u64::from(random.below(u32::MAX)) + 1,
        }
    }
}
