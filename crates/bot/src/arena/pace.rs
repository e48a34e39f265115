//! How much time a placement takes.

use tetrolab_engine::{MILLISECOND, Rules, SECOND, Time};

/// When the two sides of a duel place their pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// Both place one piece a turn, at the same moment. What a turn sends can rise in the next one.
    Turns,
    /// Each placement takes time, so that shorter ways and fewer clears make more pieces.
    Timed(Delays),
}

/// The times of a placement, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delays {
    /// For each column, turn, and row of Soft Drop. Hold and Hard Drop take no time.
    pub step: Time,
    /// From Lock Down, or the end of the clear, until the next decision.
    pub generation: Time,
    /// More for one, two, three and four lines.
    pub clear: [Time; 4],
    /// Instead of that for a perfect clear.
    pub perfect_clear: Time,
    /// From being sent until garbage can rise.
    pub travel: Time,
}

/// Times are counted in these.
const TICK: Time = 16 * MILLISECOND;

impl Delays {
    /// Those that hosts of bots use, after Puyo Puyo Tetris.
    pub const PPT: Delays = Delays {
        step: 2 * TICK,
        generation: 7 * TICK,
        clear: [36 * TICK, 41 * TICK, 41 * TICK, 46 * TICK],
        perfect_clear: TICK,
        travel: 30 * TICK,
    };
}

/// A turn, in the time of the game.
const TURN: Time = SECOND / 2;

/// From one step to the next within a turn, unless there are too many.
const STEP_OF_A_TURN: Time = TICK;

impl Pace {
    /// The rules with the travel of garbage that belongs to the pace.
    pub const fn rules(&self, mut rules: Rules) -> Rules {
        rules.garbage.travel = match self {
            Pace::Turns => 0,
            Pace::Timed(delays) => delays.travel,
        };
        rules
    }

    /// From one step of a way to the next, if it has `steps` of them before the Hard Drop.
    pub(super) fn step(&self, steps: u32) -> Time {
        match self {
            Pace::Turns => STEP_OF_A_TURN.min(TURN / Time::from(steps + 1)),
            Pace::Timed(delays) => delays.step,
        }
    }

    /// From the decision to the Hard Drop of a way with `steps` steps before it.
    pub(super) fn placing(&self, steps: u32) -> Time {
        match self {
            Pace::Turns => TURN,
            Pace::Timed(delays) => delays.step * Time::from(steps),
        }
    }

    /// From Lock Down to the next decision.
    pub(super) fn pause(&self, lines: u8, perfect_clear: bool) -> Time {
        match self {
            Pace::Turns => 0,
            Pace::Timed(delays) => {
                let clear = match usize::from(lines).checked_sub(1) {
                    None => 0,
                    Some(_) if perfect_clear => delays.perfect_clear,
                    Some(index) => delays.clear[index],
                };
                delays.generation + clear
            }
        }
    }
}
