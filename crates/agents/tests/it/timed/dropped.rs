//! A piece at rest anywhere is what a drop is, where a drop leads there.

use tetrolab_agents::{Dropped, FEATURES};
use tetrolab_engine::{Board, DropRules, Piece, Placement, Random, Rotation, Seed, Size, Stream};

use super::games::{messy, sorted_cells};

/// The board of the timed game and that of the research game with the same Blocks.
fn boards(rules: DropRules, buffer: u8, random: &mut Random) -> (Board, Board) {
    let size = rules.size();
    let height = random.below(u32::from(size.height) + 3) as u8;
    let research = *messy(size, height.min(size.rows()), random).board();
    let mut timed = Board::empty(Size { buffer, ..size });
    for cell in research.cells() {
        timed.set(cell.x, cell.y, true);
    }
    (research, timed)
}

#[test]
fn it_is_the_same_for_a_straight_drop() {
    let mut random = Random::new(Seed(71), 0, Stream::Tests);
    let (mut compared, mut lines, mut lost) = (0, 0, 0);
    for number in 0..400 {
        let mut rules =
            DropRules::new(4 + random.below(13) as u8, 1 + random.below(24) as u8).expect("a board of this size");
        rules.lines_after_overflow = number % 2 == 0;
        let (research, timed) = boards(rules, 4 + random.below(10) as u8, &mut random);
        let piece = Piece::ALL[number % 7];
        for drop in rules.drops(piece) {
            let Some(expected) = Dropped::new(rules, &research, drop) else { continue };
            let placement = drop.placement(expected.landing.row as i8).expect("an orientation");
            // Whatever rotation covers the cells.
            for rotation in Rotation::ALL {
                let near = (-2..3).flat_map(|x| (-2..3).map(move |y| placement.shifted(x, y)));
                let same = near
                    .map(|near| Placement { rotation, ..near })
                    .filter(|near| sorted_cells(*near) == sorted_cells(placement));
                for placement in same {
                    for board in [&research, &timed] {
                        let found = Dropped::at(rules, board, placement).expect("it fits where it landed");
                        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
                        compared += 1;
                    }
                }
            }
            lines += u32::from(expected.outcome.lines);
            lost += u32::from(expected.outcome.is_lost);
        }
    }
    assert!(compared > 10_000 && lines > 20 && lost > 20, "{compared} compared, {lines} lines, {lost} lost");
}

#[test]
fn what_has_no_place_is_refused() {
    let rules = DropRules::STANDARD;
    let board = Board::default();
    let high = |y| Dropped::at(rules, &board, Placement::new(Piece::O, Rotation::North, 4, y));
    assert!(high(22).is_some_and(|dropped| dropped.outcome.is_lost));
    assert!(high(23).is_none(), "above the hidden rows");
    assert!(high(-1).is_none(), "below the floor");
    assert!(Dropped::at(rules, &board, Placement::new(Piece::O, Rotation::North, 9, 0)).is_none(), "in the wall");
    let mut tower = board;
    tower.set(0, 24, true);
    let floor = Placement::new(Piece::O, Rotation::North, 4, 0);
    assert!(Dropped::at(rules, &tower, floor).is_none(), "a Block above the hidden rows");
    let narrow = Board::empty(Size { width: 9, ..Size::STANDARD });
    assert!(Dropped::at(rules, &narrow, floor).is_none(), "another width");
    let mut filled = board;
    filled.set(4, 0, true);
    assert!(Dropped::at(rules, &filled, floor).is_none(), "on a Block");
}

/// All features can be read off a piece below an overhang.
#[test]
fn features_see_a_tuck() {
    let board: Board = "
        XX........
        ..........
        XXXXXXXX.X
        "
    .parse()
    .expect("a picture");
    let tuck = Placement::new(Piece::O, Rotation::North, 0, 1);
    assert!(Dropped::at(DropRules::STANDARD, &board, tuck).is_none(), "there is no room for it");
    let tuck = Placement::new(Piece::I, Rotation::South, 2, 1);
    let dropped = Dropped::at(DropRules::STANDARD, &board, tuck).expect("there is room");
    assert_eq!((dropped.landing.row, dropped.landing.height, dropped.drop.column), (1, 1, 0));
    let value = |name: &str| {
        let feature = FEATURES.iter().find(|feature| feature.name == name).expect("a feature");
        feature.values(&dropped).sum::<f64>()
    };
    assert_eq!((value("f5_holes"), value("f1_landing_height"), value("occupied")), (0.0, 1.0, 15.0));
}
