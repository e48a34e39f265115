//! Solutions as documents.

use tetrolab_engine::{Blocks, Placement};

use super::{Field, FieldError, Flags, Fumen, Page};

impl Fumen {
    /// A document that shows how pieces lock one after the other, a page each. The first comment is that of the first page
    /// and so on; pages behind the last comment keep it, or what is left of it if it is a quiz. Without placements there is
    /// one page with the board.
    ///
    /// ```
    /// use tetrolab_engine::{Blocks, Board, Piece, Placement, Rotation};
    /// use tetrolab_protocols::fumen::Fumen;
    ///
    /// let board: Board = "
    ///     XXXXX...XX
    ///     XXXXXX.XXX
    /// ".parse()?;
    /// let placements = [
    ///     Placement::new(Piece::T, Rotation::South, 6, 1),
    ///     Placement::new(Piece::O, Rotation::North, 4, 0),
    /// ];
    /// let fumen = Fumen::solution(&Blocks::from(board), &placements, &["T-Spin Double"])?;
    /// assert_eq!(fumen.pages[0].to_string(), "XXXXXtttXX\nXXXXXXtXXX\n");
    /// assert_eq!(fumen.pages[1].to_string(), "....oo....\n....oo....\n");
    /// assert_eq!(fumen.encode(), "v115@RhE8CeH8AeC8JeFMYPAUEzPEJG98AQmqhECDdCAvhA?TrB");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solution(start: &Blocks, placements: &[Placement], comments: &[&str]) -> Result<Fumen, FieldError> {
        let mut field = Field::try_from(start)?;
        let mut pages: Vec<Page> = Vec::new();
        for index in 0..placements.len().max(1) {
            let operation = placements.get(index).copied();
            if let Some(placement) = operation.filter(|&placement| !field.fits(placement)) {
                return Err(FieldError::Piece { number: index + 1, placement });
            }
            let comment = match (comments.get(index), pages.last()) {
                (Some(comment), _) => comment.to_string(),
                (None, Some(before)) => before.comment_after(),
                (None, None) => String::new(),
            };
            let flags = Flags { colour: index == 0, ..Flags::default() };
            let page = Page { field, operation, comment, flags };
            field = page.field_after();
            pages.push(page);
        }
        Ok(Fumen { pages })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrolab_engine::{Piece, Rotation, Size};

    #[test]
    fn a_piece_that_does_not_fit_is_named() {
        let empty = Blocks::empty(Size::STANDARD);
        let placement = Placement::new(Piece::O, Rotation::North, 4, 0);
        let refusal = |placements: &[Placement]| Fumen::solution(&empty, placements, &[]).unwrap_err().to_string();
        assert_eq!(refusal(&[placement; 2]), "placement 2: O north does not fit at x 4, y 0 of the field");
        assert_eq!(refusal(&[placement.shifted(0, 22)]), "placement 1: O north does not fit at x 4, y 22 of the field");
    }

    #[test]
    fn a_board_alone_is_one_page() {
        let empty = Blocks::empty(Size::STANDARD);
        assert_eq!(Fumen::solution(&empty, &[], &[]).unwrap().encode(), "v115@vhAAgH");
    }
}
