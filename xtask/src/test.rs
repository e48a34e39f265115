//! The one test command.

use crate::run::{cargo, show, watch};
use crate::tools::{
    AXE_CORE, CHROMIUM, CLIPPY, NODE, NPM, PYTHON, RUSTFMT, TETRIS_FUMEN, TMUX, VALGRIND, WEBSOCKETS, need,
};

/// Checks and tests everything; the last line counts what passed.
pub fn test(_: &[String]) -> Result<(), String> {
    need(&[&RUSTFMT, &CLIPPY, &NODE, &NPM, &TETRIS_FUMEN])?;
    if cfg!(unix) {
        need(&[&TMUX, &PYTHON, &WEBSOCKETS])?;
    }
    if cfg!(target_os = "linux") {
        need(&[&CHROMIUM, &AXE_CORE])?;
    }
    let mut count = Count::default();
    count.check(show(cargo(&["fmt", "--all", "--check"])));
    count.check(show(cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])));
    // The command line alone.
    let alone = ["clippy", "--package", "tetrolab", "--no-default-features", "--", "--deny", "warnings"];
    count.check(show(cargo(&alone)));
    // Unit and integration tests, then the examples in the documentation.
    for which in [&["--lib", "--bins", "--tests", "--examples"][..], &["--doc"]] {
        let arguments = [&["test", "--workspace", "--no-fail-fast"][..], which].concat();
        let failed_before = count.failed;
        let content = watch(cargo(&arguments), |line| count.add(line))?;
        if !content && count.failed == failed_before {
            // It did not even build.
            count.failed += 1;
        }
    }
    let mut documentation = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    documentation.env("RUSTDOCFLAGS", "--deny warnings");
    count.check(show(documentation));
    println!("{} passed, {} failed", count.passed, count.failed);
    // The count is the last line; the exit code says the rest.
    if count.failed == 0 { Ok(()) } else { Err(String::new()) }
}

/// Writes the page of commands.
pub fn commands(_: &[String]) -> Result<(), String> {
    let test = ["test", "--package", "tetrolab", "--bin", "tetrolab", "the_page_of_commands"];
    let mut command = cargo(&test);
    command.env("TETROLAB_WRITE_COMMANDS", "1");
    show(command)
}

/// Writes the logs of the golden games anew.
pub fn playthroughs(_: &[String]) -> Result<(), String> {
    let mut command = cargo(&["test", "--package", "tetrolab-engine", "--test", "it", "playthroughs::"]);
    command.env("TETROLAB_UPDATE", "1");
    show(command)
}

/// Counts every line of the table of placement sequences.
pub fn perft(_: &[String]) -> Result<(), String> {
    let test = ["test", "--release", "--package", "tetrolab-engine", "--test", "it"];
    show(cargo(&[&test[..], &["--", "--ignored", "--nocapture", "every_count_of_the_table"]].concat()))
}

/// Plays the published players until their measured means are confirmed.
pub fn scores(_: &[String]) -> Result<(), String> {
    let test = ["test", "--release", "--package", "tetrolab-simulate", "--test", "it"];
    show(cargo(&[&test[..], &["--", "--ignored", "--nocapture", "the_whole_table_of_measured_means"]].concat()))
}

/// Measures from key to picture in a real browser, with the release build.
pub fn load(_: &[String]) -> Result<(), String> {
    need(&[&CHROMIUM])?;
    let test = ["test", "--release", "--package", "tetrolab", "--test", "page", "load::"];
    show(cargo(&[&test[..], &["--", "--ignored", "--nocapture"]].concat()))
}

/// Compares the release build with an earlier one, all or only what is named: tests of `crates/cli/tests/compare`.
pub fn compare(sections: &[String]) -> Result<(), String> {
    need(&[&VALGRIND])?;
    // Each part runs as many programs at once as there are processors.
    let test = ["test", "--release", "--package", "tetrolab", "--test", "compare"];
    let run = ["--", "--ignored", "--nocapture", "--test-threads", "1"];
    let sections: Vec<&str> = sections.iter().map(String::as_str).collect();
    show(cargo(&[&test[..], &run, &sections].concat()))
}

/// Runs the Tetris Solver's experiments again: its genetic algorithm on its own queues, its annealing as published and mended.
pub fn solver(_: &[String]) -> Result<(), String> {
    let test = ["test", "--release", "--package", "tetrolab-solve", "--test", "it", "experiments::"];
    show(cargo(&[&test[..], &["--", "--ignored", "--nocapture"]].concat()))
}

#[derive(Default)]
struct Count {
    passed: u64,
    failed: u64,
}

impl Count {
    fn check(&mut self, result: Result<(), String>) {
        match result {
            Ok(()) => self.passed += 1,
            Err(reason) => {
                eprintln!("{reason}");
                self.failed += 1;
            }
        }
    }

    /// Adds a line such as `test result: ok. 23 passed; 0 failed; …`.
    fn add(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else { return };
        for part in result.split([';', '.']) {
            let mut words = part.split_whitespace();
            if let (Some(Ok(number)), Some(what)) = (words.next().map(str::parse::<u64>), words.next()) {
                match what {
                    "passed" => self.passed += number,
                    "failed" => self.failed += number,
                    _ => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added_up() {
        let mut count = Count::default();
        count.add("test result: ok. 23 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s");
        count.add("test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s");
        count.add("test something ... ok");
        count.check(Err("a check".into()));
        assert_eq!((count.passed, count.failed), (27, 3));
    }
}
