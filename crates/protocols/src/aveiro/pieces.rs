//! Where the pieces of a game come from.

use super::python_random::PythonRandom;
use super::shape::Shape;

/// A source of pieces without end.
///
/// ```
/// use tetrolab_protocols::aveiro::{Pieces, Shape};
///
/// let mut pieces = Pieces::seeded(1);
/// let letters: String = (0..10).map(|_| pieces.deal().letter()).collect();
/// assert_eq!(letters, "ZJLLLSISOL");
///
/// let mut pieces = Pieces::list(&[Shape::T, Shape::I]);
/// assert_eq!([pieces.deal(), pieces.deal(), pieces.deal()], [Shape::T, Shape::I, Shape::T]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces(Source);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    Seeded(Box<PythonRandom>),
    List { shapes: Vec<Shape>, next: usize },
}

impl Pieces {
    /// The pieces that the course's server deals after `random.seed(seed)`: each of the seven equally often, whatever came
    /// before.
    ///
    /// The server's option `--seed 0` is another thing: it means a random seed, which the caller has to choose.
    pub fn seeded(seed: u64) -> Pieces {
        Pieces(Source::Seeded(Box::new(PythonRandom::new(seed))))
    }

    /// These pieces, again and again.
    ///
    /// # Panics
    /// If there are none.
    pub fn list(shapes: &[Shape]) -> Pieces {
        assert!(!shapes.is_empty(), "a list of pieces needs a piece");
        Pieces(Source::List { shapes: shapes.to_vec(), next: 0 })
    }

    /// The next piece.
    pub fn deal(&mut self) -> Shape {
        match &mut self.0 {
            Source::Seeded(random) => Shape::ALL[random.below(Shape::ALL.len() as u32) as usize],
            Source::List { shapes, next } => {
                let shape = shapes[*next];
                *next = (*next + 1) % shapes.len();
                shape
            }
        }
    }
}
