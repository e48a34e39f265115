//! The fast generator finds what the twin finds.

use tetrolab_engine::{Board, HalfTurns, Kicks, Movement, Piece, RULES, Rules, Size};

use super::boards::{self, Case, Chance, Kind};
use super::compare::{Coverage, check};
use super::twin::{self, Field};

/// Boards of each kind: 10 000 of all kinds.
const BOARDS: u64 = 1250;

/// Compares boards of one kind, and checks that they were about it.
fn check_kind(kind: Kind, expected: &[&str]) {
    let mut coverage = Coverage::new();
    for number in 0..BOARDS {
        check(&boards::case(kind, number), &mut coverage);
    }
    println!("{kind:?} {coverage:?}");
    for what in expected {
        assert!(coverage.get(what).is_some_and(|&times| times >= 20), "{kind:?} with few {what:?}: {coverage:#?}");
    }
}

#[test]
fn noise() {
    check_kind(Kind::Noise, &["open to the sky", "under something", "mini", "full", "at the top", "no placement"]);
}

#[test]
fn overhangs() {
    check_kind(Kind::Overhangs, &["open to the sky", "under something", "mini", "full", "above the generation row"]);
}

#[test]
fn caves() {
    check_kind(Kind::Caves, &["open to the sky", "under something", "mini"]);
}

#[test]
fn slots() {
    check_kind(Kind::Slots, &["under something", "mini", "full"]);
}

#[test]
fn gaps() {
    check_kind(Kind::Gaps, &["open to the sky", "mini"]);
}

#[test]
fn nearly_empty_boards() {
    check_kind(Kind::NearlyEmpty, &["open to the sky", "under something", "above the generation row", "fell back"]);
}

#[test]
fn islands() {
    check_kind(Kind::Islands, &["under something", "mini", "full", "above the generation row", "at the top"]);
}

#[test]
fn blocked_generation() {
    check_kind(Kind::Blocked, &["no placement", "fell back", "above the generation row", "at the top"]);
}

/// Boards as they come about: random placements one after the other, each board compared.
#[test]
fn boards_reached_by_play() {
    let mut coverage = Coverage::new();
    for game in 0..60 {
        let mut chance = Chance::new(100, game);
        let mut board = Board::empty(boards::size(&mut chance));
        for turn in 0..40 {
            let movement = boards::movement(&board, &mut chance, game + turn);
            check(&Case { board, movement }, &mut coverage);
            let high = Movement { spawn_row: board.size().rows() as i8 - 2, ..movement };
            let piece = Piece::ALL[chance.below(7) as usize];
            // The lower of two, so that it lasts a while.
            let placements: Vec<_> = board.placements_under(piece, &high).collect();
            let Some(count) = u32::try_from(placements.len()).ok().filter(|&count| count > 0) else { break };
            let placement = [(); 2].map(|()| placements[chance.below(count) as usize]);
            board = board.after(*placement.iter().min_by_key(|placement| placement.y).expect("there are two")).0;
        }
    }
    println!("{coverage:?}");
    assert!(coverage["under something"] > 1000);
}

/// The presets, on their own boards and on boards of every other size.
#[test]
fn presets() {
    let mut coverage = Coverage::new();
    for rules in RULES {
        for number in 0..200 {
            let Case { board, .. } = boards::case(Kind::ALL[(number % 8) as usize], number);
            let own = Rules { size: board.size(), ..rules };
            check(&Case { board, movement: Movement::of(&own) }, &mut coverage);
            let mut standard = Board::empty(rules.size);
            for cell in board.cells().filter(|cell| cell.x < 10 && cell.y < rules.size.rows() as i8) {
                standard.set(cell.x, cell.y, true);
            }
            check(&Case { board: standard, movement: Movement::of(&rules) }, &mut coverage);
        }
    }
    assert!(coverage["open to the sky"] > 1000);
}

/// The comparison sees every part of a movement: where one differs, so do the placements on some board.
#[test]
fn every_part_of_a_movement_is_noticed() {
    let usual = Movement {
        kicks: Kicks::Srs,
        half_turns: HalfTurns::Off,
        spins: true,
        sticky_fifth_point: true,
        spawn_row: 5,
        generation_drop: false,
        fall_back_row: Some(7),
    };
    let others = [
        Movement { kicks: Kicks::SrsPlus, ..usual },
        Movement { kicks: Kicks::None, ..usual },
        Movement { half_turns: HalfTurns::Tests, ..usual },
        Movement { spins: false, ..usual },
        Movement { sticky_fifth_point: false, ..usual },
        Movement { spawn_row: 6, ..usual },
        Movement { generation_drop: true, ..usual },
        Movement { fall_back_row: Some(6), ..usual },
        Movement { fall_back_row: None, ..usual },
    ];
    for other in others {
        let is_noticed =
            (0..BOARDS).flat_map(|number| Kind::ALL.map(|kind| boards::case(kind, number).board)).any(|board| {
                let field = Field::of(&board);
                let found = |piece, movement| twin::placements(&field, piece, movement);
                Piece::ALL.into_iter().any(|piece| found(piece, &usual) != found(piece, &other))
            });
        assert!(is_noticed, "{other:?} makes no difference");
    }
}

/// A half turn that is two quarters leads nowhere else: whatever it does, quarter turns do one by one. (Where the fifth
/// point sticks, a half turn can hide that its first quarter used it.)
#[test]
fn half_turns_by_quarters_add_nothing() {
    for number in 0..BOARDS {
        let Case { board, movement } = boards::case(Kind::ALL[(number % 8) as usize], number);
        for piece in Piece::ALL {
            let [off, quarters] = [HalfTurns::Off, HalfTurns::Quarters].map(|half_turns| {
                twin::placements(
                    &Field::of(&board),
                    piece,
                    &Movement { half_turns, sticky_fifth_point: false, ..movement },
                )
            });
            assert_eq!(off, quarters, "{piece} with {movement:?}\n{board}");
        }
    }
}

/// The ceiling stops kicks: on a low board fewer places are reached than under an open sky.
#[test]
fn a_low_ceiling_matters() {
    let is_felt = |number| {
        let Case { board, movement } = boards::case(Kind::Overhangs, number);
        let higher = Size { height: board.size().height.min(30) + 10, ..board.size() };
        let mut open = Board::empty(higher);
        board.cells().for_each(|cell| open.set(cell.x, cell.y, true));
        let found = |board| Piece::ALL.map(|piece| twin::placements(&Field::of(board), piece, &movement).len());
        found(&board) != found(&open)
    };
    assert!((0..BOARDS).filter(|&number| is_felt(number)).count() > 50);
}
