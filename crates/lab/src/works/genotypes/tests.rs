use std::sync::atomic::AtomicBool;

use tetrolab_engine::pieces_from_letters;

use super::*;
use crate::grid::{Cell, Value};

fn cell(genotype: &str, pieces: i64, sample: i64) -> Cell {
    let text = |text: &str| Value::Text(text.to_string());
    let settings = [
        ("pieces", Value::Whole(pieces)),
        ("genotype", text(genotype)),
        ("preset", text("program")),
        ("sample", Value::Whole(sample)),
        ("walks", Value::Whole(1)),
        ("label", text("")),
    ];
    let settings = Settings(settings.into_iter().map(|(name, value)| (name.to_string(), value)).collect());
    Cell { id: 0, grid: 0, settings, repetition: 0, seed: 1 }
}

fn run(cell: &Cell, is_stopped: bool) -> Option<Outcome> {
    let stop = AtomicBool::new(is_stopped);
    let control = Control { stop: &stop, tell: &|_, _| {} };
    Genotypes.run(&Task { cell, before: Vec::new(), transport: &() }, &control).unwrap()
}

/// On the empty board the number of places of a piece is known: its columns in all of its rotations.
#[test]
fn one_piece_has_as_many_boards_as_places() {
    for (letter, places) in [("I", 17), ("O", 9), ("S", 17), ("Z", 17), ("T", 34), ("J", 34), ("L", 34)] {
        let queue = pieces_from_letters(letter).unwrap();
        let problem = Problem::new(&Setup::new(&queue, Genotype::Simple)).unwrap();
        let mut counts = Counts::new(&problem, 1000, 1);
        counts.try_some();
        counts.walk(0, || false).unwrap().unwrap();
        let outcome = counts.outcome();
        let share = f64::from(places) / 44.0;
        assert_eq!((outcome.values["tried"], outcome.values["distinct"]), (44.0, share), "{letter}");
        assert!((outcome.values["needed"] - share).abs() < 1e-12, "{letter}");
    }
}

#[test]
fn large_spaces_are_sampled() {
    let outcome = run(&cell("swap-double", 10, 500), false).unwrap();
    let values = &outcome.values;
    assert_eq!(values["tried"], 500.0);
    assert!(values["distinct"] > 0.95 && values["once"] <= values["distinct"], "{values:?}");
    assert!(values["needed"] > 0.001 && values["needed"] < 0.1, "{values:?}");
    assert!(values["changed"] > 0.1 && values["changed"] < 1.0, "{values:?}");
    assert!(values["vain"] > 0.5, "{values:?}");
}

#[test]
fn the_same_cell_gives_the_same() {
    let cell = cell("simple", 20, 300);
    assert_eq!(run(&cell, false), run(&cell, false));
    assert_eq!(run(&cell, true), None);
}
