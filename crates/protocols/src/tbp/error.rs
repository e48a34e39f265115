//! What can be wrong with a line.

use std::fmt;

use tetrolab_bot::IllegalMove;

/// Why a line is no message that was to be expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TbpError {
    /// It is no JSON.
    NotJson {
        /// The character at which it stops to be JSON, from 1.
        character: usize,
        /// What is wrong there.
        reason: String,
    },
    /// It is JSON, but no object with a `type`.
    NoType,
    /// A message of a known type that lacks something, or says something that cannot be.
    Wrong {
        kind: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// A message that makes no sense at this moment.
    OutOfTurn {
        kind: &'static str,
        /// Why not.
        reason: &'static str,
    },
    /// A move was played that our rules do not allow, and it counts all the same.
    Believed(IllegalMove),
    /// A move was played that cannot be.
    Impossible(IllegalMove),
}

impl fmt::Display for TbpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TbpError::NotJson { character, reason } => write!(f, "this is no JSON: {reason} at character {character}"),
            TbpError::NoType => write!(f, "a message is a JSON object with a `type`"),
            TbpError::Wrong { kind, reason } => write!(f, "{kind}: {reason}"),
            TbpError::OutOfTurn { kind, reason } => write!(f, "{kind}: {reason}"),
            TbpError::Believed(illegal) => write!(f, "play: {illegal}, by our rules; it counts all the same"),
            TbpError::Impossible(illegal) => write!(f, "play: {illegal}; the game is given up until the next start"),
        }
    }
}

impl std::error::Error for TbpError {}

impl TbpError {
    /// A line that is no JSON.
    pub(super) fn not_json(error: &serde_json::Error) -> TbpError {
        TbpError::NotJson { character: error.column(), reason: without_place(error) }
    }

    /// A message of a known type with something wrong in it.
    pub(super) fn wrong(kind: &'static str, error: &serde_json::Error) -> TbpError {
        let reason = without_place(error);
        // What is wrong with a value as a whole has no place in the line: its reason says where it is.
        let reason = if error.line() == 0 { reason } else { format!("{reason} at character {}", error.column()) };
        TbpError::Wrong { kind, reason }
    }
}

/// What is wrong, without the line and column that follow: messages have one line.
pub(super) fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
    // What a stranger wrote may be part of it, and anything may be part of that.
    reason.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(LONGEST_REASON).collect()
}

/// No reason is longer.
const LONGEST_REASON: usize = 200;
