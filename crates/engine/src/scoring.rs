//! Points: what a Lock Down is worth.

use crate::spin::Spin;

/// When a board counts as perfectly cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerfectClear {
    /// When lines were cleared and no Block is left.
    BoardEmpty,
    /// When the row at the floor is empty after a Lock Down, as the Tetris Solver counts it.
    FloorEmpty,
}

/// The points for everything, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// Points by spin (none, mini, full) and cleared lines (0 to 4).
    pub actions: [[u32; 5]; 3],
    /// Whether points are multiplied with the level before the clear.
    pub by_level: bool,
    /// Back-to-Back bonus in percent of the action.
    pub back_to_back: u32,
    /// Points for each step of a combo; 0 for none.
    pub combo: u32,
    /// Points for a perfect clear by cleared lines.
    pub perfect_clear: [u32; 5],
    /// What a perfect clear is.
    pub perfect_clear_is: PerfectClear,
    /// Points for each row of Soft Drop, never multiplied.
    pub soft_drop: u32,
    /// Points for each row of Hard Drop, never multiplied.
    pub hard_drop: u32,
}

impl Scoring {
    /// The guideline of 2009: no points for combos and perfect clears.
    pub const GUIDELINE: Scoring = Scoring {
        actions: [[0, 100, 300, 500, 800], [100, 200, 400, 0, 0], [400, 800, 1200, 1600, 0]],
        by_level: true,
        back_to_back: 50,
        combo: 0,
        perfect_clear: [0; 5],
        perfect_clear_is: PerfectClear::BoardEmpty,
        soft_drop: 1,
        hard_drop: 2,
    };

    /// Later games: the same, with combos and perfect clears.
    pub const MODERN: Scoring = Scoring { combo: 50, perfect_clear: [0, 800, 1200, 1800, 2000], ..Scoring::GUIDELINE };

    /// The Tetris Solver's: lines that a T-Spin clears count nothing, an empty board 20.
    pub const SOLVER: Scoring = Scoring {
        actions: [[0, 1, 3, 5, 8], [0; 5], [0; 5]],
        by_level: false,
        back_to_back: 0,
        combo: 0,
        perfect_clear: [20; 5],
        perfect_clear_is: PerfectClear::FloorEmpty,
        soft_drop: 0,
        hard_drop: 0,
    };

    /// Points of an action.
    pub(crate) fn award(&self, action: &Action, level: u8) -> Award {
        let lines = action.lines as usize;
        let base = u64::from(self.actions[action.spin as usize][lines]);
        let bonus = if action.back_to_back { base * u64::from(self.back_to_back) / 100 } else { 0 };
        let combo = u64::from(self.combo) * u64::from(action.combo);
        let perfect = if action.perfect_clear { u64::from(self.perfect_clear[lines]) } else { 0 };
        let factor = if self.by_level { u64::from(level) } else { 1 };
        Award {
            points: (base + bonus + perfect).saturating_add(combo).saturating_mul(factor),
            // What the action is worth at level 1, in hundreds, without combo and perfect clear.
            credits: ((base + bonus) / 100).try_into().unwrap_or(u32::MAX),
        }
    }
}

/// A Lock Down, as far as points and attack go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Action {
    /// Lines cleared.
    pub lines: u8,
    /// The spin the piece locked with.
    pub spin: Spin,
    /// It continues a Back-to-Back chain.
    pub back_to_back: bool,
    /// How many clearing pieces came directly before.
    pub combo: u32,
    /// No Block is left.
    pub perfect_clear: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Award {
    pub points: u64,
    /// Lines credited towards a variable goal.
    pub credits: u32,
}
