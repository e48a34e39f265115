//! The rules that bots play by.

use tetrolab_engine::{Fall, HalfTurns, LockDown, NEVER, Rules, Scoring};

/// The rules of the Tetris Bot Protocol, with the attack table and garbage of the arena: the guideline's board, generation and
/// SRS, without half turns; a fifth rotation point does not stick; pieces fall and lock only when told.
pub const TBP_RULES: Rules = Rules {
    half_turns: HalfTurns::Off,
    sticky_fifth_point: false,
    generation_delay: 0,
    fall: Fall::Never,
    lock_down: LockDown::Infinite,
    lock_delay: NEVER,
    scoring: Scoring::MODERN,
    ..Rules::GUIDELINE
};
