//! The user's settings: all of them with what they can be, and changes.

use anyhow::Result;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{read, texts};
use crate::agents;
use crate::house::House;
use crate::refusal::{Refusal, problem_sentence, setting_sentence};
use tetrolab_engine::{Block, Piece};
use tetrolab_sessions::palette::Rgb;
use tetrolab_sessions::preferences::Preferences;
use tetrolab_sessions::preferences::bindings::Conflict;
use tetrolab_sessions::preferences::kind::{Kind, Unit};
use tetrolab_sessions::preferences::look::{Characters, Colours};
use tetrolab_sessions::preferences::preference::{Preference, Section, Since};
use tetrolab_sessions::preferences::table::PREFERENCES;
use tetrolab_sessions::texts::Texts;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    language: String,
}

/// All settings but those of the terminal, and what the page follows of them at once.
pub fn list(house: &House, with: Value) -> Result<Value> {
    let Listed { language } = read(with)?;
    Ok(document(&house.preferences(), texts(&language)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    language: String,
    section: String,
    name: String,
    value: String,
}

/// Changes one setting and answers as [`list`] does.
pub fn change(house: &House, with: Value) -> Result<Value> {
    let Change { language, section, name, value } = read(with)?;
    let found = section.parse().ok().and_then(|section| Preference::named(section, &name));
    let called = name.to_string();
    let preference =
        found.ok_or_else(|| Refusal::new(move |texts| texts.refused.setting.with(&[("name", &called)])))?;
    if matches!((preference.section, preference.name), (Section::Assistant, "agent") | (Section::Versus, "opponent")) {
        agents::ensure_no_file(&value)?;
    }
    // Numbers and times may be typed as people write them, such as 2,5.
    let typed = match preference.kind {
        Kind::Number { .. } | Kind::Time { .. } => preference.read_typed(&value, Characters::Unicode, texts(&language)),
        _ => None,
    };
    let value = typed.unwrap_or(value);
    house.change(|preferences| {
        preferences.change(preference, &value).map_err(|_| refusal(preferences, preference, &value).into())
    })?;
    Ok(document(&house.preferences(), texts(&language)))
}

/// Why a setting cannot have this value: by itself, because of a key that does something else already, or together with the rest.
fn refusal(preferences: &Preferences, preference: &'static Preference, value: &str) -> Refusal {
    let (mut changed, value) = (preferences.clone(), value.to_string());
    if preference.set(&mut changed, &value).is_ok() {
        if let Some(Conflict { key, commands: [one, other] }) = changed.keys.conflict() {
            let other = if other.name() == preference.name { one } else { other };
            return Refusal::new(move |texts| {
                let key = key.shown(Characters::Unicode, &texts.keys);
                texts.key_choice.taken.with(&[("key", &key), ("other", &other.text(&texts.keys))])
            });
        }
        if let Some(problem) = changed.setup.problems().into_iter().next() {
            return Refusal::new(move |texts| problem_sentence(&problem, texts));
        }
    }
    Refusal::new(move |texts| setting_sentence(preference, &value, texts))
}

fn document(preferences: &Preferences, texts: &Texts) -> Value {
    let sections = Section::ALL.iter().map(|&section| {
        let is_here = |preference: &&Preference| preference.section == section && !preference.is_of_terminal();
        let entries = PREFERENCES.iter().filter(is_here);
        json!({
            "name": section.name(),
            "title": section.text(texts),
            "entries": entries.map(|preference| entry(preference, preferences, texts)).collect::<Vec<_>>(),
        })
    });
    json!({ "sections": sections.collect::<Vec<_>>(), "look": look(preferences), "keys": keys(preferences, texts) })
}

fn entry(preference: &Preference, preferences: &Preferences, texts: &Texts) -> Value {
    let value = preference.get(preferences);
    let shown = |value: &str| preference.shown(value, Characters::Unicode, texts);
    let options = |words: &[&str]| words.iter().map(|word| json!([word, shown(word)])).collect::<Vec<_>>();
    let kind = match &preference.kind {
        Kind::Toggle => json!({ "is": "toggle" }),
        Kind::Choice(words) => json!({ "is": "choice", "options": options(words) }),
        Kind::Preset(words) => json!({ "is": "choice", "options": options(words) }),
        Kind::Number { least, most, step, words } => {
            json!({ "is": "number", "least": least, "most": most, "step": step, "words": options(words) })
        }
        Kind::Time { words, .. } => {
            let unit = preference.kind.unit().map(Unit::name);
            json!({ "is": "time", "words": options(words), "unit": unit })
        }
        Kind::Text { words } => json!({ "is": "text", "words": words }),
        Kind::Keys => json!({ "is": "keys" }),
    };
    json!({
        "name": preference.name,
        "title": preference.text(texts),
        "about": preference.about(texts),
        "value": value,
        "typed": preference.typed(&value, Characters::Unicode, texts),
        "shown": shown(&value),
        "usual": preference.default(preferences),
        "usual_shown": shown(&preference.default(preferences)),
        "kind": kind,
        "counts": match preference.counts() {
            Since::Now => "now",
            Since::NextGame => "next-game",
            Since::NextStart => "next-start",
        },
    })
}

/// What Blocks look like.
fn look(preferences: &Preferences) -> Value {
    let look = &preferences.look;
    let colour = |block: Block| look.colours.block(block).map(|colour: Rgb| colour.to_string());
    let pieces: serde_json::Map<String, Value> =
        Piece::ALL.iter().map(|&piece| (piece.letter().to_string(), json!(colour(Block::Of(piece))))).collect();
    json!({
        "blocks": look.blocks.name(),
        "pieces": pieces,
        "garbage": colour(Block::Garbage),
        "ghost": look.ghost,
        "grid": look.grid,
        "is_monochrome": look.colours == Colours::Monochrome,
        "countdown": preferences.countdown,
        "pause_on_focus_loss": preferences.pause_on_focus_loss,
    })
}

/// Which keys do what: by the names of keys, and as they are shown.
fn keys(preferences: &Preferences, texts: &Texts) -> Value {
    use tetrolab_sessions::preferences::command::Command;
    let command = |command: Command| {
        let keys = preferences.keys.keys(command);
        json!({
            "command": command.name(),
            "title": command.text(&texts.keys).to_string(),
            "keys": keys.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "shown": keys.iter().map(|key| key.shown(Characters::Unicode, &texts.keys)).collect::<Vec<_>>(),
        })
    };
    Command::ALL.map(command).to_vec().into()
}
