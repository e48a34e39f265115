//! The Tetris Solver's own experiments again: minutes, so `cargo xtask solver` runs them and the suite does not.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;
use tetrolab_engine::{PieceStream, Randomizer, Seed, pieces_from_letters};
use tetrolab_optimize::genetic::{Mutation, Settings};
use tetrolab_solve::{Control, Encoding, Genotype, Plan, Problem, Setup, Variant, solve};

const RECORDS: &str = include_str!("../data/solver_sequences.json");

fn fitness(problem: &Problem, plan: &Plan, seed: u64) -> f64 {
    let stop = AtomicBool::new(false);
    let mut control = Control { stop: &stop, watch: &mut |_| {} };
    solve(problem, plan, seed, &mut control).unwrap().solution.unwrap().fitness()
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    if values.len() % 2 == 1 { values[half] } else { (values[half - 1] + values[half]) / 2.0 }
}

/// What the records say about a queue: its problem, and what was logged.
fn logged(record: &Value) -> (Problem, f64) {
    let queue = pieces_from_letters(record["queue"].as_str().unwrap()).unwrap();
    let genotype: Genotype = record["genotype"].as_str().unwrap().parse().unwrap();
    let pieces = record["n"].as_u64().unwrap() as usize;
    let problem = Problem::new(&Setup { pieces, ..Setup::new(&queue, genotype) }).unwrap();
    (problem, record["final_best"].as_f64().unwrap())
}

/// Two seconds of `auto` are at least as good as what the original found in minutes: always for 20 and 30 pieces, and for 97 of 100
/// queues of 10.
#[test]
#[ignore = "two minutes: cargo xtask solver"]
fn auto_is_at_least_as_good_as_the_logs() {
    const TIME: Duration = Duration::from_secs(2);
    let records: Vec<Value> = serde_json::from_str(RECORDS).unwrap();
    let mut cells: BTreeMap<(usize, String), (Vec<f64>, [usize; 4])> = BTreeMap::new();
    for record in records.iter().filter(|record| record["algo"] == "GA") {
        let (problem, logged) = logged(record);
        let stop = AtomicBool::new(false);
        let outcome = std::thread::scope(|scope| {
            let (done, wait) = std::sync::mpsc::channel::<()>();
            let stop = &stop;
            scope.spawn(move || {
                if wait.recv_timeout(TIME).is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            });
            let outcome = solve(&problem, &Plan::AUTO, 0, &mut Control { stop, watch: &mut |_| {} }).unwrap();
            let _ = done.send(());
            outcome
        });
        let ours = outcome.fitness().unwrap();
        let cell = cells.entry((problem.pieces(), problem.genotype().to_string())).or_default();
        let (all, [queues, good, empty, proven]) = cell;
        all.push(ours);
        *queues += 1;
        *good += usize::from(ours >= logged - 1e-3);
        *empty += usize::from(outcome.blocks() == Some(0));
        *proven += usize::from(outcome.is_best());
    }
    let mut sums: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for ((pieces, genotype), (mut all, [queues, good, empty, proven])) in cells {
        let median = median(&mut all);
        println!(
            "{pieces} pieces, {genotype}: median {median:.2}, {good} of {queues} at least as good as logged, {empty} emptied, \
             {proven} proven optimal"
        );
        let sum = sums.entry(pieces).or_default();
        (sum.0, sum.1) = (sum.0 + good, sum.1 + queues);
    }
    for (pieces, (good, queues)) in sums {
        assert!(100 * good >= if pieces == 10 { 97 } else { 100 } * queues, "{pieces} pieces");
    }
}

/// The genetic algorithm at the settings of the logs, on their queues: the median of each cell lies between the best and the worst
/// that was logged. One run says little, so each queue has three.
#[test]
#[ignore = "half an hour: cargo xtask solver"]
fn the_genetic_algorithm_is_as_good_as_the_logs() {
    let records: Vec<Value> = serde_json::from_str(RECORDS).unwrap();
    let mut cells: BTreeMap<(usize, String), (Vec<f64>, Vec<f64>)> = BTreeMap::new();
    // All of them, or those of 10, 20 or 30 pieces.
    let only: Option<usize> = std::env::var("SOLVER_PIECES").ok().and_then(|pieces| pieces.parse().ok());
    for record in records.iter().filter(|record| record["algo"] == "GA") {
        let (problem, logged) = logged(record);
        let (pieces, genotype) = (problem.pieces(), problem.genotype());
        if only.is_some_and(|only| pieces != only) {
            continue;
        }
        let mutation = Mutation { probability: record["mut"].as_f64().unwrap(), ..Settings::program().mutation };
        let population = record["pop"].as_u64().unwrap() as usize;
        let plan = Plan::Genetic(Settings { population, mutation, ..Settings::program() });
        let runs = [42, 43, 44].map(|seed| fitness(&problem, &plan, seed));
        eprintln!("{pieces} pieces, {genotype}: {runs:.2?}, logged {logged}");
        let (ours, theirs) = cells.entry((pieces, genotype.to_string())).or_default();
        ours.extend(runs);
        theirs.push(logged);
    }
    for ((pieces, genotype), (mut ours, mut logged)) in cells {
        let (median, log_median) = (median(&mut ours), median(&mut logged));
        eprintln!(
            "{pieces} pieces, {genotype}: median {median:.2}; logged {log_median:.2}, {:?}",
            (logged[0], logged[logged.len() - 1])
        );
        assert!((logged[0]..=logged[logged.len() - 1]).contains(&median), "{pieces} {genotype}");
    }
}

/// The annealing as published reproduces the medians of the paper's plots, read by eye; mended it is far better for ten pieces.
#[test]
#[ignore = "a minute: cargo xtask solver"]
fn the_annealing_is_as_bad_as_the_paper_says() {
    const PAPER: [[f64; 4]; 3] =
        [[-205.0, -77.0, -200.0, -73.0], [-500.0, -285.0, -517.0, -240.0], [-557.0, -603.0, -533.0, -729.0]];
    for (pieces, paper) in [10, 20, 30].into_iter().zip(PAPER) {
        for (genotype, paper) in Genotype::ALL.into_iter().zip(paper) {
            let [published, mended] = Variant::ALL.map(|variant| {
                let mut values: Vec<f64> = (0..8)
                    .map(|game| {
                        let mut stream = PieceStream::new(Randomizer::SevenBag, Seed(3), game, &[]);
                        let queue: Vec<_> = (0..=pieces).map(|_| stream.next().unwrap()).collect();
                        let problem = Problem::new(&Setup { pieces, ..Setup::new(&queue, genotype) }).unwrap();
                        let settings = variant.settings(genotype, Encoding::Program);
                        fitness(&problem, &Plan::Annealing { settings, start: None }, game)
                    })
                    .collect();
                median(&mut values)
            });
            eprintln!("{pieces} pieces, {genotype}: published {published:.1}, paper {paper}, mended {mended:.1}");
            assert!((published / paper - 1.0).abs() < 0.3, "{pieces} {genotype}: {published} and not {paper}");
            assert!(pieces > 10 || mended > -100.0);
        }
    }
}
