//! The numbers of the presets, each against the source it is from.

mod common {
    use tetrolab_engine::{Entry, Game, Log, Script};

    /// Plays a script and keeps every event.
    pub fn play(text: &str) -> (Game, Vec<Entry>) {
        let script: Script = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut log = Log::new(&Game::from_setup(&script.setup).expect("it was read"));
        let mut entries = Vec::new();
        let game = script.play(|game, events| entries.extend(log.entries(game, events))).expect("it can be played");
        (game, entries)
    }
}

use std::fmt::Write as _;

use common::play;
use tetrolab_engine::{
    ATTACK_TABLES, AttackTable, EventKind, HANDLINGS, MODES, Piece, Placement, RULES, Rotation, Rules, SETTINGS, Setup,
};

/// Replays name presets, so a changed number would change what stored games do: then the replay format needs a new
/// version. `TETROLAB_UPDATE=1` writes the list anew.
#[test]
fn no_number_of_a_preset_changes_unseen() {
    let setups = RULES
        .map(|rules| ("rules", rules.name, Setup { rules, ..Setup::default() }))
        .into_iter()
        .chain(MODES.map(|mode| ("mode", mode.name, Setup { mode, ..Setup::default() })))
        .chain(HANDLINGS.map(|handling| ("handling", handling.name, Setup { handling, ..Setup::default() })));
    let mut found = String::new();
    for (group, name, setup) in setups {
        writeln!(found, "{group} {name}").unwrap();
        for setting in SETTINGS {
            writeln!(found, "    {} {}", setting.name, (setting.get)(&setup)).unwrap();
        }
    }
    for table in ATTACK_TABLES {
        writeln!(found, "{table:?}").unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/presets.txt");
    if std::env::var_os("TETROLAB_UPDATE").is_some() {
        std::fs::write(path, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(path).unwrap().replace("\r\n", "\n"));
}

/// The table that the bots agree on.
#[test]
fn the_versus_attack_table() {
    let table = AttackTable::named("versus").unwrap();
    assert_eq!(table.actions[0][1..], [0, 1, 2, 4], "lines");
    assert_eq!(table.actions[1][1..4], [0, 1, 2], "mini T-Spins");
    assert_eq!(table.actions[2][1..4], [2, 4, 6], "T-Spins");
    assert_eq!((table.back_to_back, table.perfect_clear), (1, 10));
    assert_eq!(table.combo, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5]);
}

/// The longest combo of the table, and beyond: a well of one column, cleared line by line.
#[test]
fn combos_send_what_the_table_says() {
    let mut script = String::from("rules modern\nset width 4\nset height 30\nset fall never\nqueue IIIIIIIIIIIIIIII\n");
    for piece in 0..16 {
        writeln!(script, "{}s tap hard-drop", piece + 1).unwrap();
    }
    // A Block that is never cleared keeps the clears from being perfect.
    let script = script.replace("queue", "board\n    X...\nqueue");
    let (_, log) = play(&script);
    let combos: Vec<u32> = log
        .iter()
        .filter_map(|entry| if let EventKind::Attacked { sent, .. } = entry.event.kind { Some(sent) } else { None })
        .collect();
    // The first two clears of a combo send nothing.
    assert_eq!(combos, [1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5]);
}

#[test]
fn a_perfect_clear_sends_ten() {
    let (_, log) = play("rules modern\nset width 4\nqueue I\n0 tap hard-drop\n1s wait");
    assert!(log.iter().any(|entry| entry.event.kind == EventKind::Attacked { sent: 10, cancelled: 0 }));
}

/// The Tetris Solver: pieces appear at (4, 16), columns 3 to 5 (I to 6, O from 4), rows 16 and 17.
#[test]
fn the_solver_generates_in_rows_16_and_17() {
    for piece in Piece::ALL {
        let placement = Rules::solver().generation(piece);
        assert_eq!(placement, Placement::new(piece, Rotation::North, 4, 16));
    }
}

#[test]
fn the_solver_counts_1_3_5_8_and_20_for_an_empty_floor() {
    for (lines, points) in [(1, 1), (2, 3), (3, 5), (4, 8)] {
        let rows = ".XXXXXXXXX\n    ".repeat(lines);
        // One Block above keeps the floor from being empty.
        let script =
            format!("rules solver\nqueue I\nboard\n    .X........\n    {rows}\npiece I east 0 15\n0 tap hard-drop");
        assert_eq!(play(&script).0.score(), points, "{lines} lines");
    }
    let empty = "rules solver\nqueue T\nboard\n    XXXXXX....\npiece I north 7 15\n0 tap hard-drop";
    assert_eq!(play(empty).0.score(), 21);
}

#[test]
fn lines_that_a_spin_clears_count_nothing_for_the_solver() {
    let slot = "queue I\nboard\n    ..XX......\n    XXX...XXXX\n    XXXX.XXXXX\npiece T east 4 1\n0 tap rotate-right\n0 tap hard-drop";
    let (game, log) = play(&format!("rules solver\n{slot}"));
    assert_eq!((game.lines(), game.score()), (2, 0));
    assert!(log.iter().any(|entry| matches!(entry.event.kind, EventKind::Cleared { lines: 2, points: 0, .. })));
    assert_eq!(play(&format!("rules guideline\n{slot}")).0.score(), 1200);
}

#[test]
fn the_solver_writes_over_blocks_and_never_ends() {
    let drops = "0 tap hard-drop\n".repeat(12);
    let (game, _) = play(&format!("rules solver\nqueue OOOOOOOOOOOO\n{drops}"));
    assert_eq!((game.end(), game.statistics().pieces), (None, 12));
    // Nine squares fit below row 18; the others are written over the ninth.
    assert_eq!(game.blocks().board().filled_cells(), 36);
}

#[test]
fn the_solver_locks_only_by_hard_drop() {
    let (game, _) = play("rules solver\nqueue T\n0 press soft-drop\n1000s wait");
    assert_eq!(game.statistics().pieces, 0);
    assert_eq!(game.in_play().map(|placement| placement.y), Some(0));
}
