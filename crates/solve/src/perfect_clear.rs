//! Perfect clears: which pieces empty the board, and how. `docs/perfect-clear.md` says how they are found.
//!
//! [`Solver`] answers for one queue, [`chance`] for all queues of [`Patterns`], [`solutions`] lists every way. All take any set of
//! [`Moves`].

mod building;
mod chance;
mod counts;
mod cover;
mod field;
mod genes;
mod moves;
mod order;
mod pattern;
mod places;
mod prune;
mod puzzle;
mod queues;
mod richest;
mod search;
mod sets;
mod solutions;
mod tiles;
mod tiling;

pub use chance::{Outcome, Outcomes, Task, chance};
pub use cover::{Cover, fewest};
pub use field::{Field, MOST_LINES, WIDTH};
pub use genes::GeneMoves;
pub use moves::{HardDrop, Moves, SoftDrop, SoftDropHalfTurns, Tucks};
pub use pattern::{PatternError, PatternProblem, Patterns};
pub use places::{Place, Places};
pub use puzzle::{Answer, Budget, End, Puzzle, Step};
pub use queues::{MOST_QUEUES, Queues, TooManyQueues};
pub use richest::{Richest, RichestAnswer, Worth, richest};
pub use search::{Solver, find};
pub use solutions::{Solution, solutions};
pub use tiles::Tile;
