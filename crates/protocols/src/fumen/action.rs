//! The three letters of a page that hold the operation and the flags.

use tetrolab_engine::{Piece, Placement, Rotation};

use super::{Flags, WIDTH};

/// The pieces by their numbers in fumen; 0 is none. Grey, 8, is a colour of cells only.
pub(super) const PIECES: [Piece; 7] = [Piece::I, Piece::L, Piece::O, Piece::Z, Piece::T, Piece::J, Piece::S];

/// The rotations by their numbers in fumen.
const ROTATIONS: [Rotation; 4] = [Rotation::South, Rotation::East, Rotation::North, Rotation::West];

/// What the three letters say.
#[derive(Clone, Copy)]
pub(super) struct Action {
    pub operation: Option<Placement>,
    pub flags: Flags,
    /// Whether a comment follows.
    pub has_comment: bool,
}

impl Action {
    /// Reads the number; `rows` is the height of the field with its garbage row.
    pub fn decode(number: u32, rows: u32) -> Action {
        let mut rest = number;
        let mut digit = |base: u32| {
            let digit = rest % base;
            rest /= base;
            digit
        };
        let (piece, rotation, place) = (digit(8) as usize, digit(4) as usize, digit(rows * u32::from(WIDTH)));
        let operation = piece.checked_sub(1).map(|piece| {
            let (piece, rotation) = (PIECES[piece], ROTATIONS[rotation]);
            let (right, up) = offset(piece, rotation);
            let x = (place % u32::from(WIDTH)) as i8 - right;
            let y = rows as i8 - 2 - (place / u32::from(WIDTH)) as i8 - up;
            Placement::new(piece, rotation, x, y)
        });
        let (rise, mirror, colour) = (digit(2) == 1, digit(2) == 1, digit(2) == 1);
        let (has_comment, lock) = (digit(2) == 1, digit(2) == 0);
        Action { operation, flags: Flags { lock, mirror, rise, colour }, has_comment }
    }

    /// The number, for a field of `rows` with its garbage row. A piece whose centre lies outside of it has none.
    pub fn encode(self, rows: u32) -> Result<u32, Placement> {
        let placed = self.operation.map_or(Ok(0), |placement| number(placement, rows).ok_or(placement))?;
        let Flags { lock, mirror, rise, colour } = self.flags;
        let bits = [rise, mirror, colour, self.has_comment, !lock];
        let flags = bits.into_iter().rev().fold(0, |flags, bit| flags << 1 | u32::from(bit));
        Ok(placed + 8 * 4 * rows * u32::from(WIDTH) * flags)
    }
}

/// The number of an operation.
fn number(Placement { piece, rotation, x, y }: Placement, rows: u32) -> Option<u32> {
    let (right, up) = offset(piece, rotation);
    let x = u32::try_from(i32::from(x) + i32::from(right)).ok().filter(|&x| x < u32::from(WIDTH))?;
    let down = u32::try_from(rows as i32 - 2 - i32::from(y) - i32::from(up)).ok().filter(|&down| down < rows)?;
    let piece = PIECES.iter().position(|&one| one == piece)? as u32 + 1;
    let rotation = ROTATIONS.iter().position(|&one| one == rotation)? as u32;
    Some(piece + 8 * (rotation + 4 * (down * u32::from(WIDTH) + x)))
}

/// How far to the right and up fumen's centre of a piece lies from ours. In fumen I, O, S and Z keep their cells when they
/// turn twice, as they did before the guideline, so that some of their rotations have another centre.
const fn offset(piece: Piece, rotation: Rotation) -> (i8, i8) {
    match (piece, rotation) {
        (Piece::S, Rotation::East) => (1, 0),
        (Piece::I | Piece::O, Rotation::South) | (Piece::Z, Rotation::West) => (-1, 0),
        (Piece::O | Piece::S | Piece::Z, Rotation::North) | (Piece::I, Rotation::West) => (0, 1),
        (Piece::O, Rotation::West) => (-1, 1),
        _ => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All pieces in all rotations at all places inside the field have a number, and no two have the same unless they are
    /// the same.
    #[test]
    fn every_operation_survives() {
        let mut numbers = std::collections::HashSet::new();
        for piece in Piece::ALL {
            for rotation in Rotation::ALL {
                for (x, y) in (-1..11).flat_map(|x| (-2..24).map(move |y| (x, y))) {
                    let placement = Placement::new(piece, rotation, x, y);
                    let inside =
                        placement.cells().iter().all(|cell| (0..10).contains(&cell.x) && (0..23).contains(&cell.y));
                    let action = Action { operation: Some(placement), flags: Flags::default(), has_comment: false };
                    let number = action.encode(24);
                    assert!(number.is_ok() || !inside, "{placement:?}");
                    if let Ok(number) = number {
                        assert!(numbers.insert(number));
                        assert_eq!(Action::decode(number, 24).operation, Some(placement));
                    }
                }
            }
        }
        assert_eq!(numbers.len(), 7 * 4 * 240);
    }

    /// One place and one rotation further by a half turn (for O also by a quarter) are the same cells.
    #[test]
    fn pieces_with_one_or_two_forms_keep_their_cells() {
        let cells = |piece: Piece, rotation: u32| {
            let piece = PIECES.iter().position(|&one| one == piece).unwrap() as u32 + 1;
            let mut cells = Action::decode(piece + 8 * (rotation + 4 * 114), 24).operation.unwrap().cells();
            cells.sort_unstable();
            cells
        };
        for piece in [Piece::I, Piece::S, Piece::Z, Piece::O] {
            assert_eq!(cells(piece, 0), cells(piece, 2), "{piece}");
            assert_eq!(cells(piece, 1), cells(piece, 3), "{piece}");
        }
        assert_eq!(cells(Piece::O, 0), cells(Piece::O, 1));
    }

    #[test]
    fn flags_are_bits() {
        for bits in 0..32 {
            let bit = |place: u32| bits >> place & 1 == 1;
            let flags = Flags { lock: bit(0), mirror: bit(1), rise: bit(2), colour: bit(3) };
            let action = Action { operation: None, flags, has_comment: bit(4) };
            let again = Action::decode(action.encode(24).unwrap(), 24);
            assert_eq!((again.flags, again.has_comment, again.operation), (flags, bit(4), None));
        }
    }
}
