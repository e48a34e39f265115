//! Long runs: folders that survive whatever stops the program, and files that are written whole or not at all.

pub mod files;
pub mod folder;
pub mod json;
pub mod name;

use std::io::{Write, stderr};

/// Says something on standard error, beside what a command prints. Where it cannot be said, the work goes on.
pub fn warn(sentence: &str) {
    let _ = writeln!(stderr(), "tetrolab: {sentence}");
}
