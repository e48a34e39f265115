//! Rotation rules: what a turn does to a piece.

use tetrolab_engine::{Kicks, Piece, Placement, Rotation, Turn};

/// A rotation rule.
#[derive(Clone, Copy, Debug)]
pub struct Turning {
    pub name: &'static str,
    /// One line about it.
    pub meaning: &'static str,
    /// What a quarter turn of a piece tries, by the facing it turns from. It depends on nothing else.
    pub steps: fn(Piece, Rotation, Turn) -> Steps,
    /// Whether the piece is nothing but its cells. Otherwise an S that faces North and one that faces South may cover
    /// the same cells and still be two states, because they turn differently.
    pub only_cells: bool,
    /// The cell, relative to the centre, by which the estimate measures how far turns move the piece. Any will do; the
    /// estimate is sharper where turns move it less.
    pub(super) anchor: fn(Piece, Rotation) -> (i8, i8),
}

/// What a turn tries, in order: steps of the centre, to the right and up. The first at which the piece fits is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The facing after the turn.
    pub facing: Rotation,
    steps: [(i8, i8); 5],
    count: u8,
}

impl Steps {
    /// # Panics
    /// If there are more than five steps.
    fn new(facing: Rotation, tried: &[(i8, i8)]) -> Steps {
        let mut steps = [(0, 0); 5];
        steps[..tried.len()].copy_from_slice(tried);
        Steps { facing, steps, count: tried.len() as u8 }
    }

    /// The steps. There are none if the piece does not turn.
    #[inline]
    pub fn tried(&self) -> &[(i8, i8)] {
        &self.steps[..usize::from(self.count)]
    }
}

/// All rotation rules.
pub const TURNINGS: [Turning; 3] = [Turning::SEVILLA, Turning::SRS, Turning::SRS_NO_KICKS];

impl Turning {
    /// The course's rule: the piece is turned in a box whose corner lies at its top row and its leftmost column and is
    /// found anew for every turn, so that the piece drifts. The box is 3 by 3; for I, which does not fit into it, 4 by 4;
    /// for O 2 by 2, so that O stays where it is.
    ///
    /// ```text
    /// before      left        right
    /// J . .       . J .       . J J      four turns to the left: two rows lower, I six
    /// J J J       . J .       . J .      four turns to the right: two columns to the right, I six
    /// . . .       J J .       . J .
    /// ```
    pub const SEVILLA: Turning = Turning {
        name: "sevilla",
        meaning: "the course's box at the top left corner of the piece, which makes it drift",
        steps: sevilla_steps,
        only_cells: true,
        anchor: corner,
    };

    /// The guideline's Super Rotation System with its kicks.
    pub const SRS: Turning = Turning {
        name: "srs",
        meaning: "the guideline's Super Rotation System, with kicks",
        steps: |piece, from, turn| Steps::new(from.turned(turn), Kicks::Srs.points(piece, from, turn)),
        only_cells: false,
        anchor: fixed,
    };

    /// The Super Rotation System without kicks: a turn about the centre or none.
    pub const SRS_NO_KICKS: Turning = Turning {
        name: "srs-no-kicks",
        meaning: "the guideline's Super Rotation System, without kicks",
        steps: |piece, from, turn| Steps::new(from.turned(turn), Kicks::None.points(piece, from, turn)),
        only_cells: false,
        anchor: fixed,
    };

    /// The rule with this name.
    pub fn named(name: &str) -> Option<Turning> {
        TURNINGS.into_iter().find(|turning| turning.name == name)
    }
}

/// Left column and top row of a piece, relative to its centre.
fn corner(piece: Piece, facing: Rotation) -> (i8, i8) {
    let cells = Placement::new(piece, facing, 0, 0).cells();
    cells.iter().fold((i8::MAX, i8::MIN), |(left, top), cell| (left.min(cell.x), top.max(cell.y)))
}

/// The cell that a turn without a kick leaves where it is, relative to the centre: the centre itself, but for I, which turns
/// about a corner between cells.
fn fixed(piece: Piece, facing: Rotation) -> (i8, i8) {
    let before = Rotation::ALL.into_iter().take_while(|&rotation| rotation != facing);
    let turns = before.filter_map(|from| Kicks::None.points(piece, from, Turn::Right).first());
    turns.fold((0, 0), |(x, y), step| (x - step.0, y - step.1))
}

/// A quarter turn in the box. Cells are counted from its corner; with `last` as its last row and column, left takes row and column
/// (r, c) to (last - c, r), right takes them to (c, last - r).
fn sevilla_steps(piece: Piece, from: Rotation, turn: Turn) -> Steps {
    let last = match piece {
        Piece::I => 3,
        Piece::O => 1,
        _ => 2,
    };
    let (left, top) = corner(piece, from);
    let cells = Placement::new(piece, from, 0, 0).cells().map(|mut cell| {
        let (row, column) = (top - cell.y, cell.x - left);
        let (row, column) = if turn == Turn::Left { (last - column, row) } else { (column, last - row) };
        (cell.x, cell.y) = (left + column, top - row);
        cell
    });
    let turned = Placement::from_cells(piece, cells).expect("a turned piece is a rotation of it");
    if turned == Placement::new(piece, from, 0, 0) {
        return Steps::new(from, &[]);
    }
    Steps::new(turned.rotation, &[(turned.x, turned.y)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for turning in TURNINGS {
            assert_eq!(Turning::named(turning.name).unwrap().meaning, turning.meaning);
        }
    }

    #[test]
    fn o_never_turns() {
        for turning in TURNINGS {
            for turn in [Turn::Left, Turn::Right] {
                assert!((turning.steps)(Piece::O, Rotation::North, turn).tried().is_empty(), "{}", turning.name);
            }
        }
    }
}
