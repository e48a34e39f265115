//! From text to pages.

use tetrolab_engine::Block;

use super::action::{Action, PIECES};
use super::letters::Letters;
use super::quiz::Carried;
use super::{Field, Fumen, FumenError, HEIGHT, MOST_PAGES, Page, Part, WIDTH, comment};

/// Reads a document.
pub(super) fn decode(text: &str) -> Result<Fumen, FumenError> {
    let (version, mut letters) = Letters::of(text)?;
    // Older fields have two rows less; their garbage row is the last one too.
    let rows = 1 + if version == 110 { HEIGHT - 2 } else { HEIGHT };
    let (mut field, mut carried) = (Field::default(), Carried::default());
    let mut pages = Vec::new();
    // For how many pages the field is what the page before left behind.
    let mut unchanged = 0;
    while letters.next_page() {
        if pages.len() == MOST_PAGES {
            return Err(FumenError::TooManyPages { position: letters.place().0 });
        }
        if unchanged > 0 {
            unchanged -= 1;
        } else if !change(&mut field, rows, &mut letters)? {
            unchanged = letters.number(1, Part::Field)?;
        }
        let action = Action::decode(letters.number(3, Part::Operation)?, u32::from(rows));
        if action.has_comment {
            carried.replace(comment::read(&mut letters)?);
        }
        let Action { operation, flags, .. } = action;
        let page = Page { field, operation, comment: carried.text().to_string(), flags };
        carried.advance(&page);
        field = page.field_after();
        pages.push(page);
    }
    Ok(Fumen { pages })
}

/// Adds the differences of a page to the field, runs of equal ones from the top left on. Says whether there are any: a single
/// run of zeros is how "no change" is written.
fn change(field: &mut Field, rows: u8, letters: &mut Letters<'_>) -> Result<bool, FumenError> {
    let cells = u32::from(rows) * u32::from(WIDTH);
    let mut index = 0;
    while index < cells {
        let (position, page) = letters.place();
        let number = letters.number(2, Part::Field)?;
        let (difference, length) = (number / cells, number % cells + 1);
        if index == 0 && difference == ZERO && length == cells {
            return Ok(false);
        }
        if index + length > cells {
            return Err(FumenError::LongField { position, page });
        }
        for cell in index..index + length {
            let (x, y) = ((cell % u32::from(WIDTH)) as i8, rows as i8 - 2 - (cell / u32::from(WIDTH)) as i8);
            let colour = (colour(field.get(x, y)) + difference).checked_sub(ZERO);
            let block = colour.and_then(block).ok_or(FumenError::NoColour { position, page })?;
            field.set(x, y, block);
        }
        index += length;
    }
    Ok(true)
}

/// How a difference of zero is written, so that none is negative.
pub(super) const ZERO: u32 = 8;

/// The number of a cell's colour.
pub(super) fn colour(block: Option<Block>) -> u32 {
    match block {
        None => 0,
        Some(Block::Of(piece)) => PIECES.iter().position(|&one| one == piece).map_or(0, |place| place as u32 + 1),
        Some(Block::Garbage) => 8,
    }
}

/// The cell with this number; `None` if there is none.
fn block(colour: u32) -> Option<Option<Block>> {
    match colour {
        0 => Some(None),
        8 => Some(Some(Block::Garbage)),
        piece => PIECES.get(piece as usize - 1).map(|&piece| Some(Block::Of(piece))),
    }
}
