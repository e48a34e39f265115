//! Section A: the Matrix and its zones.

use tetrolab_engine::{Block, EventKind, Piece, Rules};

use super::support::{columns, drawn, lone_row, play, play_script, random_game, refusal, rows, tower};

#[test]
fn statement_01_the_matrix_is_10_columns_wide_and_20_rows_high() {
    let size = Rules::guideline().size;
    assert_eq!((size.width, size.height), (10, 20));
    for (button, expected) in [("left", 1..=2), ("right", 9..=10)] {
        let taps = format!("0 tap {button}\n").repeat(12);
        let played = play(&format!("queue O\n{taps}0 tap hard-drop"));
        assert_eq!(columns(played.places("locked")[0]), expected);
        assert_eq!(rows(played.places("locked")[0]), 1..=2);
    }
}

#[test]
fn statement_02_there_are_20_more_rows_above_the_skyline() {
    let size = Rules::guideline().size;
    assert_eq!((size.buffer, size.rows()), (20, 40));
    let highest = play("piece O north 4 38\n0 wait");
    assert_eq!(rows(highest.in_play()), 39..=40);
    assert!(refusal("piece O north 4 39").contains("lies outside the board"));
    play(&(tower(40, "X.........") + "\n0 wait"));
    assert!(refusal(&tower(41, "X.........")).contains("41 rows, the board only 40"));
}

#[test]
fn statement_02_nothing_moves_out_of_the_top() {
    // A standing I needs a row above the lying one; at the top only the fourth rotation point has four rows.
    for (row, point) in [(38, 1), (39, 4)] {
        let played = play(&format!("piece I north 4 {row}\n0 tap rotate-right"));
        assert!(
            matches!(played.log.last().unwrap().event.kind, EventKind::Rotated { point: used, .. } if used == point)
        );
        assert_eq!(*rows(played.in_play()).end(), 40);
    }
}

#[test]
fn statement_03_the_skyline_lies_between_rows_20_and_21() {
    for piece in Piece::ALL {
        let played = play(&format!("set generation-drop off\nqueue {piece}\n0 wait"));
        assert_eq!(*rows(played.places("generated")[0]).start(), 21, "{piece}");
    }
}

#[test]
fn statement_04_a_piece_is_four_minos_and_becomes_four_blocks() {
    for piece in Piece::ALL {
        let played = play(&format!("queue {piece}\n0 wait"));
        assert_eq!(played.game.blocks().board().filled_cells(), 0, "a piece in play is no Block");
        let played = play(&format!("queue {piece}\n0 tap hard-drop"));
        let cells = played.places("locked")[0].cells();
        assert_eq!(played.game.blocks().board().filled_cells(), 4);
        assert!(cells.iter().all(|cell| played.game.blocks().board().is_filled(cell.x, cell.y)), "{piece}");
        let joined = |i: usize| cells.iter().any(|cell| cell.x.abs_diff(cells[i].x) + cell.y.abs_diff(cells[i].y) == 1);
        assert!((0..4).all(joined), "{piece}");
    }
}

#[test]
fn statement_05_one_piece_is_in_play_at_a_time() {
    for seed in 0..30 {
        let mut in_play = 0;
        for entry in play_script(&random_game(seed, "set generation-delay 50ms")).log {
            match entry.event.kind {
                EventKind::Generated { .. } => in_play += 1,
                EventKind::Locked { .. } | EventKind::Held { .. } => in_play -= 1,
                _ => {}
            }
            assert!((0..=1).contains(&in_play), "seed {seed}: {entry}");
        }
    }
    let waiting = play("queue OO\n1s tap hard-drop\n1.1s wait");
    assert_eq!(waiting.game.in_play(), None);
}

#[test]
fn statement_06_every_block_remembers_its_piece() {
    for piece in Piece::ALL {
        let played = play(&format!("queue {piece}\n0 tap hard-drop"));
        for cell in played.places("locked")[0].cells() {
            assert_eq!(played.game.blocks().get(cell.x, cell.y), Some(Block::Of(piece)));
        }
    }
    let after_a_clear = play(
        "
        queue J
        board
            S.L.......
            XXX...XXXX
            .Z........
        0 tap rotate-right
        0 tap rotate-right
        0 tap hard-drop
        ",
    );
    assert_eq!(after_a_clear.picture(), drawn("S.L....... .Z...J...."));
}

#[test]
fn statement_07_the_i_is_generated_lying() {
    let placement = play("queue I\n0 wait").places("generated")[0];
    assert_eq!((columns(placement), rows(placement)), (4..=7, 20..=20));
}

#[test]
fn statement_08_a_game_can_start_with_filled_rows() {
    let played = play("set starting-rows 9\nqueue O\n0 wait");
    let board = played.game.blocks().board();
    assert_eq!(board.stack_height(), 9);
    assert!((0..9).all(|row| board.row(row).count_ones() == 9), "each row has one hole");
    assert_eq!(play("queue O\n0 wait").game.blocks().board().stack_height(), 0, "none by default");
    assert!(refusal("set starting-rows 41").contains("41 starting rows do not fit"));
    let given = play(&(lone_row(1, "XX.XXXXXXX") + "\n0 wait"));
    assert_eq!(given.game.blocks().board().filled_cells(), 9);
}
