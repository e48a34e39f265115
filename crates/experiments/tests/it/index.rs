//! The index of a run agrees with its lines: after a run, after a kill, after damage, and while it goes on.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use tetrolab_experiments::grid::Scale;
use tetrolab_experiments::laboratory::{EVENTS, Ended, INDEX, Plan, Progress, Results, Run, Watch, contents};
use tetrolab_records::{CellState, RunContents, RunIndex};

/// Twelve cells, each of them some milliseconds.
const SMALL: &str = r#"
title = "Two players"
question = "Who lasts longer?"
[[grid]]
name = "players"
work = "evaluate"
agent = ["random", "dellacherie"]
size = "10x6"
games = 20
repetitions = 6
"#;

/// Cells that nobody waits for.
const LONG: &str = r#"
title = "One player"
[[grid]]
name = "players"
work = "evaluate"
agent = "dellacherie"
size = "10x12"
games = 20
repetitions = 60
"#;

fn two() -> NonZero<usize> {
    NonZero::new(2).unwrap()
}

fn plan(text: &str) -> Plan {
    Plan { name: "two".to_string(), scale: Scale::Paper, seed: Some(7), text: text.to_string() }
}

/// What the index says, as anybody reads it.
fn index(folder: &Path) -> RunContents {
    let copy = tempfile::tempdir().unwrap();
    for name in [INDEX.to_string(), format!("{INDEX}-wal")] {
        let _ = fs::copy(folder.join(&name), copy.path().join(&name));
    }
    RunIndex::read(&copy.path().join(INDEX)).unwrap()
}

/// The states of the cells, in a letter each.
fn letters(contents: &RunContents) -> String {
    let letter = |state: &CellState| match state {
        CellState::Waiting => 'w',
        CellState::Running => 'r',
        CellState::Done { .. } => 'd',
        CellState::Failed { .. } => 'f',
    };
    contents.cells.iter().map(|cell| letter(&cell.state)).collect()
}

fn agrees(folder: &Path) -> RunContents {
    let found = index(folder);
    assert_eq!(found, contents(&Results::read(folder).unwrap()));
    found
}

/// A run that is done.
fn done() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::create(folder.path(), plan(SMALL), "").unwrap();
    assert_eq!(letters(&agrees(folder.path())), "wwwwwwwwwwww");
    assert_eq!(run.run(two(), &(), &()).unwrap(), Ended::Complete);
    folder
}

#[test]
fn it_agrees_after_a_run() {
    let folder = done();
    let found = agrees(folder.path());
    assert_eq!(letters(&found), "dddddddddddd");
    let facts = ["name", "scale", "seed", "title"].map(|name| found.facts[name].as_str());
    assert_eq!(facts, ["two", "paper", "7", "Two players"]);
    assert!(found.facts["host"].contains("threads"), "{found:?}");
    let CellState::Done { numbers, .. } = &found.cells[3].state else { panic!("{found:?}") };
    assert_eq!(numbers["deaths"], 20.0);
    let settings = &found.cells[3].settings;
    assert!(settings.starts_with(r#"{"agent":"dellacherie","games":20,"label":"","#), "{settings}");
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names, [EVENTS, INDEX, "manifest.json"], "nothing is left beside it");
    // Going on with what is done changes nothing.
    assert_eq!(Run::open(folder.path()).unwrap().run(two(), &(), &()).unwrap(), Ended::Complete);
    assert_eq!(agrees(folder.path()), found);
}

/// Lines that were cut off anywhere, as a kill leaves them, and an index that knows more than they do.
#[test]
fn it_agrees_after_a_kill() {
    let folder = done();
    let (events, whole) = (folder.path().join(EVENTS), agrees(folder.path()));
    let lines = fs::read(&events).unwrap();
    for parts in [0, 1, 5, 9, 12] {
        let length = lines.len() * parts / 13;
        fs::write(&events, &lines[..length]).unwrap();
        let run = Run::open(folder.path()).unwrap();
        let letters = letters(&agrees(folder.path()));
        assert_eq!(letters.matches('d').count(), run.results().count(), "{letters}");
        assert_eq!(letters.matches('r').count(), run.results().started.len(), "{letters}");
    }
    assert_eq!(Run::open(folder.path()).unwrap().run(two(), &(), &()).unwrap(), Ended::Complete);
    let again = agrees(folder.path());
    let untimed = |contents: &RunContents| {
        let mut contents = contents.clone();
        for cell in &mut contents.cells {
            if let CellState::Done { seconds, numbers } = &mut cell.state {
                *seconds = 0.0;
                numbers.remove("speed");
            }
        }
        contents
    };
    assert_eq!(untimed(&again), untimed(&whole));
}

#[test]
fn it_agrees_after_damage() {
    let folder = done();
    let path = folder.path().join(INDEX);
    let sound = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    drop(Run::open(folder.path()).unwrap());
    agrees(folder.path());
    for damaged in [&b"spoilt"[..], b"", &sound[..sound.len() / 2], &[0; 8192]] {
        fs::write(&path, damaged).unwrap();
        drop(Run::open(folder.path()).unwrap());
        agrees(folder.path());
    }
    // A folder in its place is no index, and nothing else is touched.
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let refused = Run::open(folder.path()).err().unwrap().to_string();
    assert_eq!(refused, format!("{}: cannot write index.sqlite: it is not a plain file", folder.path().display()));
    fs::remove_dir(&path).unwrap();
    assert!(Run::open(folder.path()).unwrap().results().is_complete());
    agrees(folder.path());
}

/// Looks into the index while the run goes on, and stops it when that says something.
struct Looking<'f> {
    folder: &'f Path,
    found: Mutex<String>,
    is_stopped: AtomicBool,
}

impl Watch for Looking<'_> {
    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn progress(&self, _: &Progress) {
        let letters = letters(&index(self.folder));
        if letters.contains('r') && letters.contains('d') {
            *self.found.lock().unwrap() = letters;
            self.is_stopped.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn it_follows_a_run_that_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::create(folder.path(), plan(LONG), "").unwrap();
    let looking = Looking { folder: folder.path(), found: Mutex::default(), is_stopped: AtomicBool::new(false) };
    assert_eq!(run.run(two(), &(), &looking).unwrap(), Ended::Stopped);
    let found = looking.found.into_inner().unwrap();
    assert!(found.contains('w') && found.matches('r').count() == 2, "{found}");
    let after = letters(&agrees(folder.path()));
    assert!(!after.contains('r') && after.contains('d'), "{after}");
    // Writing takes no time to speak of.
    let Results { seconds, recording_seconds, .. } = run.results();
    assert!(recording_seconds / seconds < 0.1, "{recording_seconds} of {seconds}");
}

/// The folder of a run that is gone on with where no file may become larger, in a second run of this program.
#[cfg(unix)]
const FULL: &str = "TETROLAB_TEST_FULL";

/// A disk that is full, as a shell can make it. The cells take too long for their lines to need more room than the index.
#[test]
#[cfg(unix)]
fn where_it_cannot_be_written_the_run_stops_with_the_reason() {
    if let Some(folder) = std::env::var_os(FULL) {
        let folder = Path::new(&folder);
        let ended = Run::open(folder).unwrap().run(two(), &(), &());
        return fs::write(folder.join("said"), ended.unwrap_err().to_string()).unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    drop(Run::create(folder.path(), plan(&LONG.replace("60", "400")), "").unwrap());
    let line = "trap '' XFSZ; ulimit -f 64; exec \"$0\" --exact \
                index::where_it_cannot_be_written_the_run_stops_with_the_reason";
    let mut shell = std::process::Command::new("sh");
    shell.arg("-c").arg(line).arg(std::env::current_exe().unwrap()).env(FULL, folder.path());
    let output = shell.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let said = fs::read_to_string(folder.path().join("said")).unwrap();
    assert!(said.starts_with(&format!("{}: cannot write index.sqlite: ", folder.path().display())), "{said}");
    let run = Run::open(folder.path()).unwrap();
    assert!(run.results().count() > 0 && !run.results().is_complete());
    agrees(folder.path());
}
