//! The table of everything that can be set. The file, its reader and writer, the screens and `docs/settings.md` follow it.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::LazyLock;

use tetrolab_agents::Agent;
use tetrolab_engine::{Group, HANDLINGS, Handling, MODES, Mode, RULES, Rules, SETTINGS};

use super::bindings::Bindings;
use super::command::Command;
use super::key_presets::KEY_PRESETS;
use super::kind::Kind;
use super::look::{BlockStyle, Characters, Colours};
use super::page::{Theme, Touch, VOLUMES};
use super::preference::{Preference, Section, Source};
use super::{COUNTDOWNS, Keyboard, LOOKAHEADS, OPPONENT_SPEEDS, check_name};
use crate::texts::Language;
use tetrolab_inputs::bot::{Bot, agent_names};
use tetrolab_inputs::bot_name::BotName;

/// The word for a language that the environment decides.
pub const AUTOMATIC: &str = "automatic";

/// An entry whose value is in the preferences.
macro_rules! own {
    ($section:ident, $name:literal, $kind:expr, $meaning:literal, $get:expr, $set:expr $(,)?) => {
        Preference {
            section: Section::$section,
            name: $name,
            meaning: $meaning,
            kind: $kind,
            source: Source::Own { get: $get, set: $set },
        }
    };
}

/// One of several words.
macro_rules! word {
    ($section:ident, $name:literal, $type:ty, $($field:ident).+, $meaning:literal) => {
        own!(
            $section,
            $name,
            Kind::Choice(<$type>::WORDS.to_vec()),
            $meaning,
            |preferences| preferences.$($field).+.name().to_string(),
            |preferences, text| {
                preferences.$($field).+ = text.parse()?;
                Ok(())
            },
        )
    };
}

/// On or off.
macro_rules! toggle {
    ($section:ident, $name:literal, $($field:ident).+, $meaning:literal) => {
        own!(
            $section,
            $name,
            Kind::Toggle,
            $meaning,
            |preferences| if preferences.$($field).+ { "on" } else { "off" }.to_string(),
            |preferences, text| {
                preferences.$($field).+ = match text {
                    "on" => true,
                    "off" => false,
                    _ => return Err("expected one of: on off".to_string()),
                };
                Ok(())
            },
        )
    };
}

/// A number in a range.
macro_rules! number {
    ($section:ident, $name:literal, $range:ident, $step:literal, $field:ident, $meaning:literal) => {
        own!(
            $section,
            $name,
            Kind::Number {
                least: f64::from(*$range.start()),
                most: f64::from(*$range.end()),
                step: $step,
                words: Vec::new()
            },
            $meaning,
            |preferences| preferences.$field.to_string(),
            |preferences, text| {
                preferences.$field = within(&$range, text)?;
                Ok(())
            },
        )
    };
}

/// A preset of the engine, which sets its whole group.
macro_rules! preset {
    ($section:ident, $name:literal, $type:ty, $table:ident, $field:ident, $meaning:literal) => {
        own!(
            $section,
            $name,
            Kind::Preset($table.iter().map(|preset| preset.name).collect()),
            $meaning,
            |preferences| preferences.setup.$field.name.to_string(),
            |preferences, text| {
                let names: Vec<&str> = $table.iter().map(|preset| preset.name).collect();
                let preset = <$type>::named(text);
                preferences.setup.$field = preset.ok_or_else(|| format!("expected one of: {}", names.join(" ")))?;
                Ok(())
            },
        )
    };
}

/// Reads a number in a range.
fn within<T: FromStr + PartialOrd + Display>(range: &RangeInclusive<T>, text: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
}

/// An agent's name, a bot's, or what looks like the path of a file; whether that is there is seen when it is needed.
fn agent(text: &str) -> Result<String, String> {
    if BotName::is_meant(text) {
        return Bot::check(text).map(|()| text.to_string());
    }
    if text.contains(['/', '\\', '.']) {
        return Ok(text.to_string());
    }
    Agent::named(text).map(|agent| agent.name.to_string()).map_err(|unknown| unknown.to_string())
}

/// The settings of the engine in this group, as entries of this section.
fn engine(section: Section, group: Group) -> impl Iterator<Item = Preference> {
    SETTINGS.iter().filter(move |setting| setting.group == group).map(move |setting| Preference {
        section,
        name: setting.name,
        meaning: setting.meaning,
        kind: Kind::of_setting(setting),
        source: Source::Engine(setting),
    })
}

/// Everything that can be set, section by section.
pub static PREFERENCES: LazyLock<Vec<Preference>> = LazyLock::new(|| {
    let mut all = vec![
        own!(
            Player,
            "name",
            Kind::Text { words: Vec::new() },
            "the player's name, 1 to 20 characters",
            |preferences| preferences.player.clone(),
            |preferences, text| {
                preferences.player = check_name(text)?;
                Ok(())
            },
        ),
        own!(
            Player,
            "language",
            Kind::Choice([AUTOMATIC].into_iter().chain(Language::ALL.map(Language::code)).collect()),
            "the language of the screen; automatic follows the environment",
            |preferences| preferences.language.map_or(AUTOMATIC, Language::code).to_string(),
            |preferences, text| {
                preferences.language = if text == AUTOMATIC { None } else { Some(text.parse()?) };
                Ok(())
            },
        ),
        preset!(Rules, "preset", Rules, RULES, rules, "where the other rules come from"),
    ];
    all.extend(engine(Section::Rules, Group::Rules));
    all.push(preset!(Handling, "preset", Handling, HANDLINGS, handling, "where the rest of the handling comes from"));
    all.extend(engine(Section::Handling, Group::Handling));
    all.push(word!(
        Handling,
        "keyboard",
        Keyboard,
        keyboard,
        "what the terminal reports: releases of keys, or only repeats of held ones"
    ));
    all.push(own!(
        Keys,
        "preset",
        Kind::Preset(KEY_PRESETS.iter().map(|preset| preset.name).collect()),
        "where the other keys come from",
        |preferences| preferences.keys.preset().to_string(),
        |preferences, text| {
            preferences.keys = Bindings::named(text)?;
            Ok(())
        },
    ));
    all.extend(Command::ALL.map(|command| Preference {
        section: Section::Keys,
        name: command.name(),
        meaning: command.meaning(),
        kind: Kind::Keys,
        source: Source::Keys(command),
    }));
    all.extend([
        word!(Look, "blocks", BlockStyle, look.blocks, "how Blocks are told apart"),
        word!(Look, "colours", Colours, look.colours, "the colours of the pieces"),
        word!(Look, "characters", Characters, look.characters, "what the screen is drawn with"),
        toggle!(Look, "ghost", look.ghost, "show where the piece would land"),
        toggle!(Look, "grid", look.grid, "mark empty cells"),
        preset!(Game, "mode", Mode, MODES, mode, "what a new game is played for"),
    ]);
    all.extend(engine(Section::Game, Group::Mode));
    all.extend([
        toggle!(Game, "zen-gravity", zen_gravity, "pieces fall by themselves in the mode zen"),
        number!(Game, "countdown", COUNTDOWNS, 1.0, countdown, "seconds before a game begins or goes on"),
        toggle!(Game, "pause-on-focus-loss", pause_on_focus_loss, "pause when another window gets the keys"),
        own!(
            Assistant,
            "agent",
            Kind::Text { words: agent_names() },
            "who gives hints: an agent of `tetrolab agents`, the path of a file of weights, or `bot`",
            |preferences| preferences.agent.clone(),
            |preferences, text| {
                preferences.agent = agent(text)?;
                Ok(())
            },
        ),
        number!(Assistant, "lookahead", LOOKAHEADS, 1.0, lookahead, "how many pieces the assistant looks at"),
        own!(
            Versus,
            "opponent",
            Kind::Text { words: agent_names() },
            "who plays against you: `bot`, an agent of `tetrolab agents`, or the path of a file of weights",
            |preferences| preferences.opponent.clone(),
            |preferences, text| {
                preferences.opponent = agent(text)?;
                Ok(())
            },
        ),
        number!(Versus, "speed", OPPONENT_SPEEDS, 0.1, opponent_speed, "pieces that the opponent places in a second"),
        word!(Page, "theme", Theme, page.theme, "the colours of the page around the game; auto follows the system"),
        toggle!(Page, "sound", page.sound, "sounds of the game in the page"),
        own!(
            Page,
            "volume",
            Kind::Number { least: 0.0, most: 100.0, step: 5.0, words: Vec::new() },
            "how loud they are, in per cent",
            |preferences| preferences.page.volume.to_string(),
            |preferences, text| {
                preferences.page.volume = within(&VOLUMES, text)?;
                Ok(())
            },
        ),
        word!(
            Page,
            "touch",
            Touch,
            page.touch,
            "buttons on the screen of the page; auto shows them where there are no keys"
        ),
    ]);
    all
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preferences::Preferences;

    #[test]
    fn every_entry_reads_what_it_shows_in_every_preset() {
        for setup in RULES.iter().zip(MODES.iter().cycle()).zip(HANDLINGS) {
            let mut preferences = Preferences::default();
            let ((rules, mode), handling) = setup;
            (preferences.setup.rules, preferences.setup.mode, preferences.setup.handling) = (*rules, *mode, handling);
            let mut copy = Preferences::default();
            for preference in PREFERENCES.iter() {
                preference.set(&mut copy, &preference.get(&preferences)).unwrap();
            }
            assert_eq!(copy, preferences);
        }
    }

    #[test]
    fn names_are_unique_and_words_are_accepted() {
        for (index, preference) in PREFERENCES.iter().enumerate() {
            let is_same = |other: &Preference| other.section == preference.section && other.name == preference.name;
            assert!(!PREFERENCES[..index].iter().any(is_same), "{}", preference.name);
            assert!(!preference.meaning.is_empty() && !preference.meaning.contains(['|', '\n']));
            match &preference.kind {
                Kind::Choice(words) | Kind::Preset(words) | Kind::Number { words, .. } | Kind::Time { words, .. } => {
                    for word in words {
                        let mut preferences = Preferences::default();
                        preference.set(&mut preferences, word).unwrap();
                        assert_eq!(preference.get(&preferences), *word);
                    }
                    let mut preferences = Preferences::default();
                    assert!(preference.set(&mut preferences, "no such value").is_err(), "{}", preference.name);
                    assert_eq!(preferences, Preferences::default());
                }
                Kind::Toggle | Kind::Text { .. } | Kind::Keys => {}
            }
        }
    }

    #[test]
    fn the_engines_settings_and_the_commands_are_all_there() {
        for setting in SETTINGS {
            let section = match setting.group {
                Group::Rules => Section::Rules,
                Group::Mode => Section::Game,
                Group::Handling => Section::Handling,
            };
            assert!(Preference::named(section, setting.name).is_some(), "{}", setting.name);
        }
        for command in Command::ALL {
            assert!(Preference::named(Section::Keys, command.name()).is_some());
        }
    }

    #[test]
    fn agents_are_names_or_paths() {
        assert_eq!(agent("bcts").as_deref(), Ok("bcts"));
        for bot in ["bot", "bot:1000", "bot:/home/ada/mine.toml", "/home/ada/mine.toml"] {
            assert_eq!(agent(bot).as_deref(), Ok(bot));
        }
        assert!(agent("bot:0").is_err() && agent("bot:").is_err());
        assert_eq!(agent("bct").unwrap_err(), "there is no agent \"bct\"; the nearest is bcts");
    }

    /// The page lists every entry and every preset of keys.
    #[test]
    fn the_page_names_everything() {
        let page = include_str!("../../../../docs/settings.md").replace("\r\n", "\n");
        let mut missing = Vec::new();
        for &section in Section::ALL {
            let header = format!("## [{}]", section.name());
            let part = page.split(&header).nth(1).unwrap_or_else(|| panic!("there is no {header}"));
            let part = part.split("\n## ").next().unwrap_or_default();
            for preference in PREFERENCES.iter().filter(|preference| preference.section == section) {
                let default = match (section, preference.name) {
                    (Section::Player, "name") => "the login name".to_string(),
                    _ => format!("`{}`", preference.get(&Preferences::default())),
                };
                let (name, values, meaning) = (preference.name, preference.values(), preference.meaning);
                let row = format!("| `{name}` | {values} | {default} | {meaning} |");
                if !part.contains(&format!("\n{row}\n")) {
                    missing.push(row);
                }
            }
        }
        let rows = KEY_PRESETS.iter().map(|preset| format!("\n- `{}`: ", preset.name));
        missing.extend(rows.filter(|row| !page.contains(row.as_str())));
        for command in Command::ALL {
            let keys = KEY_PRESETS.iter().map(|preset| {
                let keys = preset.keys[command.index()].split(' ').map(|key| format!("`{key}`"));
                keys.collect::<Vec<_>>().join(" ")
            });
            let row = format!("| {} | {} |", command.name(), keys.collect::<Vec<_>>().join(" | "));
            if !page.contains(&row) {
                missing.push(row);
            }
        }
        assert!(missing.is_empty(), "docs/settings.md lacks:\n{}", missing.join("\n"));
    }
}
