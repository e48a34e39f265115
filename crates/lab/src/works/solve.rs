//! A known piece sequence is solved.

mod diary;
mod keys;
mod logged;
mod measures;
mod queue;
mod task;

use std::num::NonZero;

use serde_json::json;
use tetrolab_solve::{Control as Inner, Ended, Outcome as Answer, Plan as Algorithm, Progress, solve_within};

use crate::grid::{Control, Course, Key, Measure, Outcome, Settings, Task, Work};
use crate::solving::{Plan, watched};
use diary::Diary;
use logged::Logged;

/// Solves a known piece sequence with one algorithm.
pub struct Solve;

/// Solutions above this fitness are acceptable, the Tetris Solver says.
const ACCEPTABLE: f64 = -50.0;

impl Work for Solve {
    fn name(&self) -> &'static str {
        "solve"
    }

    fn meaning(&self) -> &'static str {
        "an algorithm finds the best that can be done with a fixed row of pieces"
    }

    fn keys(&self) -> &'static [Key] {
        &keys::KEYS
    }

    fn measures(&self) -> &'static [Measure] {
        &measures::MEASURES
    }

    fn courses(&self) -> &'static [Course] {
        &diary::COURSES
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        task::check(settings)
    }

    fn rules(&self, settings: &Settings) -> String {
        let pieces = match settings.text("queues") {
            "published" => "the pieces of the published runs",
            _ => "7-bag",
        };
        format!("solver rules (10x20, SRS, no game over), genes as in the {}, {pieces}", settings.text("preset"))
    }

    fn shares(&self, settings: &Settings) -> Option<String> {
        match settings.text("queues") {
            "own" => None,
            // Each kind of problem has published queues of its own.
            "published" => Some(format!("{} {}", settings.count("pieces"), settings.text("genotype"))),
            _ => Some(String::new()),
        }
    }

    fn run(&self, task: &Task<'_>, control: &Control<'_>) -> Result<Option<Outcome>, String> {
        let (cell, settings) = (task.cell, task.settings());
        let (plan, logged) = task::read(cell)?;
        let most = match settings.count("effort") {
            0 => u64::MAX,
            effort => effort,
        };
        let mut diary = Diary::default();
        let tick = |progress: Option<&Progress>| {
            if let Some(progress) = progress {
                let share = progress.limit.map(|limit| progress.count as f64 / limit.max(1) as f64);
                (control.tell)(share, words(progress));
            }
            control.is_stopped()
        };
        let algorithm = &plan.settings().algorithm;
        let search = |inner: &mut Inner<'_>| {
            let mut watch = |progress: &Progress| {
                diary.see(progress);
                (inner.watch)(progress);
            };
            let control = &mut Inner { stop: inner.stop, watch: &mut watch };
            solve_within(plan.problem(), algorithm, cell.own_seed(), most, control)
        };
        let found = watched(Some(NonZero::<usize>::MIN), None, tick, search).map_err(|error| error.to_string())?;
        let answer = found.result.map_err(|error| error.to_string())?;
        if answer.ended == Ended::Stopped {
            return Ok(None);
        }
        told(&plan, &answer, found.seconds, logged).map(|outcome| Some(diary.write(outcome)))
    }
}

/// How far it is, in a few words.
fn words(progress: &Progress) -> String {
    let Progress { stage, count, fitness, .. } = progress;
    fitness.map_or_else(|| format!("{stage} {count}"), |fitness| format!("{stage} {count}, fitness {fitness:.2}"))
}

/// All numbers of an answer.
fn told(plan: &Plan, answer: &Answer, seconds: f64, logged: Option<&Logged>) -> Result<Outcome, String> {
    let solution = answer.solution.as_ref().ok_or("the search ended without a solution")?;
    let (problem, fitness) = (plan.problem(), solution.fitness());
    let yes = |is_so: bool| f64::from(u8::from(is_so));
    let queue: String = problem.queue().iter().map(|piece| piece.letter()).collect();
    let (evaluations, count) = (answer.evaluations as f64, answer.count as f64);
    let mut outcome = Outcome::default()
        .value("fitness", fitness)
        .value("blocks", f64::from(solution.blocks()))
        .value("lines", f64::from(solution.state.lines()))
        .value("emptied", yes(solution.blocks() == 0))
        .value("acceptable", yes(fitness > ACCEPTABLE))
        .value("proven", yes(answer.is_best()))
        .value("evaluations", evaluations)
        .value("seconds", seconds)
        .value("speed", evaluations / seconds)
        .text("queue", &queue)
        .text("method", answer.method);
    outcome = match plan.settings().algorithm {
        Algorithm::Genetic(_) | Algorithm::Hybrid(_) => outcome.value("generations", count),
        Algorithm::Annealing { .. } => outcome.value("iterations", count),
        Algorithm::Beam { .. } | Algorithm::Exact | Algorithm::Auto { .. } => outcome,
    };
    if let Some(logged) = logged {
        outcome = outcome
            .value("logged", logged.fitness)
            .value("gain", fitness - logged.fitness)
            .value("matched", yes(fitness >= logged.fitness - PRECISION))
            .value("logged-seconds", logged.seconds);
    }
    // A record that `solve --decode` reads.
    if let Some(genotype) = problem.moves().genotype() {
        let genes: Vec<&[i8]> = solution.genes.chunks(genotype.genes()).collect();
        let (name, encoding) = (genotype.name(), problem.encoding().name());
        outcome.details = json!({
            "queue": queue, "n": problem.pieces(), "genotype": name, "encoding": encoding, "genes": genes, "fitness": fitness,
        });
    }
    Ok(outcome)
}

/// How far the logs are from what they print: seven digits.
const PRECISION: f64 = 1e-3;

#[cfg(test)]
mod tests;
