//! `tetrolab fumen`, and fumen wherever a board is taken.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::{refusal, tetrolab, text};

/// Seven pieces of an opening.
const OPENING: &str = "v115@vhGRQYHAvItJEJmhCAUGJKJJvMJTNJGBJFKYPAUEzP?EJG98AQmqhECDdCA";
/// A garbage row, comments, and a mirror.
const PERFECT_CLEAR: &str = "v115@9gilGeglRpGeg0RpGei0GeI8AeAgWYAQIKvDll2TAS?IvBElCyTASIqPEFGNXEvhE9tB0sBXjBAwSYATwgkDlt0TAz?\
                             B88AQx2vAx178AwngHBAAPMAFbuYCJciNEyoAVB";

fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = tetrolab(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

fn document(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(Path::new("."), arguments)).unwrap()
}

/// With a text on standard input.
fn piped(input: &str, arguments: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    text(&output.stdout)
}

#[test]
fn pages_are_drawn() {
    let drawn = printed(Path::new("."), &["fumen", "decode", PERFECT_CLEAR]);
    let first = "\
page 1 of 6
flags: lock, colour
comment: Perfect Clear Opener
LLL.......
LOO.......
JOO.......
JJJ.......
----------
XXXXXXXXX.

page 2 of 6
piece: T west, x 9, y 1
flags: lock
comment: Perfect Clear Opener
";
    assert!(drawn.starts_with(first), "{drawn}");
    let last = "\
page 6 of 6
flags: lock
comment: (Mirror)
SS.....LLL
TSS....OOL
TTZZ...OOJ
TZZ....JJJ
----------
XXXXXXXXX.
";
    assert!(drawn.ends_with(last), "{drawn}");
    assert_eq!(piped(&format!("{PERFECT_CLEAR}\n"), &["fumen", "decode", "-"]), drawn);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("opener.txt"), format!("https://fumen.zui.jp/?{PERFECT_CLEAR}")).unwrap();
    assert_eq!(printed(folder.path(), &["fumen", "decode", "opener.txt"]), drawn);
}

#[test]
fn comments_cannot_drive_the_terminal() {
    let coded = piped("..........\n", &["fumen", "encode", "-", "--comment", "a\u{1b}[2J\nb"]);
    let drawn = printed(Path::new("."), &["fumen", "decode", coded.trim()]);
    assert_eq!(drawn, "page 1 of 1\nflags: lock, colour\ncomment: a\\u{1b}[2J\\nb\n..........\n");
}

#[test]
fn json_survives_the_round_trip() {
    for fumen in [OPENING, PERFECT_CLEAR, "v115@bhJ8Je1KnvhA1qf", "v115@chwhLeA8EeAYJvhAAAAShQaLeAAOeAAA"] {
        let listed = printed(Path::new("."), &["fumen", "decode", fumen, "--json"]);
        let coded = piped(&listed, &["fumen", "encode", "-"]);
        assert_eq!(coded.trim().replace('?', ""), fumen.replace('?', ""));
    }
    let page = &document(&["fumen", "decode", PERFECT_CLEAR, "--json"])["pages"][1];
    let expected = json!({
        "field": ["LLL.......", "LOO.......", "JOO.......", "JJJ......."],
        "garbage_row": "XXXXXXXXX.",
        "operation": { "piece": "T", "rotation": "west", "x": 9, "y": 1 },
        "comment": "Perfect Clear Opener",
        "flags": { "lock": true, "mirror": false, "rise": false, "colour": false, "quiz": false },
    });
    assert_eq!(page, &expected);
}

#[test]
fn json_need_not_say_everything() {
    let coded = piped(
        r##"{"pages": [
            {"field": ["XXXXXX...."], "operation": {"piece": "I", "rotation": "north", "x": 7, "y": 0}, "comment": "#Q=[](I)O"},
            {"operation": {"piece": "O", "rotation": "north", "x": 0, "y": 0}, "flags": {"mirror": true}},
            {}
        ]}"##,
        &["fumen", "encode", "-"],
    );
    let drawn = printed(Path::new("."), &["fumen", "decode", coded.trim()]);
    let expected = "\
page 1 of 3
piece: I north, x 7, y 0
flags: lock, colour, quiz
comment: #Q=[](I)O
XXXXXXiiii

page 2 of 3
piece: O north, x 0, y 0
flags: lock, mirror, quiz
comment: #Q=[](O)
oo........
oo........

page 3 of 3
flags: lock
........OO
........OO
";
    assert_eq!(drawn, expected);
}

#[test]
fn pictures_become_pages() {
    let pictures = "
        XXXX....XX
        XXXXiiiiXX
        ----------
        X.........

        ....t.....
        ...ttt....
    ";
    let coded = piped(pictures, &["fumen", "encode", "-", "--comment", "one", "--comment", "two"]);
    let drawn = printed(Path::new("."), &["fumen", "decode", coded.trim()]);
    let expected = "\
page 1 of 2
piece: I north, x 5, y 0
flags: lock, colour
comment: one
XXXX....XX
XXXXiiiiXX
----------
X.........

page 2 of 2
piece: T north, x 4, y 0
flags: lock
comment: two
....t.....
...ttt....
";
    assert_eq!(drawn, expected);
    let once = piped(pictures, &["fumen", "encode", "-", "--comment", "one"]);
    assert_eq!(document(&["fumen", "decode", once.trim(), "--json"])["pages"][1]["comment"], "one");
}

#[test]
fn boards_can_be_fumen() {
    let folder = tempfile::tempdir().unwrap();
    // Page 4 of the opening: its field without the S that is about to lock.
    let picture = "L..ZZ.....\nL...ZZ....\nLL.IIII...\n";
    fs::write(folder.path().join("picture.txt"), picture).unwrap();
    let (page, link) = (format!("{OPENING}#4"), format!("https://harddrop.com/fumen/?{OPENING}#4"));
    fs::write(folder.path().join("fumen.txt"), format!("{page}\n")).unwrap();
    let boards = ["picture.txt", &page, &link, "fumen.txt"];
    let same = |arguments: &[&str], without: &[&str]| {
        let answers = boards.map(|board| {
            let printed = printed(folder.path(), &[arguments, &["--json", "--board", board]].concat());
            let mut answer: Value = serde_json::from_str(&printed).unwrap();
            for key in without {
                answer.as_object_mut().unwrap().remove(*key);
            }
            answer
        });
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{arguments:?}");
    };
    same(&["placements", "--piece", "T"], &["board"]);
    same(&["perft", "--queue", "TS"], &["board", "seconds", "nodes_per_second"]);
    same(&["place", "--piece", "T"], &[]);
    same(&["path", "--piece", "T", "--rows", "20", "--best", "sevilla"], &["seconds"]);
    // Without a number it is the first page, which is empty; the board of a path has the usual 20 rows.
    let path = ["path", "--piece", "T", "--best", "sevilla", "--json", "--board", OPENING];
    let answer: Value = serde_json::from_str(&printed(folder.path(), &path)).unwrap();
    assert_eq!(answer["board"], json!(vec![".........."; 20]));
}

#[test]
fn refusals_say_what_and_where() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str]| refusal(folder.path(), arguments);
    let file = |text: &str| {
        fs::write(folder.path().join("pages.txt"), text).unwrap();
        refused(&["fumen", "encode", "pages.txt"])
    };
    assert_eq!(
        refused(&["fumen", "decode", "none.txt"]),
        "there is no file \"none.txt\", and fumen begins with v115@ or v110@"
    );
    assert_eq!(refused(&["fumen", "decode", "v115@"]), "the fumen has no pages");
    assert!(refused(&["fumen"]).contains("requires a subcommand"), "{}", refused(&["fumen"]));
    let short = "character 11: the fumen ends in the middle of the operation of page 1";
    assert_eq!(refused(&["fumen", "decode", "v115@vhAAg"]), short);
    assert_eq!(
        refused(&["fumen", "decode", "v114@vhAAgH"]),
        "character 1: fumen of version 114 cannot be read, only 115 and 110"
    );
    fs::write(folder.path().join("none.txt"), "nothing").unwrap();
    assert_eq!(
        refused(&["fumen", "decode", "none.txt"]),
        "none.txt: there is no fumen in the text: it begins with v115@ or v110@"
    );
    assert_eq!(file("{\"pages\": []}"), "pages.txt: there are no pages");
    assert!(refused(&["fumen", "encode", "missing.txt"]).starts_with("cannot read missing.txt: "));
    assert_eq!(file(""), "pages.txt: there is no picture in it");
    assert_eq!(file("..........\n\n....."), "pages.txt: page 2: line 3: the row is 5 cells wide instead of 10");
    assert_eq!(
        file("{\"pages\": [{}, {\"feld\": []}]}"),
        "pages.txt: page 2: it has the unknown key \"feld\"; known are field, garbage_row, operation, comment, flags"
    );
    assert_eq!(
        file("{\"pages\": [{\"field\": [\"X\"]}]}"),
        "pages.txt: page 1: \"field\": line 1: the row is 1 cells wide instead of 10"
    );
    assert!(file("{").starts_with("pages.txt: this is no JSON: "));
    assert_eq!(
        file("{\"pages\": [{\"operation\": {\"piece\": \"T\", \"rotation\": \"north\", \"x\": 4, \"y\": 40}}]}"),
        "pages.txt: page 1: T at x 4, y 40 lies outside the field"
    );
    fs::write(folder.path().join("pages.txt"), "..........").unwrap();
    assert_eq!(
        refused(&["fumen", "encode", "pages.txt", "--comment", "a", "--comment", "b"]),
        "2 comments are given with --comment, but pages.txt has fewer pages (1)"
    );
    for command in
        [&["placements", "--piece", "T"][..], &["perft"], &["place", "--piece", "T"], &["path", "--piece", "T"]]
    {
        let board = |board: &str| refused(&[command, &["--board", board]].concat());
        assert_eq!(board("v115@vhAAg"), format!("--board: {short}"));
        assert_eq!(board(&format!("{OPENING}#8")), "--board: there is no page 8: the fumen has 7 pages");
        assert_eq!(board("v115@vhAAgH#0"), "--board: there is no page 0: the fumen has one page");
    }
    let narrow = ["path", "--piece", "T", "--width", "8", "--best", "sevilla", "--board", "v115@vhAAgH"];
    assert_eq!(refused(&narrow), "--board: line 1: the row is 10 cells wide instead of 8");
}

/// With the memory that a text of this size may need, and no more.
#[cfg(unix)]
#[test]
fn large_texts_need_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pages.txt");
    let encoded = |pages: &str| {
        fs::write(&file, pages).unwrap();
        let command = format!("ulimit -v 400000; exec '{}' fumen encode pages.txt", env!("CARGO_BIN_EXE_tetrolab"));
        let output = Command::new("sh").args(["-c", &command]).current_dir(folder.path()).output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    // Rows that are far apart: what stands above a page was copied for each of them.
    let apart = format!("X.........{}", "\n".repeat(30));
    let (code, document, error) = encoded(&apart.repeat(10_000));
    assert_eq!(code, Some(0), "{error}");
    assert!(document.starts_with("v115@"));
    let refused = |text: &str| match encoded(text) {
        (Some(2), out, error) if out.is_empty() => error,
        other => panic!("{other:?}"),
    };
    let many = format!("{}X.", "X\n\n".repeat(150_000));
    let sentence = "tetrolab: pages.txt: 150001 pages are too many: a fumen has at most 10000\n";
    assert_eq!(refused(&many), sentence);
    let comment = "c".repeat(150_000);
    let json = format!("{{\"pages\": [{{\"comment\": \"{comment}\"}}{}]}}", ", {}".repeat(9_000));
    let sentence =
        "tetrolab: pages.txt: page 1: the comment is too long: 150000 letters when escaped, at most 4095 have room\n";
    assert_eq!(refused(&json), sentence);
    // The first wrong row from the top, wherever it is.
    let wrong = format!("{}..........\n....\n...\n\n{}", apart.repeat(9_000), apart.repeat(900));
    assert_eq!(refused(&wrong), "tetrolab: pages.txt: page 9001: line 270002: the row is 4 cells wide instead of 10\n");
    let high = "..........\n".repeat(30_000);
    assert_eq!(refused(&high), "tetrolab: pages.txt: page 1: the picture has 30000 rows, the board only 23\n");
}
