//! The third part of the course at Seville: piece after piece appears, goes where it is best, and full rows are removed.
//!
//! A [`Game`] is told which piece comes and answers what was done with it: the place, what it is worth, and the steps that lead
//! there. A [`Mind`] decides: the course's score, weights of the research game, or chance. `docs/assist.md` explains it.

mod game;
mod mind;

pub use game::{Game, Locked, Turn};
pub use mind::{Choice, Mind, Valued, Verdict, decisive};
