//! Tournaments between bots: programs behind pipes, the bot with its threads, and agents.

mod cpu;
mod entrant;
mod game;
mod own;
pub mod program;
mod record;
mod seat;
mod settings;
mod tournament;

pub use entrant::Kept;
pub use record::{Game, Player};
pub use settings::{KIND, LINES, Length, Settings, Thought};
pub use tournament::{Tournament, Watch};
