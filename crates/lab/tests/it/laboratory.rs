//! The folder of a run: what is in it after a run, after a kill, after a stop, and on a full disk.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use tetrolab_lab::grid::{Outcome, Scale};
use tetrolab_lab::laboratory::{EVENTS, Ended, Plan, Progress, Results, Run, Watch};

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

/// Cells that are stopped before they are done.
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

/// A run that is done.
fn done() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::create(folder.path(), plan(SMALL), "").unwrap();
    assert_eq!(run.run(two(), &(), &()).unwrap(), Ended::Complete);
    folder
}

/// What came of all cells, without what depends on the clock.
fn outcomes(folder: &Path) -> Vec<Option<Outcome>> {
    let done = Results::read(folder).unwrap().done;
    let untimed = |mut outcome: Outcome| {
        outcome.values.remove("speed");
        outcome
    };
    done.into_iter().map(|done| done.map(|done| untimed(done.outcome.clone()))).collect()
}

#[test]
fn a_run_leaves_its_manifest_and_its_lines() {
    let folder = done();
    let results = Results::read(folder.path()).unwrap();
    assert!(results.is_complete() && results.started.is_empty() && results.failed.is_empty());
    assert_eq!(results.done[3].as_ref().unwrap().outcome.values["deaths"], 20.0);
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names, [EVENTS, "manifest.json"]);
    // Resuming what is done changes nothing.
    let before = outcomes(folder.path());
    assert_eq!(Run::open(folder.path()).unwrap().run(two(), &(), &()).unwrap(), Ended::Complete);
    assert_eq!(outcomes(folder.path()), before);
}

/// Lines that were cut off anywhere, as a kill leaves them.
#[test]
fn a_run_that_was_killed_is_resumed() {
    let folder = done();
    let (events, whole) = (folder.path().join(EVENTS), outcomes(folder.path()));
    let lines = fs::read(&events).unwrap();
    for parts in [0, 1, 5, 9, 12] {
        fs::write(&events, &lines[..lines.len() * parts / 13]).unwrap();
        let mut run = Run::open(folder.path()).unwrap();
        assert!(run.results().count() < 12);
        assert_eq!(run.run(two(), &(), &()).unwrap(), Ended::Complete);
        assert_eq!(outcomes(folder.path()), whole);
    }
}

/// Stops a run when some cells are done and two are being done.
#[derive(Default)]
struct Stopping(AtomicBool);

impl Watch for Stopping {
    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn progress(&self, progress: &Progress) {
        if progress.done > 0 && progress.running.len() == 2 {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn a_run_that_is_stopped_leaves_no_cell_half_done() {
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::create(folder.path(), plan(LONG), "").unwrap();
    assert_eq!(run.run(two(), &(), &Stopping::default()).unwrap(), Ended::Stopped);
    let results = run.results();
    assert!(results.started.is_empty() && results.count() > 0 && !results.is_complete());
    let read = Results::read(folder.path()).unwrap();
    assert_eq!((read.count(), read.started), (results.count(), Vec::new()));
    // Writing takes a small share of the time.
    let Results { seconds, recording_seconds, .. } = results;
    assert!(recording_seconds / seconds < 0.1, "{recording_seconds} of {seconds}");
}

/// The folder of a run that is resumed where no file may grow, in a second process of this program.
#[cfg(unix)]
const FULL: &str = "TETROLAB_TEST_FULL";

/// A disk that is full, as a shell can make it.
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
    let line = "trap '' XFSZ; ulimit -f 64; exec \"$0\" --exact laboratory::where_it_cannot_be_written_the_run_stops_with_the_reason";
    let mut shell = std::process::Command::new("sh");
    shell.arg("-c").arg(line).arg(std::env::current_exe().unwrap()).env(FULL, folder.path());
    let output = shell.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let said = fs::read_to_string(folder.path().join("said")).unwrap();
    assert!(said.starts_with(&format!("{}: cannot write the next line: ", folder.path().display())), "{said}");
    let run = Run::open(folder.path()).unwrap();
    assert!(run.results().count() > 0 && !run.results().is_complete());
}
