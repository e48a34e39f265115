//! Running other programs.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project")
}

/// A program in the project's folder.
pub fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// `cargo`, the same one that runs us.
pub fn cargo(arguments: &[&str]) -> Command {
    command(&std::env::var("CARGO").unwrap_or("cargo".into()), arguments)
}

/// Whether the program runs and is content.
pub fn succeeds(mut command: Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Shows the command and runs it.
pub fn show(mut command: Command) -> Result<(), String> {
    eprintln!("> {}", line(&command));
    let status = command.status().map_err(|error| format!("cannot run {}: {error}", line(&command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed", line(&command))) }
}

/// Shows the command, runs it, passes on what it prints, and hands every line of its output to `watch`. Returns whether
/// it was content.
pub fn watch(mut command: Command, mut watch: impl FnMut(&str)) -> Result<bool, String> {
    eprintln!("> {}", line(&command));
    let failed = |error| format!("cannot run it: {error}");
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
    let output = child.stdout.take().ok_or("it has no output")?;
    for line in BufReader::new(output).lines() {
        let line = line.map_err(failed)?;
        println!("{line}");
        watch(&line);
    }
    Ok(child.wait().map_err(failed)?.success())
}

/// The command as one would type it.
pub fn line(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    std::iter::once(program)
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}
