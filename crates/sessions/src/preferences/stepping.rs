//! From one value of a setting to the next, as a screen changes it.

use tetrolab_engine::{LATEST, parse_time};

use super::kind::Kind;

impl Kind {
    /// The value `steps` steps up or down; `None` if there are no steps. Words wrap around after the last. Numbers
    /// and times become whole steps and stop at their limits; the words that they can be instead come before the
    /// least number.
    pub fn beside(&self, value: &str, up: bool, steps: u32) -> Option<String> {
        match self {
            Kind::Toggle => Some(if value == "on" { "off" } else { "on" }.to_string()),
            Kind::Choice(words) | Kind::Preset(words) | Kind::Text { words } if !words.is_empty() => {
                let place = words.iter().position(|word| *word == value);
                let step = if up { 1 } else { words.len() - 1 };
                Some(words[place.map_or(0, |place| (place + step) % words.len())].to_string())
            }
            Kind::Choice(_) | Kind::Preset(_) | Kind::Text { .. } | Kind::Keys => None,
            Kind::Number { least, most, step, words } => {
                let scale = Scale { least: *least, most: *most, step: *step, words };
                let decimals = usize::from(step.fract() != 0.0);
                scale.beside(value, value.parse().ok(), up, steps, |number| format!("{number:.decimals$}"))
            }
            Kind::Time { step, words } => {
                // None at all is seldom what is meant where there is a word for something else.
                let least = if words.is_empty() { 0.0 } else { *step as f64 };
                let scale = Scale { least, most: LATEST as f64, step: *step as f64, words };
                let time = parse_time(value).map(|time| time as f64);
                scale.beside(value, time, up, steps, |time| format!("{time:.0}ns"))
            }
        }
    }
}

/// Words, and after them numbers.
struct Scale<'k> {
    least: f64,
    most: f64,
    step: f64,
    words: &'k [&'static str],
}

impl Scale<'_> {
    fn beside(
        &self,
        value: &str,
        number: Option<f64>,
        up: bool,
        steps: u32,
        show: impl Fn(f64) -> String,
    ) -> Option<String> {
        let word = self.words.iter().position(|word| *word == value);
        Some(match (word, number, up) {
            (Some(word), _, false) => self.words[word.saturating_sub(1)].to_string(),
            (Some(word), _, true) => self.words.get(word + 1).map_or_else(|| show(self.least), ToString::to_string),
            (None, Some(number), false) if number <= self.least => {
                self.words.last().map_or_else(|| show(self.least), ToString::to_string)
            }
            (None, Some(number), _) => show(self.stepped(number, up, steps)),
            (None, None, _) => return None,
        })
    }

    /// A number that is not a whole number of steps goes to the next one that is.
    fn stepped(&self, number: f64, up: bool, steps: u32) -> f64 {
        /// Tenths are not exact; a difference below this is none.
        const NOTHING: f64 = 1e-6;
        let (place, steps) = (number / self.step, f64::from(steps));
        let place = if up { (place + NOTHING).floor() + steps } else { (place - NOTHING).ceil() - steps };
        (place * self.step).clamp(self.least, self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Preferences;
    use super::super::preference::{Preference, Section};
    use super::super::table::PREFERENCES;

    #[test]
    fn every_kind_goes_up_and_down() {
        let (up, down) = (true, false);
        for (section, name, value, direction, steps, next) in [
            (Section::Look, "ghost", "on", up, 1, Some("off")),
            (Section::Look, "blocks", "patterns", up, 10, Some("colour")),
            (Section::Look, "blocks", "colour", down, 1, Some("patterns")),
            (Section::Rules, "preset", "guideline", up, 1, Some("modern")),
            (Section::Rules, "points", "0/100/300/500/800", up, 1, None),
            (Section::Player, "name", "Ada", up, 1, None),
            (Section::Keys, "hold", "c", up, 1, None),
            (Section::Rules, "next", "6", up, 1, Some("6")),
            (Section::Rules, "next", "6", down, 10, Some("1")),
            (Section::Rules, "next", "1", down, 1, Some("1")),
            (Section::Rules, "garbage-messiness", "305", up, 1, Some("310")),
            (Section::Rules, "garbage-messiness", "305", down, 1, Some("300")),
            (Section::Versus, "speed", "0.7", up, 1, Some("0.8")),
            (Section::Versus, "speed", "0.3", down, 1, Some("0.2")),
            (Section::Versus, "speed", "20", up, 1, Some("20.0")),
            (Section::Versus, "speed", "0.25", up, 1, Some("0.3")),
            (Section::Game, "line-limit", "none", up, 1, Some("1")),
            (Section::Game, "line-limit", "1", down, 1, Some("none")),
            (Section::Game, "line-limit", "5", down, 10, Some("1")),
            (Section::Game, "line-limit", "none", down, 1, Some("none")),
            (Section::Handling, "auto-repeat-rate", "0.055555555s", up, 1, Some("56000000ns")),
            (Section::Handling, "auto-repeat-rate", "0.055555555s", down, 10, Some("46000000ns")),
            (Section::Handling, "auto-repeat-rate", "0.005s", down, 10, Some("0ns")),
            (Section::Rules, "fall", "instant", up, 1, Some("never")),
            (Section::Rules, "fall", "never", up, 1, Some("10000000ns")),
            (Section::Rules, "fall", "0.01s", down, 1, Some("never")),
            (Section::Assistant, "agent", "/home/ada/mine.toml", up, 1, Some("dellacherie")),
        ] {
            let preference = Preference::named(section, name).unwrap();
            let beside = preference.kind.beside(value, direction, steps);
            assert_eq!(beside.as_deref(), next, "{name} {value}");
        }
    }

    /// Whatever is stepped to can be set, from every default and some steps on.
    #[test]
    fn steps_lead_to_values() {
        for preference in PREFERENCES.iter() {
            for up in [false, true] {
                let mut preferences = Preferences::default();
                for steps in [1, 1, 1, 10, 10, 1] {
                    let value = preference.get(&preferences);
                    if let Some(next) = preference.kind.beside(&value, up, steps) {
                        preference.set(&mut preferences, &next).unwrap();
                    }
                }
            }
        }
    }
}
