//! The arena: where bots meet.
//!
//! A [`Duel`] is two games on the engine, side by side, in which each side sends its attacks to the other. It has no clock and
//! starts no programs: it says which sides decide, takes their decisions and continues from there. So a duel is a function of
//! its rules, its seed and the decisions, and both of its games are replays.
//!
//! The rest is what results say: [`ratings`], [`Sprt`], [`Table`] and [`Ratio`].

mod decision;
mod duel;
mod elo;
mod pace;
mod pairings;
mod ratio;
mod side;
mod sprt;
mod table;

pub use decision::{Decision, Loss, LossKind, Suggested, Verdict};
pub use duel::{Duel, DuelRules};
pub use elo::{Rating, Ratings, elo_of_score, ratings, score_of_elo};
pub use pace::{Delays, Pace};
pub use pairings::{Pairing, Pairings};
pub use ratio::Ratio;
pub use side::{News, Side};
pub use sprt::{Hypothesis, Sprt, SprtState};
pub use table::{Result, Results, Table};
