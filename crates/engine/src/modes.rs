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
    /// Clearing this many lines wins.
    pub line_limit: Option<u32>,
    /// Clearing this many rows of garbage wins. Until then new starting rows replace the cleared ones.
    pub garbage_limit: Option<u32>,
    /// This many perfect clears win.
    pub perfect_clear_limit: Option<u32>,
    /// The game is over at this time.
    pub time_limit: Option<Time>,
    /// Rows of starting blocks, each with one hole.
    pub starting_rows: u8,
    /// Whether the last piece can be taken back.
    pub undo: bool,
}

/// All presets.
pub const MODES: [Mode; 7] =
    [Mode::MARATHON, Mode::SPRINT, Mode::ULTRA, Mode::ZEN, Mode::CHEESE, Mode::PERFECT_CLEAR, Mode::VERSUS];

impl Mode {
    /// Levels 1 to 15; meeting the goal of level 15 wins.
    pub const MARATHON: Mode = Mode {
        name: "marathon",
        meaning: "levels 1 to 15; meeting the goal of level 15 wins",
        start_level: 1,
        goal: Goal::Fixed,
        endless: false,
        line_limit: None,
        garbage_limit: None,
        perfect_clear_limit: None,
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

    /// 10 rows of garbage to dig through, as fast as possible.
    pub const CHEESE: Mode = Mode {
        name: "cheese",
        meaning: "10 rows of garbage to dig through, as fast as possible",
        goal: Goal::Nothing,
        garbage_limit: Some(10),
        starting_rows: 10,
        ..Mode::MARATHON
    };

    /// 10 perfect clears, and pieces can be taken back.
    pub const PERFECT_CLEAR: Mode = Mode {
        name: "perfect-clear",
        meaning: "10 perfect clears, and pieces can be taken back",
        perfect_clear_limit: Some(10),
        ..Mode::ZEN
    };

    /// Against another player, until one of the two is out.
    pub const VERSUS: Mode = Mode {
        name: "versus",
        meaning: "against another player, until one of the two is out",
        goal: Goal::Nothing,
        endless: true,
        ..Mode::MARATHON
    };

    /// Starting rows that a game really begins with: no more than win it.
    pub fn rows_at_start(&self) -> u8 {
        let limit = self.garbage_limit.unwrap_or(u32::MAX);
        limit.min(u32::from(self.starting_rows)) as u8
    }

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
