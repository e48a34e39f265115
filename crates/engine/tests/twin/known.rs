//! KNOWN DIFFERENCES between the engine and its twin, left out until they are settled. When one is, take it out here.

use tetrolab_engine::{Button, Fall, HalfTurns, InitialAction, Input, LockDown, MILLISECOND, Setup, SoftDrop, Time};

use super::Twin;
use super::compare::{Call, Step};
use super::turning::quarters;

/// Set-ups that cannot be compared.
pub fn is_known_setup(setup: &Setup) -> bool {
    let rules = &setup.rules;
    // 1. Boards of less than four rows: the engine finds that tall pieces fit through the top, or panics.
    let is_flat = rules.size.rows() < 4;
    // 2. Soft Drop of more than one row in a nanosecond: the engine's fall progress underflows.
    let falls_too_fast = match (rules.fall, setup.handling.soft_drop) {
        (Fall::Every(time), SoftDrop::Times(factor)) => time < Time::from(factor),
        _ => false,
    };
    // 3. Without Block Out, pieces that lie on Blocks when they are generated follow each other in no time, for ever.
    let lock_takes_time =
        rules.lock_delay >= MILLISECOND && (rules.lock_down != LockDown::Extended || rules.lock_moves > 0);
    let goes_on_for_ever = !rules.block_out && rules.generation_delay < MILLISECOND && !lock_takes_time;
    // 6, below, with initial rotation.
    let may_not_turn = rules.half_turns == HalfTurns::Quarters && setup.handling.initial_rotation != InitialAction::Off;
    is_flat || falls_too_fast || goes_on_for_ever || may_not_turn
}

/// Calls that cannot be compared.
pub fn is_known_call(setup: &Setup, twin: &Twin, step: Step) -> bool {
    match step.call {
        Call::Undo => {
            // 4. An undo after the time limit of a game that ended before it: the engine's time goes back.
            let is_late = setup.mode.time_limit.is_some_and(|limit| limit <= step.at);
            // 5. The engine does not follow which turn was pressed last after the end.
            let turns = [Button::RotateRight, Button::RotateLeft, Button::RotateHalf];
            let is_unclear = twin.end().is_some() && turns.iter().filter(|&&turn| twin.is_down(turn)).count() > 1;
            is_late || is_unclear
        }
        // 6. A half turn by quarters that leads away and back again: for the engine it is a turn.
        Call::Input(Input::Press(Button::RotateHalf)) if setup.rules.half_turns == HalfTurns::Quarters => {
            let twin = at_that_moment(twin, step.at);
            twin.in_play().is_some_and(|placement| {
                let (there, point) = quarters(&twin.state.field, placement, setup.rules.kicks);
                there == placement && point.is_some()
            })
        }
        // 7. A piece that overlaps Blocks and is in the air all the same: the engine's Hard Drop leaves it there.
        Call::Input(Input::Press(Button::HardDrop)) if !setup.rules.block_out => {
            let twin = at_that_moment(twin, step.at);
            twin.in_play().is_some_and(|placement| {
                twin.state.field.overlaps(placement) && !twin.state.field.is_surface(placement)
            })
        }
        _ => false,
    }
}

/// 8. Without undo the engine's time stands still after the end, and it takes times before the last one.
pub fn is_time_known(setup_has_undo: bool, twin: &Twin) -> bool {
    twin.end().is_some() && !setup_has_undo
}

fn at_that_moment(twin: &Twin, at: Time) -> Twin {
    let mut twin = twin.clone();
    twin.update(at, None);
    twin
}
