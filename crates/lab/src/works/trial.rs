//! How kinds of work are tried in tests: a grid in TOML goes in, what came of its cells comes out.

use std::sync::atomic::AtomicBool;

use crate::grid::{Control, Experiment, Outcome, Scale, Task, Transport};

fn read(grid: &str) -> Result<Experiment, String> {
    let text = format!("title = \"a trial\"\n[[grid]]\nname = \"trial\"\n{grid}");
    Experiment::read(&text, Scale::Paper, None).map_err(|error| error.to_string())
}

fn outcomes(grid: &str, transport: &dyn Transport, is_stopped: bool) -> Vec<Result<Option<Outcome>, String>> {
    let experiment = read(grid).unwrap_or_else(|error| panic!("{error}\n{grid}"));
    let stop = AtomicBool::new(is_stopped);
    let control = Control { stop: &stop, tell: &|_, _| {} };
    let run = |cell| experiment.grid_of(cell).work.run(&Task { cell, before: Vec::new(), transport }, &control);
    experiment.cells.iter().map(run).collect()
}

/// What comes of the cells of a grid, in their order.
pub fn run(grid: &str) -> Vec<Outcome> {
    run_with(grid, &())
}

/// The same, with sockets.
pub fn run_with(grid: &str, transport: &dyn Transport) -> Vec<Outcome> {
    let done = outcomes(grid, transport, false).into_iter();
    done.map(|outcome| outcome.unwrap().expect("nobody stops it")).collect()
}

/// Why the first cell of a grid fails.
pub fn failure(grid: &str) -> String {
    outcomes(grid, &(), false).swap_remove(0).expect_err("it should fail")
}

/// Whether the cells of a grid give no outcome when they are stopped.
pub fn can_be_stopped(grid: &str) -> bool {
    outcomes(grid, &(), true).into_iter().all(|outcome| outcome == Ok(None))
}

/// Why a grid is refused.
pub fn refusal(grid: &str) -> String {
    read(grid).expect_err("it should be refused")
}
