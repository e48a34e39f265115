//! `tetrolab experiment` as people call it: nothing stops a run for good, and what is misspelt is refused with its place.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{refusal, tetrolab, text};
use serde_json::Value;
use tetrolab_engine::{Random, Seed, Stream};
use tetrolab_lab::grid::Outcome;
use tetrolab_lab::laboratory::{EVENTS, Results};
use tetrolab_lab::report::TIMED;

/// A hundred and twenty cells, each of them some milliseconds, so that a stop comes before the end on fast machines too.
const FILE: &str = r#"
title = "Three players"
question = "Who lasts longest?"
[[grid]]
name = "players"
work = "evaluate"
agent = ["random", "el-tetris", "dellacherie"]
size = "10x8"
games = 150
repetitions = 40
"#;

/// A busy machine may be slow, but not that slow.
const PATIENCE: Duration = Duration::from_secs(120);

/// A folder with the file.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("three.toml"), FILE).unwrap();
    folder
}

/// What came of the cells, without what depends on the clock.
fn outcomes(run: &Path) -> BTreeMap<usize, Outcome> {
    let results = Results::read(run).unwrap();
    let done = results.done.iter().flatten().map(|done| {
        let measures = results.experiment.grid_of(&results.experiment.cells[done.cell]).work.measures();
        let mut outcome = done.outcome.clone();
        outcome.values.retain(|name, _| measures.iter().all(|measure| measure.name != name || !measure.is_timed));
        (done.cell, outcome)
    });
    done.collect()
}

/// Each cell is done once.
fn is_in_order(run: &Path) {
    let lines = fs::read_to_string(run.join(EVENTS)).unwrap();
    let events = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut done: Vec<u64> =
        events.filter(|event| event["event"] == "done").map(|event| event["cell"].as_u64().unwrap()).collect();
    done.sort_unstable();
    assert!(done.iter().copied().eq(0..120), "{done:?}");
}

/// All tables of a report as they are on the disk, but for those that depend on the clock.
fn tables(run: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(run.join("tables")).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    let tables: BTreeMap<String, Vec<u8>> =
        files.filter(|path| !name(path).ends_with(TIMED)).map(|path| (name(&path), fs::read(&path).unwrap())).collect();
    assert!(tables.len() > 2, "{:?}", tables.keys());
    tables
}

/// The run without anything in its way.
fn whole(folder: &Path) -> BTreeMap<usize, Outcome> {
    let output = tetrolab(folder, &["experiment", "run", "three.toml", "--out", "whole", "--threads", "1"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("120 of 120 cells"), "{}", text(&output.stdout));
    is_in_order(&folder.join("whole"));
    outcomes(&folder.join("whole"))
}

fn spawn(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tetrolab"));
    command.args(arguments).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Sends a signal after the run has written `more` bytes and `later` has passed.
#[cfg(unix)]
fn end(mut child: Child, lines: &Path, more: u64, later: Duration, signal: rustix::process::Signal) -> Output {
    let length = || fs::metadata(lines).map_or(0, |data| data.len());
    let (begun, before) = (Instant::now(), length());
    while length() < before + more && child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(later);
    let _ = rustix::process::kill_process(rustix::process::Pid::from_child(&child), signal);
    child.wait_with_output().unwrap()
}

#[test]
#[cfg(unix)]
fn nothing_stops_a_run_for_good() {
    use rustix::process::Signal;

    let folder = folder();
    let whole = whole(folder.path());
    let (run, lines) = (folder.path().join("parts"), folder.path().join("parts").join(EVENTS));
    let resume = ["experiment", "resume", "parts", "--threads", "2"];
    let mut random = Random::new(Seed(7), 0, Stream::Tests);
    let mut child = spawn(folder.path(), &["experiment", "run", "three.toml", "--out", "parts", "--threads", "2"]);
    while !lines.exists() {
        thread::sleep(Duration::from_millis(1));
    }
    let mut was_alive = 0;
    for _ in 0..10 {
        // In the middle of opening, of cells, of writing: a run of this length has some 150 kB of lines.
        let (more, later) = (u64::from(random.below(1000)), Duration::from_micros(u64::from(random.below(3000))));
        let output = end(child, &lines, more, later, Signal::KILL);
        was_alive += u32::from(output.status.code().is_none());
        child = spawn(folder.path(), &resume);
    }
    assert_eq!(was_alive, 10, "all of them were killed before they were done");
    for signal in [Signal::INT, Signal::TERM] {
        let output = end(child, &lines, 1000, Duration::ZERO, signal);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
        let printed = text(&output.stdout);
        let (count, rest) = printed.strip_prefix("stopped: ").unwrap().split_once(' ').unwrap();
        assert_eq!(rest, "of 120 cells are done; go on with tetrolab experiment resume parts\n");
        assert_eq!(count.parse(), Ok(outcomes(&run).len()));
        child = spawn(folder.path(), &resume);
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(outcomes(&run), whole);
    assert_eq!(tables(&run), tables(&folder.path().join("whole")));
    is_in_order(&run);

    // A torn line is taken away, and the index that older versions wrote is left alone.
    let whole_lines = fs::read(&lines).unwrap();
    fs::write(&lines, &whole_lines[..whole_lines.len() / 2]).unwrap();
    fs::write(run.join("index.sqlite"), "old").unwrap();
    assert_eq!(tetrolab(folder.path(), &resume).status.code(), Some(0));
    assert_eq!(outcomes(&run), whole);
    is_in_order(&run);
    assert_eq!(fs::read_to_string(run.join("index.sqlite")).unwrap(), "old");
}

/// A full disk, simulated by the shell's limit on the size of files.
#[test]
#[cfg(unix)]
fn a_full_disk_stops_a_run_with_the_reason() {
    let folder = folder();
    let whole = whole(folder.path());
    // There is room for the manifest; then for some lines.
    for (blocks, words) in [(8, "run three.toml --out full"), (100, "resume full")] {
        let script =
            format!("ulimit -f {blocks}; exec {} experiment {words} --threads 2", env!("CARGO_BIN_EXE_tetrolab"));
        let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{blocks}: {error}");
        let rest = "; the run stopped, and can be gone on with by tetrolab experiment resume full\n";
        assert!(error.starts_with("tetrolab: full: cannot write the next line: ") && error.ends_with(rest), "{error}");
    }
    assert!(!outcomes(&folder.path().join("full")).is_empty());
    let output = tetrolab(folder.path(), &["experiment", "resume", "full"]);
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    assert_eq!(outcomes(&folder.path().join("full")), whole);
    is_in_order(&folder.path().join("full"));
}

#[test]
fn what_is_misspelt_is_refused_with_its_place() {
    let folder = folder();
    for (from, to, reason) in [
        ("games = 150", "game = 30", "line 9, column 1: there is no setting \"game\"; the nearest is games"),
        ("title =", "titel =", "line 2, column 1: there is no setting \"titel\"; the nearest is title"),
        ("[[grid]]", "[[grids]]", "line 4, column 3: there is no setting \"grids\"; the nearest is grid"),
        (
            "\"evaluate\"",
            "\"evaluat\"",
            "line 6, column 8: there is no kind of work \"evaluat\"; the nearest is evaluate",
        ),
        (
            "\"el-tetris\"",
            "\"el-tetri\"",
            "line 7, column 20: there is no agent \"el-tetri\"; the nearest is el-tetris",
        ),
        ("\"10x8\"", "[\"10x8\", \"2x8\"]", "line 8, column 17: a board has 4 to 16 columns"),
        ("size =", "randomizer = \"fair\"\nsize =", "line 8, column 14: "),
        ("games = 150", "games = \"many\"", "line 9, column 9"),
        ("games = 150", "games = ", "line 9"),
    ] {
        assert!(FILE.contains(from));
        fs::write(folder.path().join("wrong.toml"), FILE.replacen(from, to, 1)).unwrap();
        let error = refusal(folder.path(), &["experiment", "run", "wrong.toml", "--out", "run"]);
        assert!(error.starts_with(&format!("wrong.toml: {reason}")), "{error}");
        assert!(!folder.path().join("run").exists());
    }
    let error = refusal(folder.path(), &["experiment", "run", "player"]);
    assert!(error.starts_with("there is no experiment \"player\"; the nearest is players"), "{error}");
    let error = refusal(folder.path(), &["experiment", "resume", "run"]);
    assert_eq!(error, "run: there is no run: manifest.json is missing");
    let error = refusal(folder.path(), &["experiment", "run", "players", "--scale", "huge", "--out", "run"]);
    assert!(error.contains("the scale is one of smoke, hour, paper"), "{error}");
}

#[test]
fn a_run_takes_over_what_another_has_done() {
    let folder = folder();
    let whole = whole(folder.path());
    fs::write(folder.path().join("few.toml"), FILE.replace("repetitions = 40", "repetitions = 10")).unwrap();
    let run = |words: &[&str]| {
        let output = tetrolab(folder.path(), &[&["experiment", "run"][..], words].concat());
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
        text(&output.stdout)
    };
    run(&["few.toml", "--out", "few"]);
    let one = FILE.replace("\"players\"", "\"one\"").replace("\"el-tetris\", \"dellacherie\"", "");
    fs::write(folder.path().join("one.toml"), one.replace("repetitions = 40", "repetitions = 20")).unwrap();
    run(&["one.toml", "--out", "one"]);
    // Thirty of the first, and of the other's twenty the ten that are not among them.
    let said = run(&["three.toml", "--out", "three", "--from", "few", "--from", "one"]);
    assert!(said.contains("120 of 120 cells (40 taken over)"), "{said}");
    assert_eq!(outcomes(&folder.path().join("three")), whole);
    is_in_order(&folder.path().join("three"));
    assert_eq!(tables(&folder.path().join("three")), tables(&folder.path().join("whole")));
    run(&["three.toml", "--out", "again", "--from", "three"]);
    let cost = |name: &str| {
        let report = fs::read_to_string(folder.path().join(name).join("report.md")).unwrap();
        ["| of that writing down |", "| taken over from other runs | 120 of 120 cells |"]
            .map(|row| report.contains(row))
    };
    assert_eq!([cost("three"), cost("again")], [[true, false], [false, true]]);
    let error = refusal(folder.path(), &["experiment", "run", "three.toml", "--out", "none", "--from", "nowhere"]);
    assert_eq!(error, "nowhere: there is no run: manifest.json is missing");
    assert!(!folder.path().join("none").exists());
}
