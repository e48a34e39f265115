//! Section J: how games end.

use tetrolab_engine::{Block, Blocks, End, Game, MILLISECOND, Piece, Rules, Setup, Size};

use super::support::{board, lone_row, play, rows, tower};

/// The end of a game that starts with a single Block in the way of its first piece, or not.
fn end_with_block(piece: Piece, x: i8, y: i8) -> Option<End> {
    let mut blocks = Blocks::empty(Size::STANDARD);
    blocks.set(x, y, Some(Block::Garbage));
    let setup = Setup { blocks: Some(blocks), queue: vec![piece], ..Setup::default() };
    let mut game = Game::from_setup(&setup).unwrap();
    game.update(0, None).unwrap();
    game.end()
}

#[test]
fn statement_91_a_new_piece_that_overlaps_a_block_ends_the_game() {
    for piece in Piece::ALL {
        let cells = Rules::guideline().generation(piece).cells();
        for y in 18..24 {
            for x in 0..10 {
                let overlaps = cells.iter().any(|cell| (cell.x, cell.y) == (x, y));
                assert_eq!(end_with_block(piece, x, y), overlaps.then_some(End::BlockOut), "{piece} at {x}, {y}");
            }
        }
    }
}

#[test]
fn statement_91_block_out_comes_when_the_next_piece_is_due() {
    // The first O locks half above the Skyline, where the second one appears.
    let tower = tower(19, "....XX....");
    let played = play(&format!("{tower}\nqueue OO\n0.1s tap hard-drop\n1s wait"));
    assert_eq!((played.game.end(), played.times("ended")), (Some(End::BlockOut), vec![300 * MILLISECOND]));
    assert_eq!(played.times("generated"), [0], "the second piece never comes into play");
}

#[test]
fn statement_91_a_piece_from_hold_can_end_the_game_too() {
    let in_the_way = lone_row(21, "...X......");
    let played = play(&format!("{in_the_way}\nhold T\nqueue O\n0.1s tap hold"));
    assert_eq!((played.game.end(), played.times("ended")), (Some(End::BlockOut), vec![100 * MILLISECOND]));
}

#[test]
fn statement_92_a_piece_that_locks_above_the_skyline_ends_the_game() {
    let tower = tower(20, "...XXX....");
    for lock in ["0 tap hard-drop", "0.5s wait"] {
        let played = play(&format!("{tower}\nqueue T\n{lock}"));
        assert_eq!(rows(played.places("locked")[0]), 21..=22);
        assert_eq!(played.game.end(), Some(End::LockOut));
    }
}

#[test]
fn statement_93_a_piece_that_locks_partly_above_does_not() {
    let tower = tower(19, "XXX.......");
    let played = play(&format!("{tower}\nqueue TO\n0 tap left\n0 tap left\n0 tap left\n0 tap hard-drop\n0.2s wait"));
    assert_eq!(rows(played.places("locked")[0]), 20..=21);
    assert_eq!((played.game.end(), played.times("generated").len()), (None, 2));
}

#[test]
fn statement_94_one_mino_below_the_skyline_is_enough() {
    for (height, expected) in [(19, None), (20, Some(End::LockOut))] {
        let tower = tower(height, ".........X");
        let played = play(&format!("{tower}\npiece I east 9 {}\nqueue O\n0 tap hard-drop\n1s wait", height + 2));
        let lowest = height as i8 + 1;
        assert_eq!((rows(played.places("locked")[0]), played.game.end()), (lowest..=lowest + 3, expected));
    }
}

#[test]
fn statement_95_playing_above_the_skyline_does_not_end_the_game() {
    let tower = tower(20, "...XXX....");
    let played = play(&format!(
        "
        {tower}
        queue T
        0      tap rotate-right
        0.4s   tap rotate-right
        0.8s   tap right
        1.2s   tap right
        1.3s   tap right
        1.4s   tap right
        1.5s   tap hard-drop
        "
    ));
    assert!(played.places("shifted").iter().all(|place| *rows(*place).start() >= 21), "it stays above the Skyline");
    assert_eq!((*rows(played.places("locked")[0]).start(), played.game.end()), (1, None));
}

/// A tower in column 1, pushed up by rows of garbage when the first piece locks.
fn pushed_up(height: usize, garbage: usize) -> Option<End> {
    let tower = tower(height, "X.........");
    let played = play(&format!(
        "set garbage-travel 0ms\nset garbage-cap 40\n{tower}\nqueue OO\n0 garbage {garbage}\n0 tap hard-drop\n1s wait"
    ));
    assert_eq!(played.times("rose"), [0]);
    assert_eq!(usize::from(played.game.blocks().board().stack_height()), (height + garbage).min(40));
    played.game.end()
}

#[test]
fn statement_96_blocks_may_be_pushed_above_the_skyline() {
    assert_eq!(pushed_up(20, 1), None);
    assert_eq!(pushed_up(15, 10), None);
}

#[test]
fn statement_96_blocks_pushed_out_of_the_buffer_end_the_game() {
    assert_eq!(pushed_up(40, 1), Some(End::TopOut));
}

#[test]
fn statement_97_touching_the_top_out_line_does_not_end_the_game() {
    for garbage in 1..=10 {
        assert_eq!(pushed_up(40 - garbage, garbage), None, "up to row 40");
        assert_eq!(pushed_up(41 - garbage, garbage), Some(End::TopOut), "up to row 41");
    }
}

#[test]
fn statement_98_lock_out_is_judged_before_lines_are_cleared() {
    // The T completes row 21, wholly above the Skyline.
    let rows = format!("XXX...XXXX ...XXX.... {}", ".......... ".repeat(19));
    let played = play(&format!("{}\nqueue T\n0 tap hard-drop", board(&rows)));
    assert_eq!((played.game.end(), played.game.lines(), played.game.score()), (Some(End::LockOut), 0, 0));
    assert!(played.never("cleared"));
    let rule_off = play(&format!("set lock-out off\n{}\nqueue T\n0 tap hard-drop", board(&rows)));
    assert_eq!((rule_off.game.end(), rule_off.game.lines()), (None, 1));
}
