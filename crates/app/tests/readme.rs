//! The front page: every command runs as it is printed, every link leads somewhere, and it stays short.
#![cfg(unix)]

#[expect(dead_code, reason = "only the beginning and the end of games are seen here")]
mod pseudo_terminal;

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use pseudo_terminal::{Keyboard, PseudoTerminal};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

const SECTIONS: [&str; 5] = ["Play", "Analyse", "Solve puzzles", "Train and measure", "Compete"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

/// A command of the page, and the section it is in.
struct Line {
    section: String,
    command: String,
}

/// The commands of the page without their comments.
fn commands() -> Vec<Line> {
    let (mut lines, mut section, mut is_shell) = (Vec::new(), String::new(), false);
    for line in readme().lines() {
        match line.strip_prefix("## ") {
            Some(heading) => section = heading.to_string(),
            None if line.starts_with("```") => is_shell = line == "```sh",
            None if is_shell => {
                let command = line.split("    #").next().unwrap().trim_end();
                // A comment may stand right behind a long command.
                let command = command.split("  # ").next().unwrap().trim_end().to_string();
                lines.push(Line { section: section.clone(), command });
            }
            None => {}
        }
    }
    lines
}

/// The program, with everything that it keeps in this folder, and where shells find it under its name.
fn environment(command: &mut Command, folder: &Path) {
    let binaries = Path::new(env!("CARGO_BIN_EXE_tetrolab")).parent().unwrap();
    let path =
        env::join_paths([binaries.to_path_buf()].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap())));
    command.current_dir(folder).env("PATH", path.unwrap());
    command.env("XDG_CONFIG_HOME", folder.join("config")).env("XDG_DATA_HOME", folder.join("data"));
}

/// Runs a command in a shell, as it is printed.
fn run(line: &str, folder: &Path) {
    let mut shell = Command::new("sh");
    environment(shell.args(["-c", line]).stdin(Stdio::null()), folder);
    let output = shell.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{line}: {said}");
    assert!(!output.stdout.is_empty(), "{line} prints nothing");
}

/// Starts a server at any free port, waits until it says where it listens, and interrupts it.
fn start_and_stop(line: &str, folder: &Path) {
    let mut shell = Command::new("sh");
    environment(shell.args(["-c", &format!("exec {line} --port 0")]).stdout(Stdio::piped()), folder);
    let mut child = shell.spawn().unwrap();
    let mut said = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("127.0.0.1:"), "{line}: {said}");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{line}");
}

/// Starts a game in a terminal and leaves it.
fn play_and_leave(line: &str, folder: &Path) {
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let mut terminal = PseudoTerminal::new(Keyboard::Releases, (80, 24), folder, &words);
    terminal.wait_for_words(&["Next"]);
    terminal.send(b"\x03");
    terminal.send(b"\x03");
    assert!(terminal.wait().success(), "{line}");
}

#[test]
fn every_command_runs_as_it_is_printed() {
    let folder = TempDir::new().unwrap();
    let (mut of_cargo, mut count) = (Vec::new(), [0; SECTIONS.len()]);
    for Line { section, command } in commands() {
        let begun = Instant::now();
        match command.split_whitespace().take(3).collect::<Vec<_>>().as_slice() {
            ["cargo", ..] => {
                of_cargo.push(command);
                continue;
            }
            ["tetrolab", "play" | "watch", ..] => play_and_leave(&command, folder.path()),
            ["tetrolab", "aveiro", "serve"] => start_and_stop(&command, folder.path()),
            ["tetrolab", ..] => run(&command, folder.path()),
            _ => panic!("{command} is not tested"),
        }
        println!("{:.1} s  {command}", begun.elapsed().as_secs_f64());
        count[SECTIONS.iter().position(|name| *name == section).unwrap_or_else(|| panic!("{command} in {section}"))] +=
            1;
    }
    assert_eq!(count, [3; SECTIONS.len()], "three commands in each section");
    // Cargo runs the program without arguments, and the tests that are running now.
    assert_eq!(of_cargo, ["cargo run --release", "cargo xtask test"]);
    start_and_stop("tetrolab", folder.path());
    assert!(readme().contains("`cargo install --path crates/app`") && root().join("crates/app/Cargo.toml").is_file());
}

#[test]
fn the_front_page_is_short() {
    let readme = readme();
    assert!(readme.lines().count() <= 100, "{} lines", readme.lines().count());
    assert!(readme.chars().count() <= 7000, "{} characters", readme.chars().count());
    let headings: Vec<&str> = readme.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(headings[..SECTIONS.len()], SECTIONS);
}

/// Where the links of a page lead, without those into the web and to places within pages.
fn links(page: &str) -> Vec<String> {
    // Code is no link, whatever is in it.
    let text: String = page.split("```").step_by(2).flat_map(|text| text.split('`').step_by(2)).collect();
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let targets = targets.map(|target| target.split('#').next().unwrap());
    targets.filter(|target| !target.is_empty() && !target.contains("://")).map(str::to_string).collect()
}

#[test]
fn links_lead_somewhere_and_the_index_has_every_page() {
    let docs = root().join("docs");
    let pages = fs::read_dir(&docs).unwrap().map(|entry| entry.unwrap().path());
    let pages: Vec<PathBuf> = pages.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    let index = links(&fs::read_to_string(docs.join("README.md")).unwrap());
    for page in &pages {
        let name = page.file_name().unwrap().to_str().unwrap();
        assert!(name == "README.md" || index.iter().any(|link| link == name), "docs/README.md has no line for {name}");
    }
    let others = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name));
    for page in pages.iter().chain(&others) {
        for link in links(&fs::read_to_string(page).unwrap()) {
            let target = page.parent().unwrap().join(&link);
            assert!(target.exists(), "{} links to {link}, which does not exist", page.display());
        }
    }
}
