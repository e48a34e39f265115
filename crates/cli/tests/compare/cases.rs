//! Command lines as they are typed.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::observed::Observed;
use super::programs::{Named, project};

/// A command that takes longer is ended, and said to have been.
const LIMIT: Duration = Duration::from_secs(300);

/// Commands that are run one after the other in a folder of their own.
pub struct Case {
    pub steps: Vec<Step>,
    /// Files that are there, besides those of `input`.
    pub files: Vec<(String, Vec<u8>)>,
    name: String,
}

/// A command.
#[derive(Clone, Debug)]
pub struct Step {
    pub arguments: Vec<String>,
    /// The file that is its standard input.
    input: Option<String>,
}

/// What a command did.
pub struct Done {
    pub stdout: String,
    pub stderr: String,
    pub code: String,
}

impl Case {
    /// A case with one step.
    pub fn of(name: &str, step: Step) -> Case {
        Case { name: format!("{name} {}", step.arguments.join(" ")), steps: vec![step], files: Vec::new() }
    }

    /// Cases, one a line; a line that begins with `+` is a further step of the case above it.
    pub fn read(text: &str) -> Vec<Case> {
        let mut cases: Vec<Case> = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match (line.strip_prefix('+'), cases.last_mut()) {
                (Some(more), Some(case)) => case.steps.push(Step::parse(more)),
                _ => cases.push(Case { name: line.to_string(), steps: vec![Step::parse(line)], files: Vec::new() }),
            }
        }
        cases
    }

    /// Runs it in a folder.
    pub fn run(&self, program: &Path, folder: &Path) -> Observed {
        let shared = inputs();
        for (name, bytes) in shared.iter().chain(&self.files) {
            fs::write(folder.join(name), bytes).unwrap();
        }
        let mut observed = Observed::default();
        for (number, step) in self.steps.iter().enumerate() {
            let done = step.run(program, folder);
            observed.add(format!("step {} stdout", number + 1), done.stdout);
            observed.add(format!("step {} stderr", number + 1), done.stderr);
            observed.add(format!("step {} exit code", number + 1), done.code);
        }
        for (name, bytes) in shared.iter().chain(&self.files) {
            if fs::read(folder.join(name)).is_ok_and(|now| now == *bytes) {
                fs::remove_file(folder.join(name)).unwrap();
            }
        }
        observed.add_files(folder, "");
        observed
    }
}

impl Named for Case {
    fn name(&self) -> String {
        self.name.clone()
    }
}

/// The files that commands may read.
fn inputs() -> Vec<(String, Vec<u8>)> {
    let folder = project().join("crates/cli/tests/compare/input");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap())).collect()
}

impl Step {
    pub fn new(arguments: Vec<String>) -> Step {
        Step { arguments, input: None }
    }

    /// Words, those with blanks in single quotes, and `< FILE` at the end for standard input.
    pub fn parse(line: &str) -> Step {
        let (line, input) = match line.split_once(" < ") {
            Some((line, file)) => (line, Some(file.trim().to_string())),
            None => (line, None),
        };
        let mut arguments = Vec::new();
        for (number, part) in line.split('\'').enumerate() {
            if number % 2 == 1 {
                arguments.push(part.to_string());
            } else {
                arguments.extend(part.split_whitespace().map(str::to_string));
            }
        }
        Step { arguments, input }
    }

    /// The program with these arguments, with everything it keeps in the folder.
    pub fn command(&self, program: &Path, folder: &Path) -> Command {
        let mut command = Command::new(program);
        command.args(&self.arguments).current_dir(folder);
        command
            .env("HOME", folder)
            .env("XDG_CONFIG_HOME", folder.join("config"))
            .env("XDG_DATA_HOME", folder.join("data"));
        command.env("LANG", "C.UTF-8").env_remove("LC_ALL").env_remove("LC_MESSAGES");
        command
    }

    /// Runs it.
    pub fn run(&self, program: &Path, folder: &Path) -> Done {
        let input = self.input.as_ref().map(|file| fs::read(folder.join(file)).unwrap()).unwrap_or_default();
        let mut command = self.command(program, folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        thread::spawn(move || {
            // The program may end without reading it.
            let _ = stdin.write_all(&input);
        });
        let (mut out, mut error) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let out = thread::spawn(move || text(&mut out));
        let error = thread::spawn(move || text(&mut error));
        let begun = Instant::now();
        let code = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status.to_string(),
                None if begun.elapsed() > LIMIT => {
                    child.kill().unwrap();
                    child.wait().unwrap();
                    break format!("ended after {LIMIT:?}");
                }
                None => thread::sleep(Duration::from_millis(2)),
            }
        };
        Done { stdout: out.join().unwrap(), stderr: error.join().unwrap(), code }
    }
}

/// Everything that a program prints.
fn text(stream: &mut impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
