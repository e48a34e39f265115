//! What an entry of the settings can be: for the screen that changes it and the file that keeps it.

use std::fmt;

use tetrolab_engine::{Group, MILLISECOND, SECOND, Setting, Setup, Time};
use toml::de::DeValue;
use toml_edit::{Array, Value};

/// What an entry can be. Everywhere in the program its value is a text; the file says it in TOML's own terms.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `on` or `off`, which is true or false in the file.
    Toggle,
    /// One of these words.
    Choice(Vec<&'static str>),
    /// One of these words, and it sets all the others of its section.
    Preset(Vec<&'static str>),
    /// A number.
    Number {
        /// The least one.
        least: f64,
        /// The greatest one.
        most: f64,
        /// From one to the next on the screen. If it is whole, so are all numbers.
        step: f64,
        /// Words that it can be instead.
        words: Vec<&'static str>,
    },
    /// A time such as `167ms`.
    Time {
        /// From one to the next on the screen.
        step: Time,
        /// Words that it can be instead.
        words: Vec<&'static str>,
    },
    /// Anything.
    Text {
        /// What the screen suggests.
        words: Vec<&'static str>,
    },
    /// Keys, with blanks between them, which are a list in the file.
    Keys,
}

/// The unit in which a setting shows its times. A number that is typed without a unit is meant in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Milliseconds,
    Seconds,
}

impl Unit {
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Milliseconds => "ms",
            Unit::Seconds => "s",
        }
    }

    const fn length(self) -> Time {
        match self {
            Unit::Milliseconds => MILLISECOND,
            Unit::Seconds => SECOND,
        }
    }

    /// A time as a number of this unit, to the nearest tenth.
    pub fn rounded(self, time: Time) -> String {
        let tenth = self.length() / 10;
        let tenths = (time + tenth / 2) / tenth;
        match tenths % 10 {
            0 => (tenths / 10).to_string(),
            fraction => format!("{}.{fraction}", tenths / 10),
        }
    }

    /// A time as a number of this unit, exactly.
    pub fn exact(self, time: Time) -> String {
        let digits = self.length().ilog10() as usize;
        let fraction = format!("{:0digits$}", time % self.length());
        let fraction = fraction.trim_end_matches('0');
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{}{point}{fraction}", time / self.length())
    }
}

impl Kind {
    /// The unit of its times: small steps are shown in a small one.
    pub const fn unit(&self) -> Option<Unit> {
        match self {
            Kind::Time { step, .. } if *step < SECOND => Some(Unit::Milliseconds),
            Kind::Time { .. } => Some(Unit::Seconds),
            _ => None,
        }
    }

    /// What a setting of the engine can be, from what it says about itself.
    pub(super) fn of_setting(setting: &Setting) -> Kind {
        let is_word = |value: &&str| (setting.set)(&mut Setup::default(), value).is_ok();
        let (words, others): (Vec<&str>, Vec<&str>) = setting.values.split(", ").partition(is_word);
        match others.as_slice() {
            [] if words == ["on", "off"] => Kind::Toggle,
            [] => Kind::Choice(words),
            ["a time"] => {
                let step = match setting.group {
                    Group::Handling => MILLISECOND,
                    Group::Rules => 10 * MILLISECOND,
                    Group::Mode => 10 * SECOND,
                };
                Kind::Time { step, words }
            }
            ["five numbers"] => Kind::Text { words: Vec::new() },
            [number] => {
                let (least, most, step) = range(number);
                Kind::Number { least, most, step, words }
            }
            _ => Kind::Text { words: Vec::new() },
        }
    }

    /// The value in the file as text, or what it should be.
    pub(super) fn read(&self, value: &DeValue<'_>) -> Result<String, String> {
        let read = match (self, value) {
            (Kind::Toggle, DeValue::Boolean(is_on)) => Some(if *is_on { "on" } else { "off" }.to_string()),
            (Kind::Choice(_) | Kind::Preset(_) | Kind::Text { .. }, DeValue::String(text)) => Some(text.to_string()),
            (Kind::Number { .. }, DeValue::Integer(number)) => {
                i64::from_str_radix(number.as_str(), number.radix()).ok().map(|number| number.to_string())
            }
            (Kind::Number { step, .. }, DeValue::Float(number)) if step.fract() != 0.0 => {
                Some(number.as_str().to_string())
            }
            (Kind::Number { words, .. }, DeValue::String(word)) => {
                words.contains(&word.as_ref()).then(|| word.to_string())
            }
            // Without its unit it would be seconds, where most would think of milliseconds.
            (Kind::Time { words, .. }, DeValue::String(text)) => {
                (words.contains(&text.as_ref()) || has_unit(text)).then(|| text.to_string())
            }
            (Kind::Keys, DeValue::String(key)) => one_key(key).map(str::to_string),
            (Kind::Keys, DeValue::Array(keys)) => {
                let keys: Option<Vec<&str>> = keys.iter().map(|key| one_key(key.get_ref().as_str()?)).collect();
                keys.map(|keys| keys.join(" "))
            }
            _ => None,
        };
        read.ok_or_else(|| format!("expected {}", self.in_file()))
    }

    /// A value as the file says it.
    pub(super) fn write(&self, text: &str) -> Value {
        match self {
            Kind::Toggle => Value::from(text == "on"),
            Kind::Number { step, .. } if step.fract() == 0.0 => {
                text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from)
            }
            Kind::Number { .. } => text.parse::<f64>().map_or_else(|_| Value::from(text), Value::from),
            Kind::Keys => Value::from(text.split_whitespace().collect::<Array>()),
            Kind::Choice(_) | Kind::Preset(_) | Kind::Time { .. } | Kind::Text { .. } => Value::from(text),
        }
    }

    /// What stands in the file, in words.
    fn in_file(&self) -> String {
        match self {
            Kind::Toggle => "true or false".to_string(),
            Kind::Text { .. } => "a text in quotes".to_string(),
            Kind::Keys => "a list of keys such as [\"up\", \"space\"]".to_string(),
            Kind::Choice(_) | Kind::Preset(_) => format!("in quotes, {self}"),
            Kind::Time { words, .. } if words.is_empty() => {
                "a time with its unit in quotes, such as \"167ms\"".to_string()
            }
            Kind::Time { words, .. } => {
                format!("a time with its unit in quotes, such as \"500ms\", or \"{}\"", words.join("\", \""))
            }
            Kind::Number { words, .. } if words.is_empty() => format!("a number, {self}"),
            Kind::Number { words, .. } => format!("a number or \"{}\"", words.join("\", \"")),
        }
    }
}

/// Whether a time says its unit.
pub(super) fn has_unit(time: &str) -> bool {
    time.ends_with('s')
}

/// A text that can be the name of a key: blanks stand between names.
fn one_key(text: &str) -> Option<&str> {
    (!text.is_empty() && !text.contains(char::is_whitespace)).then_some(text)
}

/// All that it can be.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Toggle => f.write_str("on, off"),
            Kind::Choice(words) | Kind::Preset(words) => f.write_str(&words.join(", ")),
            Kind::Number { least, most, words, .. } => {
                write!(f, "{least} to {most}")?;
                words.iter().try_for_each(|word| write!(f, ", {word}"))
            }
            Kind::Time { words, .. } => {
                f.write_str("a time")?;
                words.iter().try_for_each(|word| write!(f, ", {word}"))
            }
            Kind::Text { .. } => f.write_str("a text"),
            Kind::Keys => f.write_str("up to three keys"),
        }
    }
}

/// Least, most and step of the numbers that the engine describes so.
fn range(values: &str) -> (f64, f64, f64) {
    let numbers = values.split_once(" to ").and_then(|(least, most)| Some((least.parse().ok()?, most.parse().ok()?)));
    if let Some((least, most)) = numbers {
        return (least, most, if most - least >= 1000.0 { 10.0 } else { 1.0 });
    }
    match values {
        "a row" => (-20.0, 20.0, 1.0),
        "rows" => (0.0, 40.0, 1.0),
        "a factor" => (1.0, 1000.0, 1.0),
        "lines" => (1.0, 10_000.0, 1.0),
        "percent" => (0.0, 1000.0, 10.0),
        _ => (0.0, 1_000_000.0, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::setting;

    use super::*;

    #[test]
    fn times_are_numbers_of_a_unit() {
        for (unit, time, rounded, exact) in [
            (Unit::Milliseconds, 55_555_555, "55.6", "55.555555"),
            (Unit::Milliseconds, 0, "0", "0"),
            (Unit::Milliseconds, 1_500_000_000, "1500", "1500"),
            (Unit::Milliseconds, 999_990_000, "1000", "999.99"),
            (Unit::Seconds, 120_000_000_000, "120", "120"),
            (Unit::Seconds, 90_250_000_001, "90.3", "90.250000001"),
        ] {
            assert_eq!((unit.rounded(time), unit.exact(time)), (rounded.to_string(), exact.to_string()));
        }
    }

    #[test]
    fn settings_of_the_engine_have_the_kind_they_describe() {
        let number =
            |least, most, step, words: &[&'static str]| Kind::Number { least, most, step, words: words.to_vec() };
        for (name, kind) in [
            ("width", number(4.0, 16.0, 1.0, &[])),
            ("kicks", Kind::Choice(vec!["srs", "srs-plus", "none"])),
            ("hold", Kind::Toggle),
            ("generation-row", number(-20.0, 20.0, 1.0, &[])),
            ("lock-delay", Kind::Time { step: 10 * MILLISECOND, words: vec!["never"] }),
            ("fall", Kind::Time { step: 10 * MILLISECOND, words: vec!["by-level", "instant", "never"] }),
            ("points", Kind::Text { words: Vec::new() }),
            ("garbage-messiness", number(0.0, 1000.0, 10.0, &[])),
            ("line-limit", number(1.0, 10_000.0, 1.0, &["none"])),
            ("time-limit", Kind::Time { step: 10 * SECOND, words: vec!["none"] }),
            ("auto-repeat-delay", Kind::Time { step: MILLISECOND, words: Vec::new() }),
            ("soft-drop", number(1.0, 1000.0, 1.0, &["instant"])),
            ("goal", Kind::Choice(vec!["fixed", "variable", "none"])),
        ] {
            assert_eq!(Kind::of_setting(setting(name).unwrap()), kind, "{name}");
        }
    }
}
