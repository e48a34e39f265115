//! Board pictures: text in, text out.
//!
//! A picture shows the rows from the top down, the last line is the row at the floor. `.` (or `_`) is an empty cell,
//! a capital piece letter a Block of that piece, `X` (or `G` or `#`) any other Block, and four small letters of one
//! piece are the Minos of the piece in play. Spaces around a row and empty lines do not count.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::blocks::{Block, Blocks};
use crate::board::{Board, MAX_HEIGHT, MAX_WIDTH, Size};
use crate::piece::{Cell, Piece, Placement};

/// Why a picture is refused. Lines and columns are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseBoardError {
    /// There is no row in it.
    NoRows,
    /// A row has no width that a board can have.
    Width {
        /// Line of the picture.
        line: usize,
        /// How many cells it has.
        found: usize,
    },
    /// A row is wider or narrower than the board, or than the rows above it.
    RaggedRow {
        /// Line of the picture.
        line: usize,
        /// How many cells it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A character that means nothing.
    UnknownLetter {
        /// Line of the picture.
        line: usize,
        /// Column of the picture.
        column: usize,
        letter: char,
    },
    /// More rows than the board has.
    TooManyRows {
        /// Rows of the picture.
        found: usize,
        /// Rows of the board.
        limit: usize,
    },
    /// The small letters are not four cells of one piece in one of its rotations.
    NotAPiece {
        /// The small letters found.
        letters: String,
    },
    /// A piece in play where only Blocks belong.
    PieceInPlay,
}

impl ParseBoardError {
    /// The line of the picture that is at fault, if it is a single one.
    pub fn line(&self) -> Option<usize> {
        match self {
            ParseBoardError::Width { line, .. }
            | ParseBoardError::RaggedRow { line, .. }
            | ParseBoardError::UnknownLetter { line, .. } => Some(*line),
            _ => None,
        }
    }

    /// What is wrong, without the line.
    pub fn message(&self) -> String {
        match self {
            ParseBoardError::NoRows => "the picture has no rows".to_string(),
            ParseBoardError::Width { found, .. } => {
                format!("the row is {found} cells wide; a board has 4 to {MAX_WIDTH} columns")
            }
            ParseBoardError::RaggedRow { found, expected, .. } => {
                format!("the row is {found} cells wide instead of {expected}")
            }
            ParseBoardError::UnknownLetter { column, letter, .. } => format!(
                "unknown letter {letter:?} in column {column} of the picture (use . for empty, X or a piece letter for a \
                 Block)"
            ),
            ParseBoardError::TooManyRows { found, limit } => {
                format!("the picture has {found} rows, the board only {limit}")
            }
            ParseBoardError::NotAPiece { letters } => {
                format!("the small letters {letters:?} of the picture are not the four Minos of one piece")
            }
            ParseBoardError::PieceInPlay => {
                "the picture shows a piece in play (small letters) where only Blocks belong".to_string()
            }
        }
    }
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line() {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{}", self.message())
    }
}

impl Error for ParseBoardError {}

/// A board picture that has been read: the Blocks, and the piece in play if small letters show one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The Blocks.
    pub blocks: Blocks,
    /// The piece in play. Where several rotations cover the same cells it is the first, from North to the right.
    pub in_play: Option<Placement>,
}

impl Picture {
    /// Reads a picture of a board of this size; the rows above the picture are empty.
    ///
    /// ```
    /// # use tetrolab_engine::{Picture, Piece, Rotation, Size};
    /// let picture = Picture::parse("
    ///     ....ttt...
    ///     XXX..tXXXX
    /// ", Size::STANDARD)?;
    /// let piece = picture.in_play.unwrap();
    /// assert_eq!((piece.piece, piece.rotation, piece.x, piece.y), (Piece::T, Rotation::South, 5, 1));
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    ///
    /// # Panics
    /// If the size is out of its limits.
    pub fn parse(text: &str, size: Size) -> Result<Picture, ParseBoardError> {
        let rows: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line.trim()))
            .filter(|(_, row)| !row.is_empty())
            .collect();
        if rows.len() > size.rows() as usize {
            return Err(ParseBoardError::TooManyRows { found: rows.len(), limit: size.rows() as usize });
        }
        let mut blocks = Blocks::empty(size);
        let mut minos = Vec::new();
        for (y, &(line, row)) in rows.iter().rev().enumerate() {
            let found = row.chars().count();
            if found != size.width as usize {
                return Err(ParseBoardError::RaggedRow { line, found, expected: size.width as usize });
            }
            for (x, letter) in row.chars().enumerate() {
                let (x, y) = (x as i8, y as i8);
                let block = match letter {
                    '.' | '_' => None,
                    'X' | 'G' | '#' => Some(Block::Garbage),
                    _ => match (Piece::from_letter(letter), Piece::from_letter(letter.to_ascii_uppercase())) {
                        (Some(piece), _) => Some(Block::Of(piece)),
                        (None, Some(piece)) => {
                            minos.push((piece, Cell::new(x, y)));
                            None
                        }
                        (None, None) => {
                            return Err(ParseBoardError::UnknownLetter { line, column: x as usize + 1, letter });
                        }
                    },
                };
                blocks.set(x, y, block);
            }
        }
        Ok(Picture { blocks, in_play: in_play(&minos)? })
    }
}

fn in_play(minos: &[(Piece, Cell)]) -> Result<Option<Placement>, ParseBoardError> {
    let Some(&(piece, _)) = minos.first() else { return Ok(None) };
    let placement = <[(Piece, Cell); 4]>::try_from(minos)
        .ok()
        .filter(|minos| minos.iter().all(|mino| mino.0 == piece))
        .and_then(|minos| Placement::from_cells(piece, minos.map(|mino| mino.1)));
    match placement {
        Some(placement) => Ok(Some(placement)),
        None => {
            let letters = minos.iter().map(|mino| mino.0.letter().to_ascii_lowercase()).collect();
            Err(ParseBoardError::NotAPiece { letters })
        }
    }
}

impl FromStr for Board {
    type Err = ParseBoardError;

    /// Reads a picture without a piece in play. The board is as wide as the picture, with 20 visible rows and 20 above
    /// (more visible rows if the picture needs them).
    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let mut rows =
            text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())).filter(|(_, row)| !row.is_empty());
        let Some((line, row)) = rows.next() else { return Err(ParseBoardError::NoRows) };
        let width = row.chars().count();
        if !(4..=MAX_WIDTH as usize).contains(&width) {
            return Err(ParseBoardError::Width { line, found: width });
        }
        let needed = (rows.count() + 1).saturating_sub(Size::STANDARD.buffer as usize);
        let height = needed.clamp(Size::STANDARD.height as usize, MAX_HEIGHT as usize);
        let picture = Picture::parse(text, Size { width: width as u8, height: height as u8, ..Size::STANDARD })?;
        match picture.in_play {
            Some(_) => Err(ParseBoardError::PieceInPlay),
            None => Ok(*picture.blocks.board()),
        }
    }
}

/// Draws the rows from `rows - 1` down to the floor, a letter a cell.
fn draw(f: &mut fmt::Formatter<'_>, width: u8, rows: u8, letter: impl Fn(i8, i8) -> char) -> fmt::Result {
    for y in (0..rows as i8).rev() {
        let row: String = (0..width as i8).map(|x| letter(x, y)).collect();
        writeln!(f, "{row}")?;
    }
    Ok(())
}

impl fmt::Display for Board {
    /// The rows of the stack, at least one; with `{:#}` all visible rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let least = if f.alternate() { self.size().height } else { 1 };
        let rows = self.stack_height().max(least);
        draw(f, self.size().width, rows, |x, y| if self.is_filled(x, y) { 'X' } else { '.' })
    }
}

impl fmt::Display for Picture {
    /// The rows of the stack and the piece in play, at least one; with `{:#}` all visible rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.blocks.board();
        let least = if f.alternate() { board.size().height } else { 1 };
        let piece_rows = self.in_play.map_or(0, |placement| (placement.top() + 1).max(0) as u8);
        let rows = board.stack_height().max(piece_rows).max(least);
        draw(f, board.size().width, rows, |x, y| match (self.in_play, self.blocks.get(x, y)) {
            (Some(placement), _) if placement.cells().contains(&Cell::new(x, y)) => {
                placement.piece.letter().to_ascii_lowercase()
            }
            (_, Some(block)) => block.letter(),
            (_, None) => '.',
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        text.parse::<Board>().unwrap_err().to_string()
    }

    #[test]
    fn refusals_say_what_and_where() {
        assert_eq!(refusal("  \n\n"), "the picture has no rows");
        assert_eq!(refusal("XXX"), "line 1: the row is 3 cells wide; a board has 4 to 16 columns");
        assert_eq!(refusal("XXXX\n\nXXX"), "line 3: the row is 3 cells wide instead of 4");
        assert_eq!(
            refusal("XXXX\n.?.."),
            "line 2: unknown letter '?' in column 2 of the picture (use . for empty, X or a piece letter for a Block)"
        );
        assert_eq!(refusal(&"....\n".repeat(61)), "the picture has 61 rows, the board only 60");
        assert_eq!(
            refusal("....\ntttt"),
            "the small letters \"tttt\" of the picture are not the four Minos of one piece"
        );
        assert_eq!(refusal(".t..\nttt."), ParseBoardError::PieceInPlay.to_string());
    }

    #[test]
    fn letters_of_many_bytes_are_counted_as_one() {
        assert!(matches!(
            "...é".parse::<Board>(),
            Err(ParseBoardError::UnknownLetter { line: 1, column: 4, letter: 'é' })
        ));
    }

    #[test]
    fn a_picture_survives_the_round_trip() {
        let text = "....ss..\n...ss...\n.X......\nIIIIOOJJ\n";
        let size = Size { width: 8, ..Size::STANDARD };
        let picture = Picture::parse(text, size).unwrap();
        assert_eq!(picture.to_string(), text);
        assert_eq!(Picture::parse(&format!("{picture:#}"), size).unwrap(), picture);
    }
}
