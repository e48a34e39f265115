//! Games as people play them, without a screen: what can be played, a game in progress, its opponent, its adviser, and what is
//! worth saying about it.

mod advising;
mod announcement;
mod bot;
mod coach;
mod new_game;
mod opponent;
mod session;

pub use advising::{Advising, Reason, reasons};
pub use announcement::Announcer;
pub use bot::{Bot, agent_names};
pub use coach::{Coach, Verdict};
pub use new_game::{NewGame, OpponentChoice, for_people, title, words};
pub use opponent::{Opponent, adviser};
pub use session::Session;
