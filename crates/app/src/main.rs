//! The one binary. It is glue: the work is done in the libraries.

mod commands;
mod files;
mod palette;
mod svg;
mod timeline;
mod tui;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let command = match commands::Command::try_parse() {
        Ok(command) => command,
        Err(error) if error.exit_code() == 0 => error.exit(),
        Err(error) => {
            // The first paragraph says what is wrong; the rest repeats the help.
            let text = error.to_string();
            let reason: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
            let reason = reason.join(" ");
            eprintln!("tetrolab: {} (see --help)", reason.strip_prefix("error: ").unwrap_or(&reason));
            return ExitCode::from(2);
        }
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    match command.run(&mut out).and_then(|code| Ok(out.flush().map(|()| code)?)) {
        Ok(code) => code,
        // Whoever read our output has seen enough, as in `tetrolab script game.txt | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tetrolab: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
