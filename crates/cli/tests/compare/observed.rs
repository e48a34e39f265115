//! What a program did, as far as a user can see.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Texts by what they are: an output, an exit code, a file.
#[derive(Clone, Debug, Default)]
pub struct Observed(pub BTreeMap<String, String>);

impl Observed {
    pub fn add(&mut self, what: impl Into<String>, text: impl Into<String>) {
        self.0.insert(what.into(), text.into());
    }

    /// Adds every file in a folder, but those of databases, which are binary and observed by commands.
    pub fn add_files(&mut self, folder: &Path, shown: &str) {
        let mut entries: Vec<_> =
            fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        entries.sort();
        for path in entries {
            let name = format!("{shown}{}", path.file_name().unwrap().to_string_lossy());
            if path.is_dir() {
                self.add_files(&path, &format!("{name}/"));
                continue;
            }
            let bytes = fs::read(&path).unwrap();
            let text = String::from_utf8(bytes).unwrap_or_else(|_| "binary".to_string());
            self.add(format!("file {name}"), text);
        }
    }

    /// With a word instead of the places where it was run.
    pub fn without_folder(mut self, folder: &Path, program: &Path) -> Observed {
        for text in self.0.values_mut() {
            *text = text.replace(&*folder.to_string_lossy(), "FOLDER").replace(&*program.to_string_lossy(), "tetrolab");
        }
        self
    }
}
