//! Boards from files, and the values that commands about moves share.

use std::path::Path;

use anyhow::{Context, Result};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tetrolab_engine::{MAX_BUFFER, MAX_HEIGHT, MAX_WIDTH, Picture, Piece, Size};

use crate::files;

/// Reads a picture. Without `width` and `height` the board has those of the picture; `buffer` rows lie above it.
pub fn read(file: &Path, width: Option<u8>, height: Option<u8>, buffer: u8) -> Result<Picture> {
    let text = files::read_text(file)?;
    let name = || file.display().to_string();
    let mut rows = text.lines().map(str::trim).filter(|row| !row.is_empty());
    let first = rows.next().with_context(|| format!("{}: the picture has no rows", name()))?;
    let (columns, count) = (first.chars().count(), 1 + rows.count());
    let limits = |what: &str, found: usize, least: u8, most: u8| {
        let within = u8::try_from(found).ok().filter(|found| (least..=most).contains(found));
        within.with_context(|| format!("{}: the picture has {found} {what}; a board has {least} to {most}", name()))
    };
    let width = width.map_or_else(|| limits("columns", columns, 4, MAX_WIDTH), Ok)?;
    let height = height.map_or_else(|| limits("rows", count, 1, MAX_HEIGHT), Ok)?;
    Picture::parse(&text, Size { width, height, buffer }).with_context(name)
}

/// A board so high that its top does not matter.
pub const fn tall(width: u8) -> Size {
    Size { width, height: MAX_HEIGHT, buffer: MAX_BUFFER }
}

/// The seven pieces, by their letters.
pub fn pieces() -> impl TypedValueParser<Value = Piece> {
    let letters = PossibleValuesParser::new(["I", "J", "L", "O", "S", "T", "Z"]);
    letters.map(|letter| {
        let letter = letter.chars().next().expect("a letter").to_ascii_uppercase();
        Piece::from_letter(letter).expect("it is one of the seven")
    })
}
