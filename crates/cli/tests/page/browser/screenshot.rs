//! Pictures of pages, for people to look at.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;

use super::page::{Page, text};

/// Where they go, in the folder that Cargo builds in.
const FOLDER: &str = "screenshots";

impl Page<'_> {
    /// Draws what the window shows into `target/screenshots/NAME.png`, and says where that is.
    ///
    /// # Panics
    ///
    /// If it cannot be drawn or written.
    pub fn screenshot(&mut self, name: &str) -> PathBuf {
        let answer = self.call("Page.captureScreenshot", &json!({ "format": "png" }));
        let picture = BASE64_STANDARD.decode(text(&answer["data"])).expect("Chromium sends pictures as text");
        // Cargo's folder for tests lies in the one it builds in.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name(FOLDER);
        let path = folder.join(format!("{name}.png"));
        let beside = folder.join(format!("{name}.png.beside"));
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&beside, picture))
            .and_then(|()| fs::rename(&beside, &path))
            .unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
        path
    }
}
