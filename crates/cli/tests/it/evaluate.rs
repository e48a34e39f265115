//! `tetrolab evaluate` and `tetrolab bench --players`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{refusal, tetrolab, text};

fn document(folder: &Path, arguments: &[&str]) -> Value {
    let output = tetrolab(folder, &[&["evaluate"], arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn here() -> &'static Path {
    Path::new(".")
}

/// What does not depend on how fast the machine is.
fn lasting(mut document: Value) -> Value {
    document["threads"] = Value::Null;
    for agent in document["agents"].as_array_mut().unwrap() {
        agent["seconds"] = Value::Null;
        agent["pieces_per_second"] = Value::Null;
    }
    document
}

#[test]
fn threads_do_not_change_results() {
    for stop in [["--games", "30"], ["--deaths", "40"], ["--pieces", "50000"], ["--precision", "30%"]] {
        let arguments = [&["bcts", "lee", "random", "--size", "10x6", "--seed", "5"], &stop[..]].concat();
        let with = |threads: &str| lasting(document(here(), &[&arguments[..], &["--threads", threads]].concat()));
        let one = with("1");
        assert_eq!(with("2"), one, "{stop:?}");
        assert_eq!(with("5"), one, "{stop:?}");
    }
}

/// Everything needed to repeat a run is there, and the statistics follow from lines and deaths.
#[test]
fn the_document_says_everything() {
    let found = document(here(), &["dellacherie", "bcts", "--size", "10x6", "--hard", "--games", "50", "--scores"]);
    for (name, value) in [
        ("rules", "\"mdptetris\""),
        ("size", "\"10x6\""),
        ("lines_after_overflow", "false"),
        ("randomizer", "\"weighted:1/1/1/1/3/1/3\""),
        ("seed", "1"),
        ("first_game", "0"),
        ("decisions", "\"one-piece\""),
        ("stop", "{\"games\":50}"),
    ] {
        assert_eq!(found[name].to_string(), value, "{name}");
    }
    assert_eq!(found["version"], env!("CARGO_PKG_VERSION"));
    for agent in found["agents"].as_array().unwrap() {
        let scores: Vec<u64> =
            agent["scores"].as_array().unwrap().iter().map(|score| score.as_u64().unwrap()).collect();
        let lines: u64 = scores.iter().sum();
        assert_eq!((scores.len(), agent["lines"].as_u64()), (50, Some(lines)));
        assert_eq!((agent["games"].as_u64(), agent["deaths"].as_u64()), (Some(50), Some(50)));
        let mean = lines as f64 / 50.0;
        assert_eq!(agent["mean"].as_f64(), Some(mean));
        // 2 * 50 / chi-square of 100 degrees at 0.975 and 0.025, from a printed table.
        let ends = [mean * 100.0 / 129.561, mean * 100.0 / 74.222];
        for (end, expected) in agent["interval"].as_array().unwrap().iter().zip(ends) {
            assert!((end.as_f64().unwrap() / expected - 1.0).abs() < 1e-4, "{end} and {expected}");
        }
        let paper = agent["paper_interval"].as_array().unwrap();
        let half = 2.0 / f64::sqrt(50.0);
        assert!((paper[0].as_f64().unwrap() / (mean * (1.0 - half)) - 1.0).abs() < 1e-12);
        assert!((paper[1].as_f64().unwrap() / (mean * (1.0 + half)) - 1.0).abs() < 1e-12);
    }
    let means: Vec<f64> =
        found["agents"].as_array().unwrap().iter().map(|agent| agent["mean"].as_f64().unwrap()).collect();
    let comparison = &found["comparisons"][0];
    assert!((comparison["ratio"].as_f64().unwrap() - means[0] / means[1]).abs() < 1e-12);
    let better = comparison["probability_first_is_better"].as_f64().unwrap();
    assert_eq!(better > 0.5, means[0] > means[1]);
}

#[test]
fn the_text_says_what_was_played() {
    let output = tetrolab(here(), &["evaluate", "bcts", "lee", "--size", "8x5", "--games", "25", "--seed", "9"]);
    let text = text(&output.stdout);
    for words in [
        "MDPTetris rules, 8x5, no lines after overflow, uniform pieces, seed 9, 25 games, one-piece\ndecisions",
        "exact 95 %",
        "mean ± 2/√N",
        "pieces/s",
        "better than bcts?",
        "too few lines to tell",
    ] {
        assert!(text.contains(words), "{words}:\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

/// MDPTetris' own games: lines as it printed them.
#[test]
fn games_of_mdptetris_are_replayed() {
    for (size, expected) in
        [("10x6", [51, 219, 50, 81, 13, 12, 12, 51]), ("10x8", [830, 1291, 1118, 353, 412, 730, 315, 217])]
    {
        let arguments =
            ["dellacherie", "--randomizer", "mdptetris", "--seed", "42", "--games", "8", "--scores", "--size", size];
        let found = document(here(), &arguments);
        assert_eq!(found["agents"][0]["scores"], serde_json::json!(expected));
    }
}

#[test]
fn weights_play_as_the_agent_they_are_from() {
    let folder = tempfile::tempdir().unwrap();
    let printed = tetrolab(folder.path(), &["agents", "aveiro"]);
    fs::write(folder.path().join("mine.toml"), &printed.stdout).unwrap();
    let found =
        document(folder.path(), &["aveiro", "--weights", "mine.toml", "--size", "10x8", "--scores", "--games", "9"]);
    assert_eq!(found["agents"][0]["scores"], found["agents"][1]["scores"]);
    assert_eq!(found["agents"][1]["agent"], "mine.toml");
}

#[test]
fn looking_ahead_is_asked_for() {
    let mean = |option: &str| {
        let found = document(here(), &["dellacherie", "--size", "10x5", "--games", "30", option]);
        (found["agents"][0]["mean"].as_f64().unwrap(), found["decisions"].as_str().unwrap().to_string())
    };
    let one =
        document(here(), &["dellacherie", "--size", "10x5", "--games", "30"])["agents"][0]["mean"].as_f64().unwrap();
    let (two, decisions) = mean("--two-piece");
    assert_eq!(decisions, "two-piece");
    assert!(two > 2.0 * one, "{two} and {one}");
    let (expected, decisions) = mean("--lookahead");
    assert_eq!(decisions, "expectation");
    assert!(expected > one, "{expected} and {one}");
}

#[test]
fn precision_is_reached() {
    let found = document(here(), &["bcts", "--size", "10x6", "--precision", "10%"]);
    let agent = &found["agents"][0];
    let (mean, ends) = (agent["mean"].as_f64().unwrap(), agent["interval"].as_array().unwrap());
    let half = (ends[1].as_f64().unwrap() - ends[0].as_f64().unwrap()) / 2.0;
    assert!((0.095..=0.1).contains(&(half / mean)), "{}", half / mean);
}

#[test]
fn the_plot_is_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["evaluate", "bcts", "lee", "--size", "10x6", "--games", "60", "--plot", "scores.svg"];
    assert!(tetrolab(folder.path(), &arguments).status.success());
    let svg = fs::read_to_string(folder.path().join("scores.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    for words in ["bcts", "lee", "10x6", "tetrolab evaluate bcts lee --size 10x6 --games 60 --plot scores.svg"] {
        assert!(svg.contains(words), "{words}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing lies beside it");
}

/// Waits for a run that was stopped.
#[cfg(unix)]
fn stopped_after(signal: &str, arguments: &[&str]) -> (Option<i32>, Value) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tetrolab"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(400));
    assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
    Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    let start = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(5), "it did not stop");
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap_or(Value::Null))
}

#[cfg(unix)]
#[test]
fn what_is_known_is_printed_when_stopped() {
    for (signal, stop) in
        [("-INT", ["--games", "1000000"]), ("-INT", ["--deaths", "10000000"]), ("-TERM", ["--pieces", "100000000000"])]
    {
        let (code, found) =
            stopped_after(signal, &[&["evaluate", "bcts", "lee", "--size", "10x8", "--json"], &stop[..]].concat());
        assert_eq!(code, Some(0), "{stop:?}");
        let agents = found["agents"].as_array().unwrap();
        assert_eq!(agents.len(), 1, "the second has not begun");
        assert_eq!(found["not_played"], serde_json::json!(["lee"]));
        assert_eq!(agents[0]["interrupted"], true);
        assert_eq!(agents[0]["design"], "exposure");
        assert!(agents[0]["lines"].as_u64().unwrap() > 1000 && agents[0]["deaths"].as_u64().unwrap() > 0, "{found}");
    }
}

#[test]
fn bad_input_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("good.toml", "[weights]\nf5_holes = -1\n");
    write("unknown.toml", "[weights]\nf5_hole = 1\n");
    write("twice.toml", "[weights]\nf5_holes = 1\n\nf5_holes = 2\n");
    write("inf.toml", "[weights]\nf5_holes = inf\n");
    write("short.dat", "0\n-1\n2\n8 1\n8 2\n");
    write("repeated.dat", "0\n-1\n2\n5 1\n5 2\n");
    for (arguments, sentence) in [
        (&["evaluate"][..], "name an agent, such as bcts, or give --weights"),
        (&["evaluate", "bct"], "there is no agent \"bct\"; the nearest is bcts (tetrolab agents lists them)"),
        (
            &["evaluate", "--weights", "unknown.toml"],
            "unknown.toml: line 2: there is no feature \"f5_hole\"; the nearest is f5_holes",
        ),
        (&["evaluate", "--weights", "twice.toml"], "twice.toml: line 4: f5_holes is repeated"),
        (&["evaluate", "--weights", "inf.toml"], "inf.toml: line 2: the weight of f5_holes is not a finite number"),
        (
            &["evaluate", "--weights", "short.dat"],
            "short.dat: heights has 2 weights, but a board of 10 columns needs 10",
        ),
        (&["evaluate", "--weights", "repeated.dat"], "repeated.dat: line 5: feature 5 is repeated"),
        (&["evaluate", "--weights", "missing.toml"], "cannot read missing.toml"),
        (&["evaluate", "bcts", "--size", "17x20"], "a board has 4 to 16 columns and 1 to 40 rows"),
        (&["evaluate", "bcts", "--size", "10"], "a size is columns x rows, such as 10x20"),
        (&["evaluate", "bcts", "--games", "0"], "a whole number from 1 to 10000000 is needed"),
        (&["evaluate", "bcts", "--games", "-1"], "a whole number from 1 to 10000000 is needed"),
        (&["evaluate", "bcts", "--deaths", "1e18"], "a whole number from 1 to 1000000000 is needed"),
        (&["evaluate", "bcts", "--deaths", "9", "--json", "--scores"], "--scores needs complete games: use --games"),
        (&["evaluate", "bcts", "--plot", "missing/a.svg"], "cannot write missing/a.svg"),
        (&["evaluate", "bcts", "--plot", "."], "cannot write .: it is there and is not a plain file"),
        (&["evaluate", "bcts", "--games", "1", "--plot", "a.svg"], "a plot needs at least two complete games"),
        (
            &["evaluate", "--weights", "good.toml", "--plot", "good.toml"],
            "good.toml cannot be read and written at once",
        ),
        (
            &["evaluate", "bcts", "--randomizer", "none", "--queue", "T", "--deaths", "1"],
            "games of given pieces may never be lost",
        ),
        (&["evaluate", "bcts", "--games", "1", "--deaths", "1"], "'--games <N>' cannot be used with"),
        (&["evaluate", "bcts", "--precision", "0"], "a precision is between 0.01% and 100%"),
        (&["evaluate", "bcts", "--randomizer", "dice"], "expected 7-bag, uniform"),
        (&["evaluate", "bcts", "--randomizer", "repeat"], "--randomizer repeat needs pieces: give them with --queue"),
        (&["evaluate", "bcts", "--queue", "TX"], "'X' in place 2 is none of the pieces IJLOSTZ"),
        (&["evaluate", "bcts", "--randomizer", "mdptetris", "--lookahead"], "MDPTetris looks at one piece"),
        (
            &["evaluate", "bcts", "--randomizer", "mdptetris", "--seed", "4294967296"],
            "a seed of MDPTetris is below 4294967296",
        ),
        (&["evaluate", "bcts", "--threads", "0"], "a whole number from 1 to 1024 is needed"),
        (&["evaluate", "bcts", "--deaths", "3", "--plot", "a.svg"], "--plot needs complete games: use --games"),
    ] {
        let said = refusal(folder.path(), arguments);
        assert!(said.contains(sentence), "{arguments:?}: {said}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("good.toml")).unwrap(), "[weights]\nf5_holes = -1\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6, "nothing was written");
}

#[test]
fn the_benchmark_times_every_agent() {
    let output = tetrolab(here(), &["bench", "--players", "--pieces", "100", "--json"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let agents = found["agents"].as_array().unwrap();
    assert_eq!(agents.len(), 14);
    for agent in agents {
        assert!(agent["pieces_per_second"]["portable"].as_f64().unwrap() > 0.0, "{agent}");
    }
    assert!(found["two_threads"].as_f64().unwrap() > 0.1);
    let again = tetrolab(here(), &["bench", "--players", "--pieces", "100", "--json"]);
    let again: Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(again["signature"], found["signature"]);
}
