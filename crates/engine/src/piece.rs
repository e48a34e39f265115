//! The seven pieces, their four rotations and the cells they cover.

use std::fmt;

/// One of the seven Tetriminos. Each is four Minos.
///
/// The order, alphabetical, is the order of every table and of the random streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Piece {
    /// Four in a row, light blue.
    I,
    /// Dark blue.
    J,
    /// Orange.
    L,
    /// The square, yellow.
    O,
    /// Green.
    S,
    /// Purple; the only piece that spins.
    T,
    /// Red.
    Z,
}

impl Piece {
    /// All seven, in order.
    pub const ALL: [Piece; 7] = [Piece::I, Piece::J, Piece::L, Piece::O, Piece::S, Piece::T, Piece::Z];

    /// The capital letter that names the piece.
    ///
    /// ```
    /// # use tetrolab_engine::Piece;
    /// let letters: String = Piece::ALL.iter().map(|piece| piece.letter()).collect();
    /// assert_eq!(letters, "IJLOSTZ");
    /// ```
    pub const fn letter(self) -> char {
        b"IJLOSTZ"[self as usize] as char
    }

    /// The piece with this capital letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| piece.letter() == letter)
    }

    /// How the piece lies in `rotation`.
    #[inline]
    pub const fn shape(self, rotation: Rotation) -> &'static Shape {
        &SHAPES[self as usize][rotation as usize]
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Reads a list of pieces such as `"IOLJSZT"`. The error is the first character that names no piece, and its place.
///
/// ```
/// # use tetrolab_engine::{Piece, pieces_from_letters};
/// assert_eq!(pieces_from_letters("TI"), Ok(vec![Piece::T, Piece::I]));
/// assert_eq!(pieces_from_letters("TXI"), Err((1, 'X')));
/// ```
pub fn pieces_from_letters(letters: &str) -> Result<Vec<Piece>, (usize, char)> {
    letters.chars().enumerate().map(|(index, letter)| Piece::from_letter(letter).ok_or((index, letter))).collect()
}

/// The facing of a piece. Pieces are generated facing North.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Rotation {
    /// As generated.
    North,
    /// One turn to the right.
    East,
    /// Upside down.
    South,
    /// One turn to the left.
    West,
}

impl Rotation {
    /// All four, each one turn to the right of the one before.
    pub const ALL: [Rotation; 4] = [Rotation::North, Rotation::East, Rotation::South, Rotation::West];

    /// The facing after a turn.
    ///
    /// ```
    /// # use tetrolab_engine::{Rotation, Turn};
    /// assert_eq!(Rotation::North.turned(Turn::Left), Rotation::West);
    /// ```
    #[inline]
    pub const fn turned(self, turn: Turn) -> Rotation {
        Rotation::ALL[(self as usize + turn as usize) % 4]
    }

    /// The word for it in texts: `north`, `east`, `south`, `west`.
    pub const fn name(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }

    /// The facing with this name.
    pub fn from_name(name: &str) -> Option<Rotation> {
        Rotation::ALL.into_iter().find(|rotation| rotation.name() == name)
    }
}

/// A turn: how many quarters to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Turn {
    /// Clockwise.
    Right = 1,
    /// 180 degrees; only where the rules allow it.
    Half = 2,
    /// Counterclockwise.
    Left = 3,
}

impl Turn {
    /// All three.
    pub const ALL: [Turn; 3] = [Turn::Right, Turn::Half, Turn::Left];

    /// The word for it in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Turn::Right => "right",
            Turn::Half => "half",
            Turn::Left => "left",
        }
    }
}

/// One cell of the board: column `x` from the left, row `y` from the bottom, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Column, 0 at the left wall.
    pub x: i8,
    /// Row, 0 at the floor.
    pub y: i8,
}

impl Cell {
    /// The cell at column `x`, row `y`.
    pub const fn new(x: i8, y: i8) -> Cell {
        Cell { x, y }
    }
}

/// A piece at a place, on the board or anywhere else (numbers beyond the range of a cell wrap, which is outside every
/// board): the rotation and the cell of its centre, the point that stays put when the piece turns in free
/// space (for I and O the guideline's offsets move it, as all bots count it).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// Which piece.
    pub piece: Piece,
    pub rotation: Rotation,
    /// Column of the centre.
    pub x: i8,
    /// Row of the centre.
    pub y: i8,
}

impl Placement {
    /// A piece with its centre at (`x`, `y`).
    pub const fn new(piece: Piece, rotation: Rotation, x: i8, y: i8) -> Placement {
        Placement { piece, rotation, x, y }
    }

    /// The four cells, in the order of the shape tables.
    ///
    /// ```
    /// # use tetrolab_engine::{Cell, Piece, Placement, Rotation};
    /// let placement = Placement::new(Piece::T, Rotation::North, 4, 0);
    /// assert_eq!(placement.cells(), [Cell::new(3, 0), Cell::new(4, 0), Cell::new(5, 0), Cell::new(4, 1)]);
    /// ```
    pub fn cells(self) -> [Cell; 4] {
        let shape = self.piece.shape(self.rotation);
        shape.cells.map(|cell| Cell::new(self.x.wrapping_add(cell.x), self.y.wrapping_add(cell.y)))
    }

    /// The same piece, `x` columns to the right and `y` rows up.
    #[inline]
    pub const fn shifted(self, x: i8, y: i8) -> Placement {
        Placement { x: self.x.wrapping_add(x), y: self.y.wrapping_add(y), ..self }
    }

    /// The lowest row that a Mino of the piece lies in.
    #[inline]
    pub fn bottom(self) -> i8 {
        self.y.wrapping_add(self.piece.shape(self.rotation).bottom)
    }

    /// The highest row that a Mino of the piece lies in.
    #[inline]
    pub fn top(self) -> i8 {
        let shape = self.piece.shape(self.rotation);
        self.y.wrapping_add(shape.bottom + shape.height as i8 - 1)
    }

    /// The placement of `piece` that covers exactly these cells, with the first rotation that does, or nothing.
    ///
    /// ```
    /// # use tetrolab_engine::{Piece, Placement, Rotation};
    /// let placement = Placement::new(Piece::J, Rotation::West, 7, 3);
    /// assert_eq!(Placement::from_cells(Piece::J, placement.cells()), Some(placement));
    /// ```
    pub fn from_cells(piece: Piece, mut cells: [Cell; 4]) -> Option<Placement> {
        cells.sort_unstable();
        Rotation::ALL.into_iter().find_map(|rotation| {
            let mut shape = piece.shape(rotation).cells;
            shape.sort_unstable();
            let (x, y) = (cells[0].x.wrapping_sub(shape[0].x), cells[0].y.wrapping_sub(shape[0].y));
            let origin = Placement::new(piece, rotation, x, y);
            let mut covered = origin.cells();
            covered.sort_unstable();
            (covered == cells).then_some(origin)
        })
    }
}

/// A rotated piece as the board needs it.
#[derive(Debug)]
pub struct Shape {
    /// The Minos relative to the centre.
    pub cells: [Cell; 4],
    /// Leftmost column relative to the centre.
    pub left: i8,
    /// Lowest row relative to the centre.
    pub bottom: i8,
    /// Columns covered.
    pub width: u8,
    /// Rows covered.
    pub height: u8,
    /// For each column from the left, the covered rows as bits, counted from the lowest row of the shape.
    pub columns: [u64; 4],
    /// For each column from the left, how far its lowest Mino lies above the lowest row of the shape.
    pub undersides: [u8; 4],
}

/// The Minos of each piece facing North, relative to its centre.
const NORTH: [[Cell; 4]; 7] = [
    [Cell::new(-1, 0), Cell::new(0, 0), Cell::new(1, 0), Cell::new(2, 0)],
    [Cell::new(-1, 0), Cell::new(0, 0), Cell::new(1, 0), Cell::new(-1, 1)],
    [Cell::new(-1, 0), Cell::new(0, 0), Cell::new(1, 0), Cell::new(1, 1)],
    [Cell::new(0, 0), Cell::new(1, 0), Cell::new(0, 1), Cell::new(1, 1)],
    [Cell::new(-1, 0), Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 1)],
    [Cell::new(-1, 0), Cell::new(0, 0), Cell::new(1, 0), Cell::new(0, 1)],
    [Cell::new(0, 0), Cell::new(1, 0), Cell::new(-1, 1), Cell::new(0, 1)],
];

/// Every piece in every rotation.
pub(crate) static SHAPES: [[Shape; 4]; 7] = shapes();

/// The Minos of each piece in each rotation, relative to its centre, as a constant.
pub(crate) const CELLS: [[[Cell; 4]; 4]; 7] = {
    let mut cells = [[[Cell::new(0, 0); 4]; 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut rotation = 0;
        while rotation < 4 {
            cells[piece][rotation] = SHAPES[piece][rotation].cells;
            rotation += 1;
        }
        piece += 1;
    }
    cells
};

const fn shapes() -> [[Shape; 4]; 7] {
    const EMPTY: Shape = Shape {
        cells: [Cell::new(0, 0); 4],
        left: 0,
        bottom: 0,
        width: 0,
        height: 0,
        columns: [0; 4],
        undersides: [0; 4],
    };
    let mut shapes = [const { [EMPTY; 4] }; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut cells = NORTH[piece];
        let mut rotation = 0;
        while rotation < 4 {
            shapes[piece][rotation] = shape(cells);
            // A quarter turn to the right.
            let mut i = 0;
            while i < 4 {
                cells[i] = Cell::new(cells[i].y, -cells[i].x);
                i += 1;
            }
            rotation += 1;
        }
        piece += 1;
    }
    shapes
}

const fn shape(cells: [Cell; 4]) -> Shape {
    let (mut left, mut right, mut bottom, mut top) = (cells[0].x, cells[0].x, cells[0].y, cells[0].y);
    let mut i = 1;
    while i < 4 {
        let Cell { x, y } = cells[i];
        left = if x < left { x } else { left };
        right = if x > right { x } else { right };
        bottom = if y < bottom { y } else { bottom };
        top = if y > top { y } else { top };
        i += 1;
    }
    let mut columns = [0u64; 4];
    let mut i = 0;
    while i < 4 {
        columns[(cells[i].x - left) as usize] |= 1 << (cells[i].y - bottom);
        i += 1;
    }
    let mut undersides = [0; 4];
    let mut i = 0;
    while i < 4 {
        undersides[i] = if columns[i] == 0 { 0 } else { columns[i].trailing_zeros() as u8 };
        i += 1;
    }
    Shape {
        cells,
        left,
        bottom,
        width: (right - left + 1) as u8,
        height: (top - bottom + 1) as u8,
        columns,
        undersides,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_four_cells_inside_its_box() {
        for piece in Piece::ALL {
            for rotation in Rotation::ALL {
                let shape = piece.shape(rotation);
                assert_eq!(shape.columns.iter().map(|column| column.count_ones()).sum::<u32>(), 4);
                for cell in shape.cells {
                    let (x, y) = (cell.x - shape.left, cell.y - shape.bottom);
                    assert!(x >= 0 && x < shape.width as i8 && y >= 0 && y < shape.height as i8);
                    assert!(shape.columns[x as usize] >> y & 1 == 1);
                }
            }
        }
    }

    #[test]
    fn four_quarter_turns_and_two_half_turns_lead_back() {
        for rotation in Rotation::ALL {
            assert_eq!((0..4).fold(rotation, |facing, _| facing.turned(Turn::Right)), rotation);
            assert_eq!(rotation.turned(Turn::Half).turned(Turn::Half), rotation);
            assert_eq!(rotation.turned(Turn::Left).turned(Turn::Right), rotation);
        }
    }
}
