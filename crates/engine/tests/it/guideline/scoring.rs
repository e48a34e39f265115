//! Section I: points and Back-to-Back.

use tetrolab_engine::EventKind;

use super::actions::{ACTIONS, Part, named, play_action, play_chain, tetris};
use super::support::{board, play, taps};

/// Plays actions at levels 1, 7 and 15 and compares their points.
fn are_worth(expected: &[(&str, u64)]) {
    for &(name, points) in expected {
        for level in [1, 7, 15] {
            let played = play_action(&format!("set start-level {level}"), named(name));
            assert_eq!(played.actions(), [(name.to_string(), points * level, false)]);
        }
    }
}

#[test]
fn statement_80_lines_are_worth_100_300_500_and_800() {
    are_worth(&[("Single", 100), ("Double", 300), ("Triple", 500), ("Tetris", 800)]);
}

#[test]
fn statement_81_t_spins_are_worth_400_800_1200_and_1600() {
    are_worth(&[("T-Spin", 400), ("T-Spin Single", 800), ("T-Spin Double", 1200), ("T-Spin Triple", 1600)]);
}

#[test]
fn statement_82_mini_t_spins_are_worth_100_and_200() {
    are_worth(&[("Mini T-Spin", 100), ("Mini T-Spin Single", 200)]);
}

#[test]
fn statement_82_a_mini_t_spin_double_is_worth_400() {
    let played = play(
        "
        board
            XXX.XXXXXX
            XXX..XXXXX
            XXX...XXXX
        piece T north 4 0
        0 tap rotate-right
        0 tap hard-drop
        ",
    );
    assert_eq!(played.actions(), [("Mini T-Spin Double".to_string(), 400, false)]);
}

#[test]
fn statement_83_drops_are_worth_1_and_2_points_a_row_at_every_level() {
    for level in [1, 9] {
        let soft = play(&format!("set start-level {level}\npiece O north 4 7\n0 press soft-drop\n0.4s wait"));
        assert_eq!((soft.times("fell").len(), soft.game.score()), (7, 7));
        let hard = play(&format!("set start-level {level}\npiece O north 4 7\n0 tap hard-drop"));
        assert_eq!(hard.game.score(), 14);
    }
    let slow = play("piece O north 4 7\n3s wait");
    assert_eq!((slow.times("fell").len(), slow.game.score()), (3, 0), "falling by itself is worth nothing");
}

/// What earns the bonus.
const DIFFICULT: [&str; 5] = ["Tetris", "T-Spin Single", "T-Spin Double", "T-Spin Triple", "Mini T-Spin Single"];

#[test]
fn statement_84_back_to_back_adds_half_of_the_action() {
    for name in DIFFICULT {
        let action = named(name);
        for level in [1, 3] {
            let settings = format!("set start-level {level}");
            let played = play_chain(&settings, &[action.tetris_above(), action.part()]);
            let expected = (name.to_string(), action.points * 3 / 2 * level, true);
            assert_eq!(played.actions()[1], expected, "after a Tetris");
            let played = play_chain(&settings, &[action.part(), tetris(9)]);
            assert_eq!(played.actions()[1], ("Tetris".to_string(), 1200 * level, true), "after a {name}");
        }
    }
}

#[test]
fn statement_84_easy_clears_get_no_bonus() {
    for action in ACTIONS.iter().filter(|action| !DIFFICULT.contains(&action.name)) {
        let played = play_chain("", &[action.tetris_above(), action.part()]);
        assert_eq!(played.actions()[1], (action.name.to_string(), action.points, false));
    }
}

#[test]
fn statement_85_the_first_of_a_chain_gets_no_bonus() {
    for name in DIFFICULT {
        let played = play_action("", named(name));
        assert_eq!((played.points(), played.game.chain()), (vec![named(name).points], 1));
    }
}

/// Points of Tetris, the action, Tetris.
fn between_two_tetrises(name: &str) -> Vec<u64> {
    let action = named(name);
    play_chain("", &[action.tetris_above(), action.part(), tetris(9)]).points()
}

#[test]
fn statement_86_single_double_and_triple_break_the_chain() {
    for (name, points) in [("Single", 100), ("Double", 300), ("Triple", 500)] {
        assert_eq!(between_two_tetrises(name), [800, points, 800], "{name}");
    }
}

#[test]
fn statement_86_a_chain_goes_on_until_it_is_broken() {
    let chain = play_chain("set goal none", &[tetris(0), tetris(1), tetris(2), named("Single").part(), tetris(9)]);
    assert_eq!(chain.points(), [800, 1200, 1200, 100, 800]);
    let length = |kind| if let EventKind::Cleared { chain, .. } = kind { Some(chain) } else { None };
    let lengths: Vec<u32> = chain.log.iter().filter_map(|entry| length(entry.event.kind)).collect();
    assert_eq!(lengths, [1, 2, 3, 0, 1]);
}

#[test]
fn statement_87_not_only_a_single_breaks_the_chain() {
    assert_eq!(between_two_tetrises("Double")[2], 800);
    assert_eq!(between_two_tetrises("Triple")[2], 800);
}

#[test]
fn statement_88_a_spin_without_lines_leaves_the_chain_as_it_is() {
    for (name, points) in [("T-Spin", 400), ("Mini T-Spin", 100)] {
        assert_eq!(between_two_tetrises(name), [800, points, 1200], "it does not break a chain: {name}");
        let started = play_chain("", &[named(name).part(), tetris(9)]);
        assert_eq!(started.points(), [points, 800], "it does not start one: {name}");
    }
}

#[test]
fn statement_88_a_piece_without_a_clear_does_not_break_the_chain() {
    let placed = Part { piece: 'O', rows: String::new(), keys: "hard-drop".to_string() };
    assert_eq!(play_chain("", &[tetris(0), placed, tetris(9)]).points(), [800, 1200]);
}

#[test]
fn statement_89_the_example_of_5400_points() {
    let played = play(include_str!("../../scripts/back_to_back_5400.txt"));
    let expected = [
        ("Tetris", 800, false),
        ("T-Spin Double", 1200 + 600, true),
        ("T-Spin", 400, false),
        ("Tetris", 800 + 400, true),
        ("T-Spin Single", 800 + 400, true),
    ];
    assert_eq!(played.actions(), expected.map(|(name, points, bonus)| (name.to_string(), points, bonus)));
    assert!(played.log.iter().all(|entry| entry.level == 1));
    assert_eq!(played.game.score(), 5400, "drops are worth nothing in this script");
}

/// Pieces that are dropped one after the other on a board of four columns.
fn dropped(settings: &str, queue: &str, rows: &str, keys: &str) -> Vec<u64> {
    let board = if rows.is_empty() { String::new() } else { board(rows) };
    let drops = (taps(keys) + "+200ms wait\n").repeat(queue.len());
    play(&format!("{settings}\nset width 4\nqueue {queue}\n{board}\n0 wait\n{drops}")).points()
}

#[test]
fn statement_90_combos_are_worth_nothing_in_2009_and_50_a_step_later() {
    assert_eq!(dropped("rules guideline", "III", "", "hard-drop"), [100; 3]);
    let later = "rules modern\nset perfect-clear 0/0/0/0/0";
    assert_eq!(dropped(later, "IIII", "", "hard-drop"), [100, 150, 200, 250]);
    let level_two = format!("{later}\nset start-level 2");
    assert_eq!(dropped(&level_two, "III", "", "hard-drop"), [200, 300, 400]);
    assert_eq!(dropped(later, "IIOII", "", "hard-drop"), [100, 150, 100, 150], "the O clears nothing");
}

#[test]
fn statement_90_perfect_clears_are_worth_nothing_in_2009_and_800_to_2000_later() {
    let cases = [
        ("I", "", "hard-drop", 100, 800),
        ("O", "X..X X..X", "hard-drop", 300, 1200),
        ("J", "X..X X.XX X.XX", "rotate-right hard-drop", 500, 1800),
        ("I", "XX.X XX.X XX.X XX.X", "rotate-right hard-drop", 800, 2000),
    ];
    for (queue, rows, keys, points, bonus) in cases {
        assert_eq!(dropped("rules guideline", queue, rows, keys), [points]);
        assert_eq!(dropped("rules modern", queue, rows, keys), [points + bonus]);
        let not_perfect = format!("X... {rows}");
        if !rows.is_empty() {
            assert_eq!(dropped("rules modern", queue, &not_perfect, keys), [points]);
        }
    }
}

#[test]
fn statement_90_a_back_to_back_tetris_that_clears_everything_is_worth_3200() {
    let rows = "XX.X ".repeat(8);
    let points = dropped("rules modern\nset combo 0", "II", &rows, "rotate-right hard-drop");
    assert_eq!(points, [800, 1200 + 2000]);
}
