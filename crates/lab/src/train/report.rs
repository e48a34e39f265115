//! What a training run has found, as JSON.

use std::path::Path;

use serde_json::{Value, json};
use tetrolab_optimize::continuous::Stop;
use tetrolab_runs::folder::VERSION;
use tetrolab_statistics::LEVEL;

use super::record::{Generation, Score};
use super::{Outcome, Plan};

/// What was learned, and how far it is.
pub struct Report<'a> {
    pub folder: &'a Path,
    pub plan: &'a Plan,
    pub generations: &'a [Generation],
    /// How many of them were there already.
    pub new: usize,
    /// What came of it; `None` if it was stopped.
    pub outcome: Option<&'a Outcome>,
    pub seconds: f64,
    /// Whether all runs are done.
    pub is_judging: bool,
}

impl Report<'_> {
    /// Runs whose search could not go on, and why.
    pub fn ended_early(&self) -> impl Iterator<Item = (u64, Stop)> {
        let most = self.plan.settings().generations;
        let runs = self.generations.chunk_by(|a, b| a.run == b.run).filter_map(<[Generation]>::last);
        let stopped = runs.filter(move |last| last.generation < most).filter_map(|last| Some((last.run, last.stop?)));
        stopped.filter(|(_, stop)| matches!(stop, Stop::Converged | Stop::Diverged))
    }

    /// Everything.
    pub fn document(&self) -> Value {
        let settings = self.plan.settings();
        let outcome = self.outcome.map(|outcome| {
            let runs: Vec<Value> = outcome
                .runs
                .iter()
                .map(
                    |run| json!({ "run": run.run, "generations": run.generations, "mean": run.mean, "score": score_document(&run.score), "pieces": run.pieces }),
                )
                .collect();
            json!({
                "features": outcome.features,
                "runs": runs,
                "average": outcome.average,
                "average_score": score_document(&outcome.average_score),
                "best_run": outcome.best_run,
                "result": outcome.result.name(),
                "player": outcome.player(),
                "pieces": outcome.pieces,
            })
        });
        json!({
            "version": VERSION,
            "rules": "mdptetris",
            "folder": self.folder,
            "settings": settings,
            "generations": self.generations.len(),
            "seconds": self.seconds,
            "stopped": self.outcome.is_none(),
            "level": LEVEL,
            "outcome": outcome,
        })
    }
}

/// A mean with its interval, as JSON.
pub fn score_document(score: &Score) -> Value {
    let interval = score.estimate().interval(LEVEL);
    json!({
        "lines": score.lines,
        "deaths": score.deaths,
        "mean": score.mean(),
        "interval": [interval.lower, interval.upper],
    })
}
