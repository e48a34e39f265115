//! The front page: every command runs as it is printed, and it stays short. Every link in the documents leads somewhere.
#![cfg(unix)]

#[expect(dead_code, reason = "only the beginning and the end of games are seen here")]
mod pseudo_terminal;

use std::collections::HashSet;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Component, Path, PathBuf};
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
    assert!(readme().contains("`cargo install --path crates/cli`") && root().join("crates/cli/Cargo.toml").is_file());
}

#[test]
fn the_front_page_is_short() {
    let readme = readme();
    assert!(readme.lines().count() <= 100, "{} lines", readme.lines().count());
    assert!(readme.chars().count() <= 7000, "{} characters", readme.chars().count());
    let headings: Vec<&str> = readme.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(headings[..SECTIONS.len()], SECTIONS);
}

/// All files that git keeps.
fn files() -> HashSet<PathBuf> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).unwrap();
    names.split_terminator('\0').map(PathBuf::from).collect()
}

/// Where the links of a page lead, without those into the web.
fn links(page: &str) -> Vec<&str> {
    // Code is no link, whatever is in it.
    let text = page.split("```").step_by(2).flat_map(|text| text.split('`').step_by(2));
    let targets = text.flat_map(|text| text.split("](").skip(1)).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://")).collect()
}

/// What links call the headings of a page: small letters, digits and hyphens.
fn anchors(page: &str) -> HashSet<String> {
    let mut anchors = HashSet::new();
    let lines = page.split("```").step_by(2).flat_map(str::lines);
    for heading in lines.filter(|line| line.starts_with('#')) {
        let words = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        let name: String = words.chars().filter(|sign| sign.is_alphanumeric() || "-_".contains(*sign)).collect();
        let mut names = (0..).map(|number| if number == 0 { name.clone() } else { format!("{name}-{number}") });
        anchors.insert(names.find(|name| !anchors.contains(name)).unwrap());
    }
    anchors
}

/// The path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => assert!(plain.pop(), "{} leads out of the project", path.display()),
            part => plain.push(part),
        }
    }
    plain
}

#[test]
fn links_lead_somewhere_and_the_index_has_every_page() {
    let files = files();
    let read = |page: &Path| fs::read_to_string(root().join(page)).unwrap();
    let is_page = |path: &&PathBuf| path.extension().is_some_and(|end| end == "md");
    let mut of_files = 0;
    for page in files.iter().filter(is_page) {
        let text = read(page);
        for link in links(&text) {
            let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
            let target = if file.is_empty() { page.clone() } else { plain(&page.parent().unwrap().join(file)) };
            let is_there = files.iter().any(|file| file.starts_with(&target));
            assert!(is_there, "{} links to {link}, which git does not keep", page.display());
            if let Some(anchor) = anchor {
                let is_heading = anchors(&read(&target)).contains(anchor);
                assert!(is_heading, "{} links to {link}, and there is no such heading", page.display());
            }
            of_files += usize::from(!file.is_empty());
        }
    }
    assert!(of_files > 200, "only {of_files} links were looked at");
    let index = read(Path::new("docs/README.md"));
    let index = links(&index);
    let pages = files.iter().filter(is_page).filter_map(|page| page.strip_prefix("docs").ok()?.to_str());
    for page in pages.filter(|page| !page.contains('/') && *page != "README.md") {
        assert!(index.contains(&page), "docs/README.md has no line for {page}");
    }
}
