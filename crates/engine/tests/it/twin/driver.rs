//! Random games through both, compared after every call.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use tetrolab_engine::{Game, Input, LATEST, Setting, Setup};

use super::choices::Choices;
pub use super::choices::random_bytes;
use super::compare::{Call, Pair, Step};
pub use super::coverage::Coverage;
use super::coverage::kind;
use super::inputs::{next_call, next_time};
pub use super::setups::Theme;
use super::setups::random_setup;
use super::shrink::explain;
use super::{Twin, player};

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

/// Plays games of one theme until `inputs` inputs were compared. Returns what happened in them.
///
/// # Panics
/// If the two games differ, with a small case that shows it.
pub fn run_theme(theme: Theme, seed: u64, inputs: u64) -> Coverage {
    let mut bytes = random_bytes(seed, theme as u64);
    let mut choices = Choices::new(&mut bytes);
    let mut coverage = Coverage::new();
    let mut done = 0;
    while done < inputs {
        done += play_one(&mut choices, theme, &mut coverage);
    }
    coverage
}

/// Plays games in which the engine has another value of this setting than the twin. Returns how many it took until
/// they differed, or `None` if they never did.
pub fn games_until_noticed(setting: &Setting, most: u64) -> Option<u64> {
    let mut bytes = random_bytes(3, 0);
    let mut choices = Choices::new(&mut bytes);
    (1..=most).find(|_| {
        let theme = choices.pick(&Theme::ALL);
        let setup = random_setup(&mut choices, theme);
        let other = random_setup(&mut choices, theme);
        let mut changed = setup.clone();
        (setting.set)(&mut changed, &(setting.get)(&other)).expect("a value that was got can be set");
        let Ok(game) = Game::from_setup(&changed) else { return false };
        let mut pair = Pair { game, twin: Twin::new(&setup) };
        compare(&mut pair, &mut choices, theme, &setup, &mut Record::default()).is_err()
    })
}

/// What was done in a game, and what came of it.
#[derive(Default)]
struct Record {
    steps: Vec<Step>,
    coverage: Coverage,
}

/// One game. Returns how many inputs it took; calls that only let time pass do not count.
fn play_one(choices: &mut Choices<'_>, theme: Theme, coverage: &mut Coverage) -> u64 {
    let setup = random_setup(choices, theme);
    let mut record = Record::default();
    let result = catch_unwind(AssertUnwindSafe(|| {
        let mut pair = Pair::new(&setup)?;
        compare(&mut pair, choices, theme, &setup, &mut record)
    }));
    match result {
        Ok(Ok(())) => {}
        Ok(Err(difference)) => panic!("{difference}\n\n{}", explain(&setup, &record.steps)),
        Err(panic) => {
            eprintln!("{}", explain(&setup, &record.steps));
            resume_unwind(panic);
        }
    }
    for (kind, times) in record.coverage {
        *coverage.entry(kind).or_default() += times;
    }
    record.steps.iter().filter(|step| step.call != Call::Wait).count() as u64
}

/// Plays one game in both.
fn compare(
    pair: &mut Pair,
    choices: &mut Choices<'_>,
    theme: Theme,
    setup: &Setup,
    record: &mut Record,
) -> Result<(), String> {
    let mut planned: Vec<Input> = Vec::new();
    // Whether what is planned should be done without letting time pass.
    let mut is_hasty = false;
    if theme == Theme::Spins {
        planned = player::plan_spin(choices, &pair.twin);
        is_hasty = true;
    }
    let mut after_end = 0;
    let calls = if theme == Theme::Spins { choices.between(10, 80) } else { choices.between(20, 300) };
    for _ in 0..calls {
        if planned.is_empty() && choices.one_in(if theme.is_played_well() { 3 } else { 20 }) {
            planned = player::plan(&pair.twin);
            is_hasty = false;
        }
        if theme == Theme::Spins && planned.is_empty() && choices.one_in(8) {
            planned = player::plan_spin(choices, &pair.twin);
            is_hasty = true;
        }
        let call = next_call(choices, theme, pair, &mut planned);
        let at = match (planned.is_empty(), is_hasty) {
            (false, true) => pair.twin.now,
            (is_free, _) => next_time(choices, theme, setup, pair, !is_free),
        };
        let step = Step { at, call };
        record.steps.push(step);
        for event in pair.step(step)? {
            *record.coverage.entry(kind(&event)).or_default() += 1;
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
