//! Everything that can be chosen for a game, in one table.

use tetrolab_engine::{Goal, LAST_LEVEL, LockDown, Mode, RULES, Rules, SECOND, Time};

use super::{Choosing, Purpose};
use tetrolab_inputs::bot::agent_names;
use tetrolab_sessions::play::choices::{CHEESE, LINES, NEXT, PERFECT_CLEARS, ROWS, SECONDS, SPEEDS};
use tetrolab_sessions::play::for_people;
use tetrolab_sessions::texts::{Choosing as Words, Text, Texts};

/// One thing that can be chosen.
pub struct Choice {
    pub name: fn(&Words) -> &Text,
    /// Whether it matters for this game.
    pub matters: fn(&Choosing) -> bool,
    pub show: fn(&Choosing, &Texts) -> String,
    /// Changes it, up or down.
    pub change: fn(&mut Choosing, bool),
}

const LOCK_DOWNS: [LockDown; 3] = [LockDown::Extended, LockDown::Infinite, LockDown::Classic];

/// The neighbour of a value in a list, around its ends; the first if it is not there.
fn beside<T: Copy + PartialEq>(list: &[T], value: T, up: bool) -> T {
    let place = list.iter().position(|&one| one == value);
    let step = if up { 1 } else { list.len() - 1 };
    list[place.map_or(0, |place| (place + step) % list.len())]
}

/// All choices.
pub const CHOICES: &[Choice] = &[
    Choice {
        name: |words| &words.agent,
        matters: |choosing| choosing.purpose == Purpose::Watch || choosing.game.opponent.is_some(),
        show: |choosing, _| choosing.agent.agent.clone(),
        change: |choosing, up| {
            let names = agent_names();
            let name = choosing.agent.agent.clone();
            choosing.agent.agent = beside(&names, name.as_str(), up).to_string();
        },
    },
    Choice {
        name: |words| &words.speed,
        matters: |choosing| choosing.purpose == Purpose::Watch || choosing.game.opponent.is_some(),
        show: |choosing, texts| texts.choosing.pieces_per_second.with(&[("speed", &choosing.agent.speed)]),
        change: |choosing, up| choosing.agent.speed = beside(&SPEEDS, choosing.agent.speed, up),
    },
    Choice {
        name: |words| &words.rules,
        matters: |_| true,
        show: |choosing, texts| texts.value_of(choosing.game.rules.name).to_string(),
        change: |choosing, up| {
            let names = RULES.map(|rules| rules.name);
            let name = beside(&names, choosing.game.rules.name, up);
            choosing.game.rules = for_people(Rules::named(name).unwrap_or_default());
        },
    },
    Choice {
        name: |words| &words.level,
        matters: |_| true,
        show: |choosing, _| choosing.game.mode.start_level.to_string(),
        change: |choosing, up| {
            let levels: Vec<u8> = (1..=LAST_LEVEL).collect();
            choosing.game.mode.start_level = beside(&levels, choosing.game.mode.start_level, up);
        },
    },
    Choice {
        name: |words| &words.goal,
        matters: |choosing| Mode::named(choosing.game.mode.name).is_some_and(|mode| mode.goal != Goal::Nothing),
        show: |choosing, texts| match choosing.game.mode.goal {
            Goal::Variable => texts.choosing.variable.to_string(),
            _ => texts.choosing.fixed.to_string(),
        },
        change: |choosing, up| {
            choosing.game.mode.goal = beside(&[Goal::Fixed, Goal::Variable], choosing.game.mode.goal, up);
        },
    },
    Choice {
        name: |words| &words.lines,
        matters: |choosing| choosing.game.mode.line_limit.is_some(),
        show: |choosing, _| choosing.game.mode.line_limit.unwrap_or_default().to_string(),
        change: |choosing, up| {
            choosing.game.mode.line_limit = choosing.game.mode.line_limit.map(|lines| beside(&LINES, lines, up));
        },
    },
    Choice {
        name: |words| &words.time,
        matters: |choosing| choosing.game.mode.time_limit.is_some(),
        show: |choosing, _| minutes(choosing.game.mode.time_limit.unwrap_or_default()),
        change: |choosing, up| {
            let limit = choosing.game.mode.time_limit;
            choosing.game.mode.time_limit = limit.map(|limit| beside(&SECONDS, limit / SECOND, up) * SECOND);
        },
    },
    Choice {
        name: |words| &words.garbage,
        matters: |choosing| choosing.game.mode.garbage_limit.is_some(),
        show: |choosing, _| choosing.game.mode.garbage_limit.unwrap_or_default().to_string(),
        change: |choosing, up| {
            let limit = choosing.game.mode.garbage_limit;
            choosing.game.mode.garbage_limit = limit.map(|limit| beside(&CHEESE, limit, up));
        },
    },
    Choice {
        name: |words| &words.perfect_clears,
        matters: |choosing| choosing.game.mode.perfect_clear_limit.is_some(),
        show: |choosing, _| choosing.game.mode.perfect_clear_limit.unwrap_or_default().to_string(),
        change: |choosing, up| {
            let limit = choosing.game.mode.perfect_clear_limit;
            choosing.game.mode.perfect_clear_limit = limit.map(|limit| beside(&PERFECT_CLEARS, limit, up));
        },
    },
    Choice {
        name: |words| &words.starting_rows,
        matters: |choosing| choosing.game.mode.garbage_limit.is_none(),
        show: |choosing, _| choosing.game.mode.starting_rows.to_string(),
        change: |choosing, up| choosing.game.mode.starting_rows = beside(&ROWS, choosing.game.mode.starting_rows, up),
    },
    Choice {
        name: |words| &words.gravity,
        matters: |_| true,
        show: |choosing, texts| on_or_off(choosing.game.gravity, texts),
        change: |choosing, _| choosing.game.gravity = !choosing.game.gravity,
    },
    Choice {
        name: |words| &words.lock_down,
        matters: |choosing| choosing.game.gravity,
        show: |choosing, texts| texts.value_of(&choosing.game.rules.lock_down.to_string()).to_string(),
        change: |choosing, up| choosing.game.rules.lock_down = beside(&LOCK_DOWNS, choosing.game.rules.lock_down, up),
    },
    Choice {
        name: |words| &words.next,
        matters: |_| true,
        show: |choosing, _| choosing.game.rules.next.to_string(),
        change: |choosing, up| choosing.game.rules.next = beside(&NEXT, choosing.game.rules.next, up),
    },
    Choice {
        name: |words| &words.hold,
        matters: |_| true,
        show: |choosing, texts| on_or_off(choosing.game.rules.hold, texts),
        change: |choosing, _| choosing.game.rules.hold = !choosing.game.rules.hold,
    },
    Choice {
        name: |words| &words.seed,
        matters: |_| true,
        show: |choosing, texts| match choosing.game.seed {
            Some(seed) => seed.0.to_string(),
            None => texts.choosing.any_seed.to_string(),
        },
        change: |choosing, _| choosing.game.seed = None,
    },
];

fn on_or_off(is_on: bool, texts: &Texts) -> String {
    if is_on { &texts.common.on } else { &texts.common.off }.to_string()
}

fn minutes(time: Time) -> String {
    format!("{}:{:02}", time / (60 * SECOND), time / SECOND % 60)
}
