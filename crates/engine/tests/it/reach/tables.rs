//! The Minos of the pieces and the tests of their turns, typed a second time: nothing here comes from the engine.

use tetrolab_engine::{HalfTurns, Kicks, Piece};

/// A cell, or a step from one cell to another: columns to the right, rows up.
pub type Point = (i8, i8);

/// A turn as quarters to the right.
pub const RIGHT: usize = 1;
pub const HALF: usize = 2;
pub const LEFT: usize = 3;

/// The Minos of a piece facing North, seen from its centre.
fn north(piece: Piece) -> [Point; 4] {
    match piece {
        Piece::I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
        Piece::J => [(-1, 1), (-1, 0), (0, 0), (1, 0)],
        Piece::L => [(1, 1), (-1, 0), (0, 0), (1, 0)],
        Piece::O => [(0, 0), (1, 0), (0, 1), (1, 1)],
        Piece::S => [(-1, 0), (0, 0), (0, 1), (1, 1)],
        Piece::T => [(0, 1), (-1, 0), (0, 0), (1, 0)],
        Piece::Z => [(-1, 1), (0, 1), (0, 0), (1, 0)],
    }
}

/// A point turned around the centre by `quarters` quarters to the right.
pub fn turned(point: Point, quarters: usize) -> Point {
    (0..quarters).fold(point, |(x, y), _| (y, -x))
}

/// The Minos of a piece that has turned `quarters` quarters to the right from North.
pub fn minos(piece: Piece, quarters: usize) -> [Point; 4] {
    north(piece).map(|point| turned(point, quarters))
}

/// The column of the centre of a new piece: in the middle, left of it where the middle is between two columns.
pub fn generation_column(piece: Piece, width: u8) -> i8 {
    let (piece_width, left_of_centre) = match piece {
        Piece::I => (4, 1),
        Piece::O => (2, 0),
        _ => (3, 1),
    };
    (width as i8 - piece_width) / 2 + left_of_centre
}

/// Offsets of J, L, S, T, Z facing North, East, South, West; test `i` is `offset[from][i] - offset[to][i]`.
const OFFSETS: [[Point; 5]; 4] = [
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
];

/// Offsets of I.
const OFFSETS_I: [[Point; 5]; 4] = [
    [(0, 0), (-1, 0), (2, 0), (-1, 0), (2, 0)],
    [(-1, 0), (0, 0), (0, 0), (0, 1), (0, -2)],
    [(-1, 1), (1, 1), (-2, 1), (1, 0), (-2, 0)],
    [(0, 1), (0, 1), (0, 1), (0, -1), (0, 2)],
];

/// SRS+: the tests of I to the right, by the facing it turns from.
const RIGHT_PLUS_I: [[Point; 5]; 4] = [
    [(1, 0), (2, 0), (-1, 0), (-1, -1), (2, 2)],
    [(0, -1), (-1, -1), (2, -1), (-1, 1), (2, -2)],
    [(-1, 0), (1, 0), (-2, 0), (1, 1), (-2, -2)],
    [(0, 1), (1, 1), (-2, 1), (1, -1), (-2, 2)],
];

/// SRS+: the tests of I to the left.
const LEFT_PLUS_I: [[Point; 5]; 4] = [
    [(0, -1), (-1, -1), (2, -1), (2, -2), (-1, 1)],
    [(-1, 0), (-2, 0), (1, 0), (-2, -2), (1, 1)],
    [(0, 1), (-2, 1), (1, 1), (-2, 2), (1, -1)],
    [(1, 0), (2, 0), (-1, 0), (2, 2), (-1, -1)],
];

/// Half turns of J, L, S, T, Z, by the facing they start from.
const HALF_TURNS: [[Point; 6]; 4] = [
    [(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)],
    [(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)],
    [(0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)],
    [(0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)],
];

/// Half turns of I.
const HALF_TURNS_I: [[Point; 6]; 4] = [
    [(1, -1), (1, 0), (2, 0), (0, 0), (2, -1), (0, -1)],
    [(-1, -1), (0, -1), (0, 1), (0, 0), (-1, 1), (-1, 0)],
    [(-1, 1), (-1, 0), (-2, 0), (0, 0), (-2, 1), (0, 1)],
    [(1, 1), (0, 1), (0, 3), (0, 2), (1, 3), (1, 2)],
];

/// The tests of a turn, in order, as steps of the centre. A half turn that is two quarters has none of its own.
pub fn tests(piece: Piece, from: usize, quarters: usize, kicks: Kicks, half_turns: HalfTurns) -> Vec<Point> {
    if piece == Piece::O || quarters == HALF && half_turns != HalfTurns::Tests {
        return Vec::new();
    }
    let is_i = piece == Piece::I;
    let mut tests = match quarters {
        HALF if is_i => HALF_TURNS_I[from].to_vec(),
        HALF => HALF_TURNS[from].to_vec(),
        RIGHT if is_i && kicks == Kicks::SrsPlus => RIGHT_PLUS_I[from].to_vec(),
        LEFT if is_i && kicks == Kicks::SrsPlus => LEFT_PLUS_I[from].to_vec(),
        _ => {
            let offsets = if is_i { OFFSETS_I } else { OFFSETS };
            let (from, to) = (offsets[from], offsets[(from + quarters) % 4]);
            (0..5).map(|i| (from[i].0 - to[i].0, from[i].1 - to[i].1)).collect()
        }
    };
    match kicks {
        Kicks::None => tests.truncate(1),
        Kicks::Srs if quarters == HALF => tests.truncate(2),
        _ => {}
    }
    tests
}
