//! What can be wrong with a document.

use std::error::Error;
use std::fmt;

use tetrolab_engine::Placement;

use super::{HEIGHT, LONGEST_COMMENT, MOST_PAGES, WIDTH};

/// Why a text is refused. Characters and pages are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FumenError {
    /// There is no mark such as `v115@` in it.
    NoFumen,
    /// A version that cannot be read.
    Version {
        /// Where it is named.
        position: usize,
        version: u16,
    },
    /// A character that is none of the 64 letters.
    UnknownLetter {
        /// Where it is.
        position: usize,
        /// The page it belongs to.
        page: usize,
        letter: char,
    },
    /// The document ends in the middle of something.
    EndsEarly {
        /// The character that is missing.
        position: usize,
        page: usize,
        /// In the middle of what.
        part: Part,
    },
    /// A run of equal cells goes on behind the last cell of the field.
    LongField {
        /// Where the run is.
        position: usize,
        page: usize,
    },
    /// A cell gets a colour that does not exist.
    NoColour {
        /// Where the run of cells is.
        position: usize,
        page: usize,
    },
    /// The letters of a comment stand for no text.
    NoText {
        /// Where they are.
        position: usize,
        page: usize,
    },
    /// More pages than [`MOST_PAGES`].
    TooManyPages {
        /// Where the first page too many begins.
        position: usize,
    },
}

/// A part of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Field,
    /// The operation and the flags.
    Operation,
    Comment,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Field => "field",
            Part::Operation => "operation",
            Part::Comment => "comment",
        })
    }
}

impl FumenError {
    /// The character that is at fault, counted from 1, if it is a single one.
    pub fn position(&self) -> Option<usize> {
        match self {
            FumenError::NoFumen => None,
            FumenError::Version { position, .. }
            | FumenError::UnknownLetter { position, .. }
            | FumenError::EndsEarly { position, .. }
            | FumenError::LongField { position, .. }
            | FumenError::NoColour { position, .. }
            | FumenError::NoText { position, .. }
            | FumenError::TooManyPages { position } => Some(*position),
        }
    }
}

impl fmt::Display for FumenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(position) = self.position() {
            write!(f, "character {position}: ")?;
        }
        match self {
            FumenError::NoFumen => write!(f, "there is no fumen in the text: it begins with v115@ or v110@"),
            FumenError::Version { version, .. } => {
                write!(f, "fumen of version {version} cannot be read, only 115 and 110")
            }
            FumenError::UnknownLetter { page, letter, .. } => {
                write!(f, "{letter:?} on page {page} is no letter of fumen (they are A to Z, a to z, 0 to 9, + and /)")
            }
            FumenError::EndsEarly { page, part, .. } => {
                write!(f, "the fumen ends in the middle of the {part} of page {page}")
            }
            FumenError::LongField { page, .. } => {
                write!(f, "the field of page {page} has more cells than there is room for")
            }
            FumenError::NoColour { page, .. } => {
                write!(f, "the field of page {page} has a cell of a colour that does not exist")
            }
            FumenError::NoText { page, .. } => write!(f, "the comment of page {page} is no text"),
            FumenError::TooManyPages { .. } => write!(f, "the fumen has more than {MOST_PAGES} pages"),
        }
    }
}

impl Error for FumenError {}

/// Why a document cannot be written. Pages are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodeError {
    /// More pages than [`MOST_PAGES`].
    TooManyPages {
        /// How many there are.
        found: usize,
    },
    /// The centre of the piece lies outside the field.
    Operation { page: usize, placement: Placement },
    /// The comment is longer than [`LONGEST_COMMENT`].
    LongComment {
        page: usize,
        /// How long it is when escaped.
        found: usize,
    },
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::TooManyPages { found } => {
                write!(f, "{found} pages are too many: a fumen has at most {MOST_PAGES}")
            }
            EncodeError::Operation { page, placement: Placement { piece, x, y, .. } } => {
                write!(f, "page {page}: {piece} at x {x}, y {y} lies outside the field")
            }
            EncodeError::LongComment { page, found } => write!(
                f,
                "page {page}: the comment is too long: {found} letters when escaped, at most {LONGEST_COMMENT} have room"
            ),
        }
    }
}

impl Error for EncodeError {}

/// Why a board, or what is done on it, is no field of fumen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldError {
    /// Another number of columns than 10.
    Width {
        /// How many there are.
        found: u8,
    },
    /// More than 23 rows.
    Height {
        /// How many the stack has.
        found: u8,
    },
    /// A piece does not fit where it should lock.
    Piece {
        /// Its number in the list of placements, from 1.
        number: usize,
        placement: Placement,
    },
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldError::Width { found } => write!(f, "the board has {found} columns, a fumen has {WIDTH}"),
            FieldError::Height { found } => write!(f, "the stack has {found} rows, a fumen has room for {HEIGHT}"),
            FieldError::Piece { number, placement: Placement { piece, rotation, x, y } } => {
                let rotation = rotation.name();
                write!(f, "placement {number}: {piece} {rotation} does not fit at x {x}, y {y} of the field")
            }
        }
    }
}

impl Error for FieldError {}
