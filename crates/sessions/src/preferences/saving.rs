//! Writing the file of settings, so that what the user wrote in it stays.

use toml_edit::{Decor, DocumentMut, Item, RawString, Table, TableLike};

use super::Preferences;
use super::preference::Preference;
use super::reading::{SettingsError, read};
use super::table::PREFERENCES;

/// The beginning of a new file.
const HEADER: &str = "# Settings of tetrolab. What is not here is as usual; docs/settings.md lists everything.\n";

/// The text of a file, changed to say these preferences. An entry that says the same already stays as it is; one that
/// differs from its default is written; one that came back to its default is taken away, unless the user wrote a
/// comment to it.
pub fn edited(text: &str, preferences: &Preferences) -> Result<String, SettingsError> {
    let stored = read(text)?;
    let (header, entries) = split_header(text);
    let is_new = entries.is_empty();
    let header = if text.trim().is_empty() { HEADER } else { header };
    let mut document: DocumentMut = entries.parse().expect("it was read as TOML just now");
    for preference in PREFERENCES.iter() {
        edit(&mut document, preference, &stored, preferences);
    }
    // Where the first section was taken away, the blank line before the second one is left.
    let entries = document.to_string();
    let entries = entries.trim_start_matches('\n');
    let edited = match (is_new, entries) {
        (true, "") => text.to_string(),
        (true, entries) => format!("{}\n\n{entries}", header.trim_end()),
        (false, entries) => format!("{header}{entries}"),
    };
    // The editor knows one end of a line.
    Ok(if text.contains("\r\n") { edited.replace("\r\n", "\n").replace('\n', "\r\n") } else { edited })
}

/// The comments that stand apart at the beginning, up to the last blank line before the first entry, and the rest. The
/// parser would take them for comments to the first section, or for the end of a file without any.
fn split_header(text: &str) -> (&str, &str) {
    let (mut header, mut place) = (0, 0);
    for line in text.split_inclusive('\n') {
        place += line.len();
        match line.trim() {
            "" => header = place,
            comment if comment.starts_with('#') => {}
            _ => return text.split_at(header),
        }
    }
    (text, "")
}

/// Edits one entry.
fn edit(document: &mut DocumentMut, preference: &Preference, stored: &Preferences, preferences: &Preferences) {
    let (section, name) = (preference.section.name(), preference.name);
    let value = preference.get(preferences);
    let is_default = value == preference.default(preferences);
    let there = document.get_mut(section).and_then(Item::as_table_like_mut).filter(|table| table.contains_key(name));
    let Some(table) = there else {
        if !is_default {
            insert(document, preference, &value);
        }
        return;
    };
    let is_same = preference.get(stored) == value;
    let was_default = preference.get(stored) == preference.default(stored);
    if is_same && (was_default || !is_default) {
        return;
    }
    if is_default && !has_comment(table, preference) {
        table.remove(name);
        if table.is_empty() {
            remove_section(document, section);
        }
    } else if let Some(old) = table.get_mut(name).and_then(Item::as_value_mut) {
        let decor = old.decor().clone();
        *old = preference.kind.write(&value);
        *old.decor_mut() = decor;
    }
}

/// Adds an entry, with its meaning above it where the section stands by itself.
fn insert(document: &mut DocumentMut, preference: &Preference, value: &str) {
    let section = document.entry(preference.section.name()).or_insert_with(|| Item::Table(Table::new()));
    let value = Item::Value(preference.kind.write(value));
    match section {
        Item::Table(table) => {
            table.insert(preference.name, value);
            if let Some(mut key) = table.key_mut(preference.name) {
                key.leaf_decor_mut().set_prefix(format!("{}\n", preference.comment()));
            }
        }
        other => {
            if let Some(table) = other.as_table_like_mut() {
                table.insert(preference.name, value);
            }
        }
    }
}

/// Whether the user wrote something to an entry.
fn has_comment(table: &dyn TableLike, preference: &Preference) -> bool {
    let own = preference.comment();
    let is_foreign = |text: Option<&RawString>| {
        let text = text.and_then(RawString::as_str).unwrap_or_default().trim();
        text.contains('#') && text != own
    };
    let is_said = |decor: &Decor| is_foreign(decor.prefix()) || is_foreign(decor.suffix());
    let key = table.key(preference.name).is_some_and(|key| is_said(key.leaf_decor()));
    key || table.get(preference.name).and_then(Item::as_value).is_some_and(|value| is_said(value.decor()))
}

/// Takes the header of an empty section away, unless there is a comment to it.
fn remove_section(document: &mut DocumentMut, section: &str) {
    let is_said = |text: Option<&RawString>| text.and_then(RawString::as_str).is_some_and(|text| text.contains('#'));
    let has_comment = document
        .get(section)
        .and_then(Item::as_table)
        .is_some_and(|table| is_said(table.decor().prefix()) || is_said(table.decor().suffix()));
    if !has_comment {
        document.remove(section);
    }
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::{Random, Seed, Stream};

    use super::*;
    use crate::preferences::kind::Kind;
    use crate::preferences::preference::Section;

    /// The preferences with these changes.
    fn changed(preferences: &Preferences, changes: &[(Section, &str, &str)]) -> Preferences {
        let mut preferences = preferences.clone();
        for (section, name, text) in changes {
            preferences.change(Preference::named(*section, name).unwrap(), text).unwrap();
        }
        preferences
    }

    #[test]
    fn a_new_file_has_what_was_changed_and_what_it_means() {
        let preferences = changed(
            &Preferences::default(),
            &[
                (Section::Player, "name", "Ada \"42\""),
                (Section::Rules, "preset", "modern"),
                (Section::Keys, "hold", "v left-shift"),
                (Section::Look, "ghost", "off"),
                (Section::Look, "characters", "ascii"),
                (Section::Game, "countdown", "0"),
                (Section::Versus, "speed", "2"),
            ],
        );
        let expected = "\
# Settings of tetrolab. What is not here is as usual; docs/settings.md lists everything.

[player]
# the player's name, 1 to 20 characters (a text)
name = 'Ada \"42\"'

[rules]
# where the other rules come from (guideline, modern, solver)
preset = \"modern\"

[keys]
# changes places with the held piece (up to three keys)
hold = [\"v\", \"left-shift\"]

[look]
# what the screen is drawn with (unicode, ascii)
characters = \"ascii\"
# show where the piece would land (on, off)
ghost = false

[game]
# seconds before a game begins or goes on (0 to 3)
countdown = 0

[versus]
# pieces that the opponent places in a second (0.1 to 20)
speed = 2.0
";
        let text = edited("", &preferences).unwrap();
        assert_eq!(text, expected);
        assert_eq!(edited(&text, &preferences).unwrap(), text);
        assert_eq!(edited("", &Preferences::default()).unwrap(), "");
        let empty = edited(&text, &Preferences::default()).unwrap();
        assert_eq!(empty.trim_end(), HEADER.trim_end());
    }

    #[test]
    fn what_the_user_wrote_stays() {
        let text = "\
# My settings.

[versus]
speed   =  3.0   # not too fast

# How I like it.
[look]
grid = false
ghost = true # as it is anyway
colours = \"guideline\"

[rules] # as at home
# Six are too many.
next = 4
preset = \"modern\"
generation-delay = \"50ms\"
# The end.
";
        let stored = read(text).unwrap();
        assert_eq!(edited(text, &stored).unwrap(), text);
        let changes = [
            (Section::Versus, "speed", "1"),
            (Section::Look, "grid", "on"),
            (Section::Look, "colours", "monochrome"),
            (Section::Rules, "preset", "guideline"),
            (Section::Rules, "hold", "off"),
            (Section::Game, "mode", "zen"),
        ];
        let expected = "\
# My settings.

[versus]
speed   =  1.0   # not too fast

# How I like it.
[look]
ghost = true # as it is anyway
colours = \"monochrome\"

[rules] # as at home
# Six are too many.
next = 6
# there is a Hold queue (on, off)
hold = false

[game]
# what a new game is played for (marathon, sprint, ultra, zen)
mode = \"zen\"
# The end.
";
        let modes = Preference::named(Section::Game, "mode").unwrap().values();
        let expected = expected.replace("marathon, sprint, ultra, zen", &modes);
        assert_eq!(edited(text, &changed(&stored, &changes)).unwrap(), expected);
    }

    #[test]
    fn sections_without_headers_are_edited_too() {
        let text = "look.grid = false\nrules = { next = 3, hold = false }\n";
        let stored = read(text).unwrap();
        let changes =
            [(Section::Look, "ghost", "off"), (Section::Rules, "next", "6"), (Section::Rules, "spins", "off")];
        let preferences = changed(&stored, &changes);
        let saved = edited(text, &preferences).unwrap();
        assert_eq!(read(&saved).unwrap(), preferences, "{saved}");
        assert!(!saved.contains("next"), "{saved}");
        let default = edited(&saved, &Preferences::default()).unwrap();
        assert_eq!(read(&default).unwrap(), Preferences::default(), "{default}");
    }

    #[test]
    fn comments_alone_stay_above() {
        let preferences = changed(&Preferences::default(), &[(Section::Look, "grid", "off")]);
        for mine in ["# mine", "# mine\n", "# mine\n\n"] {
            let text = edited(mine, &preferences).unwrap();
            assert_eq!(text, "# mine\n\n[look]\n# mark empty cells (on, off)\ngrid = false\n");
            assert_eq!(edited(&text, &Preferences::default()).unwrap(), "# mine\n\n");
            assert_eq!(edited(mine, &Preferences::default()).unwrap(), mine);
        }
    }

    #[test]
    fn files_of_windows_stay_as_they_are() {
        let text = "# mine\r\n\r\n[look]\r\n# ours\r\ngrid = false # no\r\n\r\n[game]\r\ncountdown = 2\r\n";
        assert_eq!(edited(text, &read(text).unwrap()).unwrap(), text);
    }

    /// Some value that the entry may have.
    fn some_value(kind: &Kind, random: &mut Random) -> String {
        let mut below = |end: usize| random.below(end as u32) as usize;
        match kind {
            Kind::Toggle => ["on", "off"][below(2)].to_string(),
            Kind::Choice(words) | Kind::Preset(words) => words[below(words.len())].to_string(),
            Kind::Number { words, .. } | Kind::Time { words, .. } if !words.is_empty() && below(2) == 0 => {
                words[below(words.len())].to_string()
            }
            Kind::Number { least, step, .. } => (least + step * below(12) as f64).to_string(),
            Kind::Time { step, .. } => format!("{}ns", step * below(100) as u64),
            Kind::Text { .. } => ["bcts", "./weights.toml", "0/1/2/3/4", "Ñandú"][below(4)].to_string(),
            Kind::Keys => ["f1 f2", "f3", "", "alt-x keypad-enter ñ", "shift-left"][below(5)].to_string(),
        }
    }

    #[test]
    fn any_changes_survive_saving_one_after_the_other() {
        let mut random = Random::new(Seed(7), 0, Stream::Tests);
        let mut text = String::new();
        let mut preferences = Preferences::default();
        let mut made = 0;
        for round in 0..300 {
            for _ in 0..4 {
                let preference = &PREFERENCES[random.below(PREFERENCES.len() as u32) as usize];
                made += usize::from(preferences.change(preference, &some_value(&preference.kind, &mut random)).is_ok());
            }
            text = edited(&text, &preferences).unwrap();
            assert_eq!(read(&text).unwrap(), preferences, "round {round}\n{text}");
            assert_eq!(edited(&text, &preferences).unwrap(), text, "round {round}");
        }
        assert!(made > 600, "{made}");
        assert_eq!(edited(&text, &Preferences::default()).unwrap().trim_end(), HEADER.trim_end());
    }
}
