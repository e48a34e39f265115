//! `tetrolab features`, `tetrolab agents` and `tetrolab place`: the research game.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tetrolab_agents::{AGENTS, FEATURES};

use crate::program::{refusal, tetrolab, text};

/// What MDPTetris itself did, a record a line; the tests of the agents have it too.
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../agents/tests/data/mdptetris_golden.jsonl");

fn golden() -> String {
    fs::read_to_string(GOLDEN).unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = tetrolab(Path::new("."), arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn document(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[arguments, &["--json"]].concat())).unwrap()
}

/// The program with this on its standard input.
fn fed(arguments: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    program.wait_with_output().unwrap()
}

/// The number of a field with all its digits: the JSON reader may be off in the last bit, the standard library is not.
fn exact(record: &str, field: &str) -> f64 {
    let (_, rest) = record.split_once(&format!("\"{field}\":")).unwrap();
    rest.split([',', '}']).next().unwrap().parse().unwrap()
}

#[test]
fn golden_records_are_reproduced() {
    let answers = printed(&["features", "--input", GOLDEN]);
    let (mut records, mut fields) = (0, 0);
    let golden = golden();
    assert_eq!(golden.lines().count(), answers.lines().count());
    for (record, answer) in golden.lines().zip(answers.lines()) {
        let (expected, found): (Value, Value) =
            (serde_json::from_str(record).unwrap(), serde_json::from_str(answer).unwrap());
        let found = found.as_object().unwrap();
        let order = found.keys().filter(|name| expected.get(name).is_some());
        assert!(order.eq(expected.as_object().unwrap().keys()), "{answer}");
        for (name, value) in expected.as_object().unwrap() {
            match name.as_str() {
                "mean_height" | "v_dellacherie" | "v_bcts" => {
                    assert_eq!(exact(record, name), exact(answer, name), "{record}");
                }
                _ => assert_eq!(*value, found[name], "{name} of {record}"),
            }
            fields += 1;
        }
        for feature in FEATURES {
            assert!(found.contains_key(feature.name), "{}", feature.name);
        }
        records += 1;
    }
    assert_eq!((records, fields), (450, 450 * 36));
}

#[test]
fn whole_numbers_are_written_without_a_point() {
    let answers = printed(&["features", "--input", GOLDEN]);
    assert!(!answers.contains(".0,") && !answers.contains(".0]") && !answers.contains(".0}"));
    assert!(answers.contains("\"f1_landing_height\":10.5,"));
    assert!(answers.contains("\"f1_landing_height\":10,"));
}

#[test]
fn records_may_say_less_and_more() {
    let short = r#"{"w":4,"h":6,"board":[7],"piece":"I","rot":0,"col":3}"#;
    let long = r#"{"col":3,"rot":0,"extra":[1,{}],"piece":"I","board":[7,0,0,0,0,0,0,0,0,0],"h":6,"w":4,
                   "allow_lines_after_overflow":false}"#;
    let input = format!("\n{short}\r\n  \n{}\n{}", long.replace('\n', ""), short.replace("\"h\"", "\"lines\":9,\"h\""));
    let output = fed(&["features", "--input", "-"], &input);
    let answers = text(&output.stdout);
    assert_eq!((output.status.code(), answers.lines().count()), (Some(0), 3), "{}", text(&output.stderr));
    let first = answers.lines().next().unwrap();
    assert!(answers.lines().all(|answer| answer == first), "{answers}");
    let answer: Value = serde_json::from_str(first).unwrap();
    assert_eq!(answer["board"], json!([7, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    assert_eq!(answer["result"], json!([8, 8, 8, 0, 0, 0, 0, 0, 0, 0]));
    assert_eq!((&answer["lines"], &answer["eroded_cells"], &answer["wall_height"]), (&1.into(), &1.into(), &3.into()));
    assert_eq!(answer["abs_height_diffs"], json!([0, 0, 3]));
    // Before the row goes: one full row, heights 1, 1, 1 and 4.
    assert_eq!((&answer["aveiro_lines"], &answer["aveiro_aggregate_height"]), (&1.into(), &7.into()));
}

#[test]
fn lines_after_overflow_can_be_switched_on() {
    let record = |flag: &str| {
        format!(
            r#"{{"w":4,"h":4,"allow_lines_after_overflow":{flag},"board":[14,13,7,7],"piece":"I","rot":0,"col":3}}"#
        )
    };
    let input = [record("0"), record("1"), record("true")].join("\n");
    let answers = text(&fed(&["features", "--input", "-"], &input).stdout);
    let found: Vec<(i64, bool, i64)> = answers
        .lines()
        .map(|answer| serde_json::from_str::<Value>(answer).unwrap())
        .map(|answer| {
            let flag = answer["allow_lines_after_overflow"].as_i64().unwrap();
            (answer["lines"].as_i64().unwrap(), answer["game_over"].as_bool().unwrap(), flag)
        })
        .collect();
    assert_eq!(found, [(0, true, 0), (2, false, 1), (2, false, 1)]);
}

/// Another program can ask and wait for the answer.
#[test]
fn each_record_is_answered_at_once() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
        .args(["features", "--input", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    let output = BufReader::new(program.stdout.take().unwrap());
    let (sender, answers) = mpsc::channel();
    let reader = thread::spawn(move || output.lines().try_for_each(|line| sender.send(line.unwrap())));
    for record in golden().lines().take(3) {
        writeln!(input, "{record}").unwrap();
        let answer = answers.recv_timeout(Duration::from_secs(10));
        assert!(answer.expect("an answer before the next question").starts_with("{\"w\":10,"));
    }
    drop(input);
    assert!(program.wait().unwrap().success());
    reader.join().unwrap().unwrap();
    assert!(answers.recv().is_err(), "no more than was asked");
}

#[test]
fn bad_records_are_refused_with_their_line() {
    let good = r#"{"w":4,"h":6,"board":[7],"piece":"I","rot":0,"col":3}"#;
    let changed = |from: &str, to: &str| {
        let bad = good.replace(from, to);
        assert_ne!(bad, good);
        bad
    };
    let cases = [
        (changed("}", ""), "this is not JSON: EOF while parsing an object, column 52"),
        (changed(":4", ":04"), "this is not JSON: invalid number, column 7"),
        ("[1]".to_string(), "a record is an object with the fields w, h, board, piece, rot and col"),
        (changed("\"w\":4,", ""), "the field w is missing"),
        (changed("\"board\":[7],", ""), "the field board is missing"),
        (changed("\"piece\":\"I\",", ""), "the field piece is missing"),
        (changed(",\"col\":3", ""), "the field col is missing"),
        (changed("\"w\":4", "\"w\":3"), "w x h is 3x6, but a board has 4 to 16 columns and 1 to 40 rows"),
        (changed("\"w\":4", "\"w\":17"), "w x h is 17x6, but a board has 4 to 16 columns and 1 to 40 rows"),
        (changed("\"h\":6", "\"h\":0"), "w x h is 4x0, but a board has 4 to 16 columns and 1 to 40 rows"),
        (changed("\"h\":6", "\"h\":41"), "w x h is 4x41, but a board has 4 to 16 columns and 1 to 40 rows"),
        (changed("\"h\":6", "\"h\":262"), "w x h is 4x262, but a board has 4 to 16 columns and 1 to 40 rows"),
        (changed("\"h\":6", "\"h\":-1"), "h is -1, not a whole number from 0 on"),
        (changed("\"h\":6", "\"h\":6.5"), "h is 6.5, not a whole number from 0 on"),
        (changed("\"h\":6", "\"h\":\"6\""), "h is \"6\", not a whole number from 0 on"),
        (changed("[7]", "7"), "board is not a list of rows"),
        (changed("[7]", "[7,16]"), "row 1 of the board is 16, which reaches beyond its 4 columns"),
        (
            changed("[7]", "[18446744073709551615]"),
            "row 0 of the board is 18446744073709551615, which reaches beyond its 4 columns",
        ),
        (changed("[7]", "[7,-1]"), "row 1 of the board is -1, not a whole number from 0 on"),
        (changed("[7]", "[0,0,0,0,0,0,0,0,0,0,0]"), "the board has 11 rows, but h and the 4 hidden ones are 10"),
        (changed("\"I\"", "\"X\""), "piece is \"X\", none of the letters IOTZSJL"),
        (changed("\"I\"", "\"II\""), "piece is \"II\", none of the letters IOTZSJL"),
        (changed("\"I\"", "1"), "piece is 1, none of the letters IOTZSJL"),
        (changed("\"rot\":0", "\"rot\":2"), "rot is 2, but that of I is below 2"),
        (changed("\"rot\":0", "\"rot\":256"), "rot is 256, but that of I is below 2"),
        (changed("\"col\":3", "\"col\":4"), "col is 4, but I with rot 0 has columns 0 to 3"),
        (changed("\"rot\":0", "\"rot\":1"), "col is 3, but I with rot 1 has columns 0 to 0"),
        (changed("\"col\":3", "\"col\":259"), "col is 259, but I with rot 0 has columns 0 to 3"),
        (changed("\"h\":6", "\"h\":6,\"allow_lines_after_overflow\":2"), "allow_lines_after_overflow is 2, not 0 or 1"),
        (changed("[7]", "[0,0,0,0,0,0,8]"), "I has no room: it would lie above the hidden rows"),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (bad, reason) in cases {
        fs::write(folder.path().join("drops.jsonl"), format!("{good}\n\n{bad}\n{good}\n")).unwrap();
        let output = tetrolab(folder.path(), &["features", "--input", "drops.jsonl"]);
        assert_eq!(text(&output.stderr), format!("tetrolab: drops.jsonl: line 3: {reason}\n"), "{bad}");
        assert_eq!(output.status.code(), Some(2), "{bad}");
        assert_eq!(text(&output.stdout).lines().count(), 1, "what came before stays: {bad}");
    }
    let output = fed(&["features", "--input", "-"], "{}");
    assert_eq!(text(&output.stderr), "tetrolab: standard input: line 1: the field w is missing\n");
    let output = fed(&["features", "--input", "-"], &format!("{{{}", " ".repeat(1 << 20)));
    assert_eq!(
        text(&output.stderr),
        "tetrolab: standard input: line 1: the line is too long: at most 1 MiB can be read\n"
    );
    let missing = refusal(folder.path(), &["features", "--input", "none.jsonl"]);
    assert!(missing.starts_with("cannot read none.jsonl: "), "{missing}");
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap()).collect()
}

#[test]
fn lists_have_every_entry() {
    let table = printed(&["features"]);
    let list = document(&["features"]);
    assert_eq!(names(&list["features"]), FEATURES.iter().map(|feature| feature.name).collect::<Vec<_>>());
    for feature in FEATURES {
        let line = table.lines().find(|line| line.split_whitespace().next() == Some(feature.name));
        let words: Vec<&str> =
            line.unwrap_or_else(|| panic!("{} in {table}", feature.name)).split_whitespace().collect();
        let number = feature.source.number().map(|number| number.to_string());
        let expected: Vec<&str> = number.as_deref().into_iter().chain([feature.sight.name()]).collect();
        assert_eq!(words[1..1 + expected.len()], expected, "{}", feature.name);
    }
    assert_eq!(list["features"][8]["number"], -14);
    assert_eq!(list["features"][20]["count"], "columns");

    let table = printed(&["agents"]);
    let list = document(&["agents"]);
    assert_eq!(names(&list["agents"]), AGENTS.iter().map(|agent| agent.name).collect::<Vec<_>>());
    for agent in AGENTS {
        assert!(table.lines().any(|line| line.split_whitespace().next() == Some(agent.name)), "{}", agent.name);
        let source: Vec<&str> = agent.source.split_whitespace().collect();
        assert!(table.split_whitespace().collect::<Vec<_>>().join(" ").contains(&source.join(" ")), "{}", agent.name);
    }
    for line in printed(&["features"]).lines().chain(table.lines()) {
        assert!(line.chars().count() <= 100, "{line}");
    }
    assert_eq!(
        document(&["agents", "aveiro"])["weights_for"]["I"][3],
        json!({"feature": "aveiro_lines", "index": 0, "weight": 0.82})
    );
}

#[test]
fn weights_of_agents_can_be_saved_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let board = "X...XX..../XX.XXXXXX./XX.XXXXXXX";
    for agent in AGENTS {
        let file = printed(&["agents", agent.name]);
        assert!(file.starts_with(&format!("# {}: {}\n", agent.name, agent.meaning)), "{file}");
        fs::write(folder.path().join("mine.toml"), &file).unwrap();
        let place = |who: &[&str]| {
            let output =
                tetrolab(folder.path(), &[&["place", "--piece", "I", "--board", board, "--json"], who].concat());
            (output.status.code(), text(&output.stdout), text(&output.stderr))
        };
        let (code, saved, error) = place(&["--weights", "mine.toml"]);
        if agent.name == "random" {
            assert!(file.contains("It has no weights"), "{file}");
            assert_eq!((code, error.trim_end()), (Some(2), "tetrolab: mine.toml: line 1: there is no table [weights]"));
            continue;
        }
        let (_, named, _) = place(&["--agent", agent.name]);
        let (saved, named): (Value, Value) =
            (serde_json::from_str(&saved).unwrap(), serde_json::from_str(&named).unwrap());
        assert_eq!(saved["ranked"], named["ranked"]);
        assert_eq!((&saved["weights"], &saved["agent"]), (&"mine.toml".into(), &Value::Null));
        assert_eq!((&named["weights"], &named["agent"]), (&Value::Null, &agent.name.into()));
    }
    let unknown = refusal(folder.path(), &["agents", "delacherie"]);
    assert_eq!(unknown, "there is no agent \"delacherie\"; the nearest is dellacherie (tetrolab agents lists them)");
}

/// A recorded board as a picture.
fn picture(record: &Value) -> String {
    let (width, rows) = (record["w"].as_u64().unwrap(), record["board"].as_array().unwrap());
    let row = |row: &Value| -> String {
        (0..width).map(|x| if row.as_u64().unwrap() >> x & 1 == 1 { 'X' } else { '.' }).collect()
    };
    rows.iter().rev().map(row).collect::<Vec<_>>().join("/")
}

/// What a drop is the sum of.
fn sum(drop: &Value) -> f64 {
    let contributions = drop["contributions"].as_array().unwrap().iter();
    contributions.map(|part| part["contribution"].as_f64().unwrap()).sum::<f64>() + drop["reward"].as_f64().unwrap()
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(1.0)
}

#[test]
fn the_best_drop_is_that_of_mdptetris() {
    let (mut compared, mut valued) = (0, 0);
    // Every seventh record: all sizes, both rules about overflow, lost positions too.
    for record in golden().lines().step_by(7) {
        let golden: Value = serde_json::from_str(record).unwrap();
        let size = format!("{}x{}", golden["w"], golden["h"]);
        let picture = picture(&golden);
        let mut arguments = vec!["place", "--board", &picture, "--piece", golden["piece"].as_str().unwrap()];
        arguments.extend(["--size", &size, "--json"]);
        if golden["allow_lines_after_overflow"] == 1 {
            arguments.push("--lines-after-overflow");
        }
        let agent = if compared % 2 == 0 { "bcts" } else { "dellacherie" };
        arguments.extend(["--agent", agent]);
        let output = tetrolab(Path::new("."), &arguments);
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(i32::from(answer["surviving"] == 0)), "{record}");
        let ranked = answer["ranked"].as_array().unwrap();
        assert_eq!(json!([ranked[0]["rot"], ranked[0]["col"]]), golden[format!("best_{agent}")], "{record}");
        let same = ranked.iter().find(|drop| drop["rot"] == golden["rot"] && drop["col"] == golden["col"]).unwrap();
        assert_eq!(same["value"], golden[format!("v_{agent}")], "{record}");
        assert_eq!((&same["lost"], &same["lines"]), (&golden["game_over"], &golden["lines"]));
        assert_eq!((&same["landing_row"], &same["danger"]), (&golden["landing_row"], &Value::Null));
        for drop in ranked {
            match drop["lost"].as_bool().unwrap() {
                true => assert_eq!((&drop["contributions"], drop["value"].as_f64()), (&json!([]), Some(-1e100))),
                false => assert!(is_near(sum(drop), drop["value"].as_f64().unwrap()), "{drop}"),
            }
        }
        let values: HashMap<&str, &Value> = same["contributions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|part| (part["feature"].as_str().unwrap(), &part["value"]))
            .collect();
        for (name, value) in values {
            assert_eq!(*value, golden[name], "{name} of {record}");
            valued += 1;
        }
        compared += 1;
    }
    assert_eq!(compared, 65);
    assert!(valued > 300, "{valued}");
}

#[test]
fn parts_add_up_however_far_a_player_looks() {
    let board = "X...XX..../XX.XXXXXX./XX.XXXXXXX";
    for agent in AGENTS.iter().filter(|agent| agent.name != "random") {
        for ahead in [&["--next", "I"][..], &["--lookahead"]] {
            let answer =
                document(&[&["place", "--piece", "J", "--board", board, "--agent", agent.name], ahead].concat());
            for drop in answer["ranked"].as_array().unwrap() {
                assert!(is_near(sum(drop), drop["value"].as_f64().unwrap()), "{} {ahead:?}: {drop}", agent.name);
            }
            assert_eq!((&answer["surviving"], &answer["ranked"][0]["danger"]), (&34.into(), &0.into()));
        }
    }
}

#[test]
fn the_next_piece_counts() {
    let best = |arguments: &[&str]| {
        let place = ["place", "--piece", "S", "--size", "4x6", "--board", "XXX./XXX./XXX./XXX."];
        let answer = document(&[&place, arguments].concat());
        let first = &answer["ranked"][0];
        (answer["lookahead"].as_str().unwrap().to_string(), first["danger"].clone(), first["lost"].clone())
    };
    let none = |word: &str| word.to_string();
    assert_eq!(best(&[]), (none("none"), Value::Null, false.into()));
    assert_eq!(best(&["--next", "I"]), (none("next"), 0.into(), false.into()));
    let (word, danger, _) = best(&["--lookahead"]);
    assert_eq!(word, "expected");
    assert!((0.0..1.0).contains(&danger.as_f64().unwrap()), "{danger}");
}

/// Weights differ for I, so what the next piece adds is weighed in two ways.
#[test]
fn weights_that_differ_are_not_told_as_one() {
    let expected = document(&["place", "--piece", "S", "--agent", "aveiro", "--lookahead"]);
    let weight = |answer: &Value, part: usize| answer["ranked"][0]["contributions"][part]["weight"].clone();
    assert_eq!((weight(&expected, 0), weight(&expected, 3)), (Value::Null, json!(0.82)));
    let known = document(&["place", "--piece", "S", "--agent", "aveiro", "--next", "I"]);
    assert_eq!((weight(&known, 0), weight(&known, 3)), (json!(-0.1), json!(0.82)));
    assert!(printed(&["place", "--piece", "S", "--agent", "aveiro", "--lookahead"]).contains("varies"));
}

#[test]
fn the_answer_as_text() {
    let board = "X........./XX...XXX../XXXX.XXXXX/.XXXXXXXXX/XXXXXXXX.X";
    let expected = "\
T on a board of 10x20, no lines after overflow, decided by dellacherie

1 best            2 runner-up
..........        ..........
..........        ..t.......
X...t.....        Xtt.......
XX.ttXXX..        XXt..XXX..
XXXXtXXXXX ←      XXXX.XXXXX
.XXXXXXXXX        .XXXXXXXXX
XXXXXXXX.X        XXXXXXXX.X
0123456789        0123456789

rank  facing  rot  columns  lines         value  difference
   1  west      2  3-4          1           -71
   2  west      2  1-2          0           -73          -2
32 more; --top 34 lists all

what each feature adds to the value: 1 the best drop, 2 the runner-up

feature             weight  rank  value  adds                                 0   difference
f3_row_transitions      -1   1 2     44   -44  ███████████████████████████████│
f4_col_transitions      -1   1 2     14   -14                       ██████████│
f5_holes                -4   1 2      2    -8                           ██████│
f1_landing_height       -1     1      3    -3                               ██│
                               2      4    -4                              ▒██│           +1
f6_wells                -1   1 2      3    -3                               ██│
f2_eroded                1     1      1     1                                 │▒
                               2      0     0                                 │           +1
value                          1          -71
                               2          -73                                             +2
";
    let found = printed(&["place", "--board", board, "--piece", "t", "--agent", "dellacherie", "--top", "2"]);
    assert_eq!(found, expected);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("board.txt"), board.replace('/', "\n")).unwrap();
    let arguments = ["place", "--board", "board.txt", "--piece", "T", "--agent", "dellacherie", "--top", "2"];
    assert_eq!(text(&tetrolab(folder.path(), &arguments).stdout), expected);
}

#[test]
fn no_line_is_wider_than_the_page() {
    for agent in AGENTS {
        for ahead in [&[][..], &["--next", "L"], &["--lookahead"]] {
            let board = "X...XX..../XX.XXXXXX./XX.XXXXXXX";
            let place = ["place", "--piece", "J", "--board", board, "--agent", agent.name, "--top", "40"];
            for line in printed(&[&place, ahead].concat()).lines() {
                assert!(line.chars().count() <= 100, "{line}");
            }
        }
    }
}

#[test]
fn losing_drops_are_said_to_lose() {
    let board = "XXX./XXX./XXX./XXX.";
    let some = printed(&["place", "--piece", "I", "--size", "4x5", "--board", board]);
    assert_eq!(some.lines().filter(|line| line.ends_with("loses")).count(), 3, "{some}");
    assert!(!some.contains("e100"), "{some}");
    let arguments = ["place", "--piece", "O", "--size", "4x4", "--board", board];
    let output = tetrolab(Path::new("."), &arguments);
    let all = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(all.lines().filter(|line| line.ends_with("loses")).count(), 3, "{all}");
    assert!(all.ends_with("every drop of O loses the game\n"), "{all}");
    let output = tetrolab(Path::new("."), &[&arguments[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["drops"], &answer["surviving"]), (&3.into(), &0.into()));
    // An I upright on the fourth row completes one that reaches above the board.
    let arguments = ["place", "--piece", "I", "--size", "4x4", "--board", "XXX./XXX./X.XX/.XXX"];
    assert_eq!(tetrolab(Path::new("."), &arguments).status.code(), Some(1));
    let saved = printed(&[&arguments[..], &["--lines-after-overflow"]].concat());
    assert!(saved.starts_with("I on a board of 4x4, lines after overflow, decided by bcts\n"), "{saved}");
}

/// The examples of `docs/weights.md` in this language, in order.
fn examples(language: &str) -> Vec<String> {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/weights.md")).unwrap();
    let blocks = page.split("\n```").skip(1).step_by(2);
    blocks.filter_map(|block| Some(block.strip_prefix(language)?.strip_prefix('\n')?.to_string() + "\n")).collect()
}

#[test]
fn the_examples_of_weights_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let place = |example: &str, arguments: &[&str]| {
        fs::write(folder.path().join("mine.weights"), example).unwrap();
        let place = ["place", "--weights", "mine.weights", "--json", "--top", "1"];
        let output = tetrolab(folder.path(), &[&place, arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{example}: {}", text(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let weights = |answer: &Value| -> Vec<(String, u64, f64)> {
        let parts = answer["ranked"][0]["contributions"].as_array().unwrap().iter();
        let name = |part: &Value| part["feature"].as_str().unwrap().to_string();
        parts.map(|part| (name(part), part["index"].as_u64().unwrap(), part["weight"].as_f64().unwrap())).collect()
    };
    let three = [("f1_landing_height", -1.0), ("f3_row_transitions", -1.5), ("f5_holes", -4.0)];
    let three: Vec<(String, u64, f64)> = three.map(|(name, weight)| (name.to_string(), 0, weight)).to_vec();

    let [simple, families, formulas, pieces] = examples("toml").try_into().unwrap();
    let answer = place(&simple, &["--piece", "O", "--board", "XXXXXXXX../XXXXXXXX.."]);
    assert_eq!(weights(&answer), three);
    assert_eq!((&answer["reward"], &answer["lost"]), (&"lines".into(), &"worst".into()));
    // Two lines, landing height 0.5, 20 empty rows of two transitions each.
    assert_eq!((&answer["ranked"][0]["reward"], &answer["ranked"][0]["value"]), (&2.into(), &(-58.5).into()));
    let found = weights(&place(&families, &["--piece", "O"]));
    assert_eq!((found.len(), &found[9]), (20, &("heights".to_string(), 9, -3.5)));
    assert_eq!(found[18], ("abs_height_diffs".to_string(), 8, -2.0));
    let answer = place(&formulas, &["--piece", "O", "--board", "X.XXXXXX../X.XXXXXX.."]);
    let found = weights(&answer);
    let sum = "sum(max(0, min(left, right) - height))".to_string();
    assert_eq!((found.len(), &found[3]), (4, &(sum, 0, -0.05)));
    // A well of two cells, and on the right one of two beside the wall or none.
    assert!(answer["ranked"][0]["contributions"][3]["value"].as_f64().unwrap() >= 2.0);
    let found = weights(&place(&pieces, &["--piece", "I"]));
    assert_eq!(found, [("aveiro_bumpiness".to_string(), 0, -0.1), ("aveiro_lines".to_string(), 0, 0.82)]);
    let found = weights(&place(&pieces, &["--piece", "O"]));
    assert_eq!(found, [("aveiro_bumpiness".to_string(), 0, -0.25), ("aveiro_holes".to_string(), 0, -0.1)]);

    let [simple, families_of_four] = examples("text").try_into().unwrap();
    let answer = place(&simple, &["--piece", "O"]);
    assert_eq!(weights(&answer), three);
    assert_eq!((&answer["reward"], &answer["lost"]), (&"nothing".into(), &"worst".into()));
    let answer = place(&families_of_four, &["--piece", "O", "--size", "4x20"]);
    assert_eq!((&answer["reward"], &answer["lost"]), (&"lines".into(), &"zero".into()));
    let found = weights(&answer);
    assert_eq!((found.len(), &found[1], &found[7].0[..]), (8, &("heights".to_string(), 1, -2.0), "wall_height"));

    fs::write(folder.path().join("wide.toml"), &families).unwrap();
    let refused = refusal(folder.path(), &["place", "--weights", "wide.toml", "--piece", "O", "--size", "9x20"]);
    assert_eq!(refused, "wide.toml: heights has 10 weights, but a board of 9 columns needs 9");
}

/// MDPTetris can be told to take a lost game for nothing, which is more than a bad board.
#[test]
fn weights_that_like_to_lose_are_told_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("brave.dat"), "0\n0\n1\n5 -4\n").unwrap();
    let place = ["place", "--weights", "brave.dat", "--piece", "I", "--size", "4x4"];
    let arguments = [&place[..], &["--board", "XX../XX../.XX./XX.."]].concat();
    let output = tetrolab(folder.path(), &arguments);
    let answer = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "one drop survives: {answer}");
    assert!(answer.contains("\n   1  east      0  0            0             0       loses\n"), "{answer}");
    assert!(
        answer.ends_with("the best drop loses the game: these weights do not take that for the worst\n"),
        "{answer}"
    );
}

#[test]
fn the_names_of_the_tables_are_documented() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/weights.md")).unwrap();
    for name in ["nothing", "lines", "one", "any-line", "1-3-7-13", "worst", "zero", "features"] {
        assert!(page.contains(&format!("\n| `{name}` |")), "{name}");
    }
}

#[test]
fn place_refuses_what_makes_no_sense() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str]| refusal(folder.path(), &[&["place", "--piece", "T"], arguments].concat());
    let high = ["X..."; 22].join("/");
    let endless = ["X..."; 50].join("/");
    for (picture, reason) in [
        ("none.txt", "there is no file \"none.txt\", and a picture has only ., X, piece letters and / between rows"),
        ("", "the picture has no rows"),
        ("XXX", "line 1: the row is 3 cells wide; a board has 4 to 16 columns"),
        ("XXXX/XXX", "line 2: the row is 3 cells wide instead of 4"),
        (".t../ttt.", "the picture shows a piece in play (small letters) where only Blocks belong"),
        (
            &high,
            "the stack has 22 rows, more than the 20 of the board: the game is lost already; --size 4x22 has more rows",
        ),
        (&endless, "the stack has 50 rows, more than the 20 of the board: the game is lost already"),
    ] {
        assert_eq!(refused(&["--board", picture]), format!("--board: {reason}"));
    }
    let narrow = refused(&["--board", "XX..", "--size", "10x20"]);
    assert_eq!(narrow, "--board: the picture has 4 columns, but --size is 10x20");
    fs::write(folder.path().join("high.txt"), high.replace('/', "\n")).unwrap();
    assert!(refused(&["--board", "high.txt"]).starts_with("high.txt: the stack has 22 rows, "));
    assert_eq!(document(&["place", "--piece", "T", "--board", &high, "--size", "4x22"])["rules"]["height"], 22);
    assert!(refused(&["--size", "3x20"]).contains("a board has 4 to 16 columns and 1 to 40 rows"));
    assert!(refused(&["--size", "10"]).contains("a size is columns x rows, such as 10x20"));
    assert_eq!(
        refused(&["--agent", "BCTS"]),
        "there is no agent \"BCTS\"; the nearest is bcts (tetrolab agents lists them)"
    );
    assert!(refused(&["--agent", "bcts", "--weights", "x"]).contains("cannot be used with"));
    assert!(refused(&["--next", "S", "--lookahead"]).contains("cannot be used with"));
    assert!(refused(&["--weights", "none.toml"]).starts_with("cannot read none.toml: "));
    assert_eq!(refused(&["--top", "0"]), "--top 0 leaves nothing to list");
    assert!(refused(&["--next", "Q"]).contains("invalid value 'Q'"));
    assert!(refusal(folder.path(), &["place"]).contains("--piece"));
    fs::write(folder.path().join("bad.toml"), "[weights]\nf5_hole = 1\n").unwrap();
    let named = refused(&["--weights", "bad.toml"]);
    assert_eq!(named, "bad.toml: line 2: there is no feature \"f5_hole\"; the nearest is f5_holes");
    fs::write(folder.path().join("bad.dat"), "0\n-1\n2\n1 -1\n").unwrap();
    let counted = refused(&["--weights", "bad.dat"]);
    assert_eq!(counted, "bad.dat: line 3: 2 features are announced, but 1 follow");
}
