//! Where a replay comes from: the stored games, the page, or the program itself.

use anyhow::{Result, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use tetrolab_engine::{Replay, ReplayError};

use crate::house::House;
use crate::refusal::Refusal;
use tetrolab_sessions::play::{Recording, demo};

/// The largest replay that a page may bring: more than two hours of play.
pub const MOST_BYTES: usize = 128 << 10;

/// Where a replay comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The game with this number.
    Stored(i64),
    /// A file that the page has.
    Brought(Vec<u8>),
    /// The game that ships with the program.
    Demo,
}

impl Source {
    /// What a question names: the number of a game, the bytes of a file in base64, or the demo.
    ///
    /// # Errors
    /// If it names none of them, or several, or no such file.
    pub fn new(id: Option<i64>, replay: Option<&str>, demo: bool) -> Result<Source> {
        match (id, replay, demo) {
            (Some(id), None, false) => Ok(Source::Stored(id)),
            (None, Some(text), false) => Ok(Source::Brought(decode(text)?)),
            (None, None, true) => Ok(Source::Demo),
            _ => bail!("a replay is named by its id, given as replay, or the demo: one of them"),
        }
    }

    /// Reads it.
    ///
    /// # Errors
    /// If there is no such game, or it is no replay.
    pub fn open(&self, house: &House) -> Result<Recording> {
        match self {
            Source::Stored(id) => house.with_records(|records| Ok(Recording::stored(&records.game(*id)?, records)?)),
            Source::Brought(bytes) => Ok(Recording::of(Replay::from_bytes(bytes)?, String::new())),
            Source::Demo => Ok(Recording::of(demo()?, String::new())),
        }
    }

    /// Whether it is untrusted, because it was imported.
    pub const fn is_foreign(&self) -> bool {
        matches!(self, Source::Brought(_))
    }
}

/// The bytes of a file as text.
pub fn encode(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

fn decode(text: &str) -> Result<Vec<u8>> {
    // Three bytes are four letters.
    if text.len() > MOST_BYTES / 3 * 4 + 4 {
        bail!(Refusal::new(|texts| texts.refused.replay_large.with(&[("most", &(MOST_BYTES >> 10))])));
    }
    BASE64_STANDARD.decode(text).map_err(|_| ReplayError::Foreign.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_source_is_named() {
        assert_eq!(Source::new(Some(3), None, false).unwrap(), Source::Stored(3));
        assert_eq!(Source::new(None, None, true).unwrap(), Source::Demo);
        let brought = Source::new(None, Some(&encode(b"TETROLAB")), false).unwrap();
        assert_eq!(brought, Source::Brought(b"TETROLAB".to_vec()));
        for (id, replay, demo) in [(None, None, false), (Some(1), None, true), (Some(1), Some(""), false)] {
            let error = Source::new(id, replay, demo).unwrap_err().to_string();
            assert_eq!(error, "a replay is named by its id, given as replay, or the demo: one of them");
        }
    }

    #[test]
    fn large_and_broken_files_are_refused() {
        let error = |text: &str| Source::new(None, Some(text), false).unwrap_err().to_string();
        assert_eq!(error("???"), ReplayError::Foreign.to_string());
        assert_eq!(error(&"A".repeat(MOST_BYTES * 2)), "A replay that is brought in has at most 128 KiB.");
    }
}
