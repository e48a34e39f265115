//! The independent Python programs in this folder.

use std::path::Path;
use std::process::{Command, Stdio};

/// Where `cargo xtask test` makes the folder of packages, below the folder of the project.
const PYTHON: &str = "target/python/bin/python";
/// How it is made by hand.
const INSTALL: &str = "python3 -m venv target/python && env target/python/bin/python -m pip install websockets==15.0.1";

/// One of the programs, with its output on a pipe.
pub fn python(program: &str, arguments: &[&str]) -> Command {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = here.join("../..").join(PYTHON);
    assert!(
        python.exists(),
        "Python packages are missing: run `cargo xtask test`, or in the project's folder `{INSTALL}`"
    );
    let mut command = Command::new(python);
    // Without -B it leaves compiled files in the project.
    command.arg("-B").arg(here.join("tests/aveiro").join(program)).args(arguments).stdout(Stdio::piped());
    command
}
