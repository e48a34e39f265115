//! From pictures to pages.

use anyhow::{Context, Result, ensure};
use tetrolab_protocols::fumen::{Fumen, Page};

/// Reads pictures with empty lines between them, a page each.
pub fn read(text: &str, comments: &[String]) -> Result<Fumen> {
    let mut document = Fumen::default();
    for picture in pictures(text) {
        let number = document.pages.len() + 1;
        let mut page: Page = picture.parse().with_context(|| format!("page {number}"))?;
        page.flags.colour = number == 1;
        page.comment = match (comments.get(number - 1), document.pages.last()) {
            (Some(comment), _) => comment.clone(),
            (None, Some(before)) => before.comment_after(),
            (None, None) => String::new(),
        };
        document.pages.push(page);
    }
    ensure!(!document.pages.is_empty(), "there is no picture in it");
    Ok(document)
}

/// The pictures of a text. Each begins with as many empty lines as there are lines above it, so that errors name the right
/// line.
fn pictures(text: &str) -> Vec<String> {
    let mut pictures: Vec<String> = Vec::new();
    let mut is_inside = false;
    for (above, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            is_inside = false;
            continue;
        }
        if !is_inside {
            pictures.push("\n".repeat(above));
        }
        is_inside = true;
        pictures.last_mut().expect("it was begun").extend([line, "\n"]);
    }
    pictures
}
