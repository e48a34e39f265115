//! Compares the program with an earlier build of itself, as black boxes: a restructuring must not change what users see.
//!
//! `cargo xtask compare` runs these tests; `cargo xtask compare commands` only some of them. The earlier commit is in the file
//! `baseline`; its program is built once and kept in `target/compare`. What was renamed on purpose is in `renames.txt`. Everything that
//! differs between two runs of the earlier program itself, such as times, is not compared.
#![cfg(target_os = "linux")]

mod cases;
mod catalogue;
mod difference;
mod goldens;
mod instructions;
mod observed;
mod page;
mod programs;
mod renames;
mod resume;

use std::fs;

use cases::{Case, Step};
use programs::{Programs, project};

/// Fixed questions: outputs as text and JSON, error sentences, exit codes, and files that are written.
#[test]
#[ignore = "cargo xtask compare"]
fn commands() {
    Programs::get().compare("commands", &Case::read(include_str!("commands.txt")));
}

/// The help of every command.
#[test]
#[ignore = "cargo xtask compare"]
fn help() {
    let programs = Programs::get();
    let mut cases = Vec::new();
    let mut waiting = vec![Vec::new()];
    while let Some(command) = waiting.pop() {
        let step = Step::new([&command[..], &["--help".to_string()]].concat());
        let text = step.run(&programs.old, &programs.folder("help-list")).stdout;
        // Commands are listed before the options, each after two spaces.
        let listed = text.split("\nOptions:").next().unwrap_or_default();
        for line in listed.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ")) {
            let name = line.split_whitespace().next().unwrap_or_default();
            let is_name = name.starts_with(|c: char| c.is_ascii_lowercase()) && line.trim_start().contains("  ");
            if is_name && name != "help" && name != "tetrolab" && command.len() < 2 {
                waiting.push([&command[..], &[name.to_string()]].concat());
            }
        }
        cases.push(Case::of("help", step));
    }
    assert!(cases.len() > 30, "only {} commands have help", cases.len());
    programs.compare("help", &cases);
}

/// The logs of whole games.
#[test]
#[ignore = "cargo xtask compare"]
fn playthroughs() {
    let folder = project().join("crates/engine/tests/playthroughs");
    let scripts = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut scripts: Vec<_> = scripts.filter(|path| path.extension().is_some_and(|kind| kind == "txt")).collect();
    scripts.sort();
    assert!(scripts.len() > 10);
    let case = |script: &std::path::PathBuf| {
        let name = script.file_name().unwrap().to_string_lossy().into_owned();
        let mut case = Case::of("script", Step::new(["script".to_string(), name.clone()].into()));
        case.files.push((name, fs::read(script).unwrap()));
        case
    };
    Programs::get().compare("playthroughs", &scripts.iter().map(case).collect::<Vec<_>>());
}
