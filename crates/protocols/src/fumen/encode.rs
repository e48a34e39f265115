//! From pages to text.

use super::action::Action;
use super::decode::{ZERO, colour};
use super::letters::Writer;
use super::quiz::Carried;
use super::{EncodeError, Field, Fumen, HEIGHT, LONGEST_COMMENT, MOST_PAGES, Page, WIDTH, comment};

/// Checks the number of pages and the comments of the first of them, before a document is built.
///
/// # Errors
/// If there are too many pages, or one of the comments is too long.
pub fn check_limits<'c>(pages: usize, comments: impl IntoIterator<Item = &'c str>) -> Result<(), EncodeError> {
    if pages > MOST_PAGES {
        return Err(EncodeError::TooManyPages { found: pages });
    }
    for (index, comment) in comments.into_iter().enumerate() {
        let found = comment::escaped_length(comment);
        if found > LONGEST_COMMENT {
            return Err(EncodeError::LongComment { page: index + 1, found });
        }
    }
    Ok(())
}

/// Writes a document. What a reader knows from the page before is left out.
pub(super) fn encode(fumen: &Fumen) -> Result<String, EncodeError> {
    check_limits(fumen.pages.len(), fumen.pages.iter().map(|page| page.comment.as_str()))?;
    let mut writer = Writer::default();
    let (mut field, mut carried) = (Field::default(), Carried::default());
    // Where the number of pages without a change is, as long as there is no change.
    let mut unchanged: Option<usize> = None;
    for (index, page) in fumen.pages.iter().enumerate() {
        let number = index + 1;
        if page.field != field {
            write_differences(&mut writer, &field, &page.field);
            unchanged = None;
        } else if let Some(at) = unchanged.filter(|&at| *writer.value(at) < 63) {
            *writer.value(at) += 1;
        } else {
            write_differences(&mut writer, &field, &page.field);
            unchanged = Some(writer.len());
            writer.push(0, 1);
        }
        let has_comment = page.comment != carried.text();
        let Page { operation, flags, .. } = *page;
        let action = Action { operation, flags, has_comment }.encode(u32::from(HEIGHT) + 1);
        writer.push(action.map_err(|placement| EncodeError::Operation { page: number, placement })?, 3);
        if has_comment {
            comment::write(&mut writer, &comment::escape(&page.comment));
            carried.replace(page.comment.clone());
        }
        carried.advance(page);
        field = page.field_after();
    }
    Ok(writer.finish())
}

/// Writes the differences of two fields as runs of equal ones, from the top left on.
fn write_differences(writer: &mut Writer, before: &Field, after: &Field) {
    let cells = (u32::from(HEIGHT) + 1) * u32::from(WIDTH);
    let places = (-1..HEIGHT as i8).rev().flat_map(|y| (0..WIDTH as i8).map(move |x| (x, y)));
    let differences: Vec<u32> =
        places.map(|(x, y)| colour(after.get(x, y)) + ZERO - colour(before.get(x, y))).collect();
    for run in differences.chunk_by(|one, next| one == next) {
        writer.push(run[0] * cells + run.len() as u32 - 1, 2);
    }
}
