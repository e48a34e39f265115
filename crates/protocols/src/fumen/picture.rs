//! Pages as pictures.

use std::fmt;
use std::str::FromStr;

use tetrolab_engine::{Cell, ParseBoardError, Picture, Size};

use super::{Field, FieldError, HEIGHT, Page, WIDTH};

impl Page {
    /// The field and the piece on it, as a picture of the standard board. The garbage row is not in it.
    pub fn picture(&self) -> Picture {
        Picture { blocks: self.field.blocks(), in_play: self.operation }
    }
}

impl TryFrom<&Picture> for Page {
    type Error = FieldError;

    /// The piece in play is the operation.
    fn try_from(picture: &Picture) -> Result<Page, FieldError> {
        Ok(Page { field: Field::try_from(&picture.blocks)?, operation: picture.in_play, ..Page::default() })
    }
}

impl FromStr for Page {
    type Err = ParseBoardError;

    /// Reads a picture as [`Picture::parse`] does. Below a line of dashes may be the garbage row.
    fn from_str(text: &str) -> Result<Page, ParseBoardError> {
        let is_floor = |line: &str| !line.trim().is_empty() && line.trim().chars().all(|letter| letter == '-');
        let lines: Vec<&str> = text.lines().collect();
        let floor = lines.iter().position(|line| is_floor(line)).unwrap_or(lines.len());
        let above = Picture::parse(&lines[..floor].join("\n"), Size { width: WIDTH, height: 20, buffer: HEIGHT - 20 })?;
        if lines[..floor].iter().all(|line| line.trim().is_empty()) {
            return Err(ParseBoardError::NoRows);
        }
        let mut page = Page { operation: above.in_play, ..Page::default() };
        for Cell { x, y } in above.blocks.board().cells() {
            page.field.set(x, y, above.blocks.get(x, y));
        }
        if floor < lines.len() {
            // Empty lines keep the numbers of the lines right.
            let below = format!("{}{}", "\n".repeat(floor + 1), lines[floor + 1..].join("\n"));
            let below = Picture::parse(&below, Size { width: WIDTH, height: 1, buffer: 0 })?;
            if below.in_play.is_some() {
                return Err(ParseBoardError::PieceInPlay);
            }
            for x in 0..WIDTH as i8 {
                page.field.set(x, -1, below.blocks.get(x, 0));
            }
        }
        Ok(page)
    }
}

/// Draws the rows of the stack and the piece, at least one, and the garbage row if there is one.
fn draw(f: &mut fmt::Formatter<'_>, field: &Field, picture: &Picture) -> fmt::Result {
    write!(f, "{picture}")?;
    if field.has_garbage_row() {
        let letter = |x| field.get(x, -1).map_or('.', tetrolab_engine::Block::letter);
        let row: String = (0..WIDTH as i8).map(letter).collect();
        writeln!(f, "{}\n{row}", "-".repeat(WIDTH.into()))?;
    }
    Ok(())
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(f, &self.field, &self.picture())
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        draw(f, self, &Picture { blocks: self.blocks(), in_play: None })
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Field\n{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_name_the_line() {
        let refusal = |text: &str| text.parse::<Page>().unwrap_err().to_string();
        assert_eq!(refusal("\n"), "the picture has no rows");
        assert_eq!(refusal("----------\nX........."), "the picture has no rows");
        assert_eq!(refusal("..........\n....."), "line 2: the row is 5 cells wide instead of 10");
        assert_eq!(refusal("..........\n----------\n\nX..."), "line 4: the row is 4 cells wide instead of 10");
        assert_eq!(refusal("..........\n--\n..........\n.........."), "the picture has 2 rows, the board only 1");
        assert_eq!(refusal(&"..........\n".repeat(24)), "the picture has 24 rows, the board only 23");
        assert_eq!(refusal("..........\n--\niiii......"), ParseBoardError::PieceInPlay.to_string());
    }

    #[test]
    fn engine_pictures_become_pages() {
        let picture = Picture::parse("....t.....\n...ttt.XZZ", Size::STANDARD).unwrap();
        let page = Page::try_from(&picture).unwrap();
        assert_eq!(page.picture(), picture);
    }
}
