//! Sets of places where a piece comes to rest.

use tetrolab_engine::{Piece, Placement, Rotation};

use super::field::WIDTH;

/// The cells of a rotated piece, moved so far down and left that none is below row 0 or left of column 0.
#[derive(Clone, Copy)]
struct Corner {
    cells: u64,
    /// The bit of the centre.
    centre: u8,
}

const CORNERS: [[Corner; 4]; 7] = {
    let mut corners = [[Corner { cells: 0, centre: 0 }; 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut rotation = 0;
        while rotation < 4 {
            let shape = Piece::ALL[piece].shape(Rotation::ALL[rotation]);
            let mut cells = 0;
            let mut i = 0;
            while i < 4 {
                let (x, y) = (shape.cells[i].x - shape.left, shape.cells[i].y - shape.bottom);
                cells |= 1 << (WIDTH as i8 * y + x);
                i += 1;
            }
            corners[piece][rotation] = Corner { cells, centre: (-(WIDTH as i8) * shape.bottom - shape.left) as u8 };
            rotation += 1;
        }
        piece += 1;
    }
    corners
};

/// A place of a piece: its rotation and the bit of its centre, and the cells that it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// As the engine names it.
    pub placement: Placement,
    /// The cells it covers, as in a [`Field`](super::Field).
    pub cells: u64,
}

/// Places of one piece: for each rotation a word in which bit `10 y + x` says whether the piece is there with its centre in
/// column `x`, row `y`. What covers the same cells is there once, with the first rotation that does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// Which piece.
    pub piece: Piece,
    /// The centres, by rotation.
    pub centres: [u64; 4],
}

impl Places {
    /// How many there are.
    pub const fn len(&self) -> u32 {
        let [a, b, c, d] = self.centres;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.centres;
        a | b | c | d == 0
    }

    /// The cells that a piece covers with its centre at this bit.
    #[inline(always)]
    pub(crate) const fn cells(piece: Piece, rotation: usize, centre: u32) -> u64 {
        let corner = CORNERS[piece as usize][rotation];
        corner.cells << (centre - corner.centre as u32)
    }

    /// The placement of a piece with its centre at this bit.
    pub(crate) const fn placement(piece: Piece, rotation: usize, centre: u32) -> Placement {
        let (x, y) = (centre % WIDTH as u32, centre / WIDTH as u32);
        Placement::new(piece, Rotation::ALL[rotation], x as i8, y as i8)
    }
}

impl Iterator for Places {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        let rotation = self.centres.iter().position(|&centres| centres != 0)?;
        let centre = self.centres[rotation].trailing_zeros();
        self.centres[rotation] &= self.centres[rotation] - 1;
        let placement = Places::placement(self.piece, rotation, centre);
        Some(Place { placement, cells: Places::cells(self.piece, rotation, centre) })
    }
}
