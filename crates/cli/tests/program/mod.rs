//! The program as people call it.

use std::path::Path;
use std::process::{Command, Output};

pub fn tetrolab(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tetrolab")).args(arguments).current_dir(folder).output().unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Exit code 2, nothing on standard output, and one line that begins with the program's name.
pub fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let output = tetrolab(folder, arguments);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert_eq!(text(&output.stdout), "");
    assert_eq!(error.lines().count(), 1, "{error}");
    error.strip_prefix("tetrolab: ").unwrap().trim_end().to_string()
}
