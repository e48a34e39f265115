//! What figures need of each generation, and no more.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::grid::Outcome;
use crate::train::record::{Generation, Score};

/// Of runs with more generations some are left out, never the first and the last.
const MOST: usize = 120;
/// How many digits behind the first one are kept.
const DIGITS: usize = 5;

/// A generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Brief {
    generation: u64,
    centre: Score,
    best: Score,
    mean: Vec<f64>,
    step: f64,
    axes: Vec<f64>,
    deviations: Vec<f64>,
    pieces: u64,
}

/// The generations of a run, as they are kept with its outcome.
pub fn details(run: &[Generation]) -> Value {
    let last = run.len().saturating_sub(1);
    let place = |index: usize| (index as f64 * last as f64 / (MOST - 1) as f64).round() as usize;
    let places: Vec<usize> = if run.len() > MOST { (0..MOST).map(place).collect() } else { (0..run.len()).collect() };
    let kept: Vec<Brief> = places.into_iter().map(|place| Brief::of(&run[place])).collect();
    json!({ "generations": kept })
}

/// The generations that were kept with an outcome, as those of a run with this number. `None` if there are none.
///
/// Candidates are not kept. The last centre is that with which the run ended, with all its digits.
pub fn generations(outcome: &Outcome, run: u64) -> Option<Vec<Generation>> {
    let kept: Vec<Brief> = serde_json::from_value(outcome.details.get("generations")?.clone()).ok()?;
    let mut generations: Vec<Generation> = Vec::new();
    for brief in kept {
        let centre = generations.last().map_or_else(|| vec![0.0; brief.mean.len()], |before| before.mean.clone());
        generations.push(brief.generation(run, centre));
    }
    let last = generations.last_mut()?;
    last.mean.clone_from(outcome.series.get("weights")?);
    Some(generations)
}

impl Brief {
    fn of(generation: &Generation) -> Brief {
        let short = |numbers: &[f64]| numbers.iter().map(|&number| rounded(number)).collect();
        Brief {
            generation: generation.generation,
            centre: generation.centre_score,
            best: generation.best_score,
            mean: short(&generation.mean),
            step: rounded(generation.sigma),
            axes: short(&generation.axes),
            deviations: short(&generation.deviations),
            pieces: generation.pieces,
        }
    }

    fn generation(self, run: u64, centre: Vec<f64>) -> Generation {
        Generation {
            run,
            generation: self.generation,
            centre,
            centre_score: self.centre,
            best: Vec::new(),
            best_score: self.best,
            scores: Vec::new(),
            mean: self.mean,
            sigma: self.step,
            axes: self.axes,
            deviations: self.deviations,
            pieces: self.pieces,
            stop: None,
        }
    }
}

/// A number rounded to that many digits.
fn rounded(number: f64) -> f64 {
    format!("{number:.DIGITS$e}").parse().unwrap_or(number)
}
