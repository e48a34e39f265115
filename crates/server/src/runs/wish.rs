//! What the user wants of a run: a small file beside its manifest.

use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use tetrolab_runs::files::{read_plain, write_whole};

const FILE: &str = "page.json";
/// It is never larger, in bytes.
const LARGEST: u64 = 1 << 20;

/// What the user wants of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wish {
    /// Whether it should be running. It is then resumed whenever a server starts.
    pub goes_on: bool,
    /// How many threads it may use.
    pub threads: u64,
    /// Why it could not go on, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

impl Wish {
    /// What is wanted of the run of a folder; `None` if the page has nothing to do with it.
    pub fn read(folder: &Path) -> Option<Wish> {
        serde_json::from_slice(&read_plain(&folder.join(FILE), LARGEST).ok()?).ok()
    }

    /// Writes it down.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let file = folder.join(FILE);
        let text = serde_json::to_vec_pretty(self).context("a wish is plain data")?;
        write_whole(&file, &text).with_context(|| format!("cannot write {}", file.display()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn wishes_are_found_again() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Wish::read(folder.path()), None);
        let wish = Wish { goes_on: true, threads: 2, failure: None };
        wish.write(folder.path()).unwrap();
        assert_eq!(Wish::read(folder.path()), Some(wish));
        fs::write(folder.path().join(FILE), "{").unwrap();
        assert_eq!(Wish::read(folder.path()), None);
    }
}
