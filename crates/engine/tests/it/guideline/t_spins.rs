//! Section H: T-Spins.

use serde_json::Value;
use tetrolab_engine::{
    Block, Blocks, Board, Cell, EventKind, Piece, Placement, Rotation, Script, Setup, Size, Spin, Turn,
};

use super::support::{Played, board, placement, play, play_script, script, sorted};

/// The spin of the first piece that locked.
fn spin(played: &Played) -> Spin {
    let EventKind::Locked { spin, .. } = played.events("locked").next().expect("a piece locked").kind else {
        unreachable!()
    };
    spin
}

/// Under two overhangs: the T lies on the floor with the left one diagonally above, so three corners are filled.
fn under_overhangs(keys: &str) -> Played {
    play(&format!("{}\n{keys}", board("..X..X.... ..........")))
}

const UNDER: Placement = Placement::new(Piece::T, Rotation::North, 3, 0);

#[test]
fn statement_70_the_last_manoeuvre_must_be_a_turn() {
    let turned = under_overhangs("piece T west 4 1\n0 tap rotate-right\n0 tap hard-drop");
    assert_eq!((turned.places("locked"), spin(&turned)), (vec![UNDER], Spin::Mini));
    let moved = under_overhangs("piece T north 4 0\n0 tap left\n0 tap hard-drop");
    assert_eq!((moved.places("locked"), spin(&moved)), (vec![UNDER], Spin::None));
    let turned_then_moved =
        under_overhangs("piece T west 4 1\n0 tap rotate-right\n0 tap right\n0 tap left\n0 tap hard-drop");
    assert_eq!((turned_then_moved.places("locked"), spin(&turned_then_moved)), (vec![UNDER], Spin::None));
}

#[test]
fn statement_70_a_blocked_move_after_the_turn_does_not_count() {
    let blocked = under_overhangs("piece T west 4 1\n0 tap rotate-right\n0 tap left\n0 tap hard-drop");
    assert_eq!((blocked.times("shifted"), spin(&blocked)), (vec![], Spin::Mini));
}

#[test]
fn statement_70_it_does_not_matter_how_the_piece_locks() {
    let waited = under_overhangs("piece T west 4 1\n0 tap rotate-right\n0.5s wait");
    assert_eq!((waited.times("hard-dropped"), spin(&waited)), (vec![], Spin::Mini));
}

#[test]
fn statement_70_falling_after_the_turn_makes_it_no_spin() {
    let well = board("XXX....... XXX....... XXX.XXXXX.");
    let turned = play(&format!("{well}\npiece T north 4 1\n0 tap rotate-right\n0 tap hard-drop"));
    assert_eq!(spin(&turned), Spin::Mini);
    for drop in ["0 tap hard-drop", "0 press soft-drop\n2s wait", "3s wait"] {
        let fallen = play(&format!("{well}\npiece T north 3 3\n0 tap rotate-right\n{drop}"));
        assert_eq!((fallen.places("locked"), spin(&fallen)), (turned.places("locked"), Spin::None), "{drop}");
    }
}

#[test]
fn statement_70_only_the_t_spins() {
    let well = board("XXX....... XXX....... XXX.XXXXX.");
    let turned = play(&format!("{well}\npiece J north 4 1\n0 tap rotate-right\n0 tap hard-drop"));
    assert_eq!((turned.times("rotated").len(), spin(&turned)), (1, Spin::None));
    let corners: Board = "...X.X.... .......... ...X.X....".replace(' ', "\n").parse().unwrap();
    for piece in Piece::ALL {
        let expected = if piece == Piece::T { Spin::Full } else { Spin::None };
        assert_eq!(corners.spin(Placement::new(piece, Rotation::North, 4, 1), false), expected, "{piece}");
    }
}

/// The corners around the centre of a T.
const CORNERS: [(&str, i8, i8); 4] = [("NW", -1, 1), ("NE", 1, 1), ("SW", -1, -1), ("SE", 1, -1)];

/// A T that turned in place, the filled corners around it, and what it became.
struct Corners {
    rotation: Rotation,
    filled: Vec<&'static str>,
    spin: Spin,
}

/// All fillings of the corners for all facings.
fn all_corners() -> Vec<Corners> {
    let mut all = Vec::new();
    for rotation in Rotation::ALL {
        for mask in 0..16 {
            let corners = CORNERS.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
            let corners: Vec<_> = corners.map(|(_, corner)| corner).collect();
            // Facing North the T can lie only on its lower corners; without them it would fall on.
            if rotation == Rotation::North && !corners.iter().any(|corner| corner.2 < 0) {
                continue;
            }
            let mut blocks = Blocks::empty(Size::STANDARD);
            corners.iter().for_each(|(_, x, y)| blocks.set(4 + x, 5 + y, Some(Block::Garbage)));
            // Otherwise it stands on one leg.
            blocks.set(4, 3, Some(Block::Garbage));
            let from = Placement::new(Piece::T, rotation.turned(Turn::Left), 4, 5);
            let setup = Setup { blocks: Some(blocks), in_play: Some(from), ..Setup::default() };
            let steps = script("0 tap rotate-right\n0 tap hard-drop").unwrap().steps;
            let played = play_script(&Script { setup, steps });
            assert_eq!(played.places("locked"), [Placement { rotation, ..from }]);
            all.push(Corners {
                rotation,
                filled: corners.iter().map(|corner| corner.0).collect(),
                spin: spin(&played),
            });
        }
    }
    assert_eq!(all.len(), 60);
    all
}

impl Corners {
    /// Whether the sides A, B, C and D are filled.
    fn sides(&self) -> [bool; 4] {
        let sides = match self.rotation {
            Rotation::North => ["NW", "NE", "SW", "SE"],
            Rotation::East => ["NE", "SE", "NW", "SW"],
            Rotation::South => ["SE", "SW", "NE", "NW"],
            Rotation::West => ["SW", "NW", "SE", "NE"],
        };
        sides.map(|side| self.filled.contains(&side))
    }
}

#[test]
fn statement_71_three_of_four_corners_must_be_filled() {
    for case in all_corners() {
        assert_eq!(case.spin != Spin::None, case.filled.len() >= 3, "{:?} {:?}", case.rotation, case.filled);
    }
}

#[test]
fn statement_71_walls_and_floor_count_as_filled() {
    let wall = play("board\n    .XXXXXXXX.\npiece T north 1 1\n0 tap rotate-right\n0 tap hard-drop");
    assert_eq!((wall.places("locked")[0].x, spin(&wall)), (0, Spin::Mini));
    let floor = under_overhangs("piece T west 4 1\n0 tap rotate-right\n0 tap hard-drop");
    assert_eq!((floor.places("locked")[0].y, spin(&floor)), (0, Spin::Mini));
}

#[test]
fn statement_72_the_sides_turn_with_the_piece() {
    let beside_the_nose = [
        (Rotation::North, ["NW", "NE"]),
        (Rotation::East, ["NE", "SE"]),
        (Rotation::South, ["SE", "SW"]),
        (Rotation::West, ["SW", "NW"]),
    ];
    for case in all_corners().iter().filter(|case| case.filled.len() == 3) {
        let nose = beside_the_nose.iter().find(|(rotation, _)| *rotation == case.rotation).unwrap().1;
        let expected = if nose.iter().all(|corner| case.filled.contains(corner)) { Spin::Full } else { Spin::Mini };
        assert_eq!(case.spin, expected, "{:?} {:?}", case.rotation, case.filled);
    }
}

#[test]
fn statement_73_a_t_spin_has_a_and_b_and_one_more() {
    for case in all_corners() {
        let [a, b, c, d] = case.sides();
        assert_eq!(case.spin == Spin::Full, a && b && (c || d), "{:?} {:?}", case.rotation, case.filled);
    }
}

#[test]
fn statement_74_a_mini_t_spin_has_c_and_d_and_only_one_more() {
    for case in all_corners() {
        let [a, b, c, d] = case.sides();
        assert_eq!(case.spin == Spin::Mini, c && d && (a != b), "{:?} {:?}", case.rotation, case.filled);
    }
}

/// The first turn to the right uses rotation point 5, the second point 1. After each of them one corner beside the
/// nose is empty, which makes it a Mini T-Spin by the corners alone.
fn by_point_five(settings: &str, turns: &str) -> Played {
    let rows = board("...X...... .......... ..X.X..... .......... ..X.......");
    play(&format!("{settings}\n{rows}\npiece T north 4 3\n{turns}\n0 tap hard-drop"))
}

fn points_used(played: &Played) -> Vec<u8> {
    let point = |kind| if let EventKind::Rotated { point, .. } = kind { Some(point) } else { None };
    played.events("rotated").filter_map(|event| point(event.kind)).collect()
}

#[test]
fn statement_75_rotation_point_5_makes_a_full_t_spin() {
    let played = by_point_five("set sticky-fifth-point off", "0 tap rotate-right");
    assert_eq!((points_used(&played), spin(&played)), (vec![5], Spin::Full));
    let before = "...X...... .......... ..X.X..... .......... ..X.......".replace(' ', "\n");
    let corners = before.parse::<Board>().unwrap().spin(played.places("locked")[0], false);
    assert_eq!(corners, Spin::Mini, "by its corners it would be a Mini T-Spin");
}

#[test]
fn statement_75_three_corners_are_needed_all_the_same() {
    let rows = board("...X...... .......... ....X..... .......... ..X.......");
    let played = play(&format!("{rows}\npiece T north 4 3\n0 tap rotate-right\n0 tap hard-drop"));
    assert_eq!((points_used(&played), spin(&played)), (vec![5], Spin::None));
}

#[test]
fn statement_76_a_turn_after_rotation_point_5_counts_as_full_if_the_rules_say_so() {
    let turns = "0 tap rotate-right\n0 tap rotate-right";
    for (settings, expected) in [
        ("rules guideline", Spin::Full),
        ("set sticky-fifth-point off", Spin::Mini),
        ("rules modern", Spin::Mini),
        ("rules modern\nset sticky-fifth-point on", Spin::Full),
    ] {
        let played = by_point_five(settings, turns);
        assert_eq!((points_used(&played), spin(&played)), (vec![5, 1], expected), "{settings}");
    }
}

#[test]
fn statement_76_the_next_piece_starts_anew() {
    let played = play(
        "
        set soft-drop instant
        queue T
        board
            ...X......
            ..........
            ..X.X.....
            ..........
            ..X....XX.
        piece T north 4 3
        0    tap rotate-right
        0    tap hard-drop
        0.2s tap right
        0.2s tap right
        0.2s tap right
        0.2s tap right
        0.2s tap soft-drop
        0.2s tap rotate-left
        0.2s tap hard-drop
        ",
    );
    assert_eq!(points_used(&played), [5, 2]);
    assert_eq!(played.actions().iter().map(|action| &action.0).collect::<Vec<_>>(), ["T-Spin", "Mini T-Spin"]);
}

#[test]
fn statement_77_one_reason_for_a_t_spin_is_enough() {
    // A and B without point 5, with a hole below the nose.
    let corners = play(
        "
        board
            ..XX......
            ..X.......
            XXXX.XXXX.
            X.........
        piece T east 4 2
        0 tap rotate-right
        0 tap hard-drop
        ",
    );
    assert_eq!((points_used(&corners), spin(&corners)), (vec![1], Spin::Full));
    // Point 5 without both A and B.
    assert_eq!(spin(&by_point_five("", "0 tap rotate-right")), Spin::Full);
}

#[test]
fn statement_78_a_t_spin_without_lines_is_no_mini_t_spin() {
    let rows = board("..XX...... ..X....... XXXX.XXXX.");
    let played = play(&format!("{rows}\npiece T east 4 1\n0 tap rotate-right\n0 tap hard-drop"));
    assert_eq!((played.game.lines(), spin(&played)), (0, Spin::Full));
    assert_eq!(played.actions(), [("T-Spin".to_string(), 400, false)]);
}

/// One of the diagrams, as `tests/data/tspin_examples.json` has it.
struct Example<'a>(&'a Value);

impl Example<'_> {
    fn text(&self, name: &str) -> &str {
        self.0[name].as_str().expect("it is a text")
    }

    fn number(&self, name: &str) -> u64 {
        self.0[name].as_u64().expect("it is a number")
    }

    /// The Blocks of a picture, and the cells of the T in it.
    fn picture(&self, name: &str) -> (String, Vec<Cell>) {
        let rows: Vec<&str> = self.0[name].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        let minos = rows.iter().rev().enumerate().flat_map(|(y, row)| {
            row.match_indices('T').map(move |(x, _)| Cell::new(x as i8, y as i8)).collect::<Vec<_>>()
        });
        (rows.join(" ").replace(['#', 'Y'], "X").replace('T', "."), minos.collect())
    }

    fn rotation(&self, name: &str) -> Rotation {
        Rotation::ALL["NESW".find(self.text(name)).expect("it is a facing")]
    }

    fn check(&self) {
        let title = self.text("title");
        let (layout, no_minos) = self.picture("layout");
        let (rows, start) = self.picture("start");
        let (end_rows, end) = self.picture("end");
        assert_eq!((&layout, no_minos.len()), (&rows, 0), "{title}");
        assert_eq!(layout, end_rows, "{title}");
        let cells = start.try_into().expect("a T is four Minos");
        let Placement { rotation, x, y, .. } = placement(Piece::T, self.rotation("rotation_from"), cells);
        let button = if self.text("direction") == "cw" { "rotate-right" } else { "rotate-left" };
        let played =
            play(&format!("{}\npiece T {} {x} {y}\n0 tap {button}\n0 tap hard-drop", board(&rows), rotation.name()));
        assert_eq!(points_used(&played), [self.number("point") as u8], "{title}");
        assert_eq!(played.places("rotated")[0].rotation, self.rotation("rotation_to"), "{title}");
        let end = sorted(end.try_into().expect("a T is four Minos"));
        assert_eq!(sorted(played.places("rotated")[0].cells()), end, "{title}");
        assert_eq!(played.places("locked"), played.places("rotated"), "{title}: the Hard Drop is of no rows");
        let expected = match self.text("expected") {
            "T-Spin" => Spin::Full,
            "Mini T-Spin" => Spin::Mini,
            other => panic!("unknown class {other:?}"),
        };
        assert_eq!((spin(&played), u64::from(played.game.lines())), (expected, self.number("lines")), "{title}");
    }
}

#[test]
fn statement_79_the_diagrams_come_out_as_drawn() {
    let examples: Vec<Value> = serde_json::from_str(include_str!("../../data/tspin_examples.json")).unwrap();
    assert_eq!(examples.len(), 12);
    examples.iter().for_each(|example| Example(example).check());
}
