//! Section E: fall speed, Soft Drop and Hard Drop.

use tetrolab_engine::{EventKind, MILLISECOND, SECOND, Time};

use super::support::{columns, play, rows};

/// When an O falls by its first three rows at a level.
fn falls(level: usize) -> Vec<Time> {
    let mut times = play(&format!("set start-level {level}\nqueue O\n4s wait")).times("fell");
    times.truncate(3);
    times
}

#[test]
fn statement_38_the_time_for_a_row_follows_the_formula() {
    for level in 1..=15 {
        let seconds = (0.8 - (level - 1) as f64 * 0.007).powi(level as i32 - 1);
        let row = (seconds * SECOND as f64).round() as Time;
        assert_eq!(falls(level), [row, 2 * row, 3 * row], "level {level}");
    }
}

#[test]
fn statement_39_the_levels_have_these_times() {
    let seconds = [
        1.0, 0.793, 0.6178, 0.4727, 0.3552, 0.2620, 0.1897, 0.1347, 0.0939, 0.0642, 0.0430, 0.0282, 0.0182, 0.0114,
        0.0071,
    ];
    for (level, expected) in (1..=15).zip(seconds) {
        let measured = falls(level)[0] as f64 / SECOND as f64;
        assert!((measured - expected).abs() <= 0.00005, "level {level}: {measured}");
    }
}

#[test]
fn statement_40_the_table_that_contradicts_the_formula_is_not_used() {
    let table = [800, 717, 634, 551, 468, 385, 302, 219, 136, 100, 83, 67, 50, 33, 17];
    for (level, milliseconds) in (1..=15).zip(table) {
        // They are never nearer than 9.9 ms, at level 15.
        assert!(falls(level)[0].abs_diff(milliseconds * MILLISECOND) > 9 * MILLISECOND, "level {level}");
    }
}

#[test]
fn statement_41_the_rounded_examples_are_not_used() {
    for (level, milliseconds) in [(1, 800), (10, 100), (15, 50)] {
        assert!(falls(level)[0].abs_diff(milliseconds * MILLISECOND) > 30 * MILLISECOND, "level {level}");
    }
}

#[test]
fn statement_42_soft_drop_at_level_1_takes_50_ms_a_row() {
    let played = play("queue O\n0 press soft-drop\n150ms wait");
    assert_eq!(played.times("fell"), [50, 100, 150].map(|time| time * MILLISECOND));
}

#[test]
fn statement_43_soft_drop_is_20_times_as_fast() {
    let played = play("set fall 0.5s\nqueue O\n0 press soft-drop\n75ms wait");
    assert_eq!(played.times("fell"), [25, 50, 75].map(|time| time * MILLISECOND));
    for level in 1..=15 {
        let normal = falls(level)[0];
        let soft = play(&format!("set start-level {level}\nqueue O\n0 press soft-drop\n0.4s wait")).times("fell");
        for (row, &time) in (1..).zip(&soft[..5]) {
            // A row is due at the first whole nanosecond at which 20 times the elapsed time is enough.
            assert_eq!(time, (row * normal).div_ceil(20), "level {level}, row {row}");
        }
    }
}

#[test]
fn statement_43_released_the_piece_falls_at_its_normal_speed() {
    let played = play("queue O\n0 press soft-drop\n100ms release soft-drop\n2.1s wait");
    assert_eq!(played.times("fell"), [50, 100, 1100, 2100].map(|time| time * MILLISECOND));
    let soft: Vec<bool> =
        played.events("fell").map(|event| matches!(event.kind, EventKind::Fell { soft: true, .. })).collect();
    assert_eq!(soft, [true, true, false, false]);
}

#[test]
fn statement_43_progress_to_the_next_row_is_kept() {
    // Half a row, the other half 20 times as fast, then 10 ms of that worth 0.2 s.
    let played = play("queue O\n0.5s press soft-drop\n535ms release soft-drop\n2s wait");
    assert_eq!(played.times("fell"), [525, 1335].map(|time| time * MILLISECOND));
}

#[test]
fn statement_44_soft_drop_onto_a_surface_does_not_lock_at_once() {
    let script = "piece O north 4 2\n0 press soft-drop\n599999999ns wait";
    let played = play(script);
    assert_eq!(played.times("landed"), [100 * MILLISECOND]);
    assert!(played.game.in_play().is_some(), "the button is still down");
    assert_eq!(play(&format!("{script}\n+1ns wait")).times("locked"), [600 * MILLISECOND]);
}

#[test]
fn statement_45_hard_drop_lands_and_locks_at_once() {
    let played = play("queue T\n0.25s tap hard-drop");
    for event in ["hard-dropped", "locked"] {
        assert_eq!(played.times(event), [250 * MILLISECOND]);
    }
    let locked = played.places("locked")[0];
    assert_eq!((columns(locked), rows(locked)), (4..=6, 1..=2));
    assert!(played.never("fell"), "there is nothing between");
}

#[test]
fn statement_46_hard_drop_does_not_repeat() {
    let held = play("queue OOO\n0 press hard-drop\n5s wait");
    assert_eq!((held.times("locked"), held.times("generated").len()), (vec![0], 2));
    let again = play("queue OOO\n0 press hard-drop\n1s release hard-drop\n1s press hard-drop");
    assert_eq!(again.times("locked"), [0, SECOND]);
}

#[test]
fn statement_47_hard_drop_on_a_surface_does_not_wait() {
    let played = play("piece O north 4 0\n0.1s tap hard-drop");
    assert_eq!((played.times("landed"), played.times("locked")), (vec![0], vec![100 * MILLISECOND]));
}
