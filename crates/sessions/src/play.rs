//! Games as people play them, without a screen: what can be played, a game in progress, its opponent, its adviser, and what is
//! worth saying about it.

mod advising;
mod announcement;
pub mod choices;
mod clock;
mod coach;
mod demo;
mod entries;
mod hint;
mod new_game;
mod opponent;
mod options;
#[cfg(feature = "records")]
mod recording;
mod result;
mod session;
#[cfg(feature = "records")]
mod standing;
#[cfg(feature = "records")]
mod store;

pub use advising::{Advising, Reason, reasons};
pub use announcement::Announcer;
pub use clock::clock;
pub use coach::{Coach, Verdict};
pub use demo::demo;
pub use entries::Entries;
pub use hint::{Hint, Rounded, Wording, short_name};
pub use new_game::{NewGame, OpponentChoice, any_seed, for_people, title};
pub use opponent::{HANDLING, Opponent, adviser, adviser_of};
pub use options::{GameOptions, modes, rules};
#[cfg(feature = "records")]
pub use recording::{Recording, take_over};
pub use result::{ending, ending_of, results};
pub use session::Session;
#[cfg(feature = "records")]
pub use standing::Standing;
#[cfg(feature = "records")]
pub use store::store;
