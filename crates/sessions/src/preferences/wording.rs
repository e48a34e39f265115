//! What settings and their values are called on the screen.

use tetrolab_engine::{Mode, parse_time};

use super::bindings::Bindings;
use super::kind::{Kind, Unit, has_unit};
use super::look::Characters;
use super::preference::{Preference, Section, Source};
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
            (Section::Game, "mode", _) => Mode::named(value).map(|mode| texts.mode(&mode).0.to_string()),
            (_, _, Kind::Time { .. }) => {
                let unit = self.kind.unit().zip(parse_time(value));
                unit.map(|(unit, time)| format!("{} {}", unit.rounded(time), unit.name()))
            }
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

    /// A value as the user would type it.
    pub fn typed(&self, value: &str, characters: Characters, texts: &Texts) -> String {
        match self.kind.unit().zip(parse_time(value)) {
            Some((unit, time)) => format!("{}{}", unit.exact(time), unit.name()),
            None => self.shown(value, characters, texts),
        }
    }

    /// The value of a typed text; `None` if it is invalid, or further from the usual than the screen goes.
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
                let is_number = time.parse::<f64>().is_ok();
                let unit = self.kind.unit().filter(|_| is_number).map_or("", Unit::name);
                (is_number || has_unit(&time)).then(|| time + unit)
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

    /// The words of one setting must differ, so that each can be chosen.
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
            (Section::Handling, "auto-repeat-delay", "167", Some("167ms")),
            (Section::Handling, "auto-repeat-delay", "166,7", Some("166.7ms")),
            (Section::Handling, "auto-repeat-delay", "0.2s", Some("0.2s")),
            (Section::Handling, "auto-repeat-delay", "soon", None),
            (Section::Rules, "lock-delay", "1500", Some("1500ms")),
            (Section::Game, "time-limit", "90", Some("90s")),
            (Section::Handling, "auto-repeat-delay", "166,7 ms", Some("166.7ms")),
            (Section::Player, "name", " Ada, la primera ", Some("Ada, la primera")),
        ] {
            let preference = Preference::named(section, name).unwrap();
            let read = preference.read_typed(typed, Characters::Unicode, texts);
            assert_eq!(read.as_deref(), value, "{name} {typed}");
        }
    }

    /// The unit that stands at a setting is the same whatever its value, so that a number alone means the same, too.
    #[test]
    fn a_setting_always_has_the_same_unit() {
        let texts = Language::English.texts();
        for (section, name, value, shown, typed) in [
            (Section::Handling, "auto-repeat-rate", "0.055555555s", "55.6 ms", "55.555555ms"),
            (Section::Handling, "auto-repeat-rate", "2s", "2000 ms", "2000ms"),
            (Section::Game, "time-limit", "120s", "120 s", "120s"),
            (Section::Game, "time-limit", "0.5s", "0.5 s", "0.5s"),
        ] {
            let preference = Preference::named(section, name).unwrap();
            assert_eq!(preference.shown(value, Characters::Unicode, texts), shown);
            assert_eq!(preference.typed(value, Characters::Unicode, texts), typed);
        }
    }
}
