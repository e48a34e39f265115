//! The shapes as bits: what they cover, where they fit between the walls, and where they can be before they meet anything.
//!
//! A set of places of a shape in one row of boxes is a word of four lanes: a lane of sixteen bits for each plan, with a bit
//! for each column of the box. Shapes with two plans leave every other lane empty, so that a turn always rotates the word.

use super::super::{HEIGHT, InPlay, Shape};

/// Bits of a lane.
const LANE: u32 = 16;
/// The bit of column 0 in a lane: boxes begin at column -1 or later.
const MARGIN: i8 = 2;
/// The walls and what is beyond them, as bits of a lane.
const WALLS: u16 = !(0xff << (MARGIN + 1));
/// Columns a box can begin in, and those before them.
const COLUMNS: usize = 12;
/// Rows a box can begin in; in the last one nothing fits.
pub(super) const BOXES: usize = HEIGHT + 1;

/// How far a word is rotated when every piece in it turns.
#[inline]
pub(super) const fn turn(shape: Shape) -> u32 {
    u64::BITS / shape.plans() as u32
}

/// The bit of a piece.
#[inline]
pub(super) fn bit(piece: InPlay) -> u64 {
    1 << (u32::from(piece.plan) * turn(piece.shape) % u64::BITS + (piece.x + MARGIN) as u32)
}

/// The piece of a bit.
#[inline]
pub(super) fn piece(shape: Shape, bit: u32, y: usize) -> InPlay {
    let plan = if shape.plans() == 1 { 0 } else { (bit / turn(shape)) as u8 };
    InPlay { shape, plan, x: (bit % LANE) as i8 - MARGIN, y: y as i8 }
}

/// What a piece covers of four rows, the top row lowest. It must be between the walls.
#[inline]
pub(super) fn stamp(piece: InPlay) -> u32 {
    STAMPS[piece.shape as usize][usize::from(piece.plan)][(piece.x + MARGIN) as usize]
}

/// Where a shape fits in a row of boxes, given the rows of the boxes as the bits of [`wide`].
#[inline]
pub(super) fn legal(shape: Shape, rows: [u16; 4]) -> u64 {
    let mut legal = 0;
    for (plan, cells) in PLACES[shape as usize][..shape.plans() as usize].iter().enumerate() {
        let blocked = cells.iter().fold(0, |blocked, &(x, y)| blocked | rows[y as usize & 3] >> x);
        legal |= u64::from(!blocked) << (plan as u32 * turn(shape) % u64::BITS);
    }
    legal
}

/// The locked cells of a row with the walls, as bits of a lane.
#[inline]
pub(super) const fn wide(row: u8) -> u16 {
    WALLS | (row as u16) << (MARGIN + 1)
}

/// A row of the floor.
pub(super) const FLOOR: u16 = u16::MAX;

/// Where a shape fits if there is nothing but the walls.
#[inline]
pub(super) fn open(shape: Shape) -> u64 {
    OPEN[shape as usize]
}

/// Where a piece can be after `ticks` ticks if there is nothing but the walls. Before the first one it is where it is
/// dealt.
#[inline]
pub(super) fn open_reach(shape: Shape, ticks: usize) -> u64 {
    OPEN_REACH[shape as usize][ticks]
}

/// The places that a set of places leads to with the key of one tick.
#[inline]
pub(super) const fn spread(fallen: u64, legal: u64, turn: u32) -> u64 {
    fallen | (fallen << 1 | fallen >> 1 | fallen.rotate_left(turn)) & legal
}

/// Columns and rows of the cells of each plan, within the box.
static PLACES: [[[(u8, u8); 4]; 4]; 7] = {
    let mut places = [[[(0, 0); 4]; 4]; 7];
    let mut number = 0;
    while number < 28 {
        let (shape, plan) = (number / 4, number % 4);
        let cells = Shape::ALL[shape].plan(plan as u8).cells;
        let mut cell = 0;
        while cell < 4 {
            places[shape][plan][cell] = (cells[cell].x as u8, cells[cell].y as u8);
            cell += 1;
        }
        number += 1;
    }
    places
};

static STAMPS: [[[u32; COLUMNS]; 4]; 7] = {
    let mut stamps = [[[0; COLUMNS]; 4]; 7];
    let mut number = 0;
    while number < 28 * COLUMNS {
        let (shape, plan, column) = (number / COLUMNS / 4, number / COLUMNS % 4, number % COLUMNS);
        let cells = Shape::ALL[shape].plan(plan as u8).cells;
        let mut cell = 0;
        while cell < 4 {
            let x = cells[cell].x + column as i8 - MARGIN - 1;
            if x >= 0 && x < 8 {
                stamps[shape][plan][column] |= 1 << (8 * cells[cell].y + x);
            }
            cell += 1;
        }
        number += 1;
    }
    stamps
};

static OPEN: [u64; 7] = {
    let mut open = [0; 7];
    let mut shape = 0;
    while shape < 7 {
        let (kind, mut plan) = (Shape::ALL[shape], 0);
        while plan < kind.plans() {
            let (mut blocked, mut cell) = (0, 0);
            while cell < 4 {
                blocked |= WALLS >> kind.plan(plan).cells[cell].x;
                cell += 1;
            }
            open[shape] |= (!blocked as u64) << (plan as u32 * turn(kind) % u64::BITS);
            plan += 1;
        }
        shape += 1;
    }
    open
};

static OPEN_REACH: [[u64; BOXES]; 7] = {
    let mut reach = [[0; BOXES]; 7];
    let mut shape = 0;
    while shape < 7 {
        let kind = Shape::ALL[shape];
        let piece = InPlay::spawn(kind);
        reach[shape][0] = 1 << (piece.plan as u32 * turn(kind) % u64::BITS + (piece.x + MARGIN) as u32);
        let mut ticks = 1;
        while ticks < BOXES {
            let before = reach[shape][ticks - 1];
            reach[shape][ticks] = spread(before, OPEN[shape], turn(kind));
            ticks += 1;
        }
        shape += 1;
    }
    reach
};
