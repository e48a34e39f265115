//! What else one can ask about placements, answered from the placements themselves.

use std::collections::BTreeSet;

use tetrolab_engine::{Movement, Piece, Placement, RULES, Rotation, Rules};

use super::boards::{self, Case, Kind};
use super::compare::cells;
use super::tables::generation_column;
use super::twin::{self, Cells, Field};

/// Boards of every kind.
fn cases(count: u64) -> impl Iterator<Item = Case> {
    (0..count).map(|number| boards::case(Kind::ALL[(number % 8) as usize], number))
}

/// Without a movement it is the guideline's, for a board of that size.
#[test]
fn the_usual_movement_is_the_guidelines() {
    for Case { board, .. } in cases(400) {
        let size = board.size();
        let movement = Movement::of(&Rules { size, ..Rules::guideline() });
        // A board that ends at the Skyline has no row above it: there it is the top rows.
        let movement = Movement { spawn_row: movement.spawn_row.min(size.rows() as i8 - 2), ..movement };
        for piece in Piece::ALL {
            let expected: BTreeSet<Cells> =
                twin::placements(&Field::of(&board), piece, &movement).into_iter().map(|(cells, _)| cells).collect();
            assert_eq!(board.placements(piece).map(cells).collect::<BTreeSet<_>>(), expected, "{piece}\n{board}");
        }
    }
}

#[test]
fn a_movement_is_what_the_rules_say() {
    for rules in RULES {
        let movement = Movement::of(&rules);
        assert_eq!(movement.kicks, rules.kicks);
        assert_eq!(movement.half_turns, rules.half_turns);
        assert_eq!(movement.spins, rules.spins);
        assert_eq!(movement.sticky_fifth_point, rules.sticky_fifth_point);
        assert_eq!(movement.generation_drop, rules.generation_drop);
        let rows = [Some(movement.spawn_row), movement.fall_back_row];
        for piece in Piece::ALL {
            let row = rules.generation(piece).y;
            assert!(rows.contains(&Some(row)), "{piece} of {} is generated in row {row}: {rows:?}", rules.name);
        }
    }
}

/// A new piece faces North in the middle, in the first of its rows where it fits.
#[test]
fn a_piece_is_generated_in_the_first_row_that_is_free() {
    for Case { board, movement } in cases(2000) {
        for piece in Piece::ALL {
            let column = generation_column(piece, board.size().width);
            let rows = [Some(movement.spawn_row), movement.fall_back_row].into_iter().flatten();
            let mut places = rows.map(|row| Placement::new(piece, Rotation::North, column, row));
            let field = Field::of(&board);
            let is_free = |place: Placement| cells(place).iter().all(|&cell| field.is_free(cell));
            let expected = places.find(|&place| is_free(place)).map(|place| {
                let lower = place.shifted(0, -1);
                if movement.generation_drop && is_free(lower) { lower } else { place }
            });
            assert_eq!(movement.generation(&board, piece), expected, "{piece} with {movement:?}\n{board}");
        }
    }
}

/// Asks for every place around the board, by every name it has.
#[test]
fn placements_contain_what_they_give() {
    for Case { board, movement } in cases(240) {
        let size = board.size();
        for piece in Piece::ALL {
            let placements = board.placements_under(piece, &movement);
            let places: BTreeSet<Cells> = placements.clone().map(cells).collect();
            for rotation in Rotation::ALL {
                for x in -3..size.width as i8 + 3 {
                    for y in -3..size.rows() as i8 + 3 {
                        let placement = Placement::new(piece, rotation, x, y);
                        let expected = places.contains(&cells(placement));
                        assert_eq!(
                            placements.contains(placement),
                            expected,
                            "{placement:?} with {movement:?}\n{board}"
                        );
                    }
                }
            }
            // Far away, where numbers wrap.
            for (x, y) in [(i8::MIN, 0), (i8::MAX, 0), (0, i8::MIN), (0, i8::MAX), (63, 63), (-64, -64)] {
                assert!(!placements.contains(Placement::new(piece, Rotation::West, x, y)));
            }
            let other = Placement::new(if piece == Piece::O { Piece::I } else { Piece::O }, Rotation::North, 1, 0);
            assert!(!placements.contains(other));
        }
    }
}

/// Hold adds the placements of another piece.
#[test]
fn hold_adds_another_piece() {
    for Case { board, movement } in cases(240) {
        for (piece, other) in Piece::ALL.into_iter().zip(Piece::ALL.into_iter().cycle().skip(3)) {
            let found = |other| board.placements_with_hold(piece, other, &movement).collect::<BTreeSet<Placement>>();
            let of = |piece| board.placements_under(piece, &movement).collect::<BTreeSet<Placement>>();
            assert_eq!(found(None), of(piece));
            assert_eq!(found(Some(piece)), of(piece));
            assert_eq!(found(Some(other)), &of(piece) | &of(other));
            let count = board.placements_with_hold(piece, Some(other), &movement).count();
            assert_eq!(count, of(piece).len() + of(other).len());
        }
    }
}
