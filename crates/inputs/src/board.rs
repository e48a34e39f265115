//! Boards from pictures and from fumen.

use std::error::Error;
use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use tetrolab_engine::{Blocks, Board, MAX_HEIGHT, MAX_WIDTH, Picture, Size};
use tetrolab_protocols::fumen::{Field, Fumen};
use tetrolab_runs::files;

/// A row of a board is full already, which it cannot be where lines are to be cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullRow {
    /// From 1 at the floor.
    pub row: u32,
}

impl FullRow {
    /// The lowest full row, if there is one.
    pub fn of(board: &Board) -> Option<FullRow> {
        let full = board.full_rows();
        (full != 0).then(|| FullRow { row: full.trailing_zeros() + 1 })
    }
}

impl fmt::Display for FullRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} from the floor is full already; leave it out", self.row)
    }
}

impl Error for FullRow {}

/// A picture of a board, before it is read.
pub struct Drawing {
    /// Where it came from, for sentences about it.
    pub name: String,
    pub text: String,
    /// A board of this picture has at least this many rows: fumen does not draw empty ones.
    least_height: u8,
}

/// The picture that an argument stands for: the name of a file or `-`, a fumen, or the rows themselves with `/` between them. In the
/// file is a picture or a fumen. Of a fumen the first page counts, or page N if it ends in `#N`; its field is taken without its
/// operation.
pub fn drawing(argument: &OsStr) -> Result<Drawing> {
    let path = Path::new(argument);
    let Some(typed) = argument.to_str().filter(|_| !path.exists() && !files::is_input(path)) else {
        return Drawing::new(files::name(path), files::read_text(path)?);
    };
    let is_meant = Fumen::is_meant(typed) || is_picture(typed);
    ensure!(
        is_meant,
        "--board: there is no file {typed:?}, and a picture has only ., X, piece letters and / between rows"
    );
    drawn("--board", typed)
}

/// The picture that a text is: a fumen, or rows with `/` between them. No file is looked for. `name` is what sentences call it.
pub fn drawn(name: &str, text: &str) -> Result<Drawing> {
    if Fumen::is_meant(text) {
        return Drawing::new(name.to_string(), text.to_string());
    }
    ensure!(!text.trim().is_empty(), "{name}: the picture has no rows");
    ensure!(is_picture(text), "{name}: a picture has only ., X, piece letters and / between rows");
    Drawing::new(name.to_string(), text.replace('/', "\n"))
}

/// Whether all letters of a text are such as pictures have.
pub fn is_picture(text: &str) -> bool {
    text.chars().all(|letter| letter.is_whitespace() || "/._#XGIJLOSTZijlostz".contains(letter))
}

/// The first row that is wrong by itself, and what is wrong with it. Pictures are read from the floor up, but people look for faults
/// from the top.
pub fn first_wrong_row<'r>(mut rows: impl Iterator<Item = (usize, &'r str)>, size: Size) -> Option<(usize, String)> {
    rows.find_map(|(index, row)| {
        let fault = Picture::parse(row, size).err().filter(|fault| fault.line().is_some())?;
        Some((index, fault.message()))
    })
}

impl Drawing {
    /// Rows below each other, or a fumen.
    fn new(name: String, text: String) -> Result<Drawing> {
        if !Fumen::is_meant(&text) {
            return Ok(Drawing { name, text, least_height: 1 });
        }
        let field = field(&text).with_context(|| name.clone())?;
        let picture = Picture { blocks: field.blocks(), in_play: None };
        Ok(Drawing { name, text: picture.to_string(), least_height: Size::STANDARD.height })
    }

    /// What is drawn, on a board of this size.
    pub fn picture(&self, size: Size) -> Result<Picture> {
        Picture::parse(&self.text, size).map_err(|error| {
            let first = error.line().and_then(|_| first_wrong_row(self.text.lines().enumerate(), size));
            let first = first.map(|(index, message)| format!("line {}: {message}", index + 1));
            anyhow!("{}: {}", self.name, first.unwrap_or_else(|| error.to_string()))
        })
    }

    /// What is drawn. Without `width` and `height` the board has those of the picture (a fumen has 10 columns and 20 rows, or
    /// more if its stack is higher); `buffer` rows lie above it.
    pub fn sized(&self, width: Option<u8>, height: Option<u8>, buffer: u8) -> Result<Picture> {
        let Drawing { name, text, least_height } = self;
        let mut rows = text.lines().map(str::trim).filter(|row| !row.is_empty());
        let first = rows.next().with_context(|| format!("{name}: the picture has no rows"))?;
        let (columns, count) = (first.chars().count(), (1 + rows.count()).max((*least_height).into()));
        let limits = |what: &str, found: usize, least: u8, most: u8| {
            let within = u8::try_from(found).ok().filter(|found| (least..=most).contains(found));
            within.with_context(|| format!("{name}: the picture has {found} {what}; a board has {least} to {most}"))
        };
        let width = width.map_or_else(|| limits("columns", columns, 4, MAX_WIDTH), Ok)?;
        let height = height.map_or_else(|| limits("rows", count, 1, MAX_HEIGHT), Ok)?;
        self.picture(Size { width, height, buffer })
    }

    /// The Blocks of a picture that shows nothing else.
    pub fn blocks(&self, picture: &Picture) -> Result<Blocks> {
        ensure!(picture.in_play.is_none(), "{}: the picture shows a piece in play (small letters)", self.name);
        Ok(picture.blocks)
    }
}

/// Reads a board from an argument, as [`drawing`] does; its size is what [`Drawing::sized`] says.
pub fn read(
    argument: impl AsRef<OsStr>,
    width: Option<u8>,
    height: Option<u8>,
    buffer: u8,
) -> Result<(Drawing, Picture)> {
    let drawing = drawing(argument.as_ref())?;
    let picture = drawing.sized(width, height, buffer)?;
    Ok((drawing, picture))
}

/// The field of the first page of a fumen, or of page N if the text ends in `#N`.
fn field(text: &str) -> Result<Field> {
    let pages = Fumen::decode(text)?.pages;
    // A link may have another end behind its `#`; that is no number.
    let named = text.trim_end().rsplit_once('#').and_then(|(_, end)| end.parse::<usize>().ok());
    let number = named.unwrap_or(1);
    match (number.checked_sub(1).and_then(|index| pages.get(index)), pages.len()) {
        (Some(page), _) => Ok(page.field),
        (None, 0) => bail!("the fumen has no pages"),
        (None, 1) => bail!("there is no page {number}: the fumen has one page"),
        (None, count) => bail!("there is no page {number}: the fumen has {count} pages"),
    }
}
