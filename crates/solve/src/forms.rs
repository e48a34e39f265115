//! The shapes as windows of four rows see them.
//!
//! Four rows of a stack, 16 bits each, are one word. A rotated piece in the corner of such a window is a word too, so that
//! "does it fit" is one shift and one test, and all columns in which it fits are four shifts.

use std::sync::LazyLock;

use tetrolab_engine::{Kicks, Piece, Rotation, Turn};

/// Bits between the left end of a row and column 0: a wall wide enough for every kick.
pub(crate) const WALL: i32 = 3;

/// A rotated piece.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct Form {
    /// Its cells, lowest row first, leftmost column at bit 0 of each row.
    pub mask: u64,
    /// Ones in all rows of a window that the piece does not cover.
    pub beyond: u64,
    /// For each cell, how far a window must be shifted for it to come to bit 0.
    pub shifts: [u8; 4],
    /// The columns it covers: six ones each.
    pub covered: u32,
    /// For each covered column, 3 less the rows by which its lowest cell lies above the lowest row; six bits each.
    pub lift: u32,
    /// A one in the lowest bit of each covered column.
    pub ones: u32,
    /// For each covered column, how many rows above the lowest row its cells reach; six bits each.
    pub tops: u32,
    /// How many rows it covers.
    pub height: u8,
    /// Column of the left edge, relative to the centre.
    pub left: i8,
    /// Row of the lower edge, relative to the centre.
    pub bottom: i8,
    /// Steps of the left and lower edge for the points of a turn to the right and to the left.
    pub turns: [[(i8, i8); 5]; 2],
    /// How many of them are tried.
    pub points: u8,
}

/// A form for every piece and rotation. With room for eight pieces, an index masked by 7 needs no bounds check.
pub(crate) type Forms = [[Form; 4]; 8];

/// Every piece in every rotation.
pub(crate) static FORMS: LazyLock<Forms> = LazyLock::new(|| {
    let mut forms = Forms::default();
    for piece in Piece::ALL {
        forms[piece as usize] = Rotation::ALL.map(|rotation| form(piece, rotation));
    }
    forms
});

fn form(piece: Piece, rotation: Rotation) -> Form {
    let shape = piece.shape(rotation);
    let mut form = Form { left: shape.left, bottom: shape.bottom, height: shape.height, ..Form::default() };
    for (i, cell) in shape.cells.iter().enumerate() {
        let (x, y) = ((cell.x - shape.left) as u8, (cell.y - shape.bottom) as u8);
        form.shifts[i] = 16 * y + x;
        form.mask |= 1 << form.shifts[i];
    }
    form.beyond = (0..4).filter(|&row| row >= shape.height).map(|row| 0xFFFF << (16 * row)).sum();
    for x in 0..shape.width as usize {
        form.covered |= 63 << (6 * x);
        form.ones |= 1 << (6 * x);
        form.lift |= u32::from(3 - shape.undersides[x]) << (6 * x);
        form.tops |= (u64::BITS - shape.columns[x].leading_zeros()) << (6 * x);
    }
    for (side, turn) in [Turn::Right, Turn::Left].into_iter().enumerate() {
        let to = piece.shape(rotation.turned(turn));
        let (left, bottom) = (to.left - shape.left, to.bottom - shape.bottom);
        let points = Kicks::Srs.points(piece, rotation, turn);
        for (step, point) in form.turns[side].iter_mut().zip(points) {
            *step = (left + point.0, bottom + point.1);
        }
        form.points = points.len() as u8;
    }
    if piece == Piece::O {
        // Its turns change nothing and always succeed.
        form.points = 1;
    }
    form
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_have_four_cells() {
        for form in FORMS[..7].iter().flatten() {
            assert_eq!(form.mask.count_ones(), 4);
            assert_eq!(form.mask & form.beyond, 0);
            assert_eq!(form.shifts.iter().map(|&shift| 1u64 << shift).sum::<u64>(), form.mask);
        }
        assert!(FORMS[Piece::O as usize].iter().all(|form| form.turns == [[(0, 0); 5]; 2] && form.points == 1));
    }
}
