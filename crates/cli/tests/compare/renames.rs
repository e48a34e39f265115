//! What was renamed or changed on purpose.

use super::observed::Observed;

/// What stands instead of a new name for what is no longer there.
const DROPPED: &str = "(dropped)";

/// Lines of `renames.txt`: where, what it was, what it is.
pub struct Renames(Vec<(String, String, String)>);

impl Renames {
    pub fn read() -> Renames {
        let lines = include_str!("renames.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        Renames(lines.map(|line| parse(line).unwrap_or_else(|| panic!("renames.txt: {line:?}"))).collect())
    }

    /// Whether a file was given up on purpose.
    pub fn drops(&self, path: &str) -> bool {
        self.0
            .iter()
            .any(|(section, from, to)| section == "goldens" && to == DROPPED && path.starts_with(from.as_str()))
    }

    /// What the old program would have done by the new names.
    pub fn apply(&self, section: &str, old: &Observed) -> Observed {
        let renamed = |text: &str| {
            let here = self.here(section).filter(|(_, _, to)| to != DROPPED);
            here.fold(text.to_string(), |text, (_, from, to)| replaced(&text, from, to))
        };
        let old = self.kept(section, old);
        Observed(old.0.iter().map(|(what, text)| (renamed(what), renamed(text))).collect())
    }

    /// Without the files that are no longer written.
    pub fn kept(&self, section: &str, observed: &Observed) -> Observed {
        let is_dropped =
            |what: &str| self.here(section).any(|(_, from, to)| to == DROPPED && what.ends_with(from.as_str()));
        Observed(
            observed
                .0
                .iter()
                .filter(|(what, _)| !is_dropped(what))
                .map(|(what, text)| (what.clone(), text.clone()))
                .collect(),
        )
    }

    fn here<'a>(&'a self, section: &'a str) -> impl Iterator<Item = &'a (String, String, String)> {
        self.0.iter().filter(move |(place, ..)| place == "all" || place == section)
    }
}

/// The text with the new words. `*` stands for the same anything wherever it is.
fn replaced(text: &str, from: &str, to: &str) -> String {
    let Some((start, rest)) = from.split_once('*') else { return text.replace(from, to) };
    let after = rest.split('*').next().unwrap_or_default();
    let line = |line: &str| {
        let anything = line.split_once(start).and_then(|(_, behind)| Some(behind.split_once(after)?.0));
        anything.map_or(line.to_string(), |any| line.replace(&from.replace('*', any), &to.replace('*', any)))
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn anything_is_the_same_everywhere() {
    assert_eq!(replaced("see [a](a), [b](c)\nand", "[*](*)", "`*`"), "see `a`, [b](c)\nand");
    assert_eq!(replaced("one two", "one", "three"), "three two");
}

/// A line such as `help: index, report => report`.
fn parse(line: &str) -> Option<(String, String, String)> {
    let (section, rest) = line.split_once(": ")?;
    let (from, to) = rest.split_once(" => ")?;
    Some((section.to_string(), from.to_string(), to.to_string()))
}
