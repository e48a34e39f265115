//! `tetrolab tune`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::program::{refusal, tetrolab, text};

/// Games that are short.
const SMALL: [&str; 8] = ["--population", "4", "--games", "2", "--pieces", "8", "--nodes", "100"];

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn tune(folder: &Path, arguments: &[&str]) -> String {
    let output = tetrolab(folder, &[&["tune"], &SMALL[..], arguments].concat());
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    text(&output.stdout)
}

/// What a run leaves behind that does not depend on its name.
fn left_behind(run: &Path) -> Vec<String> {
    ["generations.jsonl", "weights.toml"].map(|name| fs::read_to_string(run.join(name)).unwrap()).to_vec()
}

#[test]
fn weights_are_tuned_and_can_be_tuned_on() {
    let folder = folder();
    let report = tune(folder.path(), &["--generations", "2", "--seed", "7", "--threads", "1", "--out", "run"]);
    let words = report.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "cma-es, sigma 0.25, 4 candidates, 2 games of 8 pieces each",
        "7-bag randomizer, seed 7",
        "2 generations in",
        "--agent bot:run/weights.toml",
    ] {
        assert!(words.contains(part), "{part}: {report}");
    }
    assert!(report.lines().all(|line| line.chars().count() <= 100), "{report}");
    let json =
        tune(folder.path(), &["--generations", "2", "--seed", "7", "--threads", "3", "--out", "again", "--json"]);
    assert_eq!(left_behind(&folder.path().join("run")), left_behind(&folder.path().join("again")), "threads");
    let document: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&document["stopped"], &document["settings"]["seed"]), (&Value::from(false), &Value::from(7)));
    assert_eq!(document["generations"].as_array().unwrap().len(), 2);
    assert!(document["weights"]["holes"].is_number(), "{json}");

    let garbage = ["--garbage", "10", "--every", "7"];
    let on = ["--weights", "run/weights.toml", "--generations", "1", "--out", "on"];
    tune(folder.path(), &[on.as_slice(), &garbage].concat());
    let manifest: Value =
        serde_json::from_str(&fs::read_to_string(folder.path().join("on/manifest.json")).unwrap()).unwrap();
    let tuned = fs::read_to_string(folder.path().join("run/weights.toml")).unwrap();
    let settings = &manifest["settings"];
    assert_eq!((settings["rows"].as_u64(), settings["every"].as_u64()), (Some(10), Some(7)));
    let holes = settings["start"]["holes"].as_f64().unwrap();
    assert!(tuned.contains(&format!("\nholes = {:?}\n", holes as f32)), "{holes}: {tuned}");
}

/// Stopped by Ctrl-C, killed without warning, with a torn line: it goes on, and the result is the same.
#[test]
#[cfg(unix)]
fn nothing_stops_a_run_for_good() {
    let folder = folder();
    let arguments = ["--generations", "10", "--pieces", "12", "--nodes", "2000"];
    let arguments = [&SMALL[..4], &arguments[..]].concat();
    let whole = tetrolab(folder.path(), &[&["tune", "--out", "whole"], &arguments[..]].concat());
    assert_eq!(whole.status.code(), Some(0), "{}", text(&whole.stderr));
    let start = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tetrolab"));
        command.args(arguments).current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let mut child = start(&[&["tune", "--out", "parts"], &arguments[..]].concat());
    while !folder.path().join("parts/manifest.json").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    for (time, signal) in [(0, "KILL"), (150, "INT"), (150, "KILL"), (200, "TERM"), (100, "KILL")] {
        thread::sleep(Duration::from_millis(time));
        let _ = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        let output = child.wait_with_output().unwrap();
        if signal != "KILL" {
            assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        }
        child = start(&["tune", "--resume", "parts"]);
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let (parts, whole) = (folder.path().join("parts"), left_behind(&folder.path().join("whole")));
    assert_eq!(left_behind(&parts), whole);

    let lines = parts.join("generations.jsonl");
    fs::write(&lines, &whole[0][..whole[0].len() - 100]).unwrap();
    fs::remove_file(parts.join("weights.toml")).unwrap();
    let output = tetrolab(folder.path(), &["tune", "--resume", "parts"]);
    let note = "tetrolab: parts: the last line was torn and is taken away; going on after generation 9\n";
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), note));
    assert_eq!(left_behind(&parts), whole);

    // The weights were not written after the last line.
    fs::write(parts.join("weights.toml"), "old").unwrap();
    let output = tetrolab(folder.path(), &["tune", "--resume", "parts"]);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    assert_eq!(left_behind(&parts), whole);
}

#[test]
fn damaged_folders_are_refused() {
    let folder = folder();
    let run = folder.path().join("run");
    tune(folder.path(), &["--generations", "3", "--out", "run"]);
    let (lines, manifest) = (run.join("generations.jsonl"), run.join("manifest.json"));
    let (whole, settings) = (fs::read_to_string(&lines).unwrap(), fs::read_to_string(&manifest).unwrap());
    let parts: Vec<&str> = whole.split_inclusive('\n').collect();
    let shorter = parts[2].replacen("\"mean\":[", "\"mean\":[0.5,", 1);
    for (text, reason) in [
        (format!("{}nonsense\n{}", parts[0], parts[2]), "run/generations.jsonl: line 2: "),
        (
            format!("{}{}", parts[0], parts[2]),
            "run/generations.jsonl: line 2: a generation is missing before it: it is generation 2",
        ),
        (format!("{}{}{shorter}", parts[0], parts[1]), "run/generations.jsonl: line 3: "),
        (parts[1].replacen("\"generation\":1", "\"generation\":0", 1), "run/generations.jsonl: line 1: "),
    ] {
        fs::write(&lines, text).unwrap();
        let error = refusal(folder.path(), &["tune", "--resume", "run"]);
        assert!(error.starts_with(reason), "{error}");
    }
    fs::write(&lines, &whole).unwrap();
    for (from, to, reason) in [
        (
            "\"population\": 4",
            "\"population\": 5",
            "run/manifest.json: its settings are not those that the run began with",
        ),
        (
            "\"kind\": \"tune-bot\"",
            "\"kind\": \"train\"",
            "run/manifest.json: it is a run of kind \"train\", not \"tune-bot\"",
        ),
    ] {
        assert!(settings.contains(from));
        fs::write(&manifest, settings.replace(from, to)).unwrap();
        assert_eq!(refusal(folder.path(), &["tune", "--resume", "run"]), reason);
    }
    fs::write(&manifest, &settings).unwrap();
    assert_eq!(
        refusal(folder.path(), &["tune", "--resume", "none"]),
        "none: there is no run: manifest.json is missing"
    );
    let again = refusal(folder.path(), &["tune", "--out", "run"]);
    assert_eq!(again, "run: a run is there already: resume it, or name another folder");
}

#[test]
fn bad_input_is_refused_in_one_sentence() {
    let folder = folder();
    fs::write(folder.path().join("bad.toml"), "[weights]\nhole = 1\n").unwrap();
    for (arguments, reason) in [
        (
            &["--population", "1", "--games", "0", "--sigma", "-1"][..],
            "a λ (population) of 1: it is from 2 to 1048576; 0 games: it is from 1 to 1000000",
        ),
        (&["--pieces", "0"], "0 pieces: it is from 1 to 1000000"),
        (&["--weights", "bad.toml"], "bad.toml: there is no term \"hole\"; the nearest is holes"),
        (&["--weights", "none.toml"], "none.toml"),
        (&["--games", "-3"], "a whole number from 0 to"),
        (&["--resume", "run"], "cannot be used with"),
    ] {
        let error = refusal(folder.path(), &[&["tune", "--out", "run"], arguments].concat());
        assert!(error.contains(reason), "{arguments:?}: {error}");
        assert!(!folder.path().join("run").exists(), "{arguments:?}");
    }
    assert!(refusal(folder.path(), &["tune"]).contains("--out"));
}
