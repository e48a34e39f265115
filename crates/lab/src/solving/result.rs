//! What came of a run, as it is written at its end and read again.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use tetrolab_engine::Rotation;
use tetrolab_solve::{Best, Outcome, Place};

use super::document;
use super::search::Found;
use super::settings::Plan;
use tetrolab_runs::folder::{Folder, FolderError};

/// What came of the run.
pub const RESULT: &str = "result.json";

/// Writes it whole.
pub(super) fn write(folder: &Folder, plan: &Plan, found: &Found) -> Result<(), FolderError> {
    folder.write_json(RESULT, &document::found(plan, found))
}

/// What is needed of it to have it again.
#[derive(Deserialize)]
struct Written {
    queue: String,
    n: usize,
    genotype: String,
    encoding: String,
    seed: u64,
    algorithm: String,
    fitness: f64,
    genes: Option<Vec<Vec<i8>>>,
    steps: Vec<WrittenStep>,
    proof: Proof,
    method: String,
    ended: String,
    count: u64,
    evaluations: u64,
    seconds: f64,
    threads: usize,
}

#[derive(Deserialize)]
struct WrittenStep {
    hold: bool,
    rotation: String,
    x: i8,
    y: i8,
    spin: bool,
}

#[derive(Deserialize)]
struct Proof {
    least_blocks: u32,
    most_fitness: Option<f64>,
}

/// Reads it again; `None` if there is none, or none that this run can have come to.
pub(super) fn read(folder: &Path, plan: &Plan) -> Option<Found> {
    let written: Written = serde_json::from_slice(&fs::read(folder.join(RESULT)).ok()?).ok()?;
    let (problem, settings) = (plan.problem(), plan.settings());
    let queue: String = problem.queue().iter().map(|piece| piece.letter()).collect();
    let is_of_it = (written.queue, written.n, written.seed) == (queue, problem.pieces(), settings.seed)
        && [written.genotype, written.encoding, written.algorithm]
            == [problem.moves().name(), problem.encoding().name(), settings.algorithm.name()];
    let (ended, stopped) = Found::read_ended(&written.ended)?;
    let places: Option<Vec<Place>> = written.steps.iter().map(WrittenStep::place).collect();
    let best = Best {
        genes: written.genes.unwrap_or_default().concat(),
        places: places?,
        method: written.method,
        least_blocks: written.proof.least_blocks,
        most_fitness: written.proof.most_fitness,
    };
    let outcome = best.outcome(problem).filter(|outcome| is_of_it && outcome.fitness() == Some(written.fitness))?;
    let outcome = Outcome { ended, count: written.count, evaluations: written.evaluations, ..outcome };
    let solution = outcome.solution.clone()?;
    Some(Found { outcome, solution, seconds: written.seconds, threads: written.threads, stopped })
}

impl WrittenStep {
    fn place(&self) -> Option<Place> {
        let rotation = Rotation::ALL.into_iter().position(|rotation| rotation.name() == self.rotation)? as u8;
        Some(Place { hold: self.hold, rotation, x: self.x, y: self.y, spin: self.spin })
    }
}
