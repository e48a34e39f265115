//! Benchmarks that a noisy machine cannot disturb.

use crate::run::{cargo, show};
use crate::tools::{GUNGRAUN, VALGRIND, need};

/// Counts instructions of inputs, of move generation and of players, then compares the board forms and the instruction sets as ratios
/// within one run, and times path search, the genetic algorithm and perfect clears.
pub fn bench(_: &[String]) -> Result<(), String> {
    need(&[&VALGRIND, &GUNGRAUN])?;
    show(cargo(&["bench", "--package", "tetrolab-engine", "--bench", "inputs"]))?;
    show(cargo(&["bench", "--package", "tetrolab-engine", "--bench", "moves"]))?;
    show(cargo(&["bench", "--package", "tetrolab-engine", "--bench", "representation"]))?;
    show(cargo(&["bench", "--package", "tetrolab-agents", "--bench", "path"]))?;
    show(cargo(&["bench", "--package", "tetrolab-agents", "--bench", "players"]))?;
    show(cargo(&["bench", "--package", "tetrolab-optimize", "--bench", "genetic"]))?;
    show(cargo(&["bench", "--package", "tetrolab-solve", "--bench", "genetic"]))?;
    show(cargo(&["bench", "--package", "tetrolab-solve", "--bench", "perfect_clear"]))?;
    show(cargo(&["run", "--release", "--", "perft", "--depth", "6", "--instructions", "portable"]))?;
    show(cargo(&["run", "--release", "--", "perft"]))?;
    show(cargo(&["run", "--release", "--", "bench", "--players"]))?;
    show(cargo(&["run", "--release", "--", "bench"]))
}
