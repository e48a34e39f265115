//! Reading the file of settings, so that every fault has its place.

use std::fmt;
use std::ops::Range;

use tetrolab_agents::{Unknown, WeightsText};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::Preferences;
use super::kind::Kind;
use super::preference::{Preference, Section};
use super::table::PREFERENCES;

/// What is wrong with a file of settings, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    /// A sentence.
    pub reason: String,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.reason)
    }
}

impl std::error::Error for SettingsError {}

/// Something the file sets.
struct Entry<'t> {
    preference: &'static Preference,
    value: &'t Spanned<DeValue<'t>>,
}

/// Reads all of it.
pub fn read(text: &str) -> Result<Preferences, SettingsError> {
    let table = parse(text)?;
    let mut entries = Vec::new();
    for (section, value) in WeightsText::entries(&table) {
        entries.extend(section_entries(text, section, value)?);
    }
    // Whatever a preset sets can be set otherwise, wherever it stands in the file.
    entries.sort_by_key(|entry| !matches!(entry.preference.kind, Kind::Preset(_)));
    let mut preferences = Preferences::default();
    for Entry { preference, value } in &entries {
        let name = preference.name;
        let set = preference.kind.read(value.get_ref()).map_err(|expected| format!("{name} is wrong: {expected}"));
        let set = set.and_then(|value| preference.set(&mut preferences, &value));
        set.map_err(|reason| wrong(text, &value.span(), reason))?;
    }
    match preferences.problem() {
        None => Ok(preferences),
        Some(problem) => Err(wrong(text, &cause(&preferences, &entries, &problem), problem)),
    }
}

fn parse(text: &str) -> Result<DeTable<'_>, SettingsError> {
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or_default();
        let words = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        let reason = match (words.as_str(), text.get(span.clone())) {
            ("duplicate key", Some(key)) => format!("{} is there twice", key.trim()),
            _ => format!("this is not TOML: {words}"),
        };
        wrong(text, &span, reason)
    })?;
    Ok(table.into_inner())
}

/// What a section of the file sets.
fn section_entries<'t>(
    text: &str,
    section: &Spanned<DeString<'t>>,
    value: &'t Spanned<DeValue<'t>>,
) -> Result<Vec<Entry<'t>>, SettingsError> {
    let name = section.get_ref().as_ref();
    let Ok(found) = name.parse::<Section>() else {
        let unknown = || Unknown::new("section", name, Section::WORDS.iter().copied()).to_string();
        return Err(wrong(text, &section.span(), elsewhere(name).unwrap_or_else(unknown)));
    };
    let table = value.get_ref().as_table();
    let table = table.ok_or_else(|| wrong(text, &value.span(), format!("{name} is a section, written [{name}]")))?;
    let entry = |(key, value): (&Spanned<DeString<'t>>, &'t Spanned<DeValue<'t>>)| match Preference::named(
        found,
        key.get_ref(),
    ) {
        Some(preference) => Ok(Entry { preference, value }),
        None => Err(wrong(text, &key.span(), unknown(found, key.get_ref()))),
    };
    WeightsText::entries(table).into_iter().map(entry).collect()
}

/// What is said of a name that is not in a section.
fn unknown(section: Section, name: &str) -> String {
    let names = PREFERENCES.iter().filter(|preference| preference.section == section).map(|preference| preference.name);
    elsewhere(name).unwrap_or_else(|| Unknown::new("setting", name, names).to_string())
}

/// What is said of a name that is in other sections.
fn elsewhere(name: &str) -> Option<String> {
    let there = PREFERENCES.iter().filter(|preference| preference.name == name);
    let sections: Vec<String> = there.map(|preference| format!("[{}]", preference.section.name())).collect();
    (!sections.is_empty()).then(|| format!("{name} belongs into {}", sections.join(" or ")))
}

/// Where a problem of all entries together comes from: the last entry without which it would not be there.
fn cause(preferences: &Preferences, entries: &[Entry<'_>], problem: &str) -> Range<usize> {
    let is_cause = |entry: &&Entry<'_>| {
        let mut without = preferences.clone();
        let default = entry.preference.default(preferences);
        let set = entry.preference.set(&mut without, &default);
        set.is_ok() && without.problem().as_deref() != Some(problem)
    };
    entries.iter().filter(is_cause).map(|entry| entry.value.span()).max_by_key(|span| span.start).unwrap_or_default()
}

fn wrong(text: &str, at: &Range<usize>, reason: String) -> SettingsError {
    let before = &text[..text.floor_char_boundary(at.start)];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = 1 + before.matches('\n').count();
    SettingsError { line, column: 1 + before[line_start..].chars().count(), reason }
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::{Button, Handling, MILLISECOND, Rules, SoftDrop};

    use super::*;
    use crate::preferences::command::Command;
    use crate::preferences::look::{BlockStyle, Characters};
    use crate::texts::Language;

    #[test]
    fn everything_in_the_file_is_read() {
        let text = "
            [handling]
            auto-repeat-delay = \"120ms\"
            soft-drop = \"instant\"
            preset = 'beginner' # wherever it stands

            [rules]
            preset = \"modern\"
            next = 0x3
            hold = false

            [keys]
            hold = [\"v\", \"Left-Shift\"]
            hint = []
            undo = \"backspace\"

            [game]
            mode = \"sprint\"
            line-limit = \"none\"
            countdown = 0

            [versus]
            speed = 2.5
        ";
        let text = format!("look = {{ blocks = \"letters\", ghost = false }}\nlook.characters = \"ascii\"\n{text}");
        // An inline table is closed; dotted names are the other way to write a section without a header.
        assert!(read(&text).is_err());
        let text = text.replace("look = { blocks = \"letters\", ghost = false }", "look.blocks = \"letters\"");
        let preferences = read(&format!("player = {{ language = \"pt\" }}\n{text}")).unwrap();
        let Preferences { setup, keys, look, .. } = &preferences;
        assert_eq!(preferences.language, Some(Language::Portuguese));
        assert_eq!(setup.handling.auto_repeat_delay, 120 * MILLISECOND);
        assert_eq!(setup.handling.auto_repeat_rate, Handling::BEGINNER.auto_repeat_rate);
        assert_eq!(setup.handling.soft_drop, SoftDrop::Instant);
        assert_eq!(setup.rules, Rules { next: 3, hold: false, ..Rules::MODERN });
        assert_eq!(keys.text(Command::Button(Button::Hold)), "v left-shift");
        assert_eq!((keys.text(Command::Hint).as_str(), keys.text(Command::Undo).as_str()), ("", "backspace"));
        assert_eq!((look.blocks, look.characters), (BlockStyle::Letters, Characters::Ascii));
        assert_eq!((setup.mode.name, setup.mode.line_limit, preferences.countdown), ("sprint", None, 0));
        assert_eq!(preferences.opponent_speed, 2.5);
    }

    #[test]
    fn faults_are_named_with_their_place() {
        for (text, reason) in [
            ("[lok]", "line 1, column 2: there is no section \"lok\"; the nearest is look"),
            ("\n[zzz]", "line 2, column 2: there is no section \"zzz\""),
            ("ghost = true", "line 1, column 1: ghost belongs into [look]"),
            ("[look]\ngost = true", "line 2, column 1: there is no setting \"gost\"; the nearest is ghost"),
            ("[rules]\n\tghost = true", "line 2, column 2: ghost belongs into [look]"),
            ("[look]\nhold = true", "line 2, column 1: hold belongs into [rules] or [keys]"),
            ("look = 3", "line 1, column 8: look is a section, written [look]"),
            ("[look]\nghost = \"on\"", "line 2, column 9: ghost is wrong: expected true or false"),
            ("[look]\nblocks = 1", "line 2, column 10: blocks is wrong: expected in quotes, colour, letters, patterns"),
            (
                "[look]\nblocks = \"colours\"",
                "line 2, column 10: blocks cannot be \"colours\": expected one of: colour letters patterns",
            ),
            ("[player]\n'name' = \"\"", "line 2, column 10: name cannot be \"\": a name has 1 to 20 characters"),
            ("[game]\ncountdown = 1.5", "line 2, column 13: countdown is wrong: expected a number, 0 to 3"),
            ("[game]\ncountdown = 9", "line 2, column 13: countdown cannot be \"9\": expected a number from 0 to 3"),
            (
                "[handling]\nauto-repeat-delay = 167",
                "line 2, column 21: auto-repeat-delay is wrong: expected a time with its unit in quotes, such as \"167ms\"",
            ),
            (
                "[handling]\nauto-repeat-delay = \"167\"",
                "line 2, column 21: auto-repeat-delay is wrong: expected a time with its unit in quotes, such as \"167ms\"",
            ),
            ("[game]\nline-limit = \"many\"", "line 2, column 14: line-limit is wrong: expected a number or \"none\""),
            (
                "[assistant]\nagent = \"bct\"",
                "line 2, column 9: agent cannot be \"bct\": there is no agent \"bct\"; the nearest is bcts",
            ),
            (
                "[keys]\nhold = [\"c\", 3]",
                "line 2, column 8: hold is wrong: expected a list of keys such as [\"up\", \"space\"]",
            ),
            (
                "[keys]\nhard-drop = [\" \"]",
                "line 2, column 13: hard-drop is wrong: expected a list of keys such as [\"up\", \"space\"]",
            ),
            (
                "[keys]\nhold = \"spce\"",
                "line 2, column 8: hold cannot be \"spce\": there is no key \"spce\"; the nearest is space",
            ),
            (
                "[keys]\nhold = \"x\"\nhint = \"i\"",
                "line 2, column 8: the key x has two commands: rotate-right and hold",
            ),
            ("[keys]\nhint = \"v\" # ñ\nhold = \"v\"", "line 3, column 8: the key v has two commands: hold and hint"),
            ("[rules]\nhold = true\nnext = 9", "line 3, column 8: the Next queue shows 1 to 6 pieces, not 9"),
            ("[look]\nghost = true\nghost = true", "line 3, column 1: ghost is there twice"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), reason, "{text}");
        }
        for text in ["[look", "look", "[look]\nghost = yes", "\u{0}", "[look]\nghost = \"", "= 3"] {
            let said = read(text).unwrap_err().to_string();
            assert!(said.contains(": this is not TOML: ") && !said.contains('\n'), "{said}");
        }
    }

    #[test]
    fn columns_are_characters() {
        let error = read("player = { name = \"ñandú\", languag = \"es\" }").unwrap_err();
        assert_eq!((error.line, error.column), (1, 28));
    }

    #[test]
    fn no_damage_makes_a_panic() {
        let text = "[keys]\nhold = [\"x\", \"ñ\"]\n[rules]\nnext = 5\nfall = \"0.5s\"\n[versus]\nspeed = 1e1\n";
        for place in 0..text.len() {
            for byte in [b'"', b'=', b'[', b']', b'9', b'-', b'.', b'\n', 0xC3, 0x00] {
                let mut bytes = text.as_bytes().to_vec();
                bytes[place] = byte;
                let _ = read(&String::from_utf8_lossy(&bytes));
            }
            let _ = read(&String::from_utf8_lossy(&text.as_bytes()[..place]));
        }
    }
}
