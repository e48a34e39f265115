//! Modes: what a game is played for.

use crate::levels::Goal;
use crate::time::{SECOND, Time};

/// What a game is played for. Any mode goes with any [`Rules`](crate::Rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Name of the preset it came from.
    pub name: &'static str,
    /// One line about it.
    pub meaning: &'static str,
    /// The level it starts at, 1 to 15.
    pub start_level: u8,
    /// What leads to the next level.
    pub goal: Goal,
    /// Meeting the goal of level 15 does not end the game.
    pub endless: bool,
    /// Clearing so many lines wins.
    pub line_limit: Option<u32>,
    /// The game is over at this time.
    pub time_limit: Option<Time>,
    /// Rows of starting blocks, each with one hole.
    pub starting_rows: u8,
    /// Whether the last piece can be taken back.
    pub undo: bool,
}

/// All presets.
pub const MODES: [Mode; 4] = [Mode::MARATHON, Mode::SPRINT, Mode::ULTRA, Mode::ZEN];

impl Mode {
    /// Levels 1 to 15; meeting the goal of level 15 wins.
    pub const MARATHON: Mode = Mode {
        name: "marathon",
        meaning: "levels 1 to 15; meeting the goal of level 15 wins",
        start_level: 1,
        goal: Goal::Fixed,
        endless: false,
        line_limit: None,
        time_limit: None,
        starting_rows: 0,
        undo: false,
    };

    /// 40 lines, as fast as possible.
    pub const SPRINT: Mode = Mode {
        name: "sprint",
        meaning: "40 lines, as fast as possible",
        goal: Goal::Nothing,
        line_limit: Some(40),
        ..Mode::MARATHON
    };

    /// As many points as possible in two minutes.
    pub const ULTRA: Mode = Mode {
        name: "ultra",
        meaning: "as many points as possible in two minutes",
        goal: Goal::Nothing,
        time_limit: Some(120 * SECOND),
        ..Mode::MARATHON
    };

    /// No goal and no end, and pieces can be taken back.
    pub const ZEN: Mode = Mode {
        name: "zen",
        meaning: "no goal, and pieces can be taken back",
        goal: Goal::Nothing,
        endless: true,
        undo: true,
        ..Mode::MARATHON
    };

    /// The preset with this name.
    pub fn named(name: &str) -> Option<Mode> {
        MODES.into_iter().find(|mode| mode.name == name)
    }
}

impl Default for Mode {
    fn default() -> Mode {
        Mode::MARATHON
    }
}
