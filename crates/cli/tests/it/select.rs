//! `tetrolab train --select`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{refusal, tetrolab, text};

/// Few games on a low board.
const SMALL: [&str; 15] = [
    "train",
    "--size",
    "10x6",
    "--generations",
    "8",
    "--population",
    "6",
    "--games",
    "10",
    "--trial-generations",
    "2",
    "--trial-games",
    "15",
    "--judging-deaths",
    "200",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SMALL[..], more].concat()
}

fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = tetrolab(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

const GROW: [&str; 5] = ["--select", "--candidates", "f8_rows_with_holes,constant,f1_landing_height", "--most", "2"];

#[test]
fn a_set_grows_from_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let printed = run(folder.path(), &with(&[&GROW[..], &["--hard", "--out", "a run"]].concat()));
    for words in [
        "hard (S and Z 3/11) pieces, one-piece decisions",
        "grows from nothing",
        "step  add",
        "mean lines in 200 games that were not used to choose",
        "The selection ends: the set is as large as it may be.",
        "The final set scores ",
        "worth: the score with it divided by the score of the others",
        "tetrolab evaluate --weights 'a run/player.toml' --size 10x6 --hard",
    ] {
        assert!(printed.contains(words), "{words}:\n{printed}");
    }
    assert!(printed.lines().all(|line| line.chars().count() <= 100 && line.trim_end() == line), "{printed}");
    // The command that is printed works.
    let again = ["evaluate", "--weights", "a run/player.toml", "--size", "10x6", "--hard", "--games", "20"];
    assert!(run(folder.path(), &again).contains("a run/player"));
    let result: Value = serde_json::from_slice(&fs::read(folder.path().join("a run/result.json")).unwrap()).unwrap();
    assert_eq!(result["set"]["features"].as_array().unwrap().len(), 2);
}

/// The features of --features are the beginning, learned first or with the weights of --start.
#[test]
fn a_set_grows_from_what_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let given = ["--features", "f8_rows_with_holes", "--candidates", "constant", "--select=grow", "--json"];
    let document: Value =
        serde_json::from_str(&run(folder.path(), &with(&[&given[..], &["--out", "one"]].concat()))).unwrap();
    assert_eq!(document["settings"]["features"][0], "f8_rows_with_holes");
    assert_eq!(document["settings"]["population"], 6);
    assert_eq!(document["outcome"]["end"], "nothing-to-try");
    assert_eq!(document["outcome"]["set"]["weights"][0], -1.0);
    assert_eq!(document["stopped"], false);
    fs::write(folder.path().join("start.toml"), "[weights]\nf8_rows_with_holes = -3\n").unwrap();
    run(folder.path(), &with(&[&given[..], &["--start", "start.toml", "--out", "two"]].concat()));
    let steps = fs::read_to_string(folder.path().join("two/steps.jsonl")).unwrap();
    let begin: Value = serde_json::from_str(steps.lines().next().unwrap()).unwrap();
    assert_eq!((begin["pieces"].as_u64(), begin["set"]["weights"][0].as_f64()), (Some(0), Some(-1.0)));
}

#[test]
fn a_set_shrinks() {
    let folder = tempfile::tempdir().unwrap();
    let shrink = ["--select=shrink", "--features", "f1_landing_height,constant", "--judging-deaths", "6000"];
    let arguments: Vec<&str> = with(&[&shrink[..], &["--out", "run"]].concat());
    // The number of games is said once.
    let arguments: Vec<&str> = arguments[..13].iter().chain(&arguments[15..]).copied().collect();
    let printed = run(folder.path(), &arguments);
    assert!(printed.contains("step  leave out") && printed.contains("to the first"), "{printed}");
    assert!(printed.lines().all(|line| line.chars().count() <= 100 && line.trim_end() == line), "{printed}");
    assert!(printed.contains("The selection ends: one feature is left."), "{printed}");
}

#[test]
fn a_torn_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &with(&[&GROW[..], &["--out", "run", "--threads", "2"]].concat()));
    let read = |name: &str| fs::read(folder.path().join("run").join(name)).unwrap();
    let files = ["manifest.json", "steps.jsonl", "result.json", "player.toml"];
    let whole = files.map(read);
    fs::write(folder.path().join("run/steps.jsonl"), &whole[1][..whole[1].len() / 2]).unwrap();
    let output = tetrolab(folder.path(), &["train", "--resume", "run", "--threads", "1"]);
    let error = text(&output.stderr);
    assert!(
        error.starts_with("tetrolab: run: the last line was torn and is taken away; going on after step"),
        "{error}"
    );
    assert_eq!(files.map(read), whole);
    // One that is done is told again.
    assert!(run(folder.path(), &["train", "--resume", "run"]).contains("0 pieces in 0 s"));
}

#[test]
fn bad_input_is_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, reason) in [
        (&["--select=up"][..], "invalid value 'up' for '--select"),
        (&["--select", "--candidates", "f5_hole"], "there is no feature \"f5_hole\"; the nearest is f5_holes"),
        (&["--select", "--candidates", "heights"], "heights is several numbers"),
        (&["--select", "--candidates", ""], "--candidates \"\" has an empty part"),
        (&["--select", "--features", "nothing"], "there is no feature \"nothing\""),
        (&["--select", "--features", "boumaza-8", "--most", "8"], "there are 8 features already"),
        (&["--select", "--most", "0"], "a whole number from 1 to 1000 is needed"),
        (&["--select", "--start", "bcts"], "--start is for the features of --features, and there are none"),
        (&["--select", "--optimizer", "random"], "cannot be used with '--optimizer"),
        (&["--select=shrink", "--features", "lines"], "begins with two features or more"),
        (&["--select=shrink", "--no-combinations"], "--no-combinations is for a set that grows"),
        (&["--select=shrink", "--candidates", "lines"], "candidates are for a set that grows"),
        (&["--select", "--randomizer", "mdptetris"], "games of mdptetris pieces are not to be learned from"),
        (&["--trial-games", "5"], "--select"),
    ] {
        let error = refusal(folder.path(), &[&["train", "--out", "run"], arguments].concat());
        assert!(error.contains(reason), "{arguments:?}: {error}");
        assert!(!folder.path().join("run").exists());
    }
    // Nothing to try, so nothing is found: that is no error, but a script can see it.
    let output = tetrolab(folder.path(), &with(&["--select", "--candidates", "constant", "--out", "run"]));
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(1), ""));
    assert!(text(&output.stdout).ends_with("No feature is better than none, so there is no player.\n"));
    for more in [["--most", "3"], ["--size", "10x8"], ["--seed", "2"], ["--features", "lines"]] {
        let error = refusal(folder.path(), &[&["train", "--resume", "run"], &more[..]].concat());
        assert!(error.contains("cannot be used with"), "{error}");
    }
    let error = refusal(folder.path(), &with(&["--select", "--out", "run"]));
    assert!(error.contains("a run is there already"), "{error}");
    assert!(refusal(folder.path(), &["train", "--resume", "nowhere"]).contains("there is no run"));
}
