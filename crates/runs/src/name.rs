//! What runs are called.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// No name is longer.
pub const LONGEST: usize = 40;

/// The name of a run and of its folder: never a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(String);

impl Name {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name with a number behind it, such as `cma-es-10x20-2`. What is too long or no part of a name is left out.
    pub fn numbered(stem: &str, number: u64) -> Option<Name> {
        let ending = format!("-{number}");
        let plain = |sign: char| if is_plain(sign) { sign } else { '-' };
        let stem: String = stem.chars().map(plain).take(LONGEST - ending.len()).collect();
        format!("{stem}{ending}").parse().ok()
    }
}

fn is_plain(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '-' || sign == '_'
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Name, NameError> {
        let is_good = (1..=LONGEST).contains(&text.len())
            && text.chars().all(is_plain)
            && text.starts_with(|first: char| first.is_ascii_alphanumeric());
        if is_good { Ok(Name(text.to_string())) } else { Err(NameError { name: text.to_string() }) }
    }
}

/// A text is no name of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError {
    pub name: String,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NameError { name } = self;
        write!(f, "{name:?} is no name for a run: letters without accents, digits, - and _, at most {LONGEST}")
    }
}

impl Error for NameError {}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_no_paths() {
        for name in ["a", "0", "cma-es_10x20-7", &"x".repeat(40)] {
            assert_eq!(name.parse::<Name>().unwrap().as_str(), name);
        }
        for name in ["", ".", "..", "a/b", "a\\b", "-a", "_a", "a b", "a.b", "é", "a\0", &"x".repeat(41)] {
            assert!(name.parse::<Name>().is_err(), "{name:?}");
        }
    }

    #[test]
    fn numbers_fit_behind_long_names() {
        assert_eq!(Name::numbered("cma-es 6x12", 3).unwrap().as_str(), "cma-es-6x12-3");
        assert_eq!(Name::numbered(&"y".repeat(99), 123).unwrap().as_str().len(), LONGEST);
        assert_eq!(Name::numbered("", 1), None);
    }
}
