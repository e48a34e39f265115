//! Solver runs in folders: interrupted, torn, mixed up, and resumed.

use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use serde_json::Value;
use tetrolab_lab::solving::{Plan, RESULT, Recorded, Settings, Solving, SolvingError, Watch};
use tetrolab_optimize::{annealing, genetic};
use tetrolab_solve::{Encoding, Genotype, Hybrid, MoveSet, Plan as Algorithm, Refiner, Variant};

const QUEUE: &str = "TILZJOSTZLIOSJLOZTISJ";
const CHECKPOINT: &str = "checkpoint.json";

fn settings(algorithm: Algorithm) -> Settings {
    Settings::tetris_solver(QUEUE, MoveSet::Genotype(Genotype::SwapDouble), algorithm, 5)
}

fn population(generations: u64) -> genetic::Settings {
    genetic::Settings { population: 1500, generations, patience: generations, ..genetic::Settings::program() }
}

fn cooling(iterations: u64) -> annealing::Settings {
    let settings = Variant::Mended.settings(Genotype::SwapDouble, Encoding::Program);
    annealing::Settings { iterations, stagnation: iterations, ..settings }
}

/// All that go on where they were, each a tenth of a second long or so.
fn algorithms() -> [Algorithm; 3] {
    let refiner = Refiner::Annealing(cooling(1000));
    [
        Algorithm::Genetic(population(120)),
        Algorithm::Annealing { settings: cooling(100_000), start: None },
        Algorithm::Hybrid(Hybrid { genetic: population(60), refiner, every: 6, refined: 3 }),
    ]
}

/// Stops after this many questions whether to stop, and remembers whether the run began again.
#[derive(Default)]
struct After {
    asked: AtomicU32,
    times: u32,
    has_begun_again: AtomicBool,
}

impl After {
    /// Before anything that can be left out.
    fn nothing() -> After {
        After::default()
    }

    /// After some hundredths of a second, if it takes so long.
    fn a_while() -> After {
        After { times: 3, ..After::default() }
    }
}

impl Watch for After {
    fn begins_again(&self) {
        self.has_begun_again.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.times
    }
}

fn create(path: &Path, settings: Settings) -> Solving {
    Solving::create(path, Plan::new(settings).unwrap(), "an example").unwrap()
}

fn threads(count: usize) -> Option<NonZero<usize>> {
    NonZero::new(count)
}

/// The result without what depends on the machine.
fn lasting(folder: &Path) -> Value {
    let mut result: Value = serde_json::from_slice(&fs::read(folder.join(RESULT)).unwrap()).unwrap();
    for key in ["seconds", "evaluations_per_second", "threads"] {
        assert!(result[key].as_f64().unwrap() > 0.0, "{key}");
        result[key] = Value::Null;
    }
    result
}

#[test]
fn whatever_stops_a_run_it_ends_alike() {
    for algorithm in algorithms() {
        let name = algorithm.name();
        let whole = tempfile::tempdir().unwrap();
        let mut run = create(whole.path(), settings(algorithm.clone()));
        let found = run.run(threads(1), &()).unwrap().unwrap();
        assert_eq!(found.outcome.fitness(), run.lines().last().unwrap().fitness);
        let parts = tempfile::tempdir().unwrap();
        let mut run = create(parts.path(), settings(algorithm));
        assert!(run.run(threads(2), &After::nothing()).unwrap().is_none(), "{name}: it was stopped");
        let early = fs::read(parts.path().join(CHECKPOINT)).unwrap();
        // A few parts on one and on two threads, in this object and in new ones; the rest in one go.
        for part in 0..4 {
            let recorded = Recorded::read(parts.path()).unwrap();
            assert!(recorded.found.is_none() && !recorded.lines.is_empty());
            assert!(run.found().is_some() || part == 2, "{name}: there is a solution");
            if run.run(threads(1 + part % 2), &After::a_while()).unwrap().is_some() {
                break;
            }
            if part == 1 {
                drop(run);
                run = Solving::open(parts.path()).unwrap();
            }
        }
        run.run(threads(2), &()).unwrap().unwrap();
        drop(run);
        assert_eq!(lasting(parts.path()), lasting(whole.path()), "{name}");
        assert!(!parts.path().join(CHECKPOINT).exists());
        // It is not run twice.
        let before = fs::read(parts.path().join(RESULT)).unwrap();
        let again = Solving::open(parts.path()).unwrap().run(None, &()).unwrap().unwrap();
        assert_eq!(fs::read(parts.path().join(RESULT)).unwrap(), before);
        assert_eq!(again.solution, found.solution);
        let recorded = Recorded::read(parts.path()).unwrap();
        assert_eq!(recorded.found.unwrap().ended(), found.ended());
        assert!(recorded.lines.is_sorted_by(|one, next| one.seconds < next.seconds));
        // Killed long after a checkpoint, it goes on from there.
        fs::remove_file(parts.path().join(RESULT)).unwrap();
        fs::write(parts.path().join(CHECKPOINT), &early).unwrap();
        Solving::open(parts.path()).unwrap().run(threads(2), &()).unwrap().unwrap();
        assert_eq!(lasting(parts.path()), lasting(whole.path()), "{name}");
    }
}

#[test]
fn what_is_torn_or_foreign_begins_again_with_the_same_result() {
    let algorithm = Algorithm::Annealing { settings: cooling(20_000), start: None };
    let whole = tempfile::tempdir().unwrap();
    create(whole.path(), settings(algorithm.clone())).run(None, &()).unwrap().unwrap();
    // The checkpoint of a run with another seed.
    let foreign = tempfile::tempdir().unwrap();
    let other = Algorithm::Annealing { settings: cooling(u64::MAX), start: None };
    assert!(
        create(foreign.path(), Settings { seed: 6, ..settings(other) }).run(None, &After::nothing()).unwrap().is_none()
    );
    let foreign = fs::read(foreign.path().join(CHECKPOINT)).unwrap();
    let mut torn = foreign.clone();
    torn.truncate(foreign.len() / 2);
    let mut flipped = foreign.clone();
    flipped[foreign.len() / 2] ^= 1;
    for bytes in [foreign, torn, flipped, b"".to_vec(), b"nonsense\n".to_vec(), vec![0xFF; 40]] {
        let folder = tempfile::tempdir().unwrap();
        drop(create(folder.path(), settings(algorithm.clone())));
        fs::write(folder.path().join(CHECKPOINT), bytes).unwrap();
        let watch = After::a_while();
        let mut run = Solving::open(folder.path()).unwrap();
        run.run(None, &watch).unwrap();
        assert!(watch.has_begun_again.load(Ordering::Relaxed));
        run.run(None, &()).unwrap().unwrap();
        assert_eq!(lasting(folder.path()), lasting(whole.path()));
        // A result that is not one of this run is made anew.
        fs::write(folder.path().join(RESULT), "{}").unwrap();
        run.run(None, &()).unwrap().unwrap();
        assert_eq!(lasting(folder.path()), lasting(whole.path()));
    }
}

#[test]
fn a_changed_manifest_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(create(folder.path(), settings(Algorithm::Beam { width: 10 })));
    let manifest = folder.path().join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    assert!(text.contains("\"seed\": 5"));
    fs::write(&manifest, text.replace("\"seed\": 5", "\"seed\": 6")).unwrap();
    let error = Solving::open(folder.path()).unwrap_err();
    assert!(matches!(error, SolvingError::Folder(_)));
    assert!(error.to_string().ends_with("its settings are not those that the run began with"), "{error}");
}

/// Beams and proofs begin again, but what was found stays, with genes and without.
#[test]
fn beams_and_proofs_keep_the_best() {
    for moves in [MoveSet::Genotype(Genotype::SwapDouble), MoveSet::Reachable { hold: true }] {
        for algorithm in [Algorithm::AUTO, Algorithm::Exact] {
            let folder = tempfile::tempdir().unwrap();
            let mut run = create(folder.path(), Settings::tetris_solver(QUEUE, moves, algorithm, 1));
            assert!(run.run(None, &After::nothing()).unwrap().is_none());
            let first = run.found().unwrap().solution.clone();
            drop(run);
            assert_eq!(Recorded::read(folder.path()).unwrap().best, Some(first.clone()));
            let mut run = Solving::open(folder.path()).unwrap();
            assert!(run.run(None, &After::nothing()).unwrap().is_none());
            assert!(run.found().unwrap().solution.fitness() >= first.fitness());
        }
        let folder = tempfile::tempdir().unwrap();
        let mut run = create(folder.path(), Settings::tetris_solver(QUEUE, moves, Algorithm::Beam { width: 50 }, 1));
        let found = run.run(None, &()).unwrap().unwrap();
        let recorded = Recorded::read(folder.path()).unwrap();
        assert_eq!(recorded.found.unwrap().solution, found.solution);
    }
}

#[test]
fn time_is_counted_over_all_parts() {
    let folder = tempfile::tempdir().unwrap();
    let endless = settings(Algorithm::Genetic(population(u64::MAX)));
    let mut run = create(folder.path(), Settings { time_limit: Some(0.2), ..endless });
    let (mut parts, mut last) = (1, 0.0);
    while run.run(None, &After::a_while()).unwrap().is_none() {
        let seconds = run.found().unwrap().seconds;
        assert!(seconds > last, "it goes on where it was");
        (parts, last) = (parts + 1, seconds);
        if seconds > 0.1 {
            break;
        }
    }
    let found = run.run(None, &()).unwrap().unwrap();
    assert_eq!(found.ended(), "time");
    assert!(parts > 1 && found.seconds >= 0.2, "{parts} parts, {} s", found.seconds);
}

#[test]
fn everything_that_is_wrong_is_told() {
    let mut wrong = settings(Algorithm::Genetic(genetic::Settings { population: 1, ..population(1) }));
    wrong.time_limit = Some(-1.0);
    assert_eq!(
        Plan::new(wrong.clone()).unwrap_err().to_string(),
        "a limit of -1 seconds: it is from 0.001 to 600000; a population of 1: it has 2 to 16777216 individuals"
    );
    wrong.problem.queue = "TIX".to_string();
    wrong.problem.genotype = "treble".to_string();
    wrong.problem.encoding = "book".to_string();
    wrong.problem.board = vec!["XX".to_string()];
    wrong.problem.fitness.remove("score");
    let said = Plan::new(wrong).unwrap_err().to_string();
    for part in [
        "'X' in place 3 is none of the pieces",
        "\"treble\" is none of the genotypes simple",
        "the encoding is program or paper, not \"book\"",
        "the fitness lacks the weight of score",
        "the board: line 1: the row is 2 cells wide instead of 10",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let genes = MoveSet::Reachable { hold: true };
    let said =
        Plan::new(Settings::tetris_solver(QUEUE, genes, Algorithm::Genetic(population(1)), 1)).unwrap_err().to_string();
    assert!(said.contains("the algorithm ga needs a genotype"), "{said}");
    let never = Settings { until_empty: true, ..Settings::tetris_solver("TTTT", genes, Algorithm::AUTO, 1) };
    assert!(Plan::new(never).unwrap_err().to_string().starts_with("the board cannot be emptied"));
}
