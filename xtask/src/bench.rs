//! Benchmarks that a noisy machine cannot disturb.

use crate::run::{cargo, show};
use crate::tools::{GUNGRAUN, VALGRIND, need};

/// Counts instructions per input, then compares the board forms as ratios within one run.
pub fn bench(_: &[String]) -> Result<(), String> {
    need(&[&VALGRIND, &GUNGRAUN])?;
    show(cargo(&["bench", "--package", "tetrolab-engine", "--bench", "inputs"]))?;
    show(cargo(&["bench", "--package", "tetrolab-engine", "--bench", "representation"]))?;
    show(cargo(&["run", "--release", "--", "bench"]))
}
