//! Random calls and their times.

use tetrolab_engine::{Button, Input, LATEST, MILLISECOND, Setup, Time};

use super::choices::Choices;
use super::compare::{Call, Pair};
use super::setups::Theme;

/// What is done next: something planned, or anything.
pub fn next_call(choices: &mut Choices<'_>, theme: Theme, pair: &Pair, planned: &mut Vec<Input>) -> Call {
    let garbage = if theme == Theme::Garbage { 8 } else { 60 };
    let win = if theme == Theme::Garbage { 200 } else { 1000 };
    let undo = if theme == Theme::Undo { 12 } else { 150 };
    if choices.one_in(garbage) {
        return Call::Garbage(if choices.one_in(10) { choices.below(50) } else { choices.below(6) } as u32);
    }
    if choices.one_in(undo) || pair.twin.end().is_some() && choices.one_in(4) {
        return Call::Undo;
    }
    if choices.one_in(win) {
        return Call::Win;
    }
    if !planned.is_empty() && !choices.one_in(30) {
        return Call::Input(planned.remove(0));
    }
    if choices.one_in(5) {
        return Call::Wait;
    }
    let button = if theme == Theme::Spins && choices.coin() {
        choices.pick(&[Button::RotateLeft, Button::RotateRight, Button::SoftDrop, Button::RotateHalf])
    } else {
        choices.pick(&Button::ALL)
    };
    // Keys are mostly released again, but some are held for long.
    let is_down = pair.twin.is_down(button);
    let releases = if is_down { !choices.one_in(8) } else { choices.one_in(8) };
    Call::Input(if releases { Input::Release(button) } else { Input::Press(button) })
}

/// When it is done: often at the very moment at which a timer is due.
pub fn next_time(choices: &mut Choices<'_>, theme: Theme, setup: &Setup, pair: &Pair, is_planned: bool) -> Time {
    let now = pair.twin.now;
    let due = pair.game.next_update();
    if due.is_none() && choices.one_in(1000) {
        return LATEST;
    }
    let repeat = setup.handling.auto_repeat_rate;
    let step = match choices.below(if is_planned { 30 } else { 16 }) {
        0..3 => 0,
        3 => 1,
        4..7 => due.map_or(0, |due| due - now),
        7 => due.map_or(1, |due| due - now + 1),
        8 => due.map_or(1, |due| (due - now).saturating_sub(1)),
        9 => repeat * choices.below(5),
        10 => choices.pick(&[setup.handling.auto_repeat_delay, setup.rules.lock_delay, setup.handling.cut_delay]),
        11 => 50 * MILLISECOND,
        12 => 16_666_667,
        13 if choices.one_in(8) => choices.below(5_000_000_000),
        _ if theme == Theme::Nanoseconds => choices.below(30),
        _ => choices.below(8_000_000),
    };
    let step = step.min(LATEST);
    // Not too many pieces at once, and the slow game does every repeat, moving or not, one by one.
    let is_too_long = step > 10_000 * MILLISECOND && due.is_none_or(|due| now + step > due + 1);
    let longest = if repeat == 0 { LATEST } else { repeat.saturating_mul(2000) };
    (now + if is_too_long { 50 * MILLISECOND } else { step }.min(longest)).min(LATEST)
}
