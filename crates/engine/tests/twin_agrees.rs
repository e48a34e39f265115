//! The engine's timed game against a slow twin that was written from `docs/timed-game.md` alone.

mod twin;

use std::time::Instant;

use twin::driver::random_bytes;
use twin::driver::{Coverage, Theme, run, run_theme};

/// Calls compared by each test of the suite.
const CALLS: u64 = 60_000;

#[test]
fn everything() {
    run_theme(Theme::Everything, 1, CALLS);
}

#[test]
fn ties() {
    run_theme(Theme::Ties, 1, CALLS);
}

#[test]
fn nanoseconds() {
    run_theme(Theme::Nanoseconds, 1, CALLS);
}

#[test]
fn lines() {
    run_theme(Theme::Lines, 1, CALLS);
}

#[test]
fn spins() {
    run_theme(Theme::Spins, 1, CALLS);
}

#[test]
fn garbage() {
    run_theme(Theme::Garbage, 1, CALLS);
}

#[test]
fn undo() {
    run_theme(Theme::Undo, 1, CALLS);
}

/// As a fuzzer calls it: with bytes that end.
#[test]
fn bytes_that_end() {
    for length in [0, 1, 10, 100, 1000, 10_000] {
        run(&mut random_bytes(2, length).take(length as usize));
    }
}

#[test]
#[ignore = "10 million inputs: cargo xtask fuzz"]
fn ten_million_inputs() {
    let start = Instant::now();
    let mut coverage = Coverage::new();
    let (rounds, calls) = (20, 10_000_000 / 20 / Theme::ALL.len() as u64 + 1);
    for round in 0..rounds {
        for theme in Theme::ALL {
            for (kind, times) in run_theme(theme, 1000 + round, calls) {
                *coverage.entry(kind).or_default() += times;
            }
        }
        println!("{} inputs, {} s", (round + 1) * calls * Theme::ALL.len() as u64, start.elapsed().as_secs());
    }
    println!("{coverage:#?}");
}
