//! The one binary. It is glue: the work is done in the libraries.

mod commands;
mod svg;

use std::io::{self, Write};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::{Arc, atomic::AtomicBool};

use anyhow::Context;

fn main() -> ExitCode {
    fail_where_files_may_not_grow();
    let command = match commands::Command::from_words() {
        Ok(command) => command,
        Err(error) if error.exit_code() == 0 => error.exit(),
        Err(error) => {
            say(&format!("tetrolab: {} (see --help)", tetrolab_inputs::parsers::refusal(error)));
            return ExitCode::from(2);
        }
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    match command.run(&mut out).and_then(|code| out.flush().map(|()| code).context("cannot write to standard output")) {
        Ok(code) => code,
        // The reader of our output closed the pipe, as in `tetrolab script game.txt | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("tetrolab: {error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Reports an error. A closed standard error is ignored.
fn say(sentence: &str) {
    let _ = writeln!(io::stderr(), "{sentence}");
}

/// Where a file may not become as large as it should, writing it fails with a reason instead of the signal that ends programs.
fn fail_where_files_may_not_grow() {
    #[cfg(unix)]
    {
        // Where it cannot be done, the signal does what it always did.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
