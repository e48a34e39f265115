//! Section D: moving and turning.

use tetrolab_engine::{
    Block, Blocks, Button, Cell, EventKind, Game, Input, MILLISECOND, Piece, Placement, Rotation, Rules, Setup, Size,
    Time, Turn,
};

use super::support::{board, drawn, placement, play, play_script, random_game, sorted};

/// The time between two cells of auto-repeat.
const RATE: Time = 55_555_555;

#[test]
fn statement_29_pieces_move_one_cell_at_a_time() {
    for settings in ["", "handling competitive\nset generation-delay 10ms", "set fall instant"] {
        for seed in 0..10 {
            let mut last = None;
            for entry in play_script(&random_game(seed, settings)).log {
                let Some(now) = entry.event.kind.placement() else { continue };
                let (x, y) = last.map_or((0, 0), |last: Placement| (now.x - last.x, now.y - last.y));
                match entry.event.kind {
                    EventKind::Shifted { .. } => assert_eq!((x.abs(), y), (1, 0), "{entry}"),
                    EventKind::Fell { .. } => assert_eq!((x, y), (0, -1), "{entry}"),
                    _ => {}
                }
                last = Some(now);
            }
        }
    }
}

#[test]
fn statement_30_nothing_moves_into_blocks() {
    let text = "
        ....XX....
        ...XooX...
        ...XooX...
        ....XX....";
    let played = play(&format!("board{text}\n0 tap left\n0 tap right\n0 press soft-drop\n0.4s wait"));
    assert_eq!(played.picture(), drawn(text));
}

#[test]
fn statement_30_nothing_moves_into_walls_or_floor() {
    for (button, text) in [("left", "oo........ oo........"), ("right", "........oo ........oo")] {
        let played = play(&format!("{}\n0 press {button}\n0 press soft-drop\n0.4s wait", board(text)));
        assert_eq!(played.picture(), drawn(text));
    }
}

#[test]
fn statement_31_auto_repeat_starts_after_300_ms() {
    let start = 300 * MILLISECOND;
    let played = play("queue O\n0 press right\n0.9s wait");
    assert_eq!(played.times("shifted"), [0, start, start + RATE, start + 2 * RATE]);
    let too_short = play("queue O\n0 press right\n299999999ns release right\n0.9s wait");
    assert_eq!(too_short.times("shifted"), [0]);
}

#[test]
fn statement_32_auto_repeat_crosses_the_matrix_in_less_than_half_a_second() {
    // A standing I has the longest way: nine cells. The delay of 0.3 s is not part of the half second.
    let script = "board\n    i.........\n    i.........\n    i.........\n    i.........\n0 press right\n1s wait";
    let times = play(script).times("shifted");
    assert_eq!(times.len(), 9);
    assert!(times[8] - times[1] < 500 * MILLISECOND);
    let cell = times[2] - times[1];
    assert!(9 * cell < 500 * MILLISECOND && 9 * (cell + 1) > 500 * MILLISECOND, "as slow as may be");
}

#[test]
fn statement_32_the_rate_can_be_set_so_that_the_delay_is_included() {
    let script = "
        set auto-repeat-rate 25ms
        piece I east 0 10
        0 press right
        0.5s wait
        ";
    let times = play(script).times("shifted");
    assert_eq!((times.len(), times[8]), (9, (300 + 7 * 25) * MILLISECOND));
}

#[test]
fn statement_33_a_change_of_direction_starts_the_delay_again() {
    let played = play("queue O\n0 press left\n0.4s press right\n0.7s wait");
    let left = [0, 300 * MILLISECOND, 300 * MILLISECOND + RATE];
    assert_eq!(played.times("shifted"), [&left[..], &[400 * MILLISECOND, 700 * MILLISECOND]].concat());
    let columns: Vec<i8> = played.places("shifted").iter().map(|place| place.x).collect();
    assert_eq!(columns, [3, 2, 1, 2, 3]);
}

#[test]
fn statement_33_so_does_going_back_to_a_direction_that_is_still_held() {
    let played = play("queue O\n0 press left\n0.1s press right\n0.2s release right\n0.5s wait");
    assert_eq!(played.times("shifted"), [0, 100 * MILLISECOND, 500 * MILLISECOND]);
    assert_eq!(played.in_play().x, 3);
}

#[test]
fn statement_34_pieces_turn_by_a_quarter_to_both_sides() {
    let facings = |button: &str| -> Vec<Rotation> {
        let played = play(&format!("queue T\n{}", format!("0 tap {button}\n").repeat(4)));
        played.places("rotated").iter().map(|place| place.rotation).collect()
    };
    use Rotation::{East, North, South, West};
    assert_eq!(facings("rotate-right"), [East, South, West, North]);
    assert_eq!(facings("rotate-left"), [West, South, East, North]);
    assert_eq!(facings("rotate-half"), [], "half turns are not in the guideline");
}

#[test]
fn statement_34_turning_does_not_disturb_auto_repeat() {
    let played = play("queue T\n0 press left\n0.31s tap rotate-right\n0.32s tap rotate-left\n0.36s wait");
    assert_eq!(played.times("rotated").len(), 2);
    assert_eq!(played.times("shifted"), [0, 300 * MILLISECOND, 300 * MILLISECOND + RATE]);
}

#[test]
fn statement_34_turning_does_not_repeat() {
    assert_eq!(play("queue T\n0 press rotate-right\n5s wait").times("rotated"), [0]);
}

/// The rotation points as the Super Rotation System is usually published: steps of the box that the piece turns in.
/// In order of the facing it starts from, first to the right, then to the left.
type Points = [[(i8, i8); 5]; 4];

const OTHERS: [Points; 2] = [
    [
        [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
        [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
        [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
        [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
    ],
    [
        [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
        [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
        [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
        [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
    ],
];

const OF_I: [Points; 2] = [
    [
        [(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)],
        [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
        [(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
        [(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
    ],
    [
        [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
        [(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
        [(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
        [(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)],
    ],
];

/// The cells of a piece in a box whose lower left corner is at (4, 10).
fn in_box(piece: Piece, rotation: Rotation) -> [Cell; 4] {
    let (size, north) = match piece {
        Piece::I => (4, [(0, 2), (1, 2), (2, 2), (3, 2)]),
        Piece::J => (3, [(0, 1), (1, 1), (2, 1), (0, 2)]),
        Piece::L => (3, [(0, 1), (1, 1), (2, 1), (2, 2)]),
        Piece::S => (3, [(0, 1), (1, 1), (1, 2), (2, 2)]),
        Piece::T => (3, [(0, 1), (1, 1), (2, 1), (1, 2)]),
        Piece::Z => (3, [(0, 2), (1, 2), (1, 1), (2, 1)]),
        Piece::O => unreachable!("O does not turn"),
    };
    let turns = Rotation::ALL.into_iter().position(|facing| facing == rotation).unwrap();
    let turned = |(x, y)| (0..turns).fold((x, y), |(x, y), _| (y, size - 1 - x));
    north.map(turned).map(|(x, y)| Cell::new(x + 4, y + 10))
}

/// A turn, with the cells before it and those at each of its five points.
struct Case {
    piece: Piece,
    from: Rotation,
    button: Button,
    start: [Cell; 4],
    ends: [[Cell; 4]; 5],
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::O) {
        for from in Rotation::ALL {
            for (side, (button, turn)) in
                [(Button::RotateRight, Turn::Right), (Button::RotateLeft, Turn::Left)].into_iter().enumerate()
            {
                let points = if piece == Piece::I { &OF_I[side] } else { &OTHERS[side] };
                let turned = in_box(piece, from.turned(turn));
                let ends =
                    points[from as usize].map(|(x, y)| sorted(turned.map(|cell| Cell::new(cell.x + x, cell.y + y))));
                cases.push(Case { piece, from, button, start: in_box(piece, from), ends });
            }
        }
    }
    cases
}

impl Case {
    /// Turns the piece on a board with Blocks in these cells, as far as it is not there itself.
    fn turn(&self, blocked: impl Iterator<Item = Cell>) -> Option<(u8, [Cell; 4])> {
        let mut blocks = Blocks::empty(Size::STANDARD);
        blocked.filter(|cell| !self.start.contains(cell)).for_each(|cell| {
            blocks.set(cell.x, cell.y, Some(Block::Garbage));
        });
        let in_play = Some(placement(self.piece, self.from, self.start));
        let setup = Setup { blocks: Some(blocks), in_play, ..Setup::new(Rules::guideline()) };
        let mut game = Game::from_setup(&setup).unwrap();
        game.update(0, None).unwrap();
        game.update(0, Some(Input::Press(self.button))).unwrap().iter().find_map(|event| match event.kind {
            EventKind::Rotated { placement, point, .. } => Some((point, sorted(placement.cells()))),
            _ => None,
        })
    }
}

#[test]
fn statement_35_the_first_rotation_point_that_fits_is_used() {
    let mut never_used = Vec::new();
    for case in cases() {
        let Case { piece, from, button, .. } = case;
        for (index, end) in case.ends.iter().enumerate() {
            let point = index as u8 + 1;
            let earlier = &case.ends[..index];
            // An earlier point that lies within the cells before and after the turn cannot be blocked.
            let free = |cell: &Cell| case.start.contains(cell) || end.contains(cell);
            if earlier.iter().any(|cells| cells.iter().all(free)) {
                never_used.push((piece, from, button, point));
                continue;
            }
            let turned = case.turn(earlier.as_flattened().iter().copied().filter(|cell| !end.contains(cell)));
            assert_eq!(turned, Some((point, *end)), "{piece} from {from:?} with {button:?}");
        }
    }
    let (right, left) = (Button::RotateRight, Button::RotateLeft);
    let north = [right, left].map(|button| (Piece::T, Rotation::North, button, 4));
    let south = [right, left].map(|button| (Piece::T, Rotation::South, button, 3));
    assert_eq!(never_used, [north, south].concat());
}

#[test]
fn statement_35_where_no_point_fits_the_piece_does_not_turn() {
    for case in cases() {
        assert_eq!(case.turn(case.ends.as_flattened().iter().copied()), None, "{} from {:?}", case.piece, case.from);
    }
}

#[test]
fn statement_36_the_o_does_not_turn() {
    let played = play("queue O\n0 tap rotate-right\n0.1s tap rotate-left\n0.2s wait");
    assert!(played.never("rotated"));
    assert_eq!(played.in_play(), played.places("generated")[0]);
}

/// Plays one key on a picture and compares with another.
fn turns(before: &str, button: &str, after: &str) {
    let played = play(&format!("board\n{before}\n0 tap {button}"));
    assert_eq!(played.picture(), drawn(after));
}

#[test]
fn statement_37_pieces_turn_at_the_walls() {
    turns(
        "
        t.........
        tt........
        t.........",
        "rotate-left",
        "
        .t........
        ttt.......
        ..........",
    );
    turns(
        "
        i.........
        i.........
        i.........
        i.........",
        "rotate-right",
        "
        iiii......
        ..........",
    );
}

#[test]
fn statement_37_pieces_turn_on_the_floor() {
    turns(
        "
        ....t.....
        ...ttt....",
        "rotate-right",
        "
        ...t......
        ...tt.....
        ...t......",
    );
}

#[test]
fn statement_37_pieces_turn_between_blocks() {
    turns(
        "
        ...t......
        XXttX.....
        X..tXXXXX.",
        "rotate-right",
        "
        XXt.X.....
        XtttXXXXX.",
    );
}
