//! Section C: Next, Hold and Ghost.

use tetrolab_engine::{Button, EventKind, Input, MILLISECOND, Piece, Rotation, pieces_from_letters};

use super::support::{columns, play, random_game, refusal, rows, tower};

#[test]
fn statement_21_next_shows_1_to_6_pieces() {
    let coming = pieces_from_letters("IOSZLJ").unwrap();
    for shown in 1..=6 {
        let played = play(&format!("set next {shown}\nqueue TIOSZLJ\n0 wait"));
        assert_eq!(played.game.next(), &coming[..shown]);
    }
    assert_eq!(play("queue TIOSZLJ\n0 wait").game.next(), coming, "six by default");
    for refused in [0, 7] {
        assert!(refusal(&format!("set next {refused}")).contains("1 to 6 pieces"));
    }
}

#[test]
fn statement_22_next_and_hold_know_pieces_without_a_facing() {
    let played = play("queue TIO\n0 tap rotate-right\n0 tap hold");
    assert_eq!((played.game.hold(), played.game.next()[0]), (Some(Piece::T), Piece::O));
    let back = play("queue TIO\n0 tap rotate-right\n0 tap hold\n0 tap hard-drop\n1s tap hold");
    assert_eq!(back.in_play().rotation, Rotation::North);
}

#[test]
fn statement_23_hold_keeps_one_piece_and_swaps() {
    let played = play("hold S\nqueue TIO\n0 tap hold");
    assert_eq!((played.in_play().piece, played.game.hold()), (Piece::S, Some(Piece::T)));
    assert_eq!(played.game.next()[0], Piece::I, "a swap takes nothing from the queue");
}

#[test]
fn statement_24_a_held_piece_comes_back_where_pieces_are_generated() {
    let played = play(
        "
        queue TIO
        0    tap rotate-right
        0    tap left
        2.5s tap hold
        3s   tap hard-drop
        3.5s tap left
        4.9s tap hold
        ",
    );
    let back = played.in_play();
    assert_eq!((back.piece, back.rotation), (Piece::T, Rotation::North));
    assert_eq!((columns(back), rows(back)), (4..=6, 20..=21));
    assert_eq!(played.times("generated").last(), Some(&(4900 * MILLISECOND)), "at once");
}

#[test]
fn statement_24_a_held_piece_falls_and_locks_anew() {
    // The T lies on a tower and has used ten of its moves; back from Hold it has all of them and the whole timer.
    let tower = tower(19, "...XXX....");
    let moves = "0 tap left\n0 tap right\n".repeat(5);
    let played = play(&format!("hold T\nqueue TT\n{tower}\n{moves}0.4s tap hold\n0.5s wait"));
    assert_eq!(played.game.lock_left(), Some((400 * MILLISECOND, 15)));
}

#[test]
fn statement_25_hold_works_again_only_after_a_lock_down() {
    let played = play("queue TIOSZ\n0 tap hold\n0.1s tap hold\n0.2s tap hold");
    assert_eq!((played.times("held"), played.in_play().piece), (vec![0], Piece::I));
    assert!(!played.game.can_hold());
    let again = play("queue TIOSZ\n0 tap hold\n0.1s tap hold\n0.2s tap hard-drop\n0.4s tap hold");
    assert_eq!(again.times("held"), [0, 400 * MILLISECOND]);
    assert_eq!((again.in_play().piece, again.game.hold()), (Piece::T, Some(Piece::O)));
}

#[test]
fn statement_26_the_first_hold_takes_the_next_piece() {
    let played = play("queue TIO\n0 tap hold");
    assert_eq!((played.in_play().piece, played.game.hold()), (Piece::I, Some(Piece::T)));
    assert_eq!(played.game.next()[0], Piece::O);
}

#[test]
fn statement_27_the_ghost_is_where_a_hard_drop_would_land() {
    let mut compared = 0;
    for seed in 0..20 {
        let script = random_game(seed, "");
        script
            .play(|game, _| {
                let Some(ghost) = game.ghost() else { return };
                let mut copy = game.clone();
                copy.update(copy.now(), Some(Input::Release(Button::HardDrop))).unwrap();
                let events = copy.update(copy.now(), Some(Input::Press(Button::HardDrop))).unwrap();
                let EventKind::HardDropped { placement, .. } = events[0].kind else { panic!("no Hard Drop") };
                assert_eq!(placement, ghost, "seed {seed}");
                compared += 1;
            })
            .unwrap();
    }
    assert!(compared > 1000);
}

#[test]
fn statement_28_hold_does_not_break_back_to_back() {
    let wells = tower(8, "XXXXX.XXXX");
    let played = play(&format!(
        "
        queue IOI
        {wells}
        0    tap rotate-right
        0    tap hard-drop
        0.3s tap hold
        0.3s tap rotate-right
        0.3s tap hard-drop
        "
    ));
    assert_eq!((played.times("held").len(), played.points()), (1, vec![800, 1200]));
}
