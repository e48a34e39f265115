//! `tetrolab assist` as people call it: transcripts, games, answers, and how it refuses.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::program;
use serde_json::Value;
use tetrolab_agents::AGENTS;
use tetrolab_agents::path::{ALGORITHMS, Action, Order, Place, Space, TURNINGS, Turning, from_top};
use tetrolab_agents::sevilla::Variant;
use tetrolab_engine::{Board, Picture, Piece, Size};

/// The program with standard input at hand.
fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tetrolab"));
    command.arg("assist").args(arguments).env("LC_ALL", "C");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Standard output, with these answers on standard input.
fn answered(arguments: &[&str], answers: &str) -> String {
    let mut program = start(arguments);
    // Who needs no answer may have ended already.
    let _ = program.stdin.take().unwrap().write_all(answers.as_bytes());
    printed(arguments, program.wait_with_output().unwrap())
}

/// Standard output; exit code 0 and nothing on standard error.
fn printed(arguments: &[&str], output: Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn automatic(arguments: &[&str]) -> String {
    answered(&[arguments, &["--auto"]].concat(), "")
}

fn document(arguments: &[&str]) -> Value {
    serde_json::from_str(&answered(&[arguments, &["--json"]].concat(), "")).unwrap()
}

fn refusal(folder: &Path, arguments: &[&str]) -> String {
    program::refusal(folder, &[&["assist"], arguments].concat())
}

/// The lines that begin so, without their beginning.
fn after<'a>(text: &'a str, beginning: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.strip_prefix(beginning)).collect()
}

fn cells(value: &Value) -> String {
    value.to_string().replace(',', ", ").replace(",  ", ", ")
}

fn rows(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_string()).collect()
}

fn board_of(rows: &[String]) -> Board {
    let size = Size { width: rows[0].len() as u8, height: rows.len() as u8, buffer: 0 };
    *Picture::parse(&rows.join("\n"), size).unwrap().blocks.board()
}

/// Plays a document again, step by step and row by row.
fn check(document: &Value) {
    let settings = &document["settings"];
    let turning = Turning::named(settings["rotation"].as_str().unwrap()).unwrap();
    let mut before = rows(&settings["board"]);
    let mut lines = 0;
    for turn in document["pieces"].as_array().unwrap() {
        let (board, letter) = (board_of(&before), turn["piece"].as_str().unwrap());
        let piece = Piece::from_letter(letter.chars().next().unwrap()).unwrap();
        let start = Place::top(piece, board.size().width);
        let space = Space::new(board, piece, &start, turning, Order::default()).unwrap();
        let actions = turn["steps"].as_array().unwrap().iter();
        let actions = actions.map(|action| Action::from_name(action.as_str().unwrap()).unwrap());
        let end = actions.fold(space.start(), |state, action| space.after(action, state).unwrap());
        assert!(board.is_resting(end), "{turn}");
        assert_eq!(cells(&turn["cells"]), format!("{:?}", from_top(end, space.rows())), "{turn}");
        let width = before[0].len();
        let mut drawn: Vec<Vec<u8>> = before.iter().map(|row| row.clone().into_bytes()).collect();
        for [row, column] in from_top(end, space.rows()) {
            drawn[row as usize][column as usize] = letter.as_bytes()[0];
        }
        drawn.retain(|row| row.contains(&b'.'));
        let full = before.len() - drawn.len();
        let drawn = drawn.into_iter().map(|row| String::from_utf8(row).unwrap());
        before = vec![".".repeat(width); full].into_iter().chain(drawn).collect();
        assert_eq!((&rows(&turn["board"]), &turn["lines"]), (&before, &full.into()), "{turn}");
        lines += full;
    }
    let played = document["pieces"].as_array().unwrap().len();
    assert_eq!(document["totals"], serde_json::json!({ "pieces": played, "lines": lines }));
}

/// Wrong answers, the end of the input, lines and a lost game, in each language.
#[test]
fn transcripts_read_as_they_did() {
    let small = ["--width", "4", "--rows", "6", "--lang"];
    for (language, more, answers) in [
        ("en", &["--queue", "OOTSZL"][..], "y\nmaybe\n YES \ny\n"),
        ("es", &["--queue", "ZTO", "--agent", "bcts"], "S\nquizá\n\nsí\nSI\n"),
        ("pt", &["--queue", "SSSSS", "--letters", "words"], "s\nSIM\ny\nyes\nSí\n"),
    ] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/it/assist/{language}.txt"));
        let text = answered(&[&small[..], &[language], more].concat(), answers);
        assert_eq!(text, fs::read_to_string(&file).unwrap(), "{}:\n{text}", file.display());
    }
}

#[test]
fn the_page_shows_what_is_printed() {
    let page = include_str!("../../../../docs/assist.md");
    let text = answered(&["--queue", "ZL", "--lang", "es"], "S\nquizá\nsi\n");
    assert!(page.contains(&format!("```text\n{text}```\n")), "{text}");
}

#[test]
fn answers_decide() {
    let queue = ["--queue", "TTT", "--lang", "en"];
    for (answers, pieces) in [("", 0), ("n", 0), ("NO\n", 0), ("y\nnão\n", 1), ("s\ns\nNao\ny\n", 2), ("y\ny\ny\n", 3)]
    {
        let text = answered(&queue, answers);
        assert!(text.contains(&format!("\nPieces placed: {pieces}. Lines cleared: 0.\n")), "{answers:?}: {text}");
        assert_eq!(text.contains("There are no more pieces."), pieces == 3, "{text}");
    }
    // Bytes that are no text, and a line without an end, are no answers.
    let text = answered(&queue, &format!("{}\n\u{1b}[2J\ny\nn\n", "x".repeat(1000)));
    assert!(text.contains("\nPieces placed: 1. ") && !text.contains('\u{1b}'), "{text}");
}

/// The places that the course prints: the first is one of several equals, the last is ours too if turns do not drift.
#[test]
fn the_examples_of_the_course() {
    let first = document(&["--queue", "Z"]);
    let turn = &first["pieces"][0];
    assert_eq!(cells(&turn["start"]), "[[0, 3], [0, 4], [1, 4], [1, 5]]");
    assert_eq!(
        (cells(&turn["cells"]), &turn["value"]),
        ("[[20, 0], [20, 1], [21, 1], [21, 2]]".to_string(), &56.into())
    );
    let (score, _) =
        Variant::named("sevilla").unwrap().score(&board_of(&[".ZZ.......", "..ZZ......"].map(String::from)));
    assert_eq!(score, 56, "the course's place is as good");
    let second = document(&["--queue", "Z", "--board", ".ZZ......./..ZZ......"]);
    assert_eq!(cells(&second["pieces"][0]["cells"]), "[[20, 3], [20, 4], [21, 4], [21, 5]]");
    let board = ".ZZZZ...../..ZZZZ....";
    for (rotation, place, value) in [
        ("srs", "[[20, 8], [21, 6], [21, 7], [21, 8]]", 119),
        ("srs-no-kicks", "[[20, 8], [21, 6], [21, 7], [21, 8]]", 119),
        ("sevilla", "[[19, 0], [20, 0], [21, 0], [21, 1]]", 110),
    ] {
        let found = document(&["--queue", "L", "--board", board, "--rotation", rotation]);
        let turn = &found["pieces"][0];
        assert_eq!((cells(&turn["cells"]), &turn["value"]), (place.to_string(), &value.into()), "{rotation}");
        let steps = turn["steps"].as_array().unwrap();
        let count = |letter: &str| steps.iter().filter(|step| **step == letter).count();
        if rotation != "sevilla" {
            assert_eq!((count("A"), count("D"), steps.len()), (20, 3, 23));
        }
    }
}

/// The same place, score and steps as `tetrolab path --best`, piece by piece.
#[test]
fn the_course_decides_as_in_path() {
    let game =
        document(&["--bag", "1", "--seed", "5", "--rows", "20", "--rotation", "srs", "--agent", "sevilla-rewarded"]);
    let mut board = rows(&game["settings"]["board"]);
    for turn in game["pieces"].as_array().unwrap() {
        let piece = turn["piece"].as_str().unwrap();
        let arguments = ["path", "--best", "sevilla-rewarded", "--rotation", "srs", "--algorithm", "breadth-first"];
        let position = ["--board", &board.join("/"), "--piece", piece, "--json"];
        let output = program::tetrolab(Path::new("."), &[&arguments[..], &position].concat());
        let path: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&turn["cells"], &turn["value"]), (&path["best"]["cells"], &path["best"]["score"]));
        assert_eq!((&turn["terms"], &turn["places"]), (&path["best"]["terms"], &path["best"]["candidates"]));
        assert_eq!(turn["steps"], path["plan"]);
        assert_eq!(board_of(&rows(&turn["board"])), board_of(&rows(&path["best"]["after"])));
        board = rows(&turn["board"]);
    }
}

/// On a board without overhangs every place is a straight drop, so the best value is that of `tetrolab place`.
#[test]
fn weights_decide_as_in_the_research_game() {
    let board = "X........./XX...XXX../XXX.XXXXX.";
    for (agent, piece) in [("bcts", "T"), ("dellacherie", "I"), ("aveiro", "L"), ("el-tetris", "S"), ("lee", "O")] {
        let turn = &document(&["--queue", piece, "--agent", agent, "--board", board, "--rows", "20"])["pieces"][0];
        let arguments = ["place", "--json", "--top", "1", "--board", board, "--piece", piece, "--agent", agent];
        let output = program::tetrolab(Path::new("."), &arguments);
        let place: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(turn["value"], place["ranked"][0]["value"], "{agent}");
        assert_eq!(turn["lines"], place["ranked"][0]["lines"], "{agent}");
        let sum: f64 = turn["contributions"].as_object().unwrap().values().map(|part| part.as_f64().unwrap()).sum();
        assert!((sum - turn["value"].as_f64().unwrap()).abs() < 1e-9);
        assert!(turn["runner_up"]["value"].as_f64() <= turn["value"].as_f64());
    }
}

#[test]
fn every_agent_rule_and_algorithm_plays() {
    let play = |more: &[&str]| {
        let game = document(&[&["--bag", "--seed", "2", "--pieces", "15"], more].concat());
        assert_eq!((&game["end"], &game["totals"]["pieces"]), (&"pieces".into(), &15.into()), "{more:?}");
        check(&game);
    };
    AGENTS.iter().for_each(|agent| play(&["--agent", agent.name]));
    TURNINGS.iter().for_each(|turning| play(&["--rotation", turning.name, "--agent", "bcts"]));
    ALGORITHMS.iter().for_each(|algorithm| play(&["--algorithm", algorithm.name, "--rotation", "srs"]));
}

/// The way to the floor is longer than the first bound of depth-bounded search, which is rows plus columns.
#[test]
fn bounds_grow_until_there_is_a_way() {
    let rows = "................/................/XXXXXXXXXXXXXX../................/................/..XXXXXXXXXXXXXX";
    let board = format!("{rows}/................/................");
    for (algorithm, is_shortest) in [("breadth-first", true), ("depth-bounded", false), ("iterative-deepening", true)] {
        let game = document(&["--queue", "O", "--board", &board, "--rows", "8", "--algorithm", algorithm]);
        check(&game);
        let turn = &game["pieces"][0];
        assert_eq!(cells(&turn["cells"]), "[[6, 0], [6, 1], [7, 0], [7, 1]]");
        let steps = turn["steps"].as_array().unwrap().len();
        assert!(steps == 7 + 3 + 14 + 3 || !is_shortest && steps > 27, "{algorithm}: {steps}");
    }
}

#[test]
fn games_are_lost_at_the_top() {
    let lost = |more: &[&str]| {
        let game = document(&[&["--random", "--seed", "3"], more].concat());
        check(&game);
        assert_eq!(game["end"], "lost");
        assert!(game["does_not_fit"].is_string());
        game["totals"]["lines"].as_u64().unwrap()
    };
    assert!(lost(&[]) > 0);
    assert!(lost(&["--agent", "tetris-solver", "--width", "6", "--rows", "9", "--algorithm", "depth-bounded"]) > 0);
    lost(&["--agent", "random", "--rows", "4", "--width", "4"]);
    let text = automatic(&["--queue", "OOO", "--rows", "4", "--width", "5", "--lang", "en"]);
    assert!(!text.contains("The game is over"), "{text}");
    let text = automatic(&["--queue", "OI", "--board", "XXXX../XXXX../XXXX../XX.XX.", "--rows", "4", "--lang", "en"]);
    assert!(text.contains("\n\nThe piece that appears is: O [[0, 2], [0, 3], [1, 2], [1, 3]]\n"), "{text}");
    assert!(text.contains("\nThe game is over: O does not fit at the top.\n\nPieces placed: 0. "), "{text}");
}

#[test]
fn the_same_seed_is_the_same_game() {
    for source in [&["--bag"][..], &["--random"], &[], &["--queue", "TILZ", "--agent", "random"]] {
        let game = automatic(&[source, &["--pieces", "4"]].concat());
        let command = after(&game, "The same again: tetrolab assist ")[0];
        assert!(command.contains("--seed "), "{command}");
        let words: Vec<&str> = command.split(' ').collect();
        assert_eq!(automatic(&words), game);
    }
    let pieces = |arguments: &[&str]| after(&automatic(arguments), "The piece that appears is: ").concat();
    assert_ne!(pieces(&["--pieces", "30"]), pieces(&["--pieces", "30"]));
    assert_eq!(pieces(&["--seed", "1", "--pieces", "3"]), pieces(&["--random", "--seed", "1", "--pieces", "3"]));
    assert_eq!(document(&["--bag", "2", "--seed", "1"])["end"], "sequence");
    assert_eq!(document(&["--bag", "2", "--seed", "1"])["totals"]["pieces"], 14);
    assert_eq!(document(&["--queue", "ti"])["settings"]["seed"], Value::Null);
}

#[test]
fn maps_and_letters() {
    let text = automatic(&["--queue", "O", "--map", "zeros", "--letters", "arrows", "--lang", "en"]);
    assert_eq!(after(&text, "[").len(), 2 * 22);
    assert!(text.contains("\n[1, 1, 0, 0, 0, 0, 0, 0, 0, 0]\n[1, 1, 0, 0, 0, 0, 0, 0, 0, 0]\n\n"), "{text}");
    assert!(text.contains("The steps to be made are: ↓ ↓ ↓"), "{text}");
    // A picture with more rows than the course has makes the board higher.
    let high = ["X........."; 25].join("/");
    assert_eq!(document(&["--queue", "O", "--board", &high])["settings"]["rows"], 25);
    assert_eq!(document(&["--queue", "O", "--board", "X........."])["settings"]["rows"], 22);
    let fumen = document(&["--queue", "O", "--board", "v115@vhAAgH"])["settings"].clone();
    assert_eq!((&fumen["rows"], &fumen["width"]), (&22.into(), &10.into()));
}

/// Closing the output ends an endless game.
#[test]
fn a_closed_pipe_ends_it() {
    let mut program = start(&["--auto", "--agent", "bcts", "--seed", "1"]);
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
    assert!(lines.by_ref().nth(40).is_some());
    drop(lines);
    assert_eq!(program.wait().unwrap().code(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_tidily() {
    for (arguments, until) in [(&["--lang", "en"][..], "(Y/N): "), (&["--auto", "--agent", "bcts"], "The map is then:")]
    {
        let mut program = start(&[arguments, &["--seed", "1"]].concat());
        // It waits for an answer as long as this is open.
        let input = program.stdin.take();
        let mut output = program.stdout.take().unwrap();
        let mut seen = Vec::new();
        while !String::from_utf8_lossy(&seen).contains(until) {
            let mut part = [0; 64];
            let read = output.read(&mut part).unwrap();
            assert!(read > 0);
            seen.extend_from_slice(&part[..read]);
        }
        let id = program.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        output.read_to_end(&mut seen).unwrap();
        assert_eq!(program.wait().unwrap().code(), Some(0));
        let text = String::from_utf8(seen).unwrap();
        assert!(text.contains("\n\nPieces placed: ") && text.contains("\nThe same again: "), "{text}");
        drop(input);
    }
}

#[test]
fn bad_input_gets_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("broken.toml"), "[weights]\nf5_holes = -4\nf1_landing = 1\n").unwrap();
    fs::write(folder.path().join("narrow.toml"), "[weights]\nheights = [1, 2, 3, 4]\n").unwrap();
    for (arguments, reason) in [
        (&["--queue", "TIXL"][..], "'X' in place 3 is none of the pieces IJLOSTZ"),
        (&["--queue", ""], "there is no piece in it"),
        (&["--queue", "TI", "--bag"], "cannot be used with '--bag [<N>]'"),
        (&["--queue", "TI", "--random"], "cannot be used with '--random'"),
        (&["--bag", "3", "--random"], "cannot be used with '--random'"),
        (&["--bag", "0"], "a whole number from 1 to"),
        (&["--pieces", "0"], "a whole number from 1 to"),
        (&["--rows", "3"], "3 is not in 4..=40"),
        (&["--rows", "41"], "41 is not in 4..=40"),
        (&["--width", "17"], "17 is not in 4..=16"),
        (&["--rows", "4", "--board", "X.../X.../X.../X.../X..."], "the picture has 5 rows, the board only 4"),
        (&["--width", "5", "--board", "X..."], "the row is 4 cells wide instead of 5"),
        (&["--board", "X.../XXXX"], "row 1 from the floor is full already; leave it out"),
        (&["--board", ".t../ttt."], "the picture shows a piece in play (small letters)"),
        (&["--board", "v115@!"], "--board: "),
        (&["--agent", "bctz"], "there is no agent \"bctz\"; the nearest is bcts"),
        (&["--agent", "missing.toml"], "there is no agent and no file \"missing.toml\""),
        (&["--agent", "broken.toml"], "broken.toml: line 3: "),
        (&["--agent", "narrow.toml"], "narrow.toml: heights has 4 weights, but a board of 10 columns needs 10"),
        (&["--rotation", "none"], "possible values: sevilla, srs, srs-no-kicks"),
        (&["--algorithm", "dijkstra"], "possible values: breadth-first,"),
        (&["--letters", "braille"], "possible values: sevilla, arrows, words"),
        (&["--map", "ones"], "possible values: picture, zeros"),
        (&["--lang", "fr"], "the languages are en, es and pt"),
        (&["--seed", "-1"], "'-1' for '--seed <N>'"),
    ] {
        let sentence = refusal(folder.path(), arguments);
        assert!(sentence.contains(reason), "{arguments:?}: {sentence}");
    }
}
