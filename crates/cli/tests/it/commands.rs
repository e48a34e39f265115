//! The program as people call it: what it prints, and how it refuses.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::program::{refusal, tetrolab, text};

/// The example of the documentation, a T-Spin Double.
fn example() -> &'static str {
    let page = include_str!("../../../../docs/scripts.md");
    page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap()
}

#[test]
fn a_script_prints_every_event_and_the_result() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), example()).unwrap();
    let output = tetrolab(folder.path(), &["script", "game.txt"]);
    assert!(output.status.success());
    let printed = text(&output.stdout);
    let expected =
        "     0.010  cleared      T-Spin Double, rows 0 1, chain 1, combo 0, points 1200, score 1200, lines 2, level 1";
    assert!(printed.lines().any(|line| line == expected), "{printed}");
    assert!(printed.ends_with("seed 0, game 0, tetrolab 0.1.0)\n"), "{printed}");
}

#[test]
fn a_script_as_json_is_one_document() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), example()).unwrap();
    let output = tetrolab(folder.path(), &["script", "game.txt", "--json"]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let events = document["events"].as_array().unwrap();
    let cleared = events.iter().find(|event| event["kind"] == "cleared").unwrap();
    assert_eq!(cleared["time_ns"], 10_000_000);
    assert_eq!((&cleared["spin"], &cleared["lines"]), (&"full".into(), &2.into()));
    assert_eq!((&cleared["points"], &cleared["score"]), (&1200.into(), &1200.into()));
    let locked = events.iter().find(|event| event["kind"] == "locked").unwrap();
    assert_eq!(locked["cells"].as_array().unwrap().len(), 4);
    assert_eq!(document["final"]["end"], Value::Null);
    assert_eq!(document["final"]["statistics"]["pieces"], 1);
}

#[test]
fn a_recorded_script_is_verified_and_shown_as_a_replay() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), example()).unwrap();
    assert!(tetrolab(folder.path(), &["script", "game.txt", "--record", "game.replay"]).status.success());
    let script = text(&tetrolab(folder.path(), &["script", "game.txt"]).stdout);
    let replay = text(&tetrolab(folder.path(), &["replay", "game.replay", "--events"]).stdout);
    let events =
        |printed: &str| printed.lines().take_while(|line| line.contains("  ")).map(String::from).collect::<Vec<_>>();
    assert_eq!(events(&script), events(&replay));
    assert!(replay.contains("verified: not over, 1200 points"), "{replay}");
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "nothing is left beside: {names:?}");
}

#[test]
fn bad_scripts_are_refused_with_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    for (script, expected) in [
        ("queue TI\nboard\n    XX.\n", "game.txt: line 3: the row is 3 cells wide instead of 10"),
        (
            "board\n    XX.......?\n",
            "game.txt: line 2: unknown letter '?' in column 10 of the picture (use . for empty, X or a piece letter for a Block)",
        ),
        (
            "board\n    XXXX......\npiece I north 1 0\n",
            "game.txt: line 3: the piece in play (I north at 1, 0) overlaps Blocks",
        ),
        ("piece I north 0 0\n", "game.txt: line 1: the piece in play (I north at 0, 0) lies outside the board"),
        ("0.5 wait\n0.2 wait\n", "game.txt: line 2: time goes backwards: 0.200 s after 0.500 s"),
        ("queue\n", "game.txt: line 1: the queue is empty: name at least one piece, such as queue TIO"),
        (
            "randomizer none\n",
            "game.txt: line 1: the queue is empty, and the randomizer none makes no pieces of its own",
        ),
        (
            "set next 7\nset start-level 16\n",
            "game.txt: line 1: the Next queue shows 1 to 6 pieces, not 7; line 2: levels are 1 to 15; the start level is 16",
        ),
        ("fly away\n", "game.txt: line 1: unknown word \"fly\""),
    ] {
        fs::write(folder.path().join("game.txt"), script).unwrap();
        assert_eq!(refusal(folder.path(), &["script", "game.txt", "--record", "game.replay"]), expected);
        assert!(!folder.path().join("game.replay").exists(), "nothing is written");
    }
    assert!(refusal(folder.path(), &["script", "none.txt"]).starts_with("cannot read none.txt: "));
    fs::write(folder.path().join("noise"), [0xFF, 0xFE, 0x00]).unwrap();
    assert!(refusal(folder.path(), &["script", "noise"]).starts_with("noise is not text: "));
}

#[test]
fn floating_blocks_are_legal() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("game.txt"),
        "board\n    XXX.......\n    ..........\n    ..........\n0 tap hard-drop\n",
    )
    .unwrap();
    assert!(tetrolab(folder.path(), &["script", "game.txt"]).status.success());
}

#[test]
fn bad_replays_are_refused_with_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), example()).unwrap();
    tetrolab(folder.path(), &["script", "game.txt", "--record", "game.replay"]);
    let good = fs::read(folder.path().join("game.replay")).unwrap();
    let mut damaged = good.clone();
    damaged[40] ^= 4;
    let mut newer = good.clone();
    newer[8] = 2;
    for (name, bytes, expected) in [
        ("foreign", &b"<html>"[..], "foreign: this is not a tetrolab replay"),
        ("newer", &newer, "newer: this replay is of version 2; only version 1 can be read here"),
        ("damaged", &damaged, "damaged: this replay is damaged: its checksum does not match"),
        ("short", &good[..30], "short: this replay is damaged: its checksum does not match"),
        ("empty", &[], "empty: this is not a tetrolab replay"),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
        assert_eq!(refusal(folder.path(), &["replay", name]), expected);
    }
    for speed in ["0", "NaN", "fast"] {
        let reason = refusal(folder.path(), &["replay", "game.replay", "--speed", speed]);
        assert!(reason.contains("a speed is between 0.01 and 1000"), "{reason}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), example()).unwrap();
    let reason = refusal(folder.path(), &["script", "game.txt", "--record", "nowhere/game.replay"]);
    assert!(reason.starts_with("cannot write nowhere/game.replay: "), "{reason}");
}

#[test]
fn without_a_terminal_the_demo_is_text() {
    let output = tetrolab(Path::new("."), &["demo"]);
    assert!(output.status.success());
    let printed = text(&output.stdout);
    assert!(printed.contains("Tetris, rows 0 1 2 3, Back-to-Back, chain 10"), "{printed}");
    assert!(printed.trim_end().ends_with("seed 1, game 0, tetrolab 0.1.0)"), "{printed}");
}

#[test]
fn the_demo_is_what_its_script_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sessions/demo");
    let made = tempfile::tempdir().unwrap();
    let replay = made.path().join("sprint.replay");
    assert!(tetrolab(&folder, &["script", "sprint.txt", "--record", replay.to_str().unwrap()]).status.success());
    assert_eq!(fs::read(replay).unwrap(), fs::read(folder.join("sprint.replay")).unwrap());
}

#[test]
fn the_bench_gives_the_same_signature_every_time() {
    let run = || {
        let output = tetrolab(Path::new("."), &["bench", "--inputs", "20000", "--json"]);
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let (first, second) = (run(), run());
    assert_eq!(first["signature"], second["signature"]);
    assert_eq!(first["inputs"], 20_000);
}

#[test]
fn settings_are_listed_with_the_values_of_every_preset() {
    let output = tetrolab(Path::new("."), &["settings", "--json"]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let lock_down =
        document["rules"].as_array().unwrap().iter().find(|setting| setting["name"] == "lock-down").unwrap();
    assert_eq!(lock_down["presets"]["guideline"], "extended");
    assert!(text(&tetrolab(Path::new("."), &["settings"]).stdout).contains("auto-repeat-delay"));
}

#[test]
fn a_picture_shows_the_game_at_a_time_also_after_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let script = "queue OOOO\nset height 2\n0 tap hard-drop\n1 tap hard-drop\n2 tap left\n3 tap left\n";
    fs::write(folder.path().join("game.txt"), script).unwrap();
    assert!(tetrolab(folder.path(), &["script", "game.txt", "--record", "game.replay"]).status.success());
    let picture = |at: &str| {
        let arguments = ["replay", "game.replay", "--svg", "game.svg", "--at", at];
        assert!(tetrolab(folder.path(), &arguments).status.success(), "{at}");
        fs::read_to_string(folder.path().join("game.svg")).unwrap()
    };
    assert_ne!(picture("0"), picture("0.5s"));
    assert_eq!(picture("1.5s"), picture("9s"));
}

#[test]
fn nothing_but_plain_files_is_written_and_nothing_endless_is_read() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), example()).unwrap();
    fs::create_dir(folder.path().join("there")).unwrap();
    let reason = refusal(folder.path(), &["script", "game.txt", "--record", "there"]);
    assert_eq!(reason, "cannot write there: it is there and is not a plain file");
    let reason = refusal(folder.path(), &["script", "game.txt", "--record", "game.txt"]);
    assert_eq!(reason, "game.txt cannot be read and written at once");
    assert_eq!(fs::read_to_string(folder.path().join("game.txt")).unwrap(), example());
    let endless = "set width 4\nqueue I\nrandomizer repeat\nset endless on\nset lock-delay 1ms\nset fall instant\n9000000s wait\n";
    fs::write(folder.path().join("long.txt"), endless).unwrap();
    let reason = refusal(folder.path(), &["script", "long.txt"]);
    assert_eq!(reason, "long.txt: more than 1000000 events happen; let the game stop sooner");
}

#[test]
fn bad_arguments_are_refused_with_one_sentence() {
    assert_eq!(refusal(Path::new("."), &["nonsense"]), "unrecognized subcommand 'nonsense' (see --help)");
    assert!(refusal(Path::new("."), &["script"]).contains("<FILE>"));
}

/// What it prints with a text on standard input.
fn piped(folder: &Path, input: &[u8], arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tetrolab"));
    command.args(arguments).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that refuses something else may end before it has read this.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// The same file by its name and as `-`: options that read pictures, weights, patterns, scripts, replays, records, experiments.
#[test]
fn a_file_can_be_standard_input_wherever_one_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).unwrap();
    write("the.board", b"X........X\nXX.....XXX\n");
    write("the.half", b"XXXXXX....\nXXXXXX....\nXXXXXX....\nXXXXXX....\n");
    write("the.pattern", b"*p4\n");
    write("the.game", b"queue TILZ\n0 tap hard-drop\n");
    write("the.weights", b"[weights]\nf5_holes = -1\nf1_landing_height = -1\n");
    write("the.fitness", b"[weights]\nsolver_blocks = -2\n");
    write(
        "the.experiment",
        tetrolab(folder.path(), &["experiment", "show", "guideline-scoring", "--file"]).stdout.as_slice(),
    );
    tetrolab(folder.path(), &["script", "the.game", "--record", "the.replay"]);
    tetrolab(folder.path(), &["solve", "--queue", "TIL", "--algorithm", "beam", "--out", "the.solution"]);
    tetrolab(
        folder.path(),
        &[
            "solve",
            "--queue",
            "TIL",
            "--algorithm",
            "ga",
            "--population",
            "20",
            "--generations",
            "3",
            "--out",
            "the.start",
        ],
    );
    let pc = ["pc", "percent", "--lines", "4"];
    for (file, arguments) in [
        ("the.board", &["place", "--piece", "T", "--board", "-"][..]),
        ("the.board", &["placements", "--piece", "T", "--board", "-"]),
        ("the.board", &["perft", "--queue", "TI", "--depth", "1", "--threads", "1", "--json", "--board", "-"]),
        ("the.board", &["path", "--piece", "T", "--best", "sevilla", "--board", "-"]),
        ("the.board", &["assist", "--queue", "TI", "--auto", "--board", "-"]),
        ("the.board", &["solve", "--queue", "TIO", "--algorithm", "beam", "--json", "--board", "-"]),
        ("the.board", &["fumen", "encode", "-"]),
        ("the.half", &[&pc[..], &["--pattern", "*p4", "--board", "-"]].concat()),
        ("the.pattern", &[&pc[..], &["--board", "the.half", "--patterns", "-"]].concat()),
        ("the.weights", &["place", "--piece", "T", "--weights", "-"]),
        ("the.weights", &["place", "--piece", "T", "--agent", "-"]),
        ("the.weights", &["aveiro", "score", "--agent", "-", "--seeds", "1", "--pieces", "5"]),
        ("the.weights", &["evaluate", "--weights", "-", "--games", "3", "--size", "6x6", "--json"]),
        ("the.fitness", &["solve", "--queue", "TIO", "--algorithm", "beam", "--json", "--fitness", "-"]),
        ("the.game", &["script", "-"]),
        ("the.replay", &["replay", "-", "--verify"]),
        ("the.solution", &["solve", "--decode", "-"]),
        (
            "the.start",
            &["solve", "--queue", "TIL", "--algorithm", "sa", "--iterations", "50", "--json", "--start", "-"],
        ),
        ("the.experiment", &["experiment", "show", "-"]),
    ] {
        let named: Vec<&str> = arguments.iter().map(|word| if *word == "-" { file } else { word }).collect();
        let named = tetrolab(folder.path(), &named);
        let input = fs::read(folder.path().join(file)).unwrap();
        let piped = piped(folder.path(), &input, arguments);
        assert_eq!(piped.status.code(), Some(0), "{arguments:?}: {}", text(&piped.stderr));
        assert_eq!(named.status.code(), Some(0), "{arguments:?}: {}", text(&named.stderr));
        // Only the name of the file and the time may differ.
        let same = |bytes: &[u8], name: &str| {
            let is_clock =
                |line: &&str| ["second", "per_s", "nodes", " ms", " s,", "time"].iter().any(|word| line.contains(word));
            let lines = text(bytes);
            lines.lines().filter(|line| !is_clock(line)).map(|line| line.replace(name, "FILE")).collect::<Vec<_>>()
        };
        let piped = same(&piped.stdout, "standard input");
        let piped: Vec<String> =
            piped.iter().map(|line| line.replace("\"-\"", "\"FILE\"").replace(" - ", " FILE ")).collect();
        assert_eq!(piped, same(&named.stdout, file), "{arguments:?}");
    }
    let said = piped(folder.path(), b"X.........\nX?........\n", &["place", "--piece", "T", "--board", "-"]);
    assert!(text(&said.stderr).starts_with("tetrolab: standard input: line 2: unknown letter '?'"), "{said:?}");
    for option in ["--records", "--settings"] {
        let said = refusal(folder.path(), &["scores", option, "-"]);
        assert!(said.contains("this file is also written, so it cannot be standard input"), "{said}");
    }
    assert!(!folder.path().join("-").exists());
}

#[test]
fn similar_words_are_suggested() {
    let said = |arguments: &[&str]| refusal(Path::new("."), arguments);
    assert_eq!(said(&["plaec"]), "unrecognized subcommand 'plaec'; did you mean 'place'? (see --help)");
    for (arguments, similar) in [
        (&["play", "sprnt"][..], "'sprint'"),
        (&["path", "--piece", "J", "--best", "sevilla", "--algorithm", "astar"], "'a-star'"),
        (&["path", "--piece", "J", "--algoritm", "a-star"], "'--algorithm'"),
        (&["--opne"], "'--open'"),
        (&["experiment", "lst"], "'list'"),
        (&["solve", "--queue", "TIL", "--genotype", "swap-singel"], "'swap-simple'"),
        (&["pc", "percent", "--pattern", "*p7", "--hold", "avoids"], "'avoid'"),
    ] {
        let sentence = said(arguments);
        assert!(sentence.ends_with(&format!("; did you mean {similar}? (see --help)")), "{arguments:?}: {sentence}");
    }
    let sentence = said(&["fumen", "encode", "--pages.txt"]);
    assert!(sentence.ends_with("; to pass '--pages.txt' as a value, use '-- --pages.txt' (see --help)"), "{sentence}");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), example()).unwrap();
    fs::write(folder.path().join("real"), "old").unwrap();
    std::os::unix::fs::symlink("real", folder.path().join("link")).unwrap();
    assert!(tetrolab(folder.path(), &["script", "game.txt", "--record", "link"]).status.success());
    assert!(folder.path().join("link").is_symlink());
    assert!(fs::read(folder.path().join("real")).unwrap().starts_with(b"TETROLAB"));
}
