use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::grid::{Cell, Value};

fn text(text: &str) -> Value {
    Value::Text(text.to_string())
}

/// A cell with these settings and the usual ones, small.
fn cell(algorithm: &str, pieces: i64, others: &[(&str, Value)]) -> Cell {
    let usual = keys::KEYS.iter().filter_map(|key| Some((key.name.to_string(), key.usual.value()?)));
    let mut settings: BTreeMap<String, Value> = usual.collect();
    let small = [
        ("algorithm", text(algorithm)),
        ("pieces", Value::Whole(pieces)),
        ("population", Value::Whole(200)),
        ("generations", Value::Whole(60)),
        ("patience", Value::Whole(20)),
        ("iterations", Value::Whole(5000)),
        ("refine-iterations", Value::Whole(1000)),
        ("width", Value::Whole(50)),
        ("effort", Value::Whole(100_000)),
        ("label", text("")),
    ];
    for (name, value) in small.iter().chain(others) {
        settings.insert((*name).to_string(), value.clone());
    }
    Cell { id: 0, grid: 0, settings: Settings(settings), repetition: 0, seed: 7 }
}

fn run_at(cell: &Cell, is_stopped: bool) -> Option<Outcome> {
    let stop = AtomicBool::new(is_stopped);
    let control = Control { stop: &stop, tell: &|_, _| {} };
    Solve.run(&Task { cell, before: Vec::new(), transport: &() }, &control).unwrap()
}

fn run(cell: &Cell) -> Outcome {
    run_at(cell, false).unwrap()
}

/// Without what depends on the machine.
fn untimed(mut outcome: Outcome) -> Outcome {
    let timed = measures::MEASURES.iter().filter(|measure| measure.is_timed);
    timed.for_each(|measure| assert!(outcome.values.remove(measure.name).is_some(), "{}", measure.name));
    outcome
}

#[test]
fn every_algorithm_gives_the_same_again_on_the_same_pieces() {
    let cells = Algorithm::NAMES.map(|name| cell(name, 10, &[]));
    let outcomes: Vec<Outcome> = cells.iter().map(|cell| untimed(run(cell))).collect();
    for (cell, outcome) in cells.iter().zip(&outcomes) {
        let name = cell.settings.text("algorithm");
        assert_eq!(untimed(run(cell)), *outcome, "{name}");
        assert_eq!(run_at(cell, true), None, "{name}");
        assert_eq!(outcome.texts["queue"], outcomes[0].texts["queue"], "{name}");
        let known = |name: &String| measures::MEASURES.iter().any(|measure| measure.name == *name);
        assert!(outcome.values.keys().all(known), "{name}: {:?}", outcome.values.keys());
        let known = |name: &String| diary::COURSES.iter().any(|course| course.name == *name);
        assert!(outcome.courses.keys().all(known), "{name}: {:?}", outcome.courses.keys());
        for (course, points) in &outcome.courses {
            assert!(points.windows(2).all(|pair| pair[0].0 < pair[1].0), "{name} {course}");
        }
        assert_eq!(outcome.courses["search"].last().unwrap().1, outcome.values["fitness"], "{name}");
        let line = serde_json::to_string(outcome).unwrap();
        assert!(line.len() < 20_000, "{name}: {}", line.len());
    }
    let emptied: Vec<f64> = outcomes.iter().map(|outcome| outcome.values["emptied"]).collect();
    // The algorithms that search for perfect clears find one.
    assert_eq!(emptied[4..], [1.0, 1.0]);
}

#[test]
fn courses_are_those_of_the_algorithm() {
    let names = |algorithm| run(&cell(algorithm, 10, &[])).courses.into_keys().collect::<Vec<_>>();
    assert_eq!(names("ga"), ["evolution", "roulette-temperature", "search"]);
    assert_eq!(names("sa"), ["annealing", "current", "search", "temperature"]);
    assert_eq!(names("beam"), ["search"]);
    let outcome = run(&cell("ga", 10, &[]));
    let evolution = &outcome.courses["evolution"];
    assert_eq!(evolution[0].0, 1.0);
    assert_eq!(*evolution.last().unwrap(), (outcome.values["generations"], outcome.values["fitness"]));
    assert!(evolution.windows(2).all(|pair| pair[0].1 <= pair[1].1));
}

#[test]
fn queues_are_shared_or_not() {
    let queue = |genotype: &str, source: &str, repetition| {
        let settings = [("genotype", text(genotype)), ("queues", text(source)), ("width", Value::Whole(1))];
        run(&Cell { repetition, ..cell("beam", 10, &settings) }).texts["queue"].clone()
    };
    // Without Hold one piece less is known.
    assert_eq!(queue("simple", "shared", 0), queue("swap-simple", "shared", 0)[..10]);
    assert_ne!(queue("simple", "shared", 0), queue("simple", "shared", 1));
    assert_ne!(queue("double", "own", 0), queue("simple", "own", 0));
    assert_eq!(queue("simple", "published", 0), "IJTLSOZLZT");
    assert_eq!(queue("simple", "published", 1), "JSTLIZOOTZ");
    assert_eq!(queue("simple", "published", 7), queue("simple", "published", 0));
}

/// Beside the published run on the same pieces.
#[test]
fn published_runs_are_beside_ours() {
    let settings = [("genotype", text("simple")), ("queues", text("published")), ("width", Value::Whole(1000))];
    let outcome = run(&Cell { repetition: 2, ..cell("beam", 10, &settings) });
    let (values, logged) = (&outcome.values, -80.0);
    assert_eq!((values["logged"], values["logged-seconds"], values["matched"]), (logged, 249.0, 1.0));
    assert_eq!(values["gain"], values["fitness"] - logged);
    let as_logged = [("genotype", text("simple")), ("queues", text("published")), ("as-logged", Value::Switch(true))];
    let outcome =
        run(&Cell { repetition: 2, ..cell("ga", 10, &[&as_logged[..], &[("generations", Value::Whole(2))]].concat()) });
    // The first generation evaluates all individuals, later ones half.
    assert_eq!(outcome.values["evaluations"], 20_000.0 + 10_000.0);
}

#[test]
fn the_two_defects_are_a_setting() {
    let fitness = |variant: &str| {
        let settings =
            [("variant", text(variant)), ("genotype", text("simple")), ("iterations", Value::Whole(100_000))];
        let mut all: Vec<f64> =
            (0..5).map(|repetition| run(&Cell { repetition, ..cell("sa", 10, &settings) }).values["fitness"]).collect();
        all.sort_by(f64::total_cmp);
        all[2]
    };
    let (published, mended) = (fitness("published"), fitness("mended"));
    assert!((-260.0..-130.0).contains(&published), "{published}");
    assert!(mended > -100.0, "{mended}");
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |algorithm: &str, pieces, others: &[(&str, Value)]| {
        Solve.check(&cell(algorithm, pieces, others).settings).unwrap_err()
    };
    assert_eq!(
        refused("ga", 10, &[("genotype", text("reachable"))]),
        "ga needs a genotype; reachable placements have no genes"
    );
    assert_eq!(
        refused("beam", 5, &[("queues", text("published"))]),
        "there is no published queue for 5 pieces with swap-double"
    );
    assert_eq!(refused("ga", 10, &[("as-logged", Value::Switch(true))]), "as-logged is for the published queues");
    let beam = [("queues", text("published")), ("as-logged", Value::Switch(true))];
    assert_eq!(refused("beam", 10, &beam), "as-logged is for populations: only ga and hybrid have one");
    let many = [("refined", Value::Whole(101))];
    assert!(refused("hybrid", 10, &many).contains("half of the population"));
    assert!(refused("ga", 200, &[("population", Value::Whole(1 << 24))]).contains("memory"));
    assert_eq!(Solve.check(&cell("beam", 10, &[("genotype", text("reachable"))]).settings), Ok(()));
}
