//! The best games of a server.

use serde_json::Value;

use super::message;

/// No list is longer.
pub const MOST_HIGH_SCORES: usize = 10;

/// Names and points, the best first. In a file and in messages it is `[["name", 12], …]`.
///
/// The course's server takes anything for a name, so any JSON value is one, and is written as it was read.
///
/// ```
/// use tetrolab_protocols::aveiro::HighScores;
///
/// let mut scores = HighScores::parse(r#"[["ann", 7]]"#)?;
/// scores.add("bob", 9);
/// assert_eq!(scores.to_text(), r#"[["bob", 9], ["ann", 7]]"#);
/// # Ok::<(), tetrolab_protocols::aveiro::message::MessageError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HighScores(Vec<(Value, u64)>);

impl HighScores {
    /// Reads the text of a file, in whatever order it is.
    pub fn parse(text: &str) -> Result<HighScores, message::MessageError> {
        let mut list: Vec<(Value, u64)> =
            serde_json::from_str(text).map_err(|error| message::MessageError::new(error.to_string()))?;
        list.sort_by_key(|entry| std::cmp::Reverse(entry.1));
        Ok(HighScores(list))
    }

    /// Adds a game, below those that are as good. Of more than ten the worst go.
    pub fn add(&mut self, name: &str, score: u64) {
        let place = self.0.partition_point(|entry| entry.1 >= score);
        self.0.insert(place, (name.into(), score));
        self.0.truncate(MOST_HIGH_SCORES);
    }

    pub fn list(&self) -> &[(Value, u64)] {
        &self.0
    }

    /// Writes the text of a file.
    pub fn to_text(&self) -> String {
        message::python::to_text(&self.0)
    }
}
