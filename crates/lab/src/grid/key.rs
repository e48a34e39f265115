//! The settings that a kind of work knows.

use super::Value;

/// A setting of a kind of work.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// What it is called in files.
    pub name: &'static str,
    /// What it is, in a line.
    pub meaning: &'static str,
    /// Which values it takes.
    pub takes: Takes,
    /// Its value where none is given.
    pub usual: Usual,
}

/// Which values a setting takes.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// true or false.
    Switch,
    /// Whole numbers in a range, both ends included.
    Whole(i64, i64),
    /// Numbers in a range, both ends included.
    Number(f64, f64),
    /// One of some words.
    Word(fn() -> Vec<&'static str>),
    /// Text, with a function that checks it.
    Text(fn(&str) -> Result<(), String>),
}

/// What a setting is where none is given.
#[derive(Clone, Copy, Debug)]
pub enum Usual {
    /// It has to be given.
    Needed,
    /// On or off.
    Switch(bool),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// Words.
    Text(&'static str),
}

impl Usual {
    /// As a value; `None` if one has to be given.
    pub fn value(self) -> Option<Value> {
        match self {
            Usual::Needed => None,
            Usual::Switch(is_on) => Some(Value::Switch(is_on)),
            Usual::Whole(whole) => Some(Value::Whole(whole)),
            Usual::Number(number) => Some(Value::Number(number)),
            Usual::Text(text) => Some(Value::Text(text.to_string())),
        }
    }
}

impl Takes {
    /// Which values there are, in words.
    pub fn words(&self) -> String {
        match self {
            Takes::Switch => "true or false".to_string(),
            Takes::Whole(least, most) => format!("a whole number from {least} to {most}"),
            Takes::Number(least, most) => format!("a number from {least} to {most}"),
            Takes::Word(words) => format!("one of {}", words().join(", ")),
            Takes::Text(_) => "text".to_string(),
        }
    }

    /// The value as it is kept, if it is one of these.
    pub fn accept(&self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Takes::Switch, Value::Switch(_)) => Some(value.clone()),
            (Takes::Whole(least, most), Value::Whole(whole)) => (least..=most).contains(&whole).then(|| value.clone()),
            (Takes::Number(least, most), _) => {
                let number = value.number().filter(|number| (*least..=*most).contains(number));
                number.map(Value::Number)
            }
            (Takes::Word(words), Value::Text(text)) => words().contains(&text.as_str()).then(|| value.clone()),
            (Takes::Text(check), Value::Text(text)) => check(text).is_ok().then(|| value.clone()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_fits_is_accepted() {
        let words = Takes::Word(|| vec!["one", "two"]);
        assert_eq!(words.accept(&Value::Text("two".to_string())), Some(Value::Text("two".to_string())));
        assert_eq!(words.accept(&Value::Text("three".to_string())), None);
        assert_eq!(Takes::Whole(1, 5).accept(&Value::Whole(6)), None);
        assert_eq!(Takes::Whole(1, 5).accept(&Value::Number(2.0)), None);
        assert_eq!(Takes::Number(0.0, 1.0).accept(&Value::Whole(1)), Some(Value::Number(1.0)));
        assert_eq!(Takes::Number(0.0, 1.0).accept(&Value::Number(f64::NAN)), None);
        assert_eq!(Takes::Switch.accept(&Value::Whole(1)), None);
        let text = Takes::Text(|text| if text == "ten" { Ok(()) } else { Err("it is ten".to_string()) });
        assert_eq!(text.accept(&Value::Text("ten".to_string())), Some(Value::Text("ten".to_string())));
        assert_eq!(text.accept(&Value::Text("two".to_string())), None);
        assert_eq!(text.accept(&Value::Whole(10)), None);
    }
}
