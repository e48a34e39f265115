//! `tetrolab perft`, `tetrolab placements` and the count of finesse faults.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{refusal, tetrolab, text};

fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = tetrolab(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

fn document(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(folder, arguments)).unwrap()
}

/// A file name need not be text.
#[cfg(target_os = "linux")]
#[test]
fn boards_may_have_odd_names() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let name = OsStr::from_bytes(b"\xff.txt");
    fs::write(folder.path().join(name), "X........X\nXXXX.XXXXX\n").unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_tetrolab"))
        .args(["perft", "--depth", "1", "--json", "--board"])
        .arg(name)
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}

/// The board `terrible` of the table of counts.
const TERRIBLE: &str = "
    ..########
    ..########
    .........#
    .........#
    #######..#
    #######..#
    #........#
    #........#
    #..#######
    #..#######
    #.........
    #.........
";

#[test]
fn perft_counts_by_depth() {
    let here = Path::new(".");
    let arguments = ["perft", "--queue", "IOLJSZT", "--depth", "5", "--json"];
    for threads in ["1", "2", "3"] {
        let counted = document(here, &[&arguments[..], &["--threads", threads]].concat());
        assert_eq!(counted["nodes_by_depth"], serde_json::json!([17, 153, 5266, 188_374, 3_497_187]));
        assert_eq!(counted["nodes"], 3_497_187);
        assert!(counted["seconds"].as_f64().unwrap() > 0.0);
        assert!(counted["nodes_per_second"].as_f64().unwrap() > 0.0);
    }
    let table = printed(here, &["perft", "--depth", "2", "--instructions", "portable"]);
    assert!(table.starts_with("depth  piece                 nodes\n    1  I                        17\n"), "{table}");
    assert!(table.contains(" million nodes per second (1 thread, portable)"), "{table}");
}

#[test]
fn perft_takes_all_its_options() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("terrible.txt"), TERRIBLE).unwrap();
    let nodes = |arguments: &[&str]| {
        document(folder.path(), &[&["perft", "--json"], arguments].concat())["nodes_by_depth"].to_string()
    };
    assert_eq!(nodes(&["--queue", "III", "--board", "terrible.txt"]), "[38,1354,45513]");
    assert_eq!(nodes(&["--queue", "III", "--board", "terrible.txt", "--spawn-row", "20"]), "[38,1354,45701]");
    assert_eq!(nodes(&["--queue", "TLJ", "--board", "terrible.txt", "--half-turns"]), "[83,5060,267503]");
    assert_eq!(nodes(&["--queue", "TTT", "--spins", "t"]), "[34,1190,43166]");
    let plus = ["--queue", "IIIII", "--spins", "t", "--kicks", "srs-plus", "--half-turns", "--spawn-row", "5"];
    assert_eq!(nodes(&plus), "[17,287,4909,76695,1061397]");
    // Blocked in row 11, free above the stack.
    let blocked = ["--queue", "O", "--board", "terrible.txt", "--spawn-row", "11"];
    assert_eq!(nodes(&blocked), "[0]");
    assert_ne!(nodes(&[&blocked[..], &["--fall-back-row", "12"]].concat()), "[0]");
}

#[test]
fn perft_refuses_what_makes_no_sense() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str]| refusal(folder.path(), &[&["perft"], arguments].concat());
    assert!(refused(&["--queue", "IOX"]).contains("'X' in place 3 is none of the pieces IJLOSTZ"));
    assert!(refused(&["--queue", ""]).contains("--queue"));
    assert!(refused(&["--queue", &"O".repeat(101)]).contains("101 pieces; at most 100 can be counted"));
    assert_eq!(refused(&["--queue", "IO", "--depth", "3"]), "--depth 3 needs as many pieces, but --queue has only 2");
    assert!(refused(&["--depth", "0"]).contains("--depth"));
    assert!(refused(&["--threads", "0"]).contains("--threads"));
    assert!(refused(&["--spawn-row", "60"]).contains("--spawn-row"));
    assert!(refused(&["--kicks", "ars"]).contains("expected one of: srs srs-plus none"));
    assert!(refused(&["--board", "none.txt"]).starts_with("--board: there is no file \"none.txt\""));
    assert_eq!(refused(&["--board", "XX../XXX/XX"]), "--board: line 2: the row is 3 cells wide instead of 4");
    fs::write(folder.path().join("ragged.txt"), "..........\n.........\n").unwrap();
    assert_eq!(refused(&["--board", "ragged.txt"]), "ragged.txt: line 2: the row is 9 cells wide instead of 10");
    fs::write(folder.path().join("piece.txt"), "....tt....\n..........\n").unwrap();
    assert!(refused(&["--board", "piece.txt"]).starts_with("piece.txt: "));
}

#[test]
fn placements_come_with_their_keys() {
    let folder = tempfile::tempdir().unwrap();
    let slot = "...X......\nX...XXXXXX\nXX.XXXXXXX\n";
    fs::write(folder.path().join("slot.txt"), slot).unwrap();
    let list = document(folder.path(), &["placements", "--piece", "T", "--board", "slot.txt", "--json"]);
    let placements = list["placements"].as_array().unwrap();
    let full: Vec<&Value> = placements.iter().filter(|placement| placement["spin"] == "full").collect();
    assert!(full.iter().any(|placement| placement["rotation"] == "south" && placement["x"] == 2));
    let table = printed(folder.path(), &["placements", "--piece", "o", "--no-auto-repeat"]);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 10, "{table}");
    assert_eq!(rows[1], "O north    0   0              5      5  left left left left hard-drop");
    let blocked = "XXXXXXXXX.\n".repeat(22);
    fs::write(folder.path().join("blocked.txt"), blocked).unwrap();
    let output = tetrolab(folder.path(), &["placements", "--piece", "T", "--board", "blocked.txt"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), "no placement: T does not fit where it is generated\n");
    fs::write(folder.path().join("piece.txt"), "...ttt....\n....t.....\n").unwrap();
    let refused = refusal(folder.path(), &["placements", "--piece", "T", "--board", "piece.txt"]);
    assert_eq!(refused, "piece.txt: the picture shows a piece in play (small letters)");
}

#[test]
fn finesse_faults_of_a_replay_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let script = "rules guideline\nset fall never\nqueue O T\n\n0 tap left\n10ms tap right\n20ms tap hard-drop\n";
    fs::write(folder.path().join("game.txt"), script).unwrap();
    let output = tetrolab(folder.path(), &["script", "game.txt", "--record", "game.replay"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let counted = printed(folder.path(), &["replay", "game.replay", "--finesse"]);
    let first = counted.lines().next().unwrap();
    let document = document(folder.path(), &["replay", "game.replay", "--finesse", "--json"]);
    assert_eq!((&document["faults"], &document["fewest_presses"]), (&2.into(), &1.into()));
    assert_eq!(first, "2 finesse faults in 1 of 1 pieces (3 presses, 1 would have done)");
}

/// Wherever a board is taken, its rows can be typed.
#[test]
fn rows_can_be_typed() {
    let folder = tempfile::tempdir().unwrap();
    let rows = "XXXX...XXX/XXXXX.XXXX";
    fs::write(folder.path().join("board.txt"), rows.replace('/', "\n")).unwrap();
    for command in [
        &["perft", "--queue", "TI", "--json"][..],
        &["placements", "--piece", "T"],
        &["path", "--rows", "20", "--piece", "T", "--goal", "19,5 18,4 18,5 18,6"],
    ] {
        let answer = |board: &str| {
            let output = tetrolab(folder.path(), &[command, &["--board", board]].concat());
            assert!(output.status.success(), "{command:?}: {}", text(&output.stderr));
            let printed = text(&output.stdout);
            // Neither the name nor the time.
            let lines = printed.lines().filter(|line| !line.contains("board") && !line.contains("second"));
            lines.filter(|line| !line.contains(" ms")).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(answer(rows), answer("board.txt"), "{command:?}");
    }
}
