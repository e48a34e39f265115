//! What is refused, and with which words.

use tetrolab_agents::path::{Order, Place, Problem, Space, SpaceError, TURNINGS, Turning};
use tetrolab_engine::{Board, Picture, Piece, Placement, Rotation, Size};

fn board() -> Board {
    let size = Size { width: 10, height: 20, buffer: 0 };
    *Picture::parse("XXXX......", size).unwrap().blocks.board()
}

fn refusal(start: &str, goals: &[&str]) -> String {
    let make = || {
        let place = |text: &str| text.parse::<Place>().unwrap();
        let space = Space::new(board(), Piece::J, &place(start), Turning::SRS, Order::default())?;
        Problem::new(space, &goals.iter().map(|goal| place(goal)).collect::<Vec<_>>())
    };
    make().map(|_| ()).unwrap_err().to_string()
}

#[test]
fn every_refusal_says_what_and_where() {
    let (start, goal) = ("0,3 1,3 1,4 1,5", "18,4 19,4 19,5 19,6");
    let outside = "outside the board, which has rows 0 to 19 from the top and columns 0 to 9";
    for (refusal, expected) in [
        (refusal(start, &[]), "there is no goal".to_string()),
        (refusal("0,3 1,3 1,4", &[goal]), "the start has 3 cells; a piece has four".into()),
        (refusal("0,3 1,3 1,4 1,5 1,6", &[goal]), "the start has 5 cells; a piece has four".into()),
        (refusal("0,3 1,3 1,4 1,4", &[goal]), "the start lists the cell [1, 4] twice".into()),
        (refusal("-1,3 0,3 0,4 0,5", &[goal]), format!("the start has the cell [-1, 3] {outside}")),
        (refusal("0,3 1,3 1,4 300,5", &[goal]), format!("the start has the cell [300, 5] {outside}")),
        (refusal("north@0,4", &[goal]), format!("the start has the cell [-1, 3] {outside}")),
        (refusal("north@-200,4", &[goal]), format!("the start has the cell [-200, 4] {outside}")),
        (refusal("north@x4,y19", &[goal]), format!("the start has the cell [-1, 3] {outside}")),
        (refusal("north@x4,y20", &[goal]), format!("the start has the cell [-1, 4] {outside}")),
        (refusal("north@x-1,y3", &[goal]), format!("the start has the cell [16, -1] {outside}")),
        (refusal("north@x4,y-2147483648", &[goal]), format!("the start has the cell [2147483647, 4] {outside}")),
        (refusal("0,4 1,3 1,4 1,5", &[goal]), "the cells of the start are not a shape of J".into()),
        (refusal("18,2 19,2 19,3 19,4", &[goal]), "the start lies in Blocks at [19, 2]".into()),
        (refusal(start, &["18,8 19,8 19,9 19,10"]), format!("the goal has the cell [19, 10] {outside}")),
        (refusal(start, &[goal, "19,4 20,4 20,5 20,6"]), format!("goal 2 has the cell [20, 4] {outside}")),
        (refusal(start, &["19,4 19,5 19,6 19,7"]), "the cells of the goal are not a shape of J".into()),
        (
            refusal(start, &[goal, "north@19,2"]),
            "goal 2 lies in Blocks at [19, 1], so no piece can come to rest there".into(),
        ),
    ] {
        assert_eq!(refusal, expected);
    }
}

/// Where several facings cover the same cells: a start takes the first, a goal of cells accepts them all, a goal with a facing
/// only that one, unless the rule knows nothing but cells.
#[test]
fn facings_that_cover_the_same_cells() {
    let cells: Place = "0,4 0,5 1,3 1,4".parse().unwrap();
    let south = Place::Centre(Rotation::South, [0, 4]);
    for (turning, with_facing) in [(Turning::SRS, 1), (Turning::SEVILLA, 2)] {
        let space = |start| Space::new(board(), Piece::S, start, turning, Order::default()).unwrap();
        assert_eq!(space(&cells).start(), Placement::new(Piece::S, Rotation::North, 4, 18));
        let problem = |goal: &Place| Problem::new(space(&cells), std::slice::from_ref(goal)).unwrap();
        assert_eq!(problem(&cells).accepted().len(), 2);
        assert_eq!(problem(&cells).accepted_by_goal().collect::<Vec<_>>(), [problem(&cells).accepted()]);
        assert_eq!(problem(&south).accepted().len(), with_facing);
        let facing = if turning.only_cells { Rotation::North } else { Rotation::South };
        assert_eq!(space(&south).start().rotation, facing);
    }
}

/// The engine prints facing, column and row from the floor; that names a place as well as row and column from the top do.
#[test]
fn a_place_can_be_counted_from_the_floor() {
    let placement = Placement::new(Piece::J, Rotation::West, 5, 1);
    let both = ["west@x5,y1", "west@18,5"].map(|text| text.parse::<Place>().unwrap());
    let top = Place::top(Piece::J, 10);
    for turning in TURNINGS {
        let space = |start| Space::new(board(), Piece::J, start, turning, Order::default()).unwrap();
        for place in &both {
            assert_eq!(space(place).start(), placement);
            let problem = Problem::new(space(&top), std::slice::from_ref(place)).unwrap();
            assert_eq!(problem.accepted(), [placement]);
        }
        let problem = Problem::new(space(&both[0]), &both).unwrap();
        assert_eq!(problem.accepted_by_goal().collect::<Vec<_>>(), [[placement], [placement]]);
    }
}

#[test]
fn errors_are_values() {
    let cells: Place = "0,3 1,3 1,4 1,5".parse().unwrap();
    let error = Space::new(board(), Piece::T, &cells, Turning::SRS, Order::default()).map(|_| ()).unwrap_err();
    assert!(matches!(error, SpaceError::NotAShape { piece: Piece::T, .. }));
}
