//! Fumen: whole sequences of placements, with comments, in one line of text that people send each other as a link.
//!
//! A document is a list of pages. A page has a field of 23 rows and the garbage row below it, a piece that is about to
//! lock there, a comment and a few flags. What a page leaves behind is what the next one begins with, unless it says
//! otherwise; `docs/fumen.md` describes all of it.

mod action;
mod comment;
mod decode;
mod encode;
mod error;
mod field;
mod letters;
mod picture;
mod quiz;
mod solution;

use tetrolab_engine::Placement;

pub use encode::check_limits;
pub use error::{EncodeError, FieldError, FumenError, Part};
pub use field::{Field, HEIGHT, WIDTH};

/// No document has more pages. (The editor stops at 2000.) A page can be three letters long and still carry a long
/// comment on, so that without a limit a small text could fill a large memory.
pub const MOST_PAGES: usize = 10_000;

/// No comment is longer, counted after it has been escaped.
pub const LONGEST_COMMENT: usize = 4095;

/// A fumen document.
///
/// ```
/// use tetrolab_engine::{Piece, Placement, Rotation};
/// use tetrolab_protocols::fumen::Fumen;
///
/// let fumen = Fumen::decode("https://harddrop.com/fumen/?v115@9gI8AeI8AeI8AeI8Ke5IYJA0no2AMOprDTBAAA")?;
/// let page = &fumen.pages[0];
/// assert_eq!(page.comment, "4 Lines");
/// assert_eq!(page.operation, Some(Placement::new(Piece::I, Rotation::West, 9, 1)));
/// assert_eq!(page.to_string(), "\
/// XXXXXXXXXi
/// XXXXXXXXXi
/// XXXXXXXXXi
/// XXXXXXXXXi
/// ");
/// assert_eq!(fumen.encode(), "v115@9gI8AeI8AeI8AeI8Ke5IYJA0no2AMOprDTBAAA");
/// # Ok::<(), tetrolab_protocols::fumen::FumenError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fumen {
    /// The pages, in order.
    pub pages: Vec<Page>,
}

impl Fumen {
    /// Reads a document: `v115@…`, `d115@…`, `m115@…` or the same with 110, alone or at the end of a link. A link may have
    /// its letters written as `%40` and the like; what follows a `&` or a `#` does not count.
    pub fn decode(text: &str) -> Result<Fumen, FumenError> {
        decode::decode(text)
    }

    /// Whether a text looks like a document, right or wrong: there is a mark such as `v115@` in it.
    ///
    /// ```
    /// # use tetrolab_protocols::fumen::Fumen;
    /// assert!(Fumen::is_meant("https://fumen.zui.jp/?v115@vhAAgH"));
    /// assert!(!Fumen::is_meant("board.txt"));
    /// ```
    pub fn is_meant(text: &str) -> bool {
        letters::mark(text).is_some()
    }

    /// Writes the document as `v115@…`.
    ///
    /// # Panics
    /// If the format has no room for it: too many pages, too long a comment, a piece outside the field. Then
    /// [`Fumen::try_encode`] answers instead.
    pub fn encode(&self) -> String {
        self.try_encode().unwrap_or_else(|error| panic!("{error}"))
    }

    /// As [`Fumen::encode`], or what there is no room for.
    pub fn try_encode(&self) -> Result<String, EncodeError> {
        encode::encode(self)
    }
}

/// One page of a document.
///
/// A page can be read from a picture and drawn as one. Four small letters are the operation, and a row below a line of
/// dashes is the garbage row:
///
/// ```
/// use tetrolab_protocols::fumen::Page;
///
/// let picture = "\
/// ....t.....
/// XXXttt.XXX
/// ----------
/// XXXXXXXXX.
/// ";
/// let page: Page = picture.parse()?;
/// assert_eq!(page.to_string(), picture);
/// assert_eq!(page.field_after().to_string(), "\
/// ....T.....
/// XXXTTT.XXX
/// ----------
/// XXXXXXXXX.
/// ");
/// # Ok::<(), tetrolab_engine::ParseBoardError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The Blocks before the operation.
    pub field: Field,
    /// The piece that is about to lock. It may overlap Blocks or stick out of the field: fumen does not mind.
    pub operation: Option<Placement>,
    /// The comment as it is shown on this page, also if it was written on an earlier one.
    pub comment: String,
    /// What happens after it.
    pub flags: Flags,
}

impl Page {
    /// The field that the next page begins with: if the page locks, its piece becomes Blocks, full rows go, then the garbage
    /// row rises, then all is mirrored, as the flags say.
    ///
    /// ```
    /// use tetrolab_protocols::fumen::Page;
    ///
    /// let mut page: Page = "
    ///     .X........
    ///     XXXXXXiiii
    ///     ----------
    ///     JJJ.......
    /// ".parse()?;
    /// page.flags.rise = true;
    /// page.flags.mirror = true;
    /// assert_eq!(page.field_after().to_string(), "\
    /// ........X.
    /// .......JJJ
    /// ");
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    pub fn field_after(&self) -> Field {
        let mut field = self.field;
        if !self.flags.lock {
            return field;
        }
        if let Some(placement) = self.operation {
            field.lock(placement);
        }
        field.clear();
        if self.flags.rise {
            field.rise();
        }
        if self.flags.mirror {
            field.mirror();
        }
        field
    }

    /// The comment that the next page shows if it brings none of its own: the same, or the rest of a quiz.
    ///
    /// ```
    /// use tetrolab_protocols::fumen::Page;
    ///
    /// let mut page: Page = "....oo....\n....oo....".parse()?;
    /// page.comment = "#Q=[T](O)SZ".to_string();
    /// assert_eq!(page.comment_after(), "#Q=[T](S)Z");
    /// # Ok::<(), tetrolab_engine::ParseBoardError>(())
    /// ```
    pub fn comment_after(&self) -> String {
        let mut carried = quiz::Carried::default();
        carried.replace(self.comment.clone());
        carried.advance(self);
        carried.text().to_string()
    }

    /// Whether the comment is a quiz: Hold, piece and Next in the form `#Q=[T](S)ZJL`. Such a comment goes on by itself: a
    /// page that plays one of these pieces leaves the rest of the quiz to the next page.
    pub fn is_quiz(&self) -> bool {
        quiz::Quiz::parse(&self.comment).is_some()
    }
}

/// What happens on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    /// The piece locks and full rows go. Without it the field stays as it is, whatever the other flags say.
    pub lock: bool,
    /// After that the field is mirrored, without its garbage row.
    pub mirror: bool,
    /// After that, but before the mirror, the garbage row rises into the field.
    pub rise: bool,
    /// Pieces have the colours of the guideline. It counts on the first page only.
    pub colour: bool,
}

impl Default for Flags {
    /// The piece locks, and nothing else.
    fn default() -> Flags {
        Flags { lock: true, mirror: false, rise: false, colour: false }
    }
}
