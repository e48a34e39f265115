//! Section B: which pieces come, and where they appear.

use std::collections::HashSet;

use tetrolab_engine::{MILLISECOND, Piece, PieceStream, Placement, Randomizer, Rotation, Seed};

use super::support::{columns, lone_row, play, rows, tower};

fn bag_pieces(seed: u64, game: u64, count: usize) -> Vec<Piece> {
    PieceStream::new(Randomizer::SevenBag, Seed(seed), game, &[]).take(count).collect()
}

/// Where a piece is directly after its generation.
fn generated(piece: Piece, settings: &str) -> Placement {
    play(&format!("{settings}\nqueue {piece}\n0 wait")).places("generated")[0]
}

/// Before the piece drops by its first row.
const NO_DROP: &str = "set generation-drop off";

#[test]
fn statement_09_every_seven_pieces_are_one_of_each_kind() {
    for seed in 0..200 {
        for bag in bag_pieces(seed, seed % 3, 70 * 7).chunks(7) {
            assert_eq!(bag.iter().collect::<HashSet<_>>().len(), 7, "seed {seed}");
        }
    }
}

#[test]
fn statement_09_every_order_of_the_bag_comes() {
    let pieces = bag_pieces(1, 0, 100_000 * 7);
    assert_eq!(pieces.chunks(7).collect::<HashSet<_>>().len(), 5040);
}

#[test]
fn statement_09_the_game_deals_from_the_bag() {
    let drops = "+300ms tap hard-drop\n".repeat(8);
    let played = play(&format!("seed 5\ngame 2\n{drops}"));
    let pieces: Vec<Piece> = played.places("generated").iter().map(|placement| placement.piece).collect();
    assert_eq!(pieces, bag_pieces(5, 2, 8));
    assert_eq!(played.game.next(), &bag_pieces(5, 2, 14)[8..]);
}

#[test]
fn statement_10_repeats_droughts_and_snakes_are_bounded() {
    let (mut most_in_a_row, mut longest_gap, mut longest_snake) = (0, 0, 0);
    for seed in 0..200 {
        let pieces = bag_pieces(seed, 0, 700);
        most_in_a_row = most_in_a_row.max(pieces.chunk_by(|a, b| a == b).map(<[Piece]>::len).max().unwrap());
        let snakes = pieces.split(|piece| !matches!(piece, Piece::S | Piece::Z));
        longest_snake = longest_snake.max(snakes.map(<[Piece]>::len).max().unwrap());
        for kind in Piece::ALL {
            // What comes before the first and after the last one is no gap between two.
            let mut gaps: Vec<usize> = pieces.split(|&piece| piece == kind).map(<[Piece]>::len).collect();
            gaps.pop();
            longest_gap = longest_gap.max(gaps[1..].iter().copied().max().unwrap());
        }
    }
    assert_eq!((most_in_a_row, longest_gap, longest_snake), (2, 12, 4));
}

#[test]
fn statement_11_pieces_are_generated_facing_north() {
    for piece in Piece::ALL {
        assert_eq!(generated(piece, "").rotation, Rotation::North);
        // A turn before the piece is there does nothing, unless the player asks for it.
        let early = play(&format!("queue O{piece}\n0 tap hard-drop\n+10ms press rotate-right\n+200ms wait"));
        assert_eq!(early.places("generated")[1].rotation, Rotation::North);
    }
}

#[test]
fn statement_12_pieces_of_three_columns_appear_in_columns_4_to_6() {
    for piece in [Piece::T, Piece::L, Piece::J, Piece::S, Piece::Z] {
        assert_eq!(columns(generated(piece, NO_DROP)), 4..=6, "{piece}");
    }
}

#[test]
fn statement_13_the_o_appears_in_columns_5_and_6() {
    assert_eq!(columns(generated(Piece::O, NO_DROP)), 5..=6);
}

#[test]
fn statement_14_the_i_appears_in_columns_4_to_7_of_row_21() {
    let placement = generated(Piece::I, NO_DROP);
    assert_eq!((columns(placement), rows(placement)), (4..=7, 21..=21));
}

#[test]
fn statement_15_all_others_appear_in_rows_21_and_22() {
    for piece in [Piece::T, Piece::L, Piece::J, Piece::S, Piece::Z, Piece::O] {
        assert_eq!(rows(generated(piece, NO_DROP)), 21..=22, "{piece}");
    }
    for piece in [Piece::T, Piece::L, Piece::J] {
        let flat = generated(piece, NO_DROP).cells().iter().filter(|cell| cell.y == 20).count();
        assert_eq!(flat, 3, "the flat side of {piece} is below");
    }
}

#[test]
fn statement_16_a_new_piece_drops_one_row_at_once() {
    for piece in Piece::ALL {
        let played = play(&format!("queue {piece}\n0 wait"));
        let expected = if piece == Piece::I { 20..=20 } else { 20..=21 };
        assert_eq!(rows(played.places("generated")[0]), expected, "{piece}");
        assert!(played.never("fell"), "this drop is no fall of its own");
        assert_eq!(played.in_play(), played.places("generated")[0]);
    }
}

#[test]
fn statement_16_the_first_fall_takes_its_full_time_after_that_drop() {
    assert_eq!(play("queue T\n1s wait").times("fell"), [1000 * MILLISECOND]);
}

#[test]
fn statement_17_a_block_in_the_way_keeps_a_new_piece_above_the_skyline() {
    for column in 1..=10 {
        let row: String = (1..=10).map(|other| if other == column { 'X' } else { '.' }).collect();
        let placement = generated(Piece::T, &lone_row(20, &row));
        let expected = if (4..=6).contains(&column) { 21..=22 } else { 20..=21 };
        assert_eq!(rows(placement), expected, "Block in column {column}");
    }
}

#[test]
fn statement_17_a_piece_kept_above_the_skyline_can_be_played() {
    let tower = tower(20, "...XXX....");
    let played = play(&format!("{tower}\nqueue T\n0 tap rotate-right\n+1ms tap right\n+1ms tap left"));
    assert_eq!((played.times("rotated").len(), played.times("shifted").len()), (1, 2));
    assert_eq!(*rows(played.in_play()).start(), 21);
}

#[test]
fn statement_18_a_piece_obeys_from_the_first_instant() {
    for (button, event) in [("left", "shifted"), ("rotate-left", "rotated"), ("hold", "held"), ("hard-drop", "locked")]
    {
        assert_eq!(play(&format!("queue TT\n0 tap {button}")).times(event), [0]);
        // The second piece is generated 0.2 s after the first has locked.
        let second = play(&format!("queue TT\n0 tap hard-drop\n200ms tap {button}"));
        assert_eq!(second.times(event).last(), Some(&(200 * MILLISECOND)), "{button}");
    }
}

#[test]
fn statement_19_the_next_piece_comes_200_ms_after_lock_down() {
    let script = "queue TO\n1s tap hard-drop\n1199999999ns wait";
    assert_eq!(play(script).game.in_play(), None);
    assert_eq!(play(&format!("{script}\n+1ns wait")).times("generated"), [0, 1200 * MILLISECOND]);
}

#[test]
fn statement_19_the_delay_can_be_set() {
    for (delay, expected) in [("0ms", 1000), ("350ms", 1350)] {
        let played = play(&format!("set generation-delay {delay}\nqueue TO\n1s tap hard-drop\n1.5s wait"));
        assert_eq!(played.times("generated"), [0, expected * MILLISECOND]);
    }
}

#[test]
fn statement_20_the_ghost_is_there_at_generation_and_turns_with_the_piece() {
    let fresh = play("queue T\n0 wait").game.ghost().unwrap();
    assert_eq!((fresh.rotation, columns(fresh), rows(fresh)), (Rotation::North, 4..=6, 1..=2));
    let turned = play("queue T\n0 tap rotate-right").game.ghost().unwrap();
    assert_eq!((turned.rotation, columns(turned), rows(turned)), (Rotation::East, 5..=6, 1..=3));
}
