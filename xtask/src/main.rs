//! What people run by hand: `cargo xtask test` and its siblings.

mod bench;
mod count;
mod fuzz;
mod results;
mod run;
mod test;
mod tools;

use std::process::ExitCode;

/// A command of this program.
struct Task {
    name: &'static str,
    meaning: &'static str,
    run: fn(&[String]) -> Result<(), String>,
}

/// All of them.
const TASKS: [Task; 12] = [
    Task {
        name: "test",
        meaning: "install what the tests need, then check format and lints and run every test",
        run: test::test,
    },
    Task { name: "commands", meaning: "write docs/commands.md from the program's own help", run: test::commands },
    Task {
        name: "playthroughs",
        meaning: "write the logs of the golden games anew (look at the difference before you commit it)",
        run: test::playthroughs,
    },
    Task {
        name: "perft",
        meaning: "count every line of the table of placement sequences, 23 thousand million nodes",
        run: test::perft,
    },
    Task {
        name: "scores",
        meaning: "play the published players until their measured means are confirmed, some minutes",
        run: test::scores,
    },
    Task {
        name: "solver",
        meaning: "run the Tetris Solver's experiments again and compare with its logs, about half an hour",
        run: test::solver,
    },
    Task {
        name: "results",
        meaning: "run the experiments, or those that are named, an hour each, and write their reports into docs/results",
        run: results::results,
    },
    Task {
        name: "load",
        meaning: "measure how quickly a key shows on the page, alone and while 200 others watch",
        run: test::load,
    },
    Task {
        name: "fuzz",
        meaning: "10 million random inputs against the twin, then each fuzz target for SECONDS (default 60)",
        run: fuzz::fuzz,
    },
    Task {
        name: "compare",
        meaning: "compare the program with an earlier build of itself as black boxes, all or the named parts of it",
        run: test::compare,
    },
    Task {
        name: "count",
        meaning: "count code, names, test binaries and packages, now and at a COMMIT",
        run: count::count,
    },
    Task { name: "bench", meaning: "count instructions per input and time the board forms", run: bench::bench },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let task = arguments.first().and_then(|name| TASKS.iter().find(|task| task.name == name));
    let Some(task) = task else {
        eprintln!("cargo xtask TASK, where TASK is one of:");
        for task in TASKS {
            eprintln!("  {:<14}{}", task.name, task.meaning);
        }
        return ExitCode::from(2);
    };
    match (task.run)(&arguments[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            if !reason.is_empty() {
                eprintln!("xtask {}: {reason}", task.name);
            }
            ExitCode::from(1)
        }
    }
}
