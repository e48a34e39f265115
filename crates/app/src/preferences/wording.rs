//! What settings and their values are called on the screen.

use tetrolab_engine::{MILLISECOND, Mode, SECOND, Time, parse_time};

use super::bindings::Bindings;
use super::kind::{Kind, has_unit};
use super::look::Characters;
use super::preference::{Preference, Section, Source};
use crate::play;
use crate::texts::{Language, Texts};

impl Section {
    /// Its name on the screen.
    pub fn text(self, texts: &Texts) -> &str {
        texts.section.get(self.name()).map_or(self.name(), |text| text)
    }
}

impl Preference {
    /// Its name on the screen.
    pub fn text<'t>(&'t self, texts: &'t Texts) -> &'t str {
        match self.source {
            Source::Keys(command) => command.text(&texts.keys),
            _ => self.described(texts).map_or(self.name, |described| &described.name),
        }
    }

    /// A line about it.
    pub fn about<'t>(&'t self, texts: &'t Texts) -> &'t str {
        match self.source {
            Source::Keys(_) => &texts.menu.keys_about,
            _ => self.described(texts).map_or(self.meaning, |described| &described.about),
        }
    }

    fn described<'t>(&self, texts: &'t Texts) -> Option<&'t crate::texts::Described> {
        texts.setting.get(self.section.name())?.get(self.name)
    }

    /// A value of it as the screen shows it.
    pub fn shown(&self, value: &str, characters: Characters, texts: &Texts) -> String {
        let word = || texts.value.get(value).map(ToString::to_string);
        let special = match (self.section, self.name, &self.kind) {
            (Section::Player, "language", _) => {
                value.parse().ok().map(|language: Language| language.texts().language.name.to_string())
            }
            (Section::Game, "mode", _) => Mode::named(value).map(|mode| play::words(&mode, texts).0.to_string()),
            (_, _, Kind::Time { .. }) => parse_time(value).map(shown_time),
            (_, _, Kind::Text { .. }) => Some(value.to_string()),
            (_, _, Kind::Keys) => {
                let keys = value.split_whitespace().filter_map(|key| key.parse().ok());
                let keys: Vec<String> = keys.map(|key: super::key::Key| key.shown(characters, &texts.keys)).collect();
                Some(keys.join("  "))
            }
            _ => None,
        };
        special.or_else(word).unwrap_or_else(|| value.to_string())
    }

    /// The words that it can be, and that it suggests.
    fn words(&self) -> &[&'static str] {
        match &self.kind {
            Kind::Toggle => &["on", "off"],
            Kind::Choice(words) | Kind::Preset(words) | Kind::Text { words } => words,
            Kind::Number { words, .. } | Kind::Time { words, .. } => words,
            Kind::Keys => &[],
        }
    }

    /// All that it can be, in words.
    pub fn possible(&self, characters: Characters, texts: &Texts) -> String {
        let settings = &texts.settings;
        let first = match (&self.kind, &self.source) {
            (Kind::Toggle | Kind::Choice(_) | Kind::Preset(_), _) => None,
            (Kind::Number { least, most, .. }, _) => Some(settings.range.with(&[("least", least), ("most", most)])),
            (Kind::Time { .. }, _) => Some(settings.time.to_string()),
            (Kind::Text { .. }, Source::Engine(_)) => Some(settings.five_numbers.to_string()),
            (Kind::Text { words }, _) => words.is_empty().then(|| settings.text.to_string()),
            (Kind::Keys, _) => Some(settings.some_keys.to_string()),
        };
        let words = self.words().iter().map(|word| self.shown(word, characters, texts));
        first.into_iter().chain(words).collect::<Vec<_>>().join(", ")
    }

    /// A value as somebody would type it.
    pub fn typed(&self, value: &str, characters: Characters, texts: &Texts) -> String {
        match (&self.kind, parse_time(value)) {
            (Kind::Time { .. }, Some(time)) if time > 0 && time.is_multiple_of(SECOND) => format!("{}s", time / SECOND),
            (Kind::Time { .. }, Some(time)) => {
                let fraction = format!("{:06}", time % MILLISECOND);
                let fraction = fraction.trim_end_matches('0');
                let point = if fraction.is_empty() { "" } else { "." };
                format!("{}{point}{fraction}ms", time / MILLISECOND)
            }
            _ => self.shown(value, characters, texts),
        }
    }

    /// The value that somebody typed; nothing if it cannot be one, or is further from the usual than the screen goes.
    pub fn read_typed(&self, typed: &str, characters: Characters, texts: &Texts) -> Option<String> {
        let typed = typed.trim();
        let is_meant = |word: &&&str| {
            self.shown(word, characters, texts).to_lowercase() == typed.to_lowercase() || **word == typed
        };
        if let Some(word) = self.words().iter().find(is_meant) {
            return Some(word.to_string());
        }
        let with_point = typed.replace(',', ".");
        match &self.kind {
            Kind::Toggle | Kind::Choice(_) | Kind::Preset(_) => None,
            Kind::Number { least, most, .. } => {
                let number: f64 = with_point.parse().ok()?;
                (*least..=*most).contains(&number).then_some(with_point)
            }
            Kind::Time { .. } => {
                let time = with_point.replace(' ', "");
                has_unit(&time).then_some(time)
            }
            Kind::Text { .. } | Kind::Keys => Some(typed.to_string()),
        }
    }
}

impl Bindings {
    /// What the preset is called, and whether keys were changed since.
    pub fn preset_text(&self, texts: &Texts) -> String {
        let name = texts.value.get(self.preset()).map_or(self.preset(), |text| text);
        match Bindings::named(self.preset()) {
            Ok(preset) if preset == *self => name.to_string(),
            _ => texts.key_choice.changed.with(&[("preset", &name)]),
        }
    }
}

/// A time in the unit that suits it.
fn shown_time(time: Time) -> String {
    if time >= SECOND && time.is_multiple_of(SECOND) {
        return format!("{} s", time / SECOND);
    }
    let tenths = (time + MILLISECOND / 20) / (MILLISECOND / 10);
    match tenths % 10 {
        0 => format!("{} ms", tenths / 10),
        tenth => format!("{}.{tenth} ms", tenths / 10),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::Preferences;
    use super::super::table::PREFERENCES;
    use super::*;

    #[test]
    fn everything_has_its_words_in_every_language_and_nothing_else_has() {
        for language in Language::ALL {
            let texts = language.texts();
            for section in Section::ALL {
                assert!(texts.section.contains_key(section.name()), "{language:?}: {}", section.name());
            }
            assert_eq!(texts.section.len(), Section::ALL.len());
            let mut described = 0;
            let mut values = vec![];
            for preference in PREFERENCES.iter() {
                let name = preference.name;
                if !matches!(preference.source, Source::Keys(_)) {
                    assert!(preference.described(texts).is_some(), "{language:?}: {name}");
                    described += 1;
                }
                let is_elsewhere = matches!(preference.kind, Kind::Text { .. }) || name == "mode";
                for word in preference.words().iter().filter(|_| !is_elsewhere) {
                    assert!(
                        texts.value.contains_key(*word) || word.parse::<Language>().is_ok(),
                        "{language:?}: {name}: {word}"
                    );
                    values.push(*word);
                }
            }
            assert_eq!(texts.setting.values().map(BTreeMap::len).sum::<usize>(), described);
            for word in texts.value.keys() {
                assert!(values.contains(&word.as_str()), "{language:?}: {word} is not used");
            }
        }
    }

    /// The words of one setting differ, or nobody could choose between them.
    #[test]
    fn words_are_not_mistaken_for_each_other() {
        for language in Language::ALL {
            for preference in PREFERENCES.iter() {
                let shown = |word: &&str| preference.shown(word, Characters::Unicode, language.texts());
                let words: Vec<String> = preference.words().iter().map(shown).collect();
                for (index, word) in words.iter().enumerate() {
                    assert!(!words[..index].contains(word), "{}: {word}", preference.name);
                }
            }
        }
    }

    #[test]
    fn what_is_shown_for_typing_is_read_back() {
        for language in Language::ALL {
            let texts = language.texts();
            let preferences = Preferences::default();
            for preference in PREFERENCES.iter().filter(|preference| preference.kind != Kind::Keys) {
                let value = preference.get(&preferences);
                let typed = preference.typed(&value, Characters::Unicode, texts);
                let read = preference.read_typed(&typed, Characters::Unicode, texts).unwrap();
                let mut copy = preferences.clone();
                preference.set(&mut copy, &read).unwrap();
                assert_eq!(copy, preferences, "{} {typed}", preference.name);
            }
        }
    }

    #[test]
    fn people_type_in_their_own_way() {
        let texts = Language::Spanish.texts();
        for (section, name, typed, value) in [
            (Section::Versus, "speed", "2,5", Some("2.5")),
            (Section::Versus, "speed", "25", None),
            (Section::Versus, "speed", "fast", None),
            (Section::Rules, "next", "9", None),
            (Section::Rules, "next", " 3 ", Some("3")),
            (Section::Handling, "soft-drop", "Al instante", Some("instant")),
            (Section::Handling, "soft-drop", "instant", Some("instant")),
            (Section::Handling, "auto-repeat-delay", "167", None),
            (Section::Handling, "auto-repeat-delay", "166,7 ms", Some("166.7ms")),
            (Section::Player, "name", " Ada, la primera ", Some("Ada, la primera")),
        ] {
            let preference = Preference::named(section, name).unwrap();
            let read = preference.read_typed(typed, Characters::Unicode, texts);
            assert_eq!(read.as_deref(), value, "{name} {typed}");
        }
    }

    #[test]
    fn times_have_the_unit_that_suits_them() {
        let texts = Language::English.texts();
        let rate = Preference::named(Section::Handling, "auto-repeat-rate").unwrap();
        for (value, shown, typed) in [
            ("0.055555555s", "55.6 ms", "55.555555ms"),
            ("0s", "0 ms", "0ms"),
            ("1.5s", "1500 ms", "1500ms"),
            ("120s", "120 s", "120s"),
            ("0.99999s", "1000 ms", "999.99ms"),
        ] {
            assert_eq!(rate.shown(value, Characters::Unicode, texts), shown);
            assert_eq!(rate.typed(value, Characters::Unicode, texts), typed);
        }
    }
}
