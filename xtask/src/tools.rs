//! Installing what is needed, or saying how.

use std::process::Command;

use crate::run::{cargo, command, show, succeeds};

/// Something that must be there.
pub struct Tool {
    /// What it is called.
    name: &'static str,
    /// Whether it is there.
    check: fn() -> Command,
    /// How to install it, tried in this order.
    install: fn() -> Vec<Command>,
}

/// Formatting.
pub const RUSTFMT: Tool = Tool {
    name: "rustfmt",
    check: || cargo(&["fmt", "--version"]),
    install: || vec![command("rustup", &["component", "add", "rustfmt"])],
};

/// Lints.
pub const CLIPPY: Tool = Tool {
    name: "clippy",
    check: || cargo(&["clippy", "--version"]),
    install: || vec![command("rustup", &["component", "add", "clippy"])],
};

/// A real terminal for the tests.
pub const TMUX: Tool = Tool { name: "tmux", check: || command("tmux", &["-V"]), install: || system("tmux") };

/// Runs the package that the tests ask about fumen.
pub const NODE: Tool = Tool { name: "node", check: || command("node", &["--version"]), install: || system("nodejs") };

/// Installs it and what else comes from npm.
pub const NPM: Tool = Tool { name: "npm", check: || command("npm", &["--version"]), install: || system("npm") };

/// The package itself, in a folder of ours. The tests of `tetrolab-protocols` look for it there.
pub const TETRIS_FUMEN: Tool = Tool {
    name: "tetris-fumen 1.1.3",
    check: || has_npm_package("tetris-fumen", "1.1.3"),
    install: || npm_package("tetris-fumen", "1.1.3"),
};

/// A real browser for the tests of the page.
pub const CHROMIUM: Tool = Tool {
    name: "chromium",
    check: || command("sh", &["-c", "test -x /usr/bin/chromium || chromium --version"]),
    install: || system("chromium"),
};

/// Checks the accessibility of the page. The tests of `tetrolab` look for it in the same folder.
pub const AXE_CORE: Tool = Tool {
    name: "axe-core 4.14.0",
    check: || has_npm_package("axe-core", "4.14.0"),
    install: || npm_package("axe-core", "4.14.0"),
};

/// Runs the programs that the tests talk to, with what it needs for a folder of packages.
pub const PYTHON: Tool = Tool {
    name: "python3 with venv",
    check: || command("python3", &["-c", "import ensurepip, venv"]),
    install: || system(if cfg!(target_os = "macos") { "python" } else { "python3-venv" }),
};

/// The Python package of WebSockets, in a folder of ours. The tests of `tetrolab` look for it there.
pub const WEBSOCKETS: Tool = Tool {
    name: "websockets 15.0.1",
    check: || {
        let version = "import sys, websockets; sys.exit(websockets.__version__ != '15.0.1')";
        command("env", &["target/python/bin/python", "-c", version])
    },
    install: || {
        let pip = ["target/python/bin/python", "-m", "pip", "install", "websockets==15.0.1"];
        vec![command("python3", &["-m", "venv", "target/python"]), command("env", &pip)]
    },
};

/// Counts instructions.
pub const VALGRIND: Tool =
    Tool { name: "valgrind", check: || command("valgrind", &["--version"]), install: || system("valgrind") };

/// Runs the instruction-count benches; its version must be that of the library in Cargo.lock.
pub const GUNGRAUN: Tool = Tool {
    name: "gungraun-runner",
    check: || command("sh", &["-c", "cargo install --list | grep -q '^gungraun-runner v0.20.0:'"]),
    install: || vec![cargo(&["install", "gungraun-runner", "--version", "0.20.0", "--locked"])],
};

/// Coverage-guided fuzzing.
pub const CARGO_FUZZ: Tool = Tool {
    name: "cargo-fuzz",
    check: || cargo(&["fuzz", "--version"]),
    install: || vec![cargo(&["install", "cargo-fuzz", "--locked"])],
};

/// Whether our folder has this version of a package of npm.
fn has_npm_package(name: &str, version: &str) -> Command {
    let found = format!("require('./target/npm/node_modules/{name}/package.json').version");
    command("node", &["--eval", &format!("process.exit({found} === '{version}' ? 0 : 1)")])
}

/// Adds a package of npm to our folder; the others stay.
fn npm_package(name: &str, version: &str) -> Vec<Command> {
    vec![command("npm", &["install", "--prefix", "target/npm", &format!("{name}@{version}")])]
}

/// A package of the system.
fn system(package: &'static str) -> Vec<Command> {
    if cfg!(target_os = "macos") {
        return vec![command("brew", &["install", package])];
    }
    let install = ["apt-get", "install", "--yes", "--no-install-recommends", package];
    let (update, direct) = (command("apt-get", &["update"]), command(install[0], &install[1..]));
    let sudo_update = command("sudo", &["-n", "apt-get", "update"]);
    let sudo = command("sudo", &[&["-n"][..], &install[..]].concat());
    if succeeds(command("sh", &["-c", "test $(id -u) = 0"])) { vec![update, direct] } else { vec![sudo_update, sudo] }
}

/// Makes sure that the tools are there.
pub fn need(tools: &[&Tool]) -> Result<(), String> {
    for tool in tools {
        if succeeds((tool.check)()) {
            continue;
        }
        eprintln!("{} is missing; installing it", tool.name);
        let commands = (tool.install)();
        let by_hand: Vec<String> =
            commands.iter().map(|command| crate::run::line(command).replace(" -n ", " ")).collect();
        for command in commands {
            if let Err(reason) = show(command) {
                eprintln!("{reason}");
            }
        }
        if !succeeds((tool.check)()) {
            return Err(format!("{} is missing and could not be installed; run: {}", tool.name, by_hand.join(" && ")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runner_is_of_the_version_of_the_library() {
        let manifest =
            std::fs::read_to_string(crate::run::root().join("Cargo.toml")).expect("the workspace has a manifest");
        let line = manifest.lines().find(|line| line.starts_with("gungraun = ")).expect("gungraun is used");
        let version = line.split('"').nth(1).expect("a version in quotes");
        for command in [(GUNGRAUN.check)(), (GUNGRAUN.install)().remove(0)] {
            assert!(crate::run::line(&command).contains(version), "{}", crate::run::line(&command));
        }
    }

    #[test]
    fn the_tests_name_the_commands_that_install_what_they_need() {
        let tests = [
            ("crates/protocols/tests/it/fumen/oracle.rs", &TETRIS_FUMEN),
            ("crates/cli/tests/aveiro/python.rs", &WEBSOCKETS),
            ("crates/cli/tests/page/browser/accessibility.rs", &AXE_CORE),
            #[cfg(target_os = "linux")]
            ("crates/cli/tests/page/browser/process.rs", &CHROMIUM),
        ];
        for (test, tool) in tests {
            let text = std::fs::read_to_string(crate::run::root().join(test)).expect("the test is there");
            // Users other than root put `sudo` before it.
            let as_root = |command: &Command| crate::run::line(command).replace("sudo -n ", "");
            let commands = (tool.install)().iter().map(as_root).collect::<Vec<_>>().join(" && ");
            assert!(text.contains(&commands), "{test} does not say: {commands}");
        }
    }
}
