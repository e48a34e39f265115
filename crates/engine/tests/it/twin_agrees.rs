//! The engine's timed game against a slow twin that was written from `docs/timed-game.md` alone.

use std::time::Instant;

use tetrolab_engine::SETTINGS;

use crate::twin::driver::{Coverage, Theme, games_until_noticed, random_bytes, run, run_theme};

/// Inputs compared by each theme in the suite.
const INPUTS: u64 = 40_000;

/// Compares games of one theme, and checks that they were about it.
fn check(theme: Theme, expected: &[&str]) {
    let coverage = run_theme(theme, 1, INPUTS);
    for kind in expected {
        assert!(coverage.contains_key(kind), "{theme:?} without {kind:?}: {coverage:#?}");
    }
}

#[test]
fn everything() {
    check(Theme::Everything, &["generated", "held", "shifted", "rotated", "fell", "fell softly", "landed", "dropped"]);
}

#[test]
fn ties() {
    check(Theme::Ties, &["shifted", "fell", "locked", "collapsed", "rose", "time up"]);
}

#[test]
fn nanoseconds() {
    check(Theme::Nanoseconds, &["shifted", "fell", "locked", "collapsed", "rose"]);
}

#[test]
fn lines() {
    check(Theme::Lines, &["cleared 1", "cleared 2", "cleared 3", "cleared 4", "cleared perfectly", "level up", "won"]);
}

#[test]
fn spins() {
    let expected = ["rotated by point 5", "locked with a mini spin", "locked with a full spin", "rewarded", "attacked"];
    check(Theme::Spins, &expected);
}

#[test]
fn garbage() {
    check(Theme::Garbage, &["warned", "rose", "cancelled", "Top Out", "won"]);
}

#[test]
fn undo() {
    check(Theme::Undo, &["undone", "Block Out", "Lock Out", "Top Out", "out of pieces", "time up"]);
}

#[test]
fn digging() {
    check(Theme::Digging, &["collapsed", "rose", "undone", "Top Out", "won"]);
}

/// As a fuzzer calls it: with bytes that end.
#[test]
fn bytes_that_end() {
    for length in [0, 1, 10, 100, 1000, 10_000] {
        run(&mut random_bytes(2, length).take(length as usize));
    }
}

/// The comparison sees every setting: where the engine has another value than the twin, they differ.
#[test]
fn every_setting_is_noticed() {
    for setting in SETTINGS {
        let games = games_until_noticed(setting, 100_000);
        assert!(games.is_some(), "{} makes no difference", setting.name);
    }
}

#[test]
#[ignore = "10 million inputs: cargo xtask fuzz"]
fn ten_million_inputs() {
    let start = Instant::now();
    let mut coverage = Coverage::new();
    let (rounds, inputs) = (20, 10_000_000 / 20 / Theme::ALL.len() as u64 + 1);
    for round in 0..rounds {
        for theme in Theme::ALL {
            for (kind, times) in run_theme(theme, 1000 + round, inputs) {
                *coverage.entry(kind).or_default() += times;
            }
        }
        println!("{} inputs, {} s", (round + 1) * inputs * Theme::ALL.len() as u64, start.elapsed().as_secs());
    }
    for (kind, times) in coverage {
        println!("{times:>9} {kind}");
    }
}
