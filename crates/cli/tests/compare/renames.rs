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
        let here = || self.0.iter().filter(|(place, ..)| place == "all" || place == section);
        let rename = |text: &str| here().fold(text.to_string(), |text, (_, from, to)| text.replace(from, to));
        let dropped = |what: &String| here().any(|(_, from, to)| to == DROPPED && what.ends_with(from.as_str()));
        let kept = old.0.iter().filter(|(what, _)| !dropped(what));
        Observed(kept.map(|(what, text)| (rename(what), rename(text))).collect())
    }
}

/// A line such as `help: index, report => report`.
fn parse(line: &str) -> Option<(String, String, String)> {
    let (section, rest) = line.split_once(": ")?;
    let (from, to) = rest.split_once(" => ")?;
    Some((section.to_string(), from.to_string(), to.to_string()))
}
