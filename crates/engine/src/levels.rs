//! Levels: how fast pieces fall, and what leads to the next level.

use crate::time::{SECOND, Time};

/// The last level.
pub const LAST_LEVEL: u8 = 15;

/// Nanoseconds for one row at levels 1 to 15: `(0.8 - (level - 1) * 0.007) ^ (level - 1)` seconds, to the nearest
/// nanosecond. Tabulated, because powers of floating-point numbers may differ between machines.
pub const FALL_TIMES: [Time; LAST_LEVEL as usize] = [
    1_000_000_000,
    793_000_000,
    617_796_000,
    472_729_139,
    355_196_928,
    262_003_550,
    189_677_245,
    134_734_731,
    93_882_249,
    64_151_585,
    42_976_258,
    28_217_678,
    18_153_329,
    11_439_342,
    7_058_616,
];

/// How fast pieces fall by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fall {
    /// By level, as the guideline's formula has it.
    ByLevel,
    /// The same time for a row at every level.
    Every(Time),
    /// All the way at once.
    Instant,
    /// Not at all. Soft Drop then falls as at level 1.
    Never,
}

impl Fall {
    /// The time for one row at this level; 0 is at once.
    pub(crate) fn time(self, level: u8) -> Time {
        match self {
            Fall::ByLevel => FALL_TIMES[level.clamp(1, LAST_LEVEL) as usize - 1],
            Fall::Every(time) => time,
            Fall::Instant => 0,
            Fall::Never => SECOND,
        }
    }
}

/// What leads to the next level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Ten lines a level, counted from level 1: level `n` is done when `10 * n` lines are cleared, whatever level the
    /// game started at.
    Fixed,
    /// Five times the level, in lines that are credited by the worth of each action. What is left over counts for the
    /// next level.
    Variable,
    /// The level never changes.
    Nothing,
}

/// How far a game has come on its way through the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    pub level: u8,
    /// Fixed goal: all lines cleared. Variable goal: credits since the level began.
    pub done: u32,
}

impl Goal {
    /// What has to be done at this level.
    pub(crate) fn at(self, level: u8) -> u32 {
        match self {
            Goal::Fixed => 10 * u32::from(level),
            Goal::Variable => 5 * u32::from(level),
            Goal::Nothing => u32::MAX,
        }
    }

    /// Counts an action that cleared `lines` and is worth `credits`. Returns whether the last level's goal is met.
    pub(crate) fn count(self, progress: &mut Progress, lines: u32, credits: u32) -> bool {
        progress.done = progress.done.saturating_add(match self {
            Goal::Fixed => lines,
            Goal::Variable => credits,
            Goal::Nothing => return false,
        });
        while progress.done >= self.at(progress.level) {
            if progress.level >= LAST_LEVEL {
                return true;
            }
            if self == Goal::Variable {
                progress.done -= self.at(progress.level);
            }
            progress.level += 1;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_formula() {
        for (index, &time) in FALL_TIMES.iter().enumerate() {
            let seconds = (0.8 - index as f64 * 0.007).powi(index as i32);
            assert!((time as f64 - seconds * 1e9).abs() < 0.51, "level {}", index + 1);
        }
    }
}
