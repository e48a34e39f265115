//! Games as people play and watch them, without a screen and without a clock: games in progress, opponents, hints, the user's settings,
//! stored games as tables, and all texts in three languages.

pub mod folders;
#[cfg(feature = "records")]
pub mod history;
pub mod palette;
pub mod play;
pub mod preferences;
pub mod texts;
