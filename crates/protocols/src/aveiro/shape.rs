//! The seven shapes of the course's game. They turn otherwise than anywhere else: from plan to plan, without kicks.

use tetrolab_engine::Piece;

use super::cell::Cell;

/// A shape, in the order in which the game's generator counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Shape {
    /// Two plans.
    S,
    /// Two plans.
    Z,
    /// Two plans.
    I,
    /// One plan.
    O,
    /// Four plans.
    J,
    /// Four plans.
    T,
    /// Four plans.
    L,
}

impl Shape {
    /// All seven, in order.
    pub const ALL: [Shape; 7] = [Shape::S, Shape::Z, Shape::I, Shape::O, Shape::J, Shape::T, Shape::L];

    /// The capital letter that names it.
    pub const fn letter(self) -> char {
        b"SZIOJTL"[self as usize] as char
    }

    /// How many plans it turns through.
    #[inline]
    pub const fn plans(self) -> u8 {
        PLANS[self as usize].len() as u8
    }

    /// The number of the plan it is dealt in: the second one, where there are two.
    #[inline]
    pub const fn first_plan(self) -> u8 {
        1 % self.plans()
    }

    /// One of its plans; after the last one comes the first.
    ///
    /// ```
    /// # use tetrolab_protocols::aveiro::Shape;
    /// let plan = Shape::J.plan(Shape::J.first_plan());
    /// assert_eq!(plan.cells.map(|cell| (cell.x, cell.y)), [(2, 1), (3, 1), (2, 2), (2, 3)]);
    /// ```
    #[inline]
    pub const fn plan(self, number: u8) -> &'static Plan {
        &PLANS[self as usize][(number % self.plans()) as usize]
    }

    /// The shape whose first plan has these cells, in this order, in a box at (0, 0): how messages name the next pieces.
    pub fn from_preview(cells: &[Cell; 4]) -> Option<Shape> {
        Shape::ALL.into_iter().find(|shape| shape.plan(shape.first_plan()).cells == *cells)
    }
}

impl From<Shape> for Piece {
    fn from(shape: Shape) -> Piece {
        match shape {
            Shape::S => Piece::S,
            Shape::Z => Piece::Z,
            Shape::I => Piece::I,
            Shape::O => Piece::O,
            Shape::J => Piece::J,
            Shape::T => Piece::T,
            Shape::L => Piece::L,
        }
    }
}

impl From<Piece> for Shape {
    fn from(piece: Piece) -> Shape {
        match piece {
            Piece::S => Shape::S,
            Piece::Z => Shape::Z,
            Piece::I => Shape::I,
            Piece::O => Shape::O,
            Piece::J => Shape::J,
            Piece::T => Shape::T,
            Piece::L => Shape::L,
        }
    }
}

/// Four cells in a box of 5 x 5, of which the fifth row and the fifth column are always empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The cells, row by row from the top and from left to right: messages list them in this order.
    pub cells: [Cell; 4],
    /// The four rows of the box, sixteen bits each, the top row lowest; bit 0 of a row is the column at the left.
    pub bits: u64,
}

/// The plan that a picture shows.
const fn plan(picture: [&[u8; 4]; 4]) -> Plan {
    let (mut cells, mut bits, mut count) = ([Cell { x: 0, y: 0 }; 4], 0, 0);
    let mut place = 0;
    while place < 16 {
        let (x, y) = (place % 4, place / 4);
        if picture[y][x] == b'X' {
            cells[count] = Cell { x: x as i8, y: y as i8 };
            bits |= 1 << (16 * y + x);
            count += 1;
        }
        place += 1;
    }
    assert!(count == 4, "a plan has four cells");
    Plan { cells, bits }
}

/// The plans of each shape, in the order in which they turn.
const PLANS: [&[Plan]; 7] = [
    // S
    &[plan([b"....", b"....", b"..XX", b".XX."]), plan([b"....", b"..X.", b"..XX", b"...X"])],
    // Z
    &[plan([b"....", b"....", b".XX.", b"..XX"]), plan([b"....", b"..X.", b".XX.", b".X.."])],
    // I
    &[plan([b"..X.", b"..X.", b"..X.", b"..X."]), plan([b"....", b"XXXX", b"....", b"...."])],
    // O
    &[plan([b"....", b"....", b".XX.", b".XX."])],
    // J
    &[
        plan([b"....", b".X..", b".XXX", b"...."]),
        plan([b"....", b"..XX", b"..X.", b"..X."]),
        plan([b"....", b"....", b".XXX", b"...X"]),
        plan([b"....", b"..X.", b"..X.", b".XX."]),
    ],
    // T
    &[
        plan([b"....", b"..X.", b".XXX", b"...."]),
        plan([b"....", b"..X.", b"..XX", b"..X."]),
        plan([b"....", b"....", b".XXX", b"..X."]),
        plan([b"....", b"..X.", b".XX.", b"..X."]),
    ],
    // L
    &[
        plan([b"....", b"...X", b".XXX", b"...."]),
        plan([b"....", b"..X.", b"..X.", b"..XX"]),
        plan([b"....", b"....", b".XXX", b".X.."]),
        plan([b"....", b".XX.", b"..X.", b"..X."]),
    ],
];
