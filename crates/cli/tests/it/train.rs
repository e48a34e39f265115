//! `tetrolab train` and `tetrolab plot`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::program::{refusal, tetrolab, text};

/// Games that are short.
const SMALL: [&str; 7] = ["--size", "10x8", "--hard", "--population", "10", "--judging-games", "20"];

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn train(folder: &Path, arguments: &[&str]) -> String {
    let output = tetrolab(folder, &[&["train"], &SMALL[..], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn what_is_learned_plays_and_is_drawn() {
    let folder = folder();
    let report =
        train(folder.path(), &["--games", "6", "--generations", "4", "--runs", "3", "--seed", "7", "--out", "run"]);
    for part in ["cma-es, 10 candidates on the unit sphere, 6 games fixed; seed 7", "boumaza-8", "bcts", "player.toml"]
    {
        assert!(report.contains(part), "{part}: {report}");
    }
    assert!(report.lines().all(|line| line.chars().count() <= 100), "{report}");
    // The file stands for an agent wherever one is named, but none stands for a feature.
    fs::write(folder.path().join("f5_holes"), "no weights").unwrap();
    train(
        folder.path(),
        &["--features", "f5_holes", "--games", "2", "--generations", "1", "--runs", "1", "--out", "one"],
    );
    for arguments in [
        &["evaluate", "--weights", "run/player.toml", "--size", "10x8", "--games", "5"][..],
        &["evaluate", "run/player.toml", "bcts", "--size", "10x8", "--games", "5"],
        &["place", "--piece", "T", "--weights", "run/player.toml"],
        &["place", "--piece", "T", "--agent", "run/player.toml"],
        &[
            "train",
            "--features",
            "run/player.toml",
            "--start",
            "run/player.toml",
            "--size",
            "10x6",
            "--games",
            "2",
            "--generations",
            "1",
            "--runs",
            "1",
            "--out",
            "again",
        ],
    ] {
        let output = tetrolab(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    }
    let plotted = tetrolab(folder.path(), &["plot", "run"]);
    assert_eq!(plotted.status.code(), Some(0), "{}", text(&plotted.stderr));
    for line in text(&plotted.stdout).lines() {
        let svg = fs::read_to_string(folder.path().join(line.split_once(':').unwrap().0)).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("tetrolab train --size 10x8"), "{line}");
    }
    assert_eq!(text(&plotted.stdout).lines().count(), 8);
    // Another run beside it, and one figure alone.
    train(
        folder.path(),
        &["--games", "6", "--generations", "3", "--runs", "1", "--projection", "none", "--out", "raw"],
    );
    let one = ["plot", "run", "--beside", "raw", "--figure", "divergence", "--out", "figures"];
    assert_eq!(text(&tetrolab(folder.path(), &one).stdout).lines().count(), 1);
    let divergence = fs::read_to_string(folder.path().join("figures/divergence.svg")).unwrap();
    assert!(divergence.contains("without projection"), "both are described");
    // As JSON, of a run whose last line is torn.
    let lines = folder.path().join("raw/generations.jsonl");
    let whole = fs::read_to_string(&lines).unwrap();
    fs::write(&lines, &whole[..whole.len() - 9]).unwrap();
    let output = tetrolab(folder.path(), &["plot", "raw", "--json"]);
    assert_eq!(text(&output.stderr), "tetrolab: raw/generations.jsonl: the last line is torn and left out\n");
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["figures"][0]["file"], "raw/plots/divergence.svg");
    assert_eq!(document["figures"][0]["boumaza_2009"], serde_json::json!([2, 3]));
    assert_eq!(fs::read_to_string(&lines).unwrap().len(), whole.len() - 9, "nothing is changed");
}

#[test]
fn the_document_says_everything() {
    let folder = folder();
    let text = train(
        folder.path(),
        &["--games", "6", "--generations", "2", "--runs", "2", "--allocation", "racing", "--out", "run", "--json"],
    );
    let found: Value = serde_json::from_str(&text).unwrap();
    let settings = &found["settings"];
    for (value, expected) in [
        (&found["stopped"], "false"),
        (&found["rules"], "\"mdptetris\""),
        (&settings["game"]["randomizer"], "\"weighted:1/1/1/1/3/1/3\""),
        (&settings["search"]["parents"], "5"),
        (&settings["allocation"], "\"racing\""),
        (&settings["seed"], "1"),
        (&found["generations"], "4"),
        (&found["outcome"]["result"], "\"average\""),
    ] {
        assert_eq!(value.to_string(), expected);
    }
    assert_eq!(found["outcome"]["player"].as_array().unwrap().len(), 8);
    let manifest: Value = serde_json::from_slice(&fs::read(folder.path().join("run/manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["settings"], *settings);
    assert!(manifest["command"].as_str().unwrap().starts_with("tetrolab train --size 10x8"));
}

/// What a run leaves behind that does not depend on its name.
fn left_behind(run: &Path) -> Vec<String> {
    ["generations.jsonl", "player.toml", "result.json"].map(|name| fs::read_to_string(run.join(name)).unwrap()).to_vec()
}

/// Stopped by Ctrl-C, killed without warning, with a torn line: it goes on, and the result is the same.
#[test]
#[cfg(unix)]
fn nothing_stops_a_run_for_good() {
    let folder = folder();
    let arguments = ["--generations", "12", "--runs", "2", "--games", "150"];
    train(folder.path(), &[&arguments[..], &["--out", "whole"]].concat());
    let start = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tetrolab"));
        command.args(arguments).current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let first: Vec<&str> = [&["train"], &SMALL[..], &arguments[..], &["--out", "parts"]].concat();
    let mut child = start(&first);
    for (time, signal) in [(300, "INT"), (250, "KILL"), (350, "TERM"), (200, "KILL")] {
        thread::sleep(Duration::from_millis(time));
        let _ = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        let output = child.wait_with_output().unwrap();
        if signal != "KILL" {
            assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        }
        child = start(&["train", "--resume", "parts"]);
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(left_behind(&folder.path().join("parts")), left_behind(&folder.path().join("whole")));

    let lines = folder.path().join("parts/generations.jsonl");
    let whole = fs::read_to_string(&lines).unwrap();
    fs::write(&lines, &whole[..whole.len() - 100]).unwrap();
    let output = tetrolab(folder.path(), &["train", "--resume", "parts"]);
    let note = "tetrolab: parts: the last line was torn and is taken away; going on after generation 11 of run 2\n";
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), note));
    assert_eq!(left_behind(&folder.path().join("parts")), left_behind(&folder.path().join("whole")));
}

/// A full disk, simulated by the shell's limit on the size of files.
#[test]
#[cfg(unix)]
fn a_full_disk_stops_a_run_with_the_reason() {
    let folder = folder();
    train(folder.path(), &["--games", "6", "--generations", "9", "--runs", "1", "--out", "whole"]);
    let words = [&["train"], &SMALL[..], &["--games", "6", "--generations", "9", "--runs", "1", "--out", "full"]]
        .concat()
        .join(" ");
    let script = format!("ulimit -f 40; exec {} {words}", env!("CARGO_BIN_EXE_tetrolab"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.starts_with("tetrolab: full: cannot write")
            && error.ends_with("; the run stopped, and can be gone on with by --resume full\n"),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1, "{error}");
    let output = tetrolab(folder.path(), &["train", "--resume", "full"]);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "nothing was torn");
    assert_eq!(left_behind(&folder.path().join("full")), left_behind(&folder.path().join("whole")));
}

#[test]
fn bad_input_is_refused_in_one_sentence() {
    let folder = folder();
    for (arguments, reason) in [
        (&["--features", "f5_hole"][..], "there is no feature \"f5_hole\"; the nearest is f5_holes"),
        (&["--features", "random"], "random decides at random and weighs nothing"),
        (&["--features", "f5_holes,"], "--features \"f5_holes,\" has an empty part"),
        (&["--optimizer", "cmaes"], "there is no optimizer \"cmaes\"; the nearest is cma-es"),
        (
            &["--optimizer", "x"],
            "there is no optimizer \"x\"; they are cma-es, cma-es-plain, cross-entropy, genetic, random",
        ),
        (&["--population", "1"], "a λ (population) of 1: it is from 2 to 1048576"),
        (&["--lambda", "10", "--mu", "11"], "a μ (parents) of 11 is more than the λ (population) of 10"),
        (&["--sigma", "0"], "a sigma of 0: it is a finite number above 0, from 1e-70 to 1e70"),
        (&["--start", "aveiro"], "aveiro weighs aveiro_bumpiness, which is none of the features to be learned"),
        (&["--noise", "constant:1"], "cma-es has no noise"),
        (&["--runs", "1", "--trial-games", "5"], "--trial-games needs --select"),
        (&["--runs", "1", "--most-nodes", "5"], "--most-nodes needs --evolve"),
        (&["--start", "none.toml"], "there is no agent and no file \"none.toml\" (tetrolab agents lists the agents)"),
        (&["--randomizer", "none"], "games of none pieces are not to be learned from"),
    ] {
        let error = refusal(folder.path(), &[&["train", "--out", "run"], arguments].concat());
        assert_eq!(error, reason, "{arguments:?}");
        assert!(!folder.path().join("run").exists(), "{arguments:?}");
    }
    for (arguments, part) in [
        (&["--size", "3x20"][..], "a board has 4 to 16 columns and 1 to 40 rows"),
        (&["--hard=0.6"], "the chance of S and of Z is at most 1/2 each, such as 3/11 or 0.3"),
        (&["--generations", "0"], "a whole number from 1 to 1000000 is needed"),
        (&["--population", "-3"], "a whole number from 1 to 1048576 is needed"),
        (&["--hard", "--randomizer", "uniform"], "cannot be used with"),
        (&["--resume", "run"], "cannot be used with"),
    ] {
        let error = refusal(folder.path(), &[&["train", "--out", "run"], arguments].concat());
        assert!(error.contains(part), "{error}");
    }
    assert!(refusal(folder.path(), &["train"]).contains("--out"));
    assert_eq!(refusal(folder.path(), &["train", "--resume", "run"]), "run: there is no run: manifest.json is missing");
    assert_eq!(refusal(folder.path(), &["plot", "run"]), "run: there is no run: manifest.json is missing");

    train(folder.path(), &["--games", "6", "--generations", "1", "--runs", "1", "--out", "run"]);
    let again = refusal(folder.path(), &["train", "--out", "run"]);
    assert_eq!(again, "run: a run is there already: resume it, or name another folder");
    let mixed = refusal(folder.path(), &["train", "--resume", "run", "--games", "3"]);
    assert_eq!(mixed, "the argument '--resume <FOLDER>' cannot be used with '--games <N>' (see --help)");
    let no_figure = refusal(folder.path(), &["plot", "run", "--figure", "beauty"]);
    assert!(no_figure.starts_with("there is no figure \"beauty\"; they are divergence, fitness,"), "{no_figure}");
    assert_eq!(refusal(folder.path(), &["plot", "run", "--run", "2"]), "there is no run 2: the last is 1");
    let manifest = folder.path().join("run/manifest.json");
    let version = env!("CARGO_PKG_VERSION");
    let other = fs::read_to_string(&manifest)
        .unwrap()
        .replace(&format!("\"version\": \"{version}\""), "\"version\": \"0.0.9\"");
    fs::write(&manifest, other).unwrap();
    let error = refusal(folder.path(), &["train", "--resume", "run"]);
    assert_eq!(
        error,
        format!(
            "run: the run was begun by tetrolab 0.0.9, and this is {version}: its results would be mixed, so go on with that version or begin anew"
        )
    );
}
