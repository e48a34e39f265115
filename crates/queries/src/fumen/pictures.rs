//! From pictures to pages.

use anyhow::{Context, Result, anyhow, ensure};
use tetrolab_engine::{ParseBoardError, Size};
use tetrolab_protocols::fumen::{Fumen, Page, check_limits};

use tetrolab_inputs::board::first_wrong_row;

/// Reads pictures with empty lines between them, a page each. Memory grows with the text and no faster.
pub fn read(text: &str, comments: &[String]) -> Result<Fumen> {
    let pictures = pictures(text);
    ensure!(!pictures.is_empty(), "there is no picture in it");
    check_limits(pictures.len(), comments.iter().map(String::as_str))?;
    let page = |number: usize, (above, picture): (usize, &str)| {
        let page: Result<Page, ParseBoardError> = picture.parse();
        page.map_err(|error| fault(picture, above, &error)).with_context(|| format!("page {number}"))
    };
    // All of them are looked at before the first is kept.
    (1..).zip(&pictures).try_for_each(|(number, &picture)| page(number, picture).map(drop))?;
    let mut document = Fumen::default();
    for (number, &picture) in (1..).zip(&pictures) {
        let mut page = page(number, picture)?;
        page.flags.colour = number == 1;
        page.comment = match (comments.get(number - 1), document.pages.last()) {
            (Some(comment), _) => comment.clone(),
            (None, Some(before)) => before.comment_after(),
            (None, None) => String::new(),
        };
        document.pages.push(page);
    }
    Ok(document)
}

/// The pictures of a text, each with the number of lines above it.
fn pictures(text: &str) -> Vec<(usize, &str)> {
    let (mut pictures, mut begun, mut at) = (Vec::new(), None, 0);
    for (above, line) in text.split_inclusive('\n').enumerate() {
        match begun {
            None if !line.trim().is_empty() => begun = Some((above, at)),
            Some((first, start)) if line.trim().is_empty() => {
                pictures.push((first, &text[start..at]));
                begun = None;
            }
            _ => {}
        }
        at += line.len();
    }
    pictures.extend(begun.map(|(first, start)| (first, &text[start..])));
    pictures
}

/// What is wrong with a picture that has `above` lines above it.
fn fault(picture: &str, above: usize, error: &ParseBoardError) -> anyhow::Error {
    let is_floor = |row: &str| row.trim().bytes().all(|letter| letter == b'-');
    let rows = picture.lines().enumerate().filter(|(_, row)| !is_floor(row));
    let first = error.line().map(|line| first_wrong_row(rows, Size::STANDARD).unwrap_or((line - 1, error.message())));
    match first {
        Some((index, message)) => anyhow!("line {}: {message}", above + index + 1),
        None => anyhow!("{error}"),
    }
}
