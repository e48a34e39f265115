//! Section F: when a piece on a Surface locks.

use tetrolab_engine::{LockDown, MILLISECOND, Rules, Time};

use super::support::{board, play, refusal, tower};

/// An O on the floor that is moved left and right, `count` times in all, once every 10 ms.
fn moves(count: usize) -> String {
    let moves: String = ["left", "right"].iter().cycle().take(count).map(|b| format!("+10ms tap {b}\n")).collect();
    format!("piece O north 4 0\n0 wait\n{moves}")
}

const fn ms(times: u64) -> Time {
    times * MILLISECOND
}

#[test]
fn statement_48_a_piece_locks_half_a_second_after_it_landed() {
    for mode in ["extended", "infinite", "classic"] {
        let script = format!("set lock-down {mode}\npiece O north 4 1\n1499999999ns wait");
        let played = play(&script);
        assert_eq!((played.times("landed"), played.times("locked")), (vec![ms(1000)], vec![]), "{mode}");
        assert_eq!(play(&format!("{script}\n+1ns wait")).times("locked"), [ms(1500)], "{mode}");
    }
}

#[test]
fn statement_48_soft_drop_starts_the_same_timer() {
    let played = play("piece O north 4 1\n0 press soft-drop\n60ms release soft-drop\n2s wait");
    assert_eq!((played.times("landed"), played.times("locked")), (vec![ms(50)], vec![ms(550)]));
}

#[test]
fn statement_49_there_are_three_modes_and_extended_is_the_default() {
    assert_eq!(Rules::default().lock_down, LockDown::Extended);
    let names = [("extended", LockDown::Extended), ("infinite", LockDown::Infinite), ("classic", LockDown::Classic)];
    for (name, mode) in names {
        assert_eq!(play(&format!("set lock-down {name}\nqueue O\n0 wait")).game.rules().lock_down, mode);
    }
    assert!(refusal("set lock-down forever").contains("extended infinite classic"));
}

#[test]
fn statement_50_extended_a_move_or_turn_starts_the_timer_again() {
    let played = play("piece O north 4 0\n499999999ns tap left\n999999998ns wait");
    assert!(played.never("locked"), "a move in the last moment is in time");
    let script = "piece O north 4 0\n0.4s tap left\n0.8s tap right\n2s wait";
    assert_eq!(play(script).times("locked"), [ms(1300)]);
    let script = "piece T north 4 0\n0.4s tap rotate-right\n0.8s tap rotate-right\n2s wait";
    let turned = play(script);
    assert_eq!((turned.times("rotated").len(), turned.times("locked")), (2, vec![ms(1300)]));
}

#[test]
fn statement_51_extended_fifteen_moves_are_allowed() {
    assert_eq!(play(&moves(0)).game.lock_left(), Some((ms(500), 15)));
    let played = play(&moves(14));
    assert_eq!((played.times("shifted").len(), played.game.lock_left()), (14, Some((ms(500), 1))));
    let played = play(&moves(20));
    assert_eq!((played.times("shifted").len(), played.times("locked")), (15, vec![ms(150)]));
}

#[test]
fn statement_51_extended_moves_and_turns_count_together() {
    let turns = "+10ms tap rotate-right\n+10ms tap left\n+10ms tap rotate-left\n".repeat(6);
    let played = play(&format!("piece T east 6 1\n0 wait\n{turns}"));
    assert_eq!(played.times("shifted").len() + played.times("rotated").len(), 15);
    assert_eq!(played.times("locked"), [ms(150)]);
}

#[test]
fn statement_51_extended_moves_before_the_first_landing_are_free() {
    let moves = "+10ms tap left\n+10ms tap right\n".repeat(20);
    let played = play(&format!("piece O north 4 1\n0 wait\n{moves}1.1s wait"));
    assert_eq!((played.times("shifted").len(), played.game.lock_left()), (40, Some((ms(400), 15))), "fallen");
    // Without a fall, and so without a new lowest row, onto a ledge at its side.
    let ledge = board(".......XXX");
    let played = play(&format!("{ledge}\npiece O north 4 1\n0 wait\n{moves}+0ms tap right\n+0ms tap right"));
    assert_eq!((played.times("shifted").len(), played.game.lock_left()), (42, Some((ms(500), 15))), "shifted");
}

#[test]
fn statement_52_extended_the_fifteenth_move_on_a_surface_locks_at_once() {
    assert!(play(&format!("{}639999999ns wait", moves(14))).never("locked"));
    assert_eq!(play(&format!("{}0.64s wait", moves(14))).times("locked"), [ms(640)], "14 moves: the timer");
    assert_eq!(play(&moves(15)).times("locked"), [ms(150)], "15 moves: no timer");
}

/// An O on a ledge makes fourteen moves and with the fifteenth steps off it.
const OFF_THE_LEDGE: &str = "
    piece O north 4 1
    board
        XXXXX.....
    0 wait
    +10ms tap left
    +10ms tap right
    +10ms tap left
    +10ms tap right
    +10ms tap left
    +10ms tap right
    +10ms tap left
    +10ms tap right
    +10ms tap left
    +10ms tap right
    +10ms tap left
    +10ms tap right
    +10ms tap left
    +10ms tap right
    +10ms tap right
    ";

#[test]
fn statement_53_extended_a_new_lowest_row_gives_all_moves_back() {
    let played = play(&format!("{OFF_THE_LEDGE}\n1150ms wait"));
    assert!(played.never("locked"), "no move was left, but the row is new");
    assert_eq!((played.times("landed"), played.game.lock_left()), (vec![0, ms(1150)], Some((ms(500), 15))));
}

#[test]
fn statement_53_extended_falling_back_to_the_lowest_row_does_not() {
    // The T lies on the floor, turns up into the air (one move) and falls back.
    let played = play("piece T east 4 1\n0.1s tap rotate-left\n1.2s wait");
    assert_eq!(played.times("landed"), [0, ms(1100)]);
    assert_eq!(played.game.lock_left(), Some((ms(400), 14)));
}

/// A T on the floor that turns up and down; after an odd number of turns it is in the air.
fn up_and_down(turns: usize) -> String {
    let buttons = ["rotate-left", "rotate-right"];
    let turns: String = buttons.iter().cycle().take(turns).map(|button| format!("+10ms tap {button}\n")).collect();
    format!("piece T east 4 1\n0 wait\n{turns}")
}

#[test]
fn statement_54_extended_going_up_gives_no_move_back() {
    assert_eq!(play(&up_and_down(0)).game.lock_left(), Some((ms(500), 15)));
    let up = play(&up_and_down(1));
    assert_eq!((up.in_play().bottom(), up.game.lock_left()), (1, None));
    assert_eq!(play(&up_and_down(2)).game.lock_left(), Some((ms(500), 13)));
    assert_eq!(play(&up_and_down(14)).game.lock_left(), Some((ms(500), 1)));
}

#[test]
fn statement_55_extended_without_moves_a_piece_in_the_air_can_still_be_moved() {
    let script = up_and_down(15) + "+10ms tap left\n+10ms tap left\n+10ms tap right\n";
    let flying = play(&script);
    assert_eq!((flying.times("shifted").len(), flying.times("locked")), (3, vec![]));
    // It left the floor at 0.15 s and comes back one second later.
    let landed = play(&format!("{script}2s wait"));
    assert_eq!((landed.times("landed").last(), landed.times("locked")), (Some(&ms(1150)), vec![ms(1150)]));
}

#[test]
fn statement_55_extended_turning_down_onto_the_surface_locks_then() {
    assert_eq!(play(&up_and_down(16)).times("locked"), [ms(160)]);
}

#[test]
fn statement_56_infinite_every_change_starts_the_timer_again() {
    let moves = "+499ms tap left\n+499ms tap right\n".repeat(50);
    let played = play(&format!("set lock-down infinite\npiece O north 4 0\n0 wait\n{moves}60s wait"));
    assert_eq!((played.times("shifted").len(), played.times("locked")), (100, vec![ms(49_900 + 500)]));
    let turns = "+499ms tap rotate-right\n".repeat(50);
    let played = play(&format!("set lock-down infinite\npiece T north 4 0\n0 wait\n{turns}30s wait"));
    assert_eq!(played.times("rotated").len(), 50);
}

#[test]
fn statement_57_classic_moves_and_turns_do_not_start_the_timer_again() {
    let played = play("set lock-down classic\npiece O north 4 0\n0.2s tap left\n0.49s tap right\n1s wait");
    assert_eq!((played.times("shifted").len(), played.times("locked")), (2, vec![ms(500)]));
    let played =
        play("set lock-down classic\npiece T north 4 0\n0.2s tap rotate-right\n0.49s tap rotate-right\n1s wait");
    assert_eq!((played.times("rotated").len(), played.times("locked")), (2, vec![ms(500)]));
}

#[test]
fn statement_57_classic_a_fall_to_a_lower_row_does() {
    let played = play(
        "
        set lock-down classic
        piece O north 4 1
        board
            XXXXX.....
        0.4s tap right
        3s   wait
        ",
    );
    // In the air from 0.4 s to 1.4 s.
    assert_eq!((played.times("landed"), played.times("locked")), (vec![0, ms(1400)], vec![ms(1900)]));
}

#[test]
fn statement_58_a_blocked_move_resets_and_costs_nothing() {
    for mode in ["extended", "infinite", "classic"] {
        let script = format!("set lock-down {mode}\npiece O north 0 0\n0.3s tap left\n0.4s tap rotate-right\n");
        assert_eq!(play(&script).game.lock_left(), Some((ms(100), 15)), "{mode}");
        assert_eq!(play(&format!("{script}2s wait")).times("locked"), [ms(500)], "{mode}");
    }
}

#[test]
fn statement_58_a_blocked_turn_resets_and_costs_nothing() {
    let well = tower(8, "XXXX.XXXXX");
    let script = format!("{well}\npiece I east 4 2\n0.2s tap rotate-right\n0.4s tap rotate-left\n");
    let played = play(&script);
    assert_eq!((played.times("rotated"), played.game.lock_left()), (vec![], Some((ms(100), 15))));
}
