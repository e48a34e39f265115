//! Algorithms that are interrupted at some step and resumed end as if they had never been interrupted.

use std::sync::atomic::{AtomicBool, Ordering};

use tetrolab_engine::{Piece, pieces_from_letters};
use tetrolab_optimize::{annealing, genetic};
use tetrolab_solve::{
    Checkpoint, Control, Encoding, Ended, Genotype, Hybrid, Keep, MoveSet, Outcome, Plan, PlanError, Problem, Progress,
    Refiner, Setup, Variant, solve, solve_from,
};

const SEED: u64 = 11;

fn queue() -> Vec<Piece> {
    pieces_from_letters("TILZJOSTZLIOS").unwrap()
}

fn problem(moves: impl Into<MoveSet>) -> Problem {
    Problem::new(&Setup { pieces: 10, ..Setup::new(&queue(), moves) }).unwrap()
}

fn population() -> genetic::Settings {
    genetic::Settings { population: 120, generations: 60, patience: 40, ..genetic::Settings::program() }
}

fn quick(variant: Variant, iterations: u64) -> annealing::Settings {
    let stagnation = iterations;
    annealing::Settings {
        iterations,
        stagnation,
        tabu: 50,
        ..variant.settings(Genotype::SwapDouble, Encoding::Program)
    }
}

fn hybrid(refiner: Refiner) -> Plan {
    Plan::Hybrid(Hybrid { genetic: population(), refiner, every: 7, refined: 3 })
}

/// All plans that resume where they were.
fn plans() -> Vec<Plan> {
    vec![
        Plan::Genetic(population()),
        Plan::Annealing { settings: quick(Variant::Mended, 30_000), start: None },
        Plan::Annealing { settings: quick(Variant::Published, 30_000), start: None },
        hybrid(Refiner::Annealing(quick(Variant::Mended, 2000))),
        hybrid(Refiner::Greedy),
        hybrid(Refiner::AStar { pieces: 2, nodes: 2000 }),
    ]
}

/// Stops after `steps` steps and keeps the last checkpoint.
struct After<'s> {
    steps: usize,
    stop: &'s AtomicBool,
    kept: Option<Checkpoint>,
}

impl Keep for After<'_> {
    fn between(&mut self, is_last: bool, checkpoint: &dyn Fn() -> Checkpoint) {
        if is_last {
            self.kept = Some(checkpoint());
        }
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Runs until it ends or has made `steps` steps; the checkpoint is written as JSON and read back.
fn part(
    problem: &Problem,
    plan: &Plan,
    from: Option<&Checkpoint>,
    steps: usize,
) -> Result<(Outcome, Option<Checkpoint>), PlanError> {
    let stop = AtomicBool::new(false);
    let mut keep = After { steps, stop: &stop, kept: None };
    let outcome = solve_from(problem, plan, SEED, from, &mut keep, &mut Control { stop: &stop, watch: &mut |_| {} })?;
    let text = serde_json::to_string(&keep.kept).unwrap();
    let kept: Option<Checkpoint> = serde_json::from_str(&text).unwrap();
    assert_eq!(kept, keep.kept);
    Ok((outcome, kept))
}

fn whole(problem: &Problem, plan: &Plan) -> Outcome {
    let stop = AtomicBool::new(false);
    solve(problem, plan, SEED, &mut Control { stop: &stop, watch: &mut |_| {} }).unwrap()
}

/// All that must be the same.
fn found(outcome: &Outcome) -> (Vec<i8>, f64, u64, u64, Ended, &'static str) {
    let solution = outcome.solution.as_ref().unwrap();
    let Outcome { evaluations, count, ended, method, .. } = *outcome;
    (solution.genes.clone(), solution.fitness(), evaluations, count, ended, method)
}

#[test]
fn interrupted_searches_end_alike() {
    let problem = problem(Genotype::SwapDouble);
    for plan in plans() {
        let whole = whole(&problem, &plan);
        // Fewer would stop every refinement before it has begun.
        for steps in [2, 3, 6] {
            let (mut from, mut parts) = (None, 0);
            let outcome = loop {
                let (outcome, kept) = part(&problem, &plan, from.as_ref(), steps).unwrap();
                parts += 1;
                match kept {
                    Some(_) if outcome.ended == Ended::Stopped => from = kept,
                    _ => break outcome,
                }
            };
            assert!(parts > 1, "{}", plan.name());
            assert_eq!(found(&outcome), found(&whole), "{}, {steps} steps at a time", plan.name());
        }
    }
}

/// A stop in the middle of a refinement leaves nothing behind of it, not even in the last generation.
#[test]
fn a_refinement_that_was_left_is_made_anew() {
    let problem = problem(Genotype::SwapDouble);
    let endless = annealing::Settings { stagnation: u64::MAX, ..quick(Variant::Mended, 10_000) };
    for generations in [1, 7, 8] {
        let genetic = genetic::Settings { generations, ..population() };
        let plan = Plan::Hybrid(Hybrid { genetic, refiner: Refiner::Annealing(endless.clone()), every: 1, refined: 2 });
        // Stopped before it begins, so that the first refinement is left at once.
        let stop = AtomicBool::new(true);
        let mut keep = After { steps: 1, stop: &stop, kept: None };
        let control = &mut Control { stop: &stop, watch: &mut |_| {} };
        let outcome = solve_from(&problem, &plan, SEED, None, &mut keep, control).unwrap();
        assert_eq!(outcome.ended, Ended::Stopped);
        let kept = keep.kept.unwrap();
        let (outcome, _) = part(&problem, &plan, Some(&kept), usize::MAX).unwrap();
        assert_eq!(found(&outcome), found(&whole(&problem, &plan)), "{generations} generations");
    }
}

#[test]
fn beams_and_proofs_begin_again_and_keep_the_best() {
    for moves in [MoveSet::Genotype(Genotype::SwapDouble), MoveSet::Reachable { hold: true }] {
        let problem = problem(moves);
        for plan in [Plan::Beam { width: 300 }, Plan::Auto { widest: 300 }, Plan::Exact] {
            let (first, kept) = part(&problem, &plan, None, 1).unwrap();
            // A beam that has only one stage is complete.
            let Some(kept) = kept else { continue };
            assert_eq!(kept.position, None);
            let best = kept.best.as_ref().unwrap();
            assert_eq!(best.solution(&problem), first.solution, "{}", plan.name());
            // Stopped at once, it has what it had.
            let stop = AtomicBool::new(true);
            let mut told = Vec::new();
            let mut watch = |progress: &Progress| told.push(progress.fitness);
            let control = &mut Control { stop: &stop, watch: &mut watch };
            let again = solve_from(&problem, &plan, SEED, Some(&kept), &mut (), control).unwrap();
            assert!(again.fitness() >= first.fitness() && again.least_blocks >= first.least_blocks);
            assert!(told.iter().all(|fitness| *fitness >= first.fitness()));
            // Resumed, it ends with the same result as a run without interruption.
            let (again, _) = part(&problem, &plan, Some(&kept), usize::MAX).unwrap();
            let whole = whole(&problem, &plan);
            assert_eq!((again.fitness(), again.is_best()), (whole.fitness(), whole.is_best()), "{}", plan.name());
        }
    }
}

#[test]
fn checkpoints_of_others_are_refused() {
    let problem_of_all = problem(Genotype::SwapDouble);
    let kept: Vec<Checkpoint> =
        plans().iter().map(|plan| part(&problem_of_all, plan, None, 2).unwrap().1.unwrap()).collect();
    let refused = |problem: &Problem, plan: &Plan, kept: &Checkpoint| {
        matches!(part(problem, plan, Some(kept), 1), Err(PlanError::Checkpoint))
    };
    let (genetic, annealing) = (&plans()[0], &plans()[1]);
    assert!(refused(&problem_of_all, annealing, &kept[0]), "a population is nothing to anneal");
    assert!(refused(&problem_of_all, genetic, &kept[1]));
    assert!(refused(&problem_of_all, &Plan::Beam { width: 5 }, &kept[0]));
    assert!(refused(&problem(Genotype::Simple), genetic, &kept[0]), "other genes");
    let wild = {
        let mut kept = kept[2].clone();
        kept.best.as_mut().unwrap().genes[1] = 100;
        kept
    };
    assert!(refused(&problem_of_all, &plans()[2], &wild), "genes that are none");
}
