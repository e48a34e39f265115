//! `tetrolab pc`: perfect clears.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::program::{refusal, tetrolab, text};
use serde_json::Value;
use tempfile::tempdir;
use tetrolab_protocols::fumen::Fumen;

const TEMPLATE: &str = "XXXX....../XXXX....../XXXX....../XXXX......";
const SMALL: &str = "XXXX....XX/XXXX...XXX/XXXX..XXXX/XXXX...XXX";

/// What the program prints, with this exit code.
fn printed(arguments: &[&str], code: i32) -> String {
    let folder = tempdir().unwrap();
    let output = tetrolab(folder.path(), arguments);
    assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn percent_counts_queues() {
    let expected = "\
XXXX......
XXXX......
XXXX......
XXXX......

100 %: 5040 of 5040 queues clear the board
4 lines, 6 pieces, *p7, Hold, Soft Drop with SRS, tetrolab 0.1.0
";
    assert_eq!(printed(&["pc", "percent", "--board", TEMPLATE, "--pattern", "*p7"], 0), expected);
}

#[test]
fn percent_shows_the_first_pieces_and_what_fails() {
    let pattern = "[TIJ]p2,[SO],Z";
    let arguments = ["pc", "percent", "--board", SMALL, "--pattern", pattern, "--hold", "avoid", "--tree", "2"];
    let expected = "\
XXXX....XX
XXXX...XXX
XXXX..XXXX
XXXX...XXX

41.67 %: 5 of 12 queues clear the board
4 lines, 3 pieces, [TIJ]p2,[SO],Z, no Hold, Soft Drop with SRS, tetrolab 0.1.0
Only the first 3 of 4 pieces can matter.

By the first pieces:
I       50.00 %
  IJ      0 %
  IT      100 %
J       0 %
  JI      0 %
  JT      0 %
T       75.00 %
  TI      100 %
  TJ      50.00 %

Queues that fail (7):
IJO IJS JIO JIS JTO JTS TJO
";
    assert_eq!(printed(&arguments, 0), expected);
}

#[test]
fn percent_as_json_does_not_depend_on_threads() {
    let document = |threads: &str| -> Value {
        let board = "X........X/X........X/XX......XX/XXXXXX..XX";
        let arguments =
            ["pc", "percent", "--board", board, "--pattern", "*p6", "--hold", "avoid", "--json", "--tree", "1"];
        serde_json::from_str(&printed(&[&arguments[..], &["--threads", threads]].concat(), 0)).unwrap()
    };
    let (one, three) = (document("1"), document("3"));
    assert_eq!(one, three);
    assert_eq!((&one["clear"], &one["fail"], &one["unknown"]), (&1439.into(), &3601.into(), &0.into()));
    assert_eq!(one["failed"].as_array().unwrap().len(), 100);
    assert_eq!(one["tree"]["branches"].as_array().unwrap().len(), 7);
    assert_eq!(one["board"][3], "XXXXXX..XX");
}

#[test]
fn boards_and_patterns_come_from_files_and_fumen_too() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("board.txt"), "XX.....XXX\nXXX....XXX\nXXXX...XXX\nXXX....XXX\n").unwrap();
    let pieces = "TIOJLSZ".chars();
    let lines: Vec<String> = pieces.map(|piece| format!("I, {piece}, [^{piece}]p3  # {piece}")).collect();
    fs::write(folder.path().join("patterns.txt"), lines.join("\n")).unwrap();
    let output = tetrolab(folder.path(), &["pc", "percent", "--board", "board.txt", "--patterns", "patterns.txt"]);
    assert!(text(&output.stdout).contains("84.64 %: 711 of 840 queues"), "{}", text(&output.stderr));

    let template = "v115@9gD8FeD8FeD8FeD8PeAgH";
    assert!(printed(&["pc", "percent", "--board", template, "--pattern", "*p7"], 0).contains("5040 of 5040"));
}

#[test]
fn moves_can_be_chosen() {
    let clear = |drop: &str| {
        let board = "X........X/X........X/XX......XX/XXXXXX..XX";
        let arguments =
            ["pc", "percent", "--board", board, "--pattern", "*p6", "--hold", "avoid", "--json", "--drop", drop];
        let document: Value = serde_json::from_str(&printed(&arguments, 0)).unwrap();
        document["clear"].as_u64().unwrap()
    };
    let [hard, tucks, soft, half] = ["hard", "tucks", "soft", "180"].map(clear);
    assert!(0 < hard && hard < tucks && tucks < soft && soft <= half, "{hard} {tucks} {soft} {half}");
}

#[test]
fn path_lists_solutions() {
    let expected = "\
18 solutions, together good for 514 of 840 queues (61.19 %)
16 of them suffice for all these queues; no fewer do
4 lines, 3 pieces, *p4, Hold, Soft Drop with SRS, tetrolab 0.1.0

1: 96 queues (11.43 %), such as IJLT
XXXXIIIIXX
XXXXTTTXXX
XXXXJTXXXX
XXXXJJJXXX
v115@9gD8DeF8CeG8BeH8CeC8JexBYXAFLDmClcJSAVDEHB?EooRBJoAVBqC2BAvhB2wBlrB

15 more are not listed; --limit 16 or --out FILE lists all
";
    let arguments = ["pc", "path", "--board", SMALL, "--pattern", "*p4", "--minimal", "--limit", "1"];
    assert_eq!(printed(&arguments, 0), expected);
    assert!(printed(&["pc", "path", "--board", TEMPLATE, "--pattern", "*p7"], 0).starts_with("245 solutions, "));
}

#[test]
fn path_as_json_has_fumen_that_clears_the_board() {
    let arguments = ["pc", "path", "--board", SMALL, "--pattern", "*p4", "--json"];
    let document: Value = serde_json::from_str(&printed(&arguments, 0)).unwrap();
    let list = document["list"].as_array().unwrap();
    assert_eq!((list.len(), &document["clear"]), (18, &514.into()));
    for solution in list {
        let fumen = Fumen::decode(solution["fumen"].as_str().unwrap()).unwrap();
        assert_eq!(fumen.pages.len(), 3);
        assert!(fumen.pages[2].field_after().blocks().board().is_empty());
        assert!(solution["queues"].as_array().unwrap().iter().all(|queue| queue.as_str().unwrap().len() == 4));
    }
}

#[test]
fn path_writes_a_file() {
    let folder = tempdir().unwrap();
    let arguments = ["pc", "path", "--board", SMALL, "--pattern", "*p4", "--out", "list.txt"];
    let output = tetrolab(folder.path(), &arguments);
    assert_eq!(
        text(&output.stdout),
        "18 solutions, together good for 514 of 840 queues (61.19 %)\n18 of them are in list.txt\n"
    );
    assert_eq!(fs::read_to_string(folder.path().join("list.txt")).unwrap().matches("v115@").count(), 18);
}

/// What is read is not written over.
#[test]
fn path_keeps_its_input() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("patterns.txt"), "*p4").unwrap();
    fs::write(folder.path().join("board.txt"), SMALL.replace('/', "\n")).unwrap();
    for file in ["patterns.txt", "board.txt"] {
        let before = fs::read(folder.path().join(file)).unwrap();
        let arguments = ["pc", "path", "--board", "board.txt", "--patterns", "patterns.txt", "--out", file];
        assert_eq!(refusal(folder.path(), &arguments), format!("{file} cannot be read and written at once"));
        assert_eq!(fs::read(folder.path().join(file)).unwrap(), before);
    }
}

/// The queues that are known early are mostly successes: they are no sample.
#[cfg(unix)]
#[test]
fn a_stopped_count_is_a_bound() {
    let child = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
        .args(["pc", "percent", "--pattern", "*p7,*p4", "--threads", "1", "--json", "--tree", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let found: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    let number = |value: &Value| value.as_f64().unwrap();
    assert_eq!((&found["is_stopped"], &found["queues"]), (&true.into(), &4_233_600.into()));
    assert!(number(&found["unknown"]) > 0.0);
    let branches = found["tree"]["branches"].as_array().unwrap();
    for (found, all) in branches.iter().map(|branch| (branch, 604_800.0)).chain([(&found, 4_233_600.0)]) {
        let (clear, unknown) = (number(&found["clear"]), number(&found["unknown"]));
        assert!((number(&found["least_percent"]) - 100.0 * clear / all).abs() < 1e-9, "{clear}");
        assert!((number(&found["most_percent"]) - 100.0 * (clear + unknown) / all).abs() < 1e-9, "{clear} {unknown}");
    }
}

#[test]
fn nothing_found_is_exit_code_1() {
    let arguments = ["--board", SMALL, "--pattern", "OOOO"];
    assert!(printed(&[&["pc", "percent"][..], &arguments].concat(), 1).contains("0 %: 0 of 1 queues clear the board"));
    assert!(printed(&[&["pc", "path"][..], &arguments].concat(), 1).starts_with("0 solutions, "));
}

#[test]
fn bad_input_is_refused_in_a_sentence() {
    let folder = tempdir().unwrap();
    let refused = |arguments: &[&str]| refusal(folder.path(), &[&["pc", "percent"][..], arguments].concat());
    let cases: [(&[&str], &str); 16] = [
        (&["--pattern", "*p8"], "--pattern: character 3 of the pattern \"*p8\": 8 cannot be chosen from 7"),
        (&["--pattern", ""], "--pattern: there is no pattern"),
        (
            &["--pattern", "*p7", "--failed", "-1"],
            "invalid value '-1' for '--failed <N>': a whole number from 0 to 1000000000000 is needed (see --help)",
        ),
        (
            &["--pattern", "*p7", "--tree", "8"],
            "invalid value '8' for '--tree [<PIECES>]': a whole number from 1 to 7 is needed (see --help)",
        ),
        (
            &["--pattern", "*", "--lines", "1", "--board", "XX........"],
            "--pattern: 1 line needs 2 pieces, but the queues have 1",
        ),
        (&["--pattern", "*p7"], "--pattern: 4 lines need 10 pieces, but the queues have 7"),
        (
            &["--pattern", "*p7", "--lines", "3"],
            "3 lines have 30 empty cells, but pieces of four cells fill a multiple of four; --lines 2 would do",
        ),
        (
            &["--pattern", "*p7", "--board", "X........."],
            "4 lines have 39 empty cells, but pieces of four cells fill a multiple of four; another number of lines does not help",
        ),
        (
            &["--pattern", "*", "--lines", "7"],
            "invalid value '7' for '--lines <N>': a whole number from 1 to 6 is needed (see --help)",
        ),
        (
            &["--pattern", "*", "--lines", "0"],
            "invalid value '0' for '--lines <N>': a whole number from 1 to 6 is needed (see --help)",
        ),
        (
            &["--pattern", "*p7", "--lines", "2", "--board", TEMPLATE],
            "--board: the stack is 4 rows high, but only 2 are to be cleared; --lines 4 has room",
        ),
        (
            &[
                "--pattern",
                "*p7",
                "--board",
                "X........./X........./X........./X........./X........./X........./X.........",
            ],
            "--board: the stack is 7 rows high; at most 6 lines can be cleared",
        ),
        (
            &["--pattern", "*p7", "--board", "XXXX...."],
            "--board: the board has 8 columns; perfect clears are found on 10",
        ),
        (&["--pattern", "*p7", "--board", "XXXXXXXXXX"], "--board: row 1 from the floor is full already; leave it out"),
        (
            &["--pattern", "*p7", "--board", "nothing"],
            "--board: there is no file \"nothing\", and a picture has only ., X, piece letters and / between rows",
        ),
        (
            &["--pattern", "*p7,*p7,*p7", "--hold", "use", "--lines", "6"],
            "--pattern: the patterns have 1066867200 queues; at most 50000000 can be looked at",
        ),
    ];
    for (arguments, expected) in cases {
        assert_eq!(refused(arguments), expected);
    }
    let said = refusal(folder.path(), &["pc", "path", "--pattern", "*p7", "--limit", "-1"]);
    assert!(said.contains("'-1' for '--limit <N>': a whole number from 0 to "), "{said}");
    fs::write(folder.path().join("patterns.txt"), "TI\n\nT[I\n").unwrap();
    let arguments = ["--patterns", "patterns.txt"];
    assert_eq!(refused(&arguments), "patterns.txt: line 3: character 2 of the pattern \"T[I\": the [ has no ]");
}
