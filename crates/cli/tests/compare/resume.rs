//! Runs that are killed and resumed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::cases::Step;
use super::observed::Observed;
use super::programs::{Named, Programs};

/// A run that takes a second or two, and the file that grows while it works.
struct Run {
    start: &'static str,
    resume: &'static str,
    lines: &'static str,
    begun_by_old: bool,
    signal: &'static str,
}

const RUNS: [(&str, &str, &str); 7] = [
    (
        "train --features f5_holes,f1_landing_height,f6_wells --games 30 --generations 12 --runs 3 --seed 7 --size 10x10 --threads 1 --out run",
        "train --resume run --threads 1",
        "generations.jsonl",
    ),
    (
        "train --select --features f5_holes,f1_landing_height --candidates f8_rows_with_holes,constant --most 3 --games 10 --generations 5 \
         --trial-generations 3 --trial-games 20 --judging-deaths 100 --size 10x6 --seed 3 --threads 1 --out run",
        "train --resume run --threads 1",
        "steps.jsonl",
    ),
    (
        "train --evolve --features f5_holes,f1_landing_height --population 16 --generations 6 --learning-generations 3 --learning-games 10 \
         --size 10x6 --seed 3 --threads 1 --out run",
        "train --resume run --threads 1",
        "generations.jsonl",
    ),
    (
        "solve --bag 6 --algorithm ga --population 4000 --generations 300 --patience 300 --threads 1 --seed 4 --run run",
        "solve --resume run --threads 1",
        "progress.jsonl",
    ),
    (
        "tune --generations 12 --population 6 --games 4 --pieces 40 --nodes 1000 --seed 5 --threads 1 --out run",
        "tune --resume run --threads 1",
        "generations.jsonl",
    ),
    (
        "arena dellacherie bcts --games 12 --max-pieces 150 --nodes 1000 --seed 6 --out run",
        "arena --resume run",
        "games.jsonl",
    ),
    (
        "experiment run boumaza-learning --scale smoke --threads 1 --out run",
        "experiment resume run --threads 1",
        "events.jsonl",
    ),
];

impl Named for Run {
    fn name(&self) -> String {
        let by = if self.begun_by_old { "begun by the old program" } else { "begun by the same program" };
        format!("{}, {}, {by}", self.start, self.signal)
    }
}

/// What is resumed ends as what was never stopped, and runs of the old program are resumed by the new one.
#[test]
#[ignore = "cargo xtask compare"]
fn resume() {
    let programs = Programs::get();
    let mut cases = Vec::new();
    for (start, resume, lines) in RUNS {
        for (signal, begun_by_old) in [("KILL", false), ("KILL", true), ("INT", false)] {
            cases.push(Run { start, resume, lines, begun_by_old, signal });
        }
    }
    programs.compare_with("resume", &cases, |case, program, folder| {
        let begun_by = if case.begun_by_old { &programs.old } else { program };
        stop(begun_by, case, folder);
        let done = Step::parse(case.resume).run(program, folder);
        let mut observed = Observed::default();
        observed.add("exit code", done.code);
        observed.add("stdout", done.stdout);
        observed.add_files(&folder.join("run"), "");
        observed
    });
}

/// Begins the run and sends it a signal after its first lines, or when it is done by then.
fn stop(program: &Path, case: &Run, folder: &Path) {
    let mut command = Step::parse(case.start).command(program, folder);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let lines = folder.join("run").join(case.lines);
    let has_lines = || fs::read_to_string(&lines).is_ok_and(|text| text.lines().count() >= 2);
    while !has_lines() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    let _ = Command::new("kill").args(["-s", case.signal, &child.id().to_string()]).stderr(Stdio::null()).status();
    child.wait().unwrap();
    assert!(lines.exists(), "{}: there is no {}", case.start, case.lines);
}
