//! Pages as text.

use std::io::Write;

use anyhow::{Result, ensure};
use tetrolab_engine::Placement;
use tetrolab_protocols::fumen::{Fumen, Page};

/// Draws every page.
pub fn write(out: &mut impl Write, document: &Fumen) -> Result<()> {
    let count = document.pages.len();
    ensure!(count > 0, "the fumen has no pages");
    for (index, page) in document.pages.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "page {} of {count}", index + 1)?;
        if let Some(Placement { piece, rotation, x, y }) = page.operation {
            writeln!(out, "piece: {piece} {}, x {x}, y {y}", rotation.name())?;
        }
        writeln!(out, "flags: {}", flags(page))?;
        if !page.comment.is_empty() {
            writeln!(out, "comment: {}", printable(&page.comment))?;
        }
        write!(out, "{page}")?;
    }
    Ok(())
}

fn flags(page: &Page) -> String {
    let flags = page.flags;
    let all = [
        (flags.lock, "lock"),
        (flags.mirror, "mirror"),
        (flags.rise, "rise"),
        (flags.colour, "colour"),
        (page.is_quiz(), "quiz"),
    ];
    let set: Vec<&str> = all.into_iter().filter(|flag| flag.0).map(|flag| flag.1).collect();
    if set.is_empty() { "none".to_string() } else { set.join(", ") }
}

/// On one line, and without anything that a terminal would obey.
fn printable(text: &str) -> String {
    let letter = |letter: char| {
        let escaped = letter.is_control().then(|| letter.escape_default().to_string());
        escaped.unwrap_or_else(|| letter.to_string())
    };
    text.chars().map(letter).collect()
}
