//! Players of the research game learn.

mod brief;
mod plan;

use std::num::NonZero;
use std::time::Instant;

use tetrolab_engine::Seed;
use tetrolab_simulate::{Cpu, Evaluator, Tally, Watch as GamesWatch};

use super::research_rules;
use crate::grid::{Better, Control, Course, Key, Measure, Outcome, Settings, Statistic, Task, Work};
use crate::train::record::{Generation, found, pieces};
use crate::train::{Watch, learn};

pub use brief::generations;
pub use plan::plan;

/// The text of an outcome that is a file of the weights a run ended with.
pub const PLAYER: &str = "player";

/// Weights of features are searched for by an optimiser that is told scores of games. A repetition is a run.
pub struct Train;

impl Work for Train {
    fn name(&self) -> &'static str {
        "train"
    }

    fn meaning(&self) -> &'static str {
        "a player of the research game learns its weights, and plays games that it has not learned from"
    }

    fn keys(&self) -> &'static [Key] {
        plan::KEYS
    }

    fn measures(&self) -> &'static [Measure] {
        MEASURES
    }

    fn courses(&self) -> &'static [Course] {
        COURSES
    }

    fn rules(&self, settings: &Settings) -> String {
        research_rules(settings)
    }

    fn check(&self, settings: &Settings) -> Result<(), String> {
        plan(settings, 0).map(drop)
    }

    fn run(&self, task: &Task<'_>, control: &Control<'_>) -> Result<Option<Outcome>, String> {
        let plan = plan(task.settings(), task.cell.own_seed())?;
        let cpu = Cpu { threads: NonZero::<usize>::MIN };
        let watched = Watched { control, generations: plan.settings().generations };
        let begun = Instant::now();
        let run = learn(&plan, 1, cpu, &watched).map_err(|error| error.to_string())?;
        let Some(run) = run else { return Ok(None) };
        let seconds = begun.elapsed().as_secs_f64();
        // All runs of a repetition are judged by the same games.
        let mut games = plan.judging_games();
        games.deal.seed = Seed(task.cell.shared_seed());
        let players = [plan.player(found(&run))];
        let judged = cpu.evaluate(&players, &games, &watched).map_err(|error| error.to_string())?;
        let Some(judged) = judged.first().filter(|record| !record.is_interrupted) else { return Ok(None) };
        let outcome = Outcome { details: brief::details(&run), ..Outcome::default() };
        Ok(Some(
            with_courses(with_values(outcome, &run), &run)
                .value("score", judged.estimate().mean().unwrap_or(f64::NAN))
                .value("seconds", seconds)
                .series("weights", found(&run).to_vec())
                .text(PLAYER, plan.weights(found(&run)).to_string()),
        ))
    }
}

/// What is known at the end of a run.
fn with_values(outcome: Outcome, run: &[Generation]) -> Outcome {
    let last = run.last();
    let length = found(run).iter().map(|weight| weight * weight).sum::<f64>().sqrt();
    outcome
        .value("pieces", pieces(run) as f64)
        .value("candidates", run.iter().map(|generation| generation.scores.len() as f64).sum())
        .value("generations", run.len() as f64)
        .value("step", last.map_or(f64::NAN, |last| last.sigma))
        .value("deviation", last.map_or(f64::NAN, widest))
        .value("length", length)
}

/// What changed from generation to generation.
fn with_courses(outcome: Outcome, run: &[Generation]) -> Outcome {
    let over = |value: &dyn Fn(&Generation) -> f64| -> Vec<(f64, f64)> {
        run.iter().map(|generation| (generation.generation as f64, value(generation))).collect()
    };
    let mut played = 0;
    let by_pieces = run.iter().map(|generation| {
        played += generation.pieces;
        (played as f64, generation.centre_score.mean())
    });
    let by_pieces: Vec<(f64, f64)> = by_pieces.collect();
    outcome
        .course("fitness", over(&|generation| generation.centre_score.mean()))
        .course("fitness-by-pieces", by_pieces)
        .course("best", over(&|generation| generation.best_score.mean()))
        .course("step", over(&|generation| generation.sigma))
        .course("deviation", over(&widest))
}

/// The standard deviation of the weight that is searched most widely.
fn widest(generation: &Generation) -> f64 {
    generation.deviations.iter().copied().fold(0.0, f64::max)
}

/// Tells which generation it is.
struct Watched<'c> {
    control: &'c Control<'c>,
    generations: u64,
}

impl Watch for Watched<'_> {
    fn begins(&self, _run: u64, generation: u64) {
        let share = (generation - 1) as f64 / self.generations as f64;
        (self.control.tell)(Some(share), format!("generation {generation} of {}", self.generations));
    }

    fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }
}

impl GamesWatch for Watched<'_> {
    fn played(&self, _candidate: usize, _more: Tally) {}

    fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }
}

/// What comes of a run. Its score is a mean over runs, because runs differ by more than the luck of their games.
const MEASURES: &[Measure] = &[
    Measure {
        name: "score",
        unit: "lines",
        meaning: "mean score of the final centre in games that it has not learned from",
        statistic: Statistic::Mean,
        better: Better::More,
        is_timed: false,
    },
    Measure {
        name: "pieces",
        unit: "pieces",
        meaning: "pieces played to learn",
        statistic: Statistic::Mean,
        better: Better::Less,
        is_timed: false,
    },
    Measure {
        name: "candidates",
        unit: "",
        meaning: "weight vectors that were tried",
        statistic: Statistic::Mean,
        better: Better::Neither,
        is_timed: false,
    },
    Measure {
        name: "generations",
        unit: "",
        meaning: "generations until the end of the run",
        statistic: Statistic::Mean,
        better: Better::Neither,
        is_timed: false,
    },
    Measure {
        name: "step",
        unit: "",
        meaning: "step size after the last generation",
        statistic: Statistic::Median,
        better: Better::Neither,
        is_timed: false,
    },
    Measure {
        name: "deviation",
        unit: "",
        meaning: "largest standard deviation of a weight after the last generation",
        statistic: Statistic::Median,
        better: Better::Neither,
        is_timed: false,
    },
    Measure {
        name: "length",
        unit: "",
        meaning: "length of the weight vector that the run ends with",
        statistic: Statistic::Median,
        better: Better::Neither,
        is_timed: false,
    },
    Measure {
        name: "seconds",
        unit: "s",
        meaning: "time of learning on one thread",
        statistic: Statistic::Median,
        better: Better::Less,
        is_timed: true,
    },
];

const COURSES: &[Course] = &[
    Course {
        name: "fitness",
        meaning: "mean score of the centre in the games of each generation",
        along: "generation",
        value: "mean score (lines)",
    },
    Course {
        name: "fitness-by-pieces",
        meaning: "the same, by what it has cost",
        along: "pieces played",
        value: "mean score (lines)",
    },
    Course {
        name: "best",
        meaning: "mean score of the best candidate in the games by which it was chosen",
        along: "generation",
        value: "mean score (lines)",
    },
    Course { name: "step", meaning: "step size after each generation", along: "generation", value: "step size σ" },
    Course {
        name: "deviation",
        meaning: "largest standard deviation of a weight after each generation",
        along: "generation",
        value: "standard deviation",
    },
];
