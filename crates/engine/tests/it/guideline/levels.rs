//! Section G: clearing lines, levels and goals.

use tetrolab_engine::{End, MILLISECOND};

use super::actions::{ACTIONS, named, play_action, play_chain};
use super::support::{Played, drawn, play, refusal};

/// `count` Singles, one a millisecond: on a board of four columns every dropped I clears a line.
fn singles(count: usize, settings: &str, then: &str) -> Played {
    let drops = "+1ms tap hard-drop\n".repeat(count);
    play(&format!("set width 4\nset generation-delay 0ms\n{settings}\nqueue I\nrandomizer repeat\n{drops}{then}"))
}

#[test]
fn statement_59_rows_above_drop_by_one_for_each_cleared_row() {
    let played = play(
        "
        queue I
        board
            X.........
            XXXX.XXXXX
            ..X....X..
            XXXX.XXXXX
            .X........
        0 tap rotate-right
        0 tap left
        0 tap hard-drop
        ",
    );
    // Nothing falls further into the gaps.
    assert_eq!(played.game.lines(), 2);
    assert_eq!(played.picture(), drawn("X......... ..X.I..X.. .X..I....."));
}

#[test]
fn statement_59_a_row_with_a_gap_stays() {
    let played = play("queue O\nboard\n    XXXX..XXX.\n    XXXX..XXXX\n0 tap hard-drop");
    assert_eq!((played.game.lines(), played.picture()), (1, drawn("XXXXOOXXX.")));
}

#[test]
fn statement_60_levels_are_1_to_15() {
    for refused in [0, 16] {
        assert!(refusal(&format!("set start-level {refused}")).contains("levels are 1 to 15"));
    }
    let endless = singles(200, "set endless on", "");
    assert_eq!((endless.game.level(), endless.game.lines(), endless.game.end()), (15, 200, None));
}

#[test]
fn statement_61_the_start_level_can_be_chosen() {
    for level in 1..=15 {
        assert_eq!(play(&format!("set start-level {level}\nqueue O\n0 wait")).game.level(), level);
    }
    assert_eq!(play("queue O\n0 wait").game.level(), 1);
}

#[test]
fn statement_62_a_fixed_goal_is_ten_lines_a_level() {
    assert_eq!((singles(9, "", "").game.level(), singles(10, "", "").game.level()), (1, 2));
    let expected: Vec<(u8, u32)> = (2..=15).map(|level| (level, 10 * (u32::from(level) - 1))).collect();
    assert_eq!(singles(149, "", "").level_ups(), expected);
}

#[test]
fn statement_63_level_15_is_reached_at_140_lines_and_done_at_150() {
    assert_eq!((singles(139, "", "").game.level(), singles(140, "", "").game.level()), (14, 15));
    assert_eq!(singles(149, "", "").game.end(), None);
    assert_eq!(singles(150, "", "").game.end(), Some(End::Won));
}

#[test]
fn statement_64_a_fixed_goal_counts_the_lines_of_the_levels_before() {
    for level in 1..=14 {
        let played = singles(10 * usize::from(level), &format!("set start-level {level}"), "");
        assert_eq!(played.level_ups(), [(level + 1, 10 * u32::from(level))]);
    }
    let fifth = singles(50, "set start-level 4", "");
    assert_eq!(fifth.level_ups(), [(5, 40), (6, 50)]);
}

#[test]
fn statement_65_a_variable_goal_is_five_times_the_level() {
    let expected: Vec<(u8, u32)> = (1..=14).map(|level| (level as u8 + 1, 5 * level * (level + 1) / 2)).collect();
    assert_eq!(singles(599, "set goal variable", "").level_ups(), expected);
    for level in 1..=14 {
        let played = singles(5 * usize::from(level), &format!("set goal variable\nset start-level {level}"), "");
        assert_eq!(played.level_ups(), [(level + 1, 5 * u32::from(level))]);
    }
}

#[test]
fn statement_65_what_is_left_over_counts_for_the_next_level() {
    let played = play_action("set goal variable", named("Tetris"));
    assert_eq!((played.game.level(), played.game.goal_left()), (2, Some(10 - (8 - 5))));
}

#[test]
fn statement_66_level_15_is_reached_at_525_credits_and_done_at_600() {
    let level = |lines| singles(lines, "set goal variable", "").game.level();
    assert_eq!((level(524), level(525)), (14, 15));
    let end = |lines| singles(lines, "set goal variable", "").game.end();
    assert_eq!((end(599), end(600)), (None, Some(End::Won)));
}

/// Credits for the last action, at level 15 of a variable goal.
const CREDITS: &str = "set goal variable\nset start-level 15";

#[test]
fn statement_67_credits_are_hundreds_of_points_at_level_1() {
    for action in &ACTIONS {
        let played = play_action(CREDITS, action);
        assert_eq!(75 - played.game.goal_left().unwrap(), action.points as u32 / 100, "{}", action.name);
    }
}

#[test]
fn statement_68_every_action_has_its_credits() {
    let credits: Vec<(&str, u32)> = ACTIONS
        .iter()
        .map(|action| (action.name, 75 - play_action(CREDITS, action).game.goal_left().unwrap()))
        .collect();
    let expected = [
        ("Single", 1),
        ("Double", 3),
        ("Triple", 5),
        ("Tetris", 8),
        ("T-Spin", 4),
        ("T-Spin Single", 8),
        ("T-Spin Double", 12),
        ("T-Spin Triple", 16),
        ("Mini T-Spin", 1),
        ("Mini T-Spin Single", 2),
    ];
    assert_eq!(credits, expected);
}

#[test]
fn statement_68_back_to_back_adds_half_of_the_credits() {
    for (name, credits) in [("Tetris", 12), ("T-Spin Single", 12), ("T-Spin Double", 18), ("T-Spin Triple", 24)] {
        let action = named(name);
        let played = play_chain(CREDITS, &[action.tetris_above(), action.part()]);
        assert_eq!(75 - 8 - played.game.goal_left().unwrap(), credits, "{name}");
    }
}

#[test]
fn statement_69_the_level_sets_the_fall_speed() {
    let before = singles(9, "", "+1s wait");
    assert_eq!(before.times("fell"), [1009 * MILLISECOND]);
    let after = singles(10, "", "+1s wait");
    assert_eq!(after.times("fell"), [(10 + 793) * MILLISECOND], "level 2");
}

#[test]
fn statement_69_the_level_before_the_clear_multiplies_the_points() {
    let points = singles(21, "", "").points();
    assert_eq!((points[0], points[9], points[10], points[19], points[20]), (100, 100, 200, 200, 300));
}
