//! What can be played: every mode with what can be chosen for it, what was chosen last, and the best game so far.

use anyhow::Result;
use serde::Deserialize;
use serde_json::{Value, json};
use tetrolab_engine::{Goal, LAST_LEVEL, LockDown, MODES, Mode, RULES, SECOND};

use super::{read, texts};
use crate::agents::LEARNED;
use crate::house::House;
use tetrolab_inputs::bot::agent_names;
use tetrolab_sessions::play::choices::{CHEESE, LINES, NEXT, PERFECT_CLEARS, ROWS, SECONDS, SPEEDS};
use tetrolab_sessions::play::{NewGame, Standing};
use tetrolab_sessions::preferences::Preferences;
use tetrolab_sessions::texts::Texts;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    language: String,
}

/// All modes.
pub fn list(house: &House, with: Value) -> Result<Value> {
    let Question { language } = read(with)?;
    let (preferences, texts) = (house.preferences(), texts(&language));
    let learned: Vec<String> = house.runs().players().iter().map(|run| format!("{LEARNED}{run}")).collect();
    let modes = MODES.map(|mode| {
        let game = NewGame::in_mode(mode, &preferences);
        let (title, about) = texts.mode(&mode);
        let best =
            house.with_records(|records| Ok(Standing::of(&game.setup(), game.opponent.as_ref(), Some(records)).best()));
        json!({
            "name": mode.name,
            "title": title,
            "about": about,
            // Without records there is no best game.
            "best": best.ok().flatten(),
            "fields": fields(&game, mode, &learned, texts),
        })
    });
    Ok(json!({ "modes": modes, "last": last(&preferences) }))
}

fn last(preferences: &Preferences) -> &'static str {
    preferences.setup.mode.name
}

/// What can be chosen: the name of a part of the address, what it is called, what it can be, and what it is.
fn fields(game: &NewGame, mode: Mode, learned: &[String], texts: &Texts) -> Vec<Value> {
    let choosing = &texts.choosing;
    let mut fields = Vec::new();
    let mut add = |key: &str, title: &str, options: Vec<(String, String)>, value: String| {
        fields.push(json!({ "key": key, "title": title, "options": options, "value": value }));
    };
    let on_off = || {
        [("on", &texts.common.on), ("off", &texts.common.off)]
            .map(|(key, name)| (key.to_string(), name.to_string()))
            .to_vec()
    };
    let word = |is_on: bool| if is_on { "on" } else { "off" }.to_string();
    if let Some(opponent) = &game.opponent {
        let named = agent_names().into_iter().map(str::to_string);
        let mut agents: Vec<String> = learned.iter().cloned().chain(named).collect();
        if !agents.contains(&opponent.agent) {
            agents.insert(0, opponent.agent.clone());
        }
        add("opponent", &choosing.agent, plain(agents), opponent.agent.clone());
        let mut speeds: Vec<String> = SPEEDS.map(|speed| speed.to_string()).to_vec();
        if !speeds.contains(&opponent.speed.to_string()) {
            speeds.insert(0, opponent.speed.to_string());
        }
        let shown = |speed: &String| choosing.pieces_per_second.with(&[("speed", speed)]);
        let speeds = speeds.iter().map(|speed| (speed.clone(), shown(speed))).collect();
        add("speed", &choosing.speed, speeds, opponent.speed.to_string());
    }
    let rules = RULES.iter().map(|rules| (rules.name.to_string(), texts.value_of(rules.name).to_string()));
    add("rules", &choosing.rules, rules.collect(), game.rules.name.to_string());
    let levels = (1..=LAST_LEVEL).map(|level| level.to_string()).collect();
    add("level", &choosing.level, plain(levels), game.mode.start_level.to_string());
    if mode.goal != Goal::Nothing {
        let goals = [("fixed", &choosing.fixed), ("variable", &choosing.variable)];
        let goals = goals.map(|(key, name)| (key.to_string(), name.to_string()));
        add("goal", &choosing.goal, goals.to_vec(), game.mode.goal.to_string());
    }
    if let Some(lines) = game.mode.line_limit {
        add("line-limit", &choosing.lines, numbers(&LINES, lines), lines.to_string());
    }
    if let Some(time) = game.mode.time_limit {
        let seconds = time / SECOND;
        let options = numbers(&SECONDS, seconds).into_iter().map(|(key, _)| {
            let seconds: u64 = key.parse().unwrap_or_default();
            (format!("{key}s"), format!("{}:{:02}", seconds / 60, seconds % 60))
        });
        add("time-limit", &choosing.time, options.collect(), format!("{seconds}s"));
    }
    if let Some(rows) = game.mode.garbage_limit {
        add("garbage-limit", &choosing.garbage, numbers(&CHEESE, rows), rows.to_string());
    }
    if let Some(clears) = game.mode.perfect_clear_limit {
        add("perfect-clear-limit", &choosing.perfect_clears, numbers(&PERFECT_CLEARS, clears), clears.to_string());
    }
    if game.mode.garbage_limit.is_none() {
        let rows = game.mode.starting_rows;
        add("starting-rows", &choosing.starting_rows, numbers(&ROWS, rows), rows.to_string());
    }
    add("gravity", &choosing.gravity, on_off(), word(game.gravity));
    let lock_downs = [LockDown::Extended, LockDown::Infinite, LockDown::Classic].map(|mode| mode.to_string());
    let lock_downs = lock_downs.map(|word| (word.clone(), texts.value_of(&word).to_string()));
    add("lock-down", &choosing.lock_down, lock_downs.to_vec(), game.rules.lock_down.to_string());
    add("next", &choosing.next, numbers(&NEXT, game.rules.next), game.rules.next.to_string());
    add("hold", &choosing.hold, on_off(), word(game.rules.hold));
    fields
}

/// Words that mean themselves.
fn plain(words: Vec<String>) -> Vec<(String, String)> {
    words.into_iter().map(|word| (word.clone(), word)).collect()
}

/// Numbers, with the one that was chosen.
fn numbers<T: Copy + Ord + ToString>(offered: &[T], chosen: T) -> Vec<(String, String)> {
    let mut numbers = offered.to_vec();
    numbers.push(chosen);
    numbers.sort_unstable();
    numbers.dedup();
    plain(numbers.iter().map(ToString::to_string).collect())
}
