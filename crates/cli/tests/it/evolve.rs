//! `tetrolab train --evolve`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{refusal, tetrolab, text};

/// A run that takes a second.
const SMALL: [&str; 18] = [
    "train",
    "--evolve",
    "--features",
    "f1_landing_height",
    "--size",
    "10x6",
    "--population",
    "8",
    "--generations",
    "3",
    "--games",
    "8",
    "--learning-generations",
    "2",
    "--learning-games",
    "5",
    "--judging-games",
    "20",
];

fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = tetrolab(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_run_ends_with_a_player_that_every_command_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let report = run(folder.path(), &[&SMALL[..], &["--out", "run"]].concat());
    for part in [
        "hard (S and Z 3/11) pieces, one-piece decisions",
        "best formulas",
        "the base alone",
        "base, learned for as long",
        "chosen in new games: ",
        "run/player.toml: the player",
    ] {
        assert!(report.contains(part), "{part} is missing:\n{report}");
    }
    assert!(report.lines().all(|line| line.chars().count() <= 100), "{report}");
    // The command at the end can be typed.
    let command: Vec<&str> = report.lines().last().unwrap().split(' ').skip(1).collect();
    assert!(run(folder.path(), &[&command[..], &["--games", "5"]].concat()).contains("player.toml"));
    run(folder.path(), &["place", "--weights", "run/player.toml", "--piece", "T", "--board", "XX..XXXXXX"]);
}

/// Nothing is left to learn beside the number that decides everything, so the base alone does as well.
#[test]
fn a_formula_of_no_use_is_called_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("start.toml"), "[weights]\nf1_landing_height = -1\n").unwrap();
    let few = ["--evolve", "--hard", "--start", "start.toml", "--features", "f1_landing_height", "--size", "10x4"];
    let games =
        ["--population", "2", "--generations", "1", "--games", "2", "--most-nodes", "1", "--learning-games", "2"];
    let judging = ["--judging-games", "2", "--learning-generations", "1", "--out", "run"];
    let report = run(folder.path(), &[&["train"], &few[..], &games, &judging].concat());
    let flat: String = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("not clearly different from the base alone"), "{report}");
    assert!(
        flat.contains("The base alone, run/control/player.toml, is as good, as far as these games tell, and simpler."),
        "{report}"
    );
    run(folder.path(), &["evaluate", "--weights", "run/control/player.toml", "--games", "5"]);
}

#[test]
fn a_run_that_is_done_can_be_resumed_and_gives_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let document = |arguments: &[&str]| -> Value {
        let mut document: Value = serde_json::from_str(&run(folder.path(), arguments)).unwrap();
        document["seconds"] = Value::Null;
        document
    };
    let first = document(&[&SMALL[..], &["--json", "--out", "run"]].concat());
    assert_eq!(first["stopped"], false);
    assert!((1..=8).contains(&first["formulas"].as_array().unwrap().len()));
    let reason = "run: formulas evolved there; its training runs can be drawn: run/learned, run/control";
    assert_eq!(refusal(folder.path(), &["plot", "run"]), reason);
    let plotted = tetrolab(folder.path(), &["plot", "run/learned"]);
    assert_eq!(plotted.status.code(), Some(0), "{}", text(&plotted.stderr));
    let lines = folder.path().join("run/generations.jsonl");
    let whole = fs::read(&lines).unwrap();
    fs::write(&lines, &whole[..whole.len() - 1]).unwrap();
    assert_eq!(document(&["train", "--resume", "run", "--json", "--threads", "1"]), first);
    assert_eq!(fs::read(&lines).unwrap(), whole);
}

#[test]
fn bad_input_is_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, reason) in [
        (&["--sigma", "1"][..], "the argument '--evolve' cannot be used with '--sigma <S>'"),
        (&["--most-nodes", "0"], "a whole number from 1 to 60 is needed"),
        (&["--population", "0"], "a whole number from 1 to 1048576 is needed"),
        (&["--population", "10001"], "10001 formulas that live on: it is from 1 to 10000"),
        (&["--add", "60", "--population", "24"], "60 formulas to add: it is from 1 to 24"),
        (&["--features", "none", "--start", "lee"], "--start needs features: none has no weights"),
        (&["--features", "f5_hole"], "there is no feature \"f5_hole\"; the nearest is f5_holes"),
        (&["--start", "bcts"], "bcts weighs f7_hole_depth, which is none of the features to be learned"),
        (&["--randomizer", "mdptetris"], "games of mdptetris pieces are not to be learned from"),
    ] {
        let refused = refusal(folder.path(), &[&["train", "--evolve", "--out", "run"], arguments].concat());
        assert!(refused.contains(reason), "{refused}");
    }
    assert!(refusal(folder.path(), &["train", "--add", "2", "--out", "run"]).contains("--evolve"));
    assert!(refusal(folder.path(), &["train", "--resume", "run"]).contains("there is no run"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
