//! Random games through both, compared after every call.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use tetrolab_engine::{Button, Event, EventKind, Input, LATEST, MILLISECOND, Setup, Spin, Time};

use super::choices::Choices;
pub use super::choices::random_bytes;
use super::compare::{Call, Pair, Step};
use super::player;
pub use super::setups::Theme;
use super::setups::random_setup;
use super::shrink::explain;

/// How often each kind of thing happened.
pub type Coverage = BTreeMap<&'static str, u64>;

/// Plays games with random set-ups and inputs until the bytes are used up.
///
/// # Panics
/// If the two games differ, with a small case that shows it.
pub fn run(bytes: &mut dyn Iterator<Item = u8>) {
    let mut choices = Choices::new(bytes);
    while !choices.used_up {
        let theme = choices.pick(&Theme::ALL);
        play_one(&mut choices, theme, &mut Coverage::new());
    }
}

/// Plays games of one theme until so many calls were compared. Returns what happened in them.
///
/// # Panics
/// If the two games differ, with a small case that shows it.
pub fn run_theme(theme: Theme, seed: u64, calls: u64) -> Coverage {
    let mut bytes = random_bytes(seed, theme as u64);
    let mut choices = Choices::new(&mut bytes);
    let mut coverage = Coverage::new();
    let mut done = 0;
    while done < calls {
        done += play_one(&mut choices, theme, &mut coverage);
    }
    coverage
}

/// One game. Returns how many calls it took.
fn play_one(choices: &mut Choices<'_>, theme: Theme, coverage: &mut Coverage) -> u64 {
    let setup = random_setup(choices, theme);
    let mut steps = Vec::new();
    let result = catch_unwind(AssertUnwindSafe(|| compare_one(choices, theme, &setup, &mut steps, coverage)));
    match result {
        Ok(Ok(())) => steps.len() as u64,
        Ok(Err(_)) => panic!("{}", explain(&setup, &steps)),
        Err(panic) => {
            eprintln!("{}", explain(&setup, &steps));
            resume_unwind(panic);
        }
    }
}

fn compare_one(
    choices: &mut Choices<'_>,
    theme: Theme,
    setup: &Setup,
    steps: &mut Vec<Step>,
    coverage: &mut Coverage,
) -> Result<(), String> {
    let mut pair = Pair::new(setup)?;
    let mut planned: Vec<Input> = Vec::new();
    // Whether what is planned should be done without letting time pass.
    let mut is_hasty = false;
    let mut after_end = 0;
    let calls = if theme == Theme::Spins { choices.between(10, 80) } else { choices.between(20, 300) };
    for _ in 0..calls {
        if planned.is_empty() && choices.one_in(if theme == Theme::Lines { 3 } else { 20 }) {
            planned = player::plan(&pair.twin);
            is_hasty = false;
        }
        if theme == Theme::Spins && planned.is_empty() && choices.one_in(8) {
            planned = player::plan_spin(choices, &pair.twin);
            is_hasty = true;
        }
        let call = next_call(choices, theme, &pair, &mut planned);
        let at = match (planned.is_empty(), is_hasty) {
            (false, true) => pair.twin.now,
            (is_free, _) => next_time(choices, theme, setup, &pair, !is_free),
        };
        steps.push(Step { at, call });
        for event in pair.step(Step { at, call })? {
            *coverage.entry(kind(&event)).or_default() += 1;
        }
        if at > 0 && choices.one_in(64) && pair.game.update(at - 1, None).is_ok() {
            return Err(format!("at {at} the engine accepted an earlier time"));
        }
        if choices.one_in(64) && pair.game.update(LATEST + 1, None).is_ok() {
            return Err("the engine accepted a time after the last".to_string());
        }
        after_end += u32::from(pair.twin.end().is_some());
        if choices.used_up || after_end > 8 {
            break;
        }
    }
    Ok(())
}

fn next_call(choices: &mut Choices<'_>, theme: Theme, pair: &Pair, planned: &mut Vec<Input>) -> Call {
    let garbage = if theme == Theme::Garbage { 8 } else { 60 };
    let undo = if theme == Theme::Undo { 12 } else { 150 };
    if choices.one_in(garbage) {
        return Call::Garbage(if choices.one_in(10) { choices.below(50) } else { choices.below(6) } as u32);
    }
    if choices.one_in(undo) || pair.twin.end().is_some() && choices.one_in(4) {
        return Call::Undo;
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

fn next_time(choices: &mut Choices<'_>, theme: Theme, setup: &Setup, pair: &Pair, is_planned: bool) -> Time {
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
    // Not too many pieces at once, and the slow game does every repeat, moving or not, one by one.
    let is_too_long = step > 10_000 * MILLISECOND && due.is_none_or(|due| now + step > due + 1);
    let longest = if repeat == 0 { LATEST } else { repeat.saturating_mul(2000) };
    (now + if is_too_long { 50 * MILLISECOND } else { step }.min(longest)).min(LATEST)
}

/// The name of what happened.
fn kind(event: &Event) -> &'static str {
    match event.kind {
        EventKind::Generated { .. } => "generated",
        EventKind::Held { .. } => "held",
        EventKind::Shifted { .. } => "shifted",
        EventKind::Rotated { point: 5, .. } => "rotated by point 5",
        EventKind::Rotated { point: 6, .. } => "rotated by point 6",
        EventKind::Rotated { .. } => "rotated",
        EventKind::Fell { soft: false, .. } => "fell",
        EventKind::Fell { soft: true, .. } => "fell softly",
        EventKind::Landed { .. } => "landed",
        EventKind::HardDropped { .. } => "dropped",
        EventKind::Locked { spin: Spin::None, .. } => "locked",
        EventKind::Locked { spin: Spin::Mini, .. } => "locked with a mini spin",
        EventKind::Locked { spin: Spin::Full, .. } => "locked with a full spin",
        EventKind::Cleared { perfect_clear: true, .. } => "cleared perfectly",
        EventKind::Cleared { back_to_back: true, .. } => "cleared back to back",
        EventKind::Cleared { lines, .. } => ["", "cleared 1", "cleared 2", "cleared 3", "cleared 4"][lines as usize],
        EventKind::Rewarded { .. } => "rewarded",
        EventKind::Collapsed { .. } => "collapsed",
        EventKind::LevelUp { .. } => "level up",
        EventKind::Attacked { cancelled: 0, .. } => "attacked",
        EventKind::Attacked { .. } => "cancelled",
        EventKind::Warned { .. } => "warned",
        EventKind::Rose { .. } => "rose",
        EventKind::Undone => "undone",
        EventKind::Ended { end } => end.name(),
    }
}
