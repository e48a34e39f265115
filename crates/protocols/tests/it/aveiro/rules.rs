//! What was measured on the course's server.

use tetrolab_engine::Piece;
use tetrolab_protocols::aveiro::{Cell, Field, Game, InPlay, Key, Pieces, Shape};

fn cells(game: &Game) -> Option<[[i8; 2]; 4]> {
    game.in_play().map(|piece| piece.cells().map(<[i8; 2]>::from))
}

#[test]
fn pieces_appear_where_they_did() {
    let places = [
        (Shape::S, [[4, 2], [4, 3], [5, 3], [5, 4]]),
        (Shape::Z, [[4, 2], [3, 3], [4, 3], [3, 4]]),
        (Shape::I, [[2, 2], [3, 2], [4, 2], [5, 2]]),
        (Shape::O, [[3, 3], [4, 3], [3, 4], [4, 4]]),
        (Shape::J, [[4, 2], [5, 2], [4, 3], [4, 4]]),
        (Shape::T, [[4, 2], [4, 3], [5, 3], [4, 4]]),
        (Shape::L, [[4, 2], [4, 3], [4, 4], [5, 4]]),
    ];
    assert_eq!(places.map(|(shape, _)| shape), Shape::ALL);
    for (shape, place) in places {
        let mut game = Game::new(Pieces::list(&[shape]));
        game.tick(None);
        assert_eq!(cells(&game), Some(place), "{}", shape.letter());
        assert_eq!(Shape::from(Piece::from(shape)), shape);
        assert_eq!(Piece::from(shape).letter(), shape.letter());
    }
}

#[test]
fn a_piece_left_alone_falls_for_26_states() {
    let mut game = Game::new(Pieces::seeded(1));
    for state in 1..=28 {
        game.tick(None);
        let lowest = cells(&game).map(|cells| cells[3][1]);
        match state {
            27 => assert_eq!(lowest, None),
            28 => assert_eq!(lowest, Some(4), "the next piece, a J"),
            _ => assert_eq!(lowest, Some(3 + state)),
        }
    }
    assert_eq!(game.dealt(), 2);
}

#[test]
fn a_key_acts_after_the_fall_and_is_lost_when_the_piece_locks() {
    let mut game = Game::new(Pieces::list(&[Shape::O]));
    game.tick(Some(Key::Left));
    assert_eq!(cells(&game), Some([[2, 3], [3, 3], [2, 4], [3, 4]]), "a key of the first tick acts at once");
    game.tick(Some(Key::Drop));
    assert_eq!(cells(&game), Some([[2, 28], [3, 28], [2, 29], [3, 29]]));
    game.tick(Some(Key::Left));
    assert_eq!(cells(&game), None);
    assert!(game.field().is_filled(Cell { x: 3, y: 29 }) && !game.field().is_filled(Cell { x: 1, y: 29 }));
}

#[test]
fn what_does_not_fit_is_not_done() {
    let mut game = Game::new(Pieces::list(&[Shape::I]));
    for _ in 0..9 {
        game.tick(Some(Key::Left));
    }
    assert_eq!(cells(&game), Some([[1, 10], [2, 10], [3, 10], [4, 10]]));
    game.tick(Some(Key::Turn));
    assert_eq!(cells(&game), Some([[3, 10], [3, 11], [3, 12], [3, 13]]));
    game.tick(Some(Key::Left));
    game.tick(Some(Key::Left));
    game.tick(Some(Key::Turn));
    assert_eq!(cells(&game), Some([[1, 13], [1, 14], [1, 15], [1, 16]]), "no kick away from the wall");
}

/// Rows at once count as their square, and ten points make the game faster.
#[test]
fn four_rows_are_sixteen_points() {
    // Three columns of two squares each, then two upright bars.
    let squares = [-2, 0, 2, -2, 0, 2];
    let mut game = Game::new(Pieces::list(&[[Shape::O; 6].as_slice(), &[Shape::I; 2]].concat()));
    let mut place = |columns: i32, turn: bool| {
        game.tick(turn.then_some(Key::Turn));
        for _ in 0..columns.abs() {
            game.tick(Some(if columns < 0 { Key::Left } else { Key::Right }));
        }
        game.tick(Some(Key::Drop));
        game.tick(None);
        (game.score(), game.speed(), game.clears())
    };
    for columns in squares {
        assert_eq!(place(columns, false), (0, 10, [0; 4]));
    }
    assert_eq!(place(3, true), (0, 10, [0; 4]));
    assert_eq!(place(4, true), (16, 11, [0, 0, 0, 1]));
    assert_eq!((game.lines(), game.field().cells().len()), (4, 0));
}

#[test]
fn fields_are_made_of_cells_between_the_walls() {
    let cells = [[8, 29], [1, 0]].map(Cell::from);
    let field = Field::from_cells(&cells).unwrap();
    assert!(field.cells().eq(cells));
    assert_eq!((field.row(29), field.row(0), field.row(1)), (0x80, 1, 0));
    for wrong in [[0, 5], [9, 5], [1, 30], [1, -1], [1, 0], [i8::MAX, i8::MIN]] {
        assert_eq!(Field::from_cells(&[cells[0], cells[1], Cell::from(wrong)]), None, "{wrong:?}");
    }
}

#[test]
fn no_place_outside_fits() {
    for shape in Shape::ALL {
        for plan in 0..shape.plans() {
            for x in i8::MIN..=i8::MAX {
                for y in [i8::MIN, -1, 0, 15, 26, 29, 30, i8::MAX] {
                    let piece = InPlay { shape, plan, x, y };
                    let inside = (-3..12).contains(&x) && (0..=40).contains(&y) && {
                        let is_inside = |cell: &Cell| (1..=8).contains(&cell.x) && (0..30).contains(&cell.y);
                        piece.cells().iter().all(is_inside)
                    };
                    assert_eq!(Field::EMPTY.fits(piece), inside, "{piece:?}");
                }
            }
        }
    }
}
