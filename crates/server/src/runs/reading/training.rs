//! Training runs as they are read.

use std::path::Path;

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tetrolab_lab::plot::training::{FIGURES, Kind, Training};
use tetrolab_lab::train::{Choice, Followed, Outcome, PLAYER, Report, average, published, score_document};

use super::{Figure, View, no_figure, result};
use tetrolab_inputs::numbers::quoted;

/// What is shown first.
const FIRST: &str = "fitness";

/// A training run as far as it was read.
#[derive(Debug)]
pub struct Trained {
    followed: Followed,
    outcome: Option<Outcome>,
}

impl Trained {
    /// Reads a folder.
    pub fn open(path: &Path) -> Result<Trained> {
        let mut trained = Trained { followed: Followed::open(path)?, outcome: None };
        trained.read_result(path);
        Ok(trained)
    }

    /// Reads what was added.
    pub fn read_on(&mut self, path: &Path) -> Result<()> {
        self.followed.read_on()?;
        self.read_result(path);
        Ok(())
    }

    fn read_result(&mut self, path: &Path) {
        let is_whole = |outcome: &Outcome| (1..=outcome.runs.len() as u64).contains(&outcome.best_run);
        self.outcome = result(path).filter(is_whole);
    }

    /// What each weight belongs to.
    fn features(&self) -> Vec<String> {
        self.followed.plan.measures().iter().map(ToString::to_string).collect()
    }

    /// What is shown of a run in a list.
    pub fn brief(&self) -> Value {
        let Followed { plan, generations, .. } = &self.followed;
        let settings = plan.settings();
        let last = generations.last();
        let (run, generation) = last.map_or((1, 0), |last| (last.run, last.generation));
        let is_over = last.is_some_and(|last| {
            let first = generations.partition_point(|generation| generation.run < last.run);
            plan.is_over(&generations[first..])
        });
        let done = (run - 1) as f64 + if is_over { 1.0 } else { generation as f64 / settings.generations as f64 };
        let result = self.outcome.as_ref().map(|outcome| {
            score_document(match outcome.result {
                Choice::Average => &outcome.average_score,
                Choice::Best => &outcome.runs[outcome.best_run as usize - 1].score,
            })
        });
        json!({
            "settings": settings,
            "progress": {
                "run": run, "runs": settings.runs, "generation": generation, "generations": settings.generations,
                "share": done / settings.runs as f64,
            },
            "result": result,
        })
    }

    /// Everything about it.
    pub fn details(&self, path: &Path) -> Value {
        let Followed { plan, generations, .. } = &self.followed;
        let report = Report {
            folder: path,
            plan,
            generations,
            new: 0,
            outcome: self.outcome.as_ref(),
            seconds: 0.0,
            is_judging: false,
        };
        let features = self.features();
        let last = generations.last();
        let weights = match (&self.outcome, last) {
            (Some(outcome), _) => average(&[outcome.player()]),
            (None, Some(last)) => average(&[&last.mean]),
            (None, None) => Vec::new(),
        };
        let figures = FIGURES.iter().map(|kind| json!([kind.name, kind.is_of_one_run])).collect::<Vec<_>>();
        let player = path.join(PLAYER);
        json!({
            "outcome": report.document()["outcome"],
            "ended_early": report.ended_early().map(|(run, stop)| json!([run, stop])).collect::<Vec<_>>(),
            "features": features,
            "weights": weights,
            "published": published(&features),
            "last": last.map(|last| json!({
                "run": last.run,
                "generation": last.generation,
                "centre": score_document(&last.centre_score),
                "best": score_document(&last.best_score),
                "sigma": last.sigma,
            })),
            "pieces": generations.iter().map(|generation| generation.pieces).sum::<u64>(),
            "figures": figures,
            "last_run": last.map_or(1, |last| last.run),
            "evaluate": format!("tetrolab evaluate --weights {}{}", quoted(&player.to_string_lossy()), plan.settings().game.options()),
            "plot": format!("tetrolab plot {}", quoted(&path.to_string_lossy())),
        })
    }

    /// Draws the figure of a view.
    pub fn figure(&self, view: &View) -> Result<Figure> {
        let name = view.figure.as_deref().unwrap_or(FIRST);
        let kind = Kind::named(name).ok_or_else(no_figure)?;
        let last = self.followed.generations.last().map_or(1, |last| last.run);
        let run = view.run.unwrap_or(last);
        ensure!((1..=last).contains(&run), no_figure());
        let features = self.features();
        let texts = view.language.texts();
        let names: Vec<String> = features.iter().map(|feature| texts.feature_name(feature)).collect();
        let training = Training {
            title: "",
            caption: "",
            command: "",
            weights: &names,
            generations: &self.followed.generations,
            published: &published(&features),
        };
        let svg = view.drawn(kind.figure(&training, run));
        Ok(Figure { name: kind.name, run, svg, numbers: view.written(kind.numbers(&training, run)) })
    }
}
