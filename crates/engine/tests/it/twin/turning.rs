//! The cells of a piece, and the rotation points it tries, as tables of numbers.

use tetrolab_engine::{HalfTurns, Kicks, Piece, Placement, Rotation, Rules, Turn};

use super::field::Field;

type Point = (i8, i8);

/// The Minos of a piece facing North, relative to its centre.
fn north(piece: Piece) -> [Point; 4] {
    match piece {
        Piece::I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
        Piece::O => [(0, 0), (1, 0), (0, 1), (1, 1)],
        Piece::T => [(-1, 0), (0, 0), (1, 0), (0, 1)],
        Piece::L => [(-1, 0), (0, 0), (1, 0), (1, 1)],
        Piece::J => [(-1, 0), (0, 0), (1, 0), (-1, 1)],
        Piece::S => [(-1, 0), (0, 0), (0, 1), (1, 1)],
        Piece::Z => [(-1, 1), (0, 1), (0, 0), (1, 0)],
    }
}

/// A point turned to the right around the centre, once for every quarter.
pub fn turned_point(point: Point, rotation: Rotation) -> Point {
    let (mut x, mut y) = point;
    for _ in 0..rotation as usize {
        (x, y) = (y, -x);
    }
    (x, y)
}

/// The four cells that a placement covers.
pub fn cells(placement: Placement) -> [Point; 4] {
    north(placement.piece).map(|point| {
        let (x, y) = turned_point(point, placement.rotation);
        (placement.x + x, placement.y + y)
    })
}

/// The lowest row that a Mino lies in.
pub fn lowest_row(placement: Placement) -> i8 {
    cells(placement).iter().map(|&(_, y)| y).min().expect("there are four cells")
}

/// A piece facing North in the middle, rounded to the left, its lowest Mino in the generation row.
pub fn generation(rules: &Rules, piece: Piece) -> Placement {
    let minos = north(piece);
    let left = minos.iter().map(|&(x, _)| x).min().expect("there are four cells");
    let right = minos.iter().map(|&(x, _)| x).max().expect("there are four cells");
    let bottom = minos.iter().map(|&(_, y)| y).min().expect("there are four cells");
    let margin = (rules.size.width as i8 - (right - left + 1)) / 2;
    let row = rules.size.height as i8 + rules.generation_row;
    Placement::new(piece, Rotation::North, margin - left, row - bottom)
}

/// Offsets of J, L, S, T, Z facing North, East, South, West.
const JLSTZ: [[Point; 5]; 4] = [
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
];
/// Offsets of I.
const I: [[Point; 5]; 4] = [
    [(0, 0), (-1, 0), (2, 0), (-1, 0), (2, 0)],
    [(-1, 0), (0, 0), (0, 0), (0, 1), (0, -2)],
    [(-1, 1), (1, 1), (-2, 1), (1, 0), (-2, 0)],
    [(0, 1), (0, 1), (0, 1), (0, -1), (0, 2)],
];
/// SRS+: what I tries when it turns right from North, East, South, West.
const I_PLUS_RIGHT: [[Point; 5]; 4] = [
    [(1, 0), (2, 0), (-1, 0), (-1, -1), (2, 2)],
    [(0, -1), (-1, -1), (2, -1), (-1, 1), (2, -2)],
    [(-1, 0), (1, 0), (-2, 0), (1, 1), (-2, -2)],
    [(0, 1), (1, 1), (-2, 1), (1, -1), (-2, 2)],
];
/// SRS+: what I tries when it turns left from North, East, South, West.
const I_PLUS_LEFT: [[Point; 5]; 4] = [
    [(0, -1), (-1, -1), (2, -1), (2, -2), (-1, 1)],
    [(-1, 0), (-2, 0), (1, 0), (-2, -2), (1, 1)],
    [(0, 1), (-2, 1), (1, 1), (-2, 2), (1, -1)],
    [(1, 0), (2, 0), (-1, 0), (2, 2), (-1, -1)],
];
/// What J, L, S, T, Z try when they turn by 180 degrees from North, East, South, West.
const JLSTZ_HALF: [[Point; 6]; 4] = [
    [(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)],
    [(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)],
    [(0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)],
    [(0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)],
];
/// What I tries when it turns by 180 degrees.
const I_HALF: [[Point; 6]; 4] = [
    [(1, -1), (1, 0), (2, 0), (0, 0), (2, -1), (0, -1)],
    [(-1, -1), (0, -1), (0, 1), (0, 0), (-1, 1), (-1, 0)],
    [(-1, 1), (-1, 0), (-2, 0), (0, 0), (-2, 1), (0, 1)],
    [(1, 1), (0, 1), (0, 3), (0, 2), (1, 3), (1, 2)],
];

/// How the centre moves, in the order in which it is tried.
pub fn rotation_points(kicks: Kicks, piece: Piece, from: Rotation, turn: Turn) -> Vec<Point> {
    let old = from as usize;
    if turn == Turn::Half {
        let all = if piece == Piece::I { I_HALF[old] } else { JLSTZ_HALF[old] };
        let tried = match kicks {
            Kicks::None => 1,
            Kicks::Srs => 2,
            Kicks::SrsPlus => 6,
        };
        return all[..tried].to_vec();
    }
    if kicks == Kicks::SrsPlus && piece == Piece::I {
        return if turn == Turn::Right { I_PLUS_RIGHT[old] } else { I_PLUS_LEFT[old] }.to_vec();
    }
    let new = from.turned(turn) as usize;
    let offsets = if piece == Piece::I { I } else { JLSTZ };
    let mut points = Vec::new();
    for ((old_x, old_y), (new_x, new_y)) in offsets[old].into_iter().zip(offsets[new]) {
        points.push((old_x - new_x, old_y - new_y));
    }
    if kicks == Kicks::None {
        points.truncate(1);
    }
    points
}

/// Where the piece is after a turn by its own points, and which of them it used, from 1.
fn simple_turn(field: &Field, placement: Placement, turn: Turn, kicks: Kicks) -> Option<(Placement, u8)> {
    let rotation = placement.rotation.turned(turn);
    let points = rotation_points(kicks, placement.piece, placement.rotation, turn);
    for (index, (x, y)) in points.into_iter().enumerate() {
        let there = Placement { rotation, ..placement }.shifted(x, y);
        if field.fits(there) {
            return Some((there, index as u8 + 1));
        }
    }
    None
}

/// The Tetris Solver's half turn: twice left, or back; then twice right, or back. Where it ends, and the point of the
/// last way back that led elsewhere, if the second turn failed both times.
pub fn quarters(field: &Field, start: Placement, kicks: Kicks) -> (Placement, Option<u8>) {
    let mut placement = start;
    let mut used = None;
    for (there, back) in [(Turn::Left, Turn::Right), (Turn::Right, Turn::Left)] {
        let Some(first) = simple_turn(field, placement, there, kicks) else { continue };
        if let Some((done, point)) = simple_turn(field, first.0, there, kicks) {
            return (done, Some(point));
        }
        let (returned, point) = simple_turn(field, first.0, back, kicks).unwrap_or(first);
        if returned != placement {
            (placement, used) = (returned, Some(point));
        }
    }
    (placement, used)
}

/// The turn under the rules of the game.
pub fn turn(field: &Field, placement: Placement, turn: Turn, rules: &Rules) -> Option<(Placement, u8)> {
    if placement.piece == Piece::O {
        return None;
    }
    match (turn, rules.half_turns) {
        (Turn::Half, HalfTurns::Off) => None,
        (Turn::Half, HalfTurns::Quarters) => {
            let (there, point) = quarters(field, placement, rules.kicks);
            if there == placement { None } else { Some((there, point?)) }
        }
        _ => simple_turn(field, placement, turn, rules.kicks),
    }
}
