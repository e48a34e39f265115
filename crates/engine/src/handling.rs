//! How the keys feel: auto-repeat, Soft Drop, and what keys held before a piece appears do.

use crate::time::{MILLISECOND, Time};

/// How fast Soft Drop is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoftDrop {
    /// This many times the normal speed.
    Times(u32),
    /// Down to the Surface at once.
    Instant,
}

/// What a turn or Hold key does for a piece that is not there yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitialAction {
    /// Nothing.
    Off,
    /// A key pressed since the last Lock Down acts when the piece is generated, even if it is up again.
    Tap,
    /// A key that is down when the piece is generated acts, whenever it was pressed.
    Hold,
}

/// The player's own settings. All of it is data; the guideline's values are the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handling {
    /// Name of the preset it came from.
    pub name: &'static str,
    /// How long a direction key is held before the piece moves on by itself.
    pub auto_repeat_delay: Time,
    /// Time from one such move to the next; 0 is at once.
    pub auto_repeat_rate: Time,
    /// Auto-repeat rests for this long after a piece is generated or turned.
    pub cut_delay: Time,
    /// Speed of Soft Drop.
    pub soft_drop: SoftDrop,
    /// Turning before the piece is there.
    pub initial_rotation: InitialAction,
    /// Holding before the piece is there.
    pub initial_hold: InitialAction,
}

/// All handling presets.
pub const HANDLINGS: [Handling; 3] = [Handling::GUIDELINE, Handling::BEGINNER, Handling::COMPETITIVE];

impl Handling {
    /// 0.3 s until auto-repeat, then nine cells in less than half a second; Soft Drop at 20 times the fall speed.
    pub const GUIDELINE: Handling = Handling {
        name: "guideline",
        auto_repeat_delay: 300 * MILLISECOND,
        auto_repeat_rate: 55_555_555,
        cut_delay: 0,
        soft_drop: SoftDrop::Times(20),
        initial_rotation: InitialAction::Off,
        initial_hold: InitialAction::Off,
    };

    /// What most games start a new player with.
    pub const BEGINNER: Handling = Handling {
        name: "beginner",
        auto_repeat_delay: 167 * MILLISECOND,
        auto_repeat_rate: 33 * MILLISECOND,
        ..Handling::GUIDELINE
    };

    /// What fast players use.
    pub const COMPETITIVE: Handling = Handling {
        name: "competitive",
        auto_repeat_delay: 100 * MILLISECOND,
        auto_repeat_rate: 0,
        soft_drop: SoftDrop::Instant,
        initial_rotation: InitialAction::Tap,
        initial_hold: InitialAction::Tap,
        ..Handling::GUIDELINE
    };

    /// The preset with this name.
    pub fn named(name: &str) -> Option<Handling> {
        HANDLINGS.into_iter().find(|handling| handling.name == name)
    }
}

impl Default for Handling {
    fn default() -> Handling {
        Handling::GUIDELINE
    }
}
