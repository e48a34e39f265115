//! Figures of training runs, after those of Boumaza (2009).

use crate::grid::{Cell, FigureAsked, Settings, Value};
use crate::laboratory::Results;
use crate::plot::training::{Kind, Training, divergence_beside};
use crate::train::record::{Generation, found};
use crate::train::{Plan, average, published};
use crate::works::train::{generations, plan};
use tetrolab_report::plot::Figure;

/// Runs with the same settings: the repetitions of a cell.
struct Runs<'r> {
    settings: &'r Settings,
    plan: Plan,
    /// What each weight belongs to.
    features: Vec<String>,
    generations: Vec<Generation>,
    /// Published weights of the same features.
    published: Vec<(&'static str, Vec<f64>)>,
}

/// Draws a figure of the table of training figures. Each kind of run has its own panels; a figure of a single run
/// always shows the first one, so that no run is hand-picked.
pub fn draw(name: &str, asked: &FigureAsked, results: &Results) -> Result<Figure, String> {
    let kind = Kind::named(name).ok_or_else(|| format!("there is no figure {name:?} of training runs"))?;
    let all = runs(asked, results)?;
    let names = names(asked, results, &all);
    let mut figure = match &all[..] {
        [] => return Err("none of these runs is done yet".to_string()),
        [one] => kind.figure(&one.training(&one.plan.description()), one.first()),
        [above, below] if name == "divergence" => {
            divergence_beside((&above.training(""), &names[0]), (&below.training(""), &names[1]))
        }
        several => beside(kind, several, &names),
    };
    let mut caption = Vec::new();
    if name == "learned" {
        caption.extend(all.iter().zip(&names).filter_map(|(runs, name)| runs.agreement(name)));
    }
    caption.push(if all.len() == 1 { figure.caption } else { in_common(&all) });
    caption.retain(|part| !part.is_empty());
    figure.caption = caption.join(" ");
    Ok(figure)
}

/// Game and search of several kinds of runs, if they differ in nothing but where candidates lie.
fn in_common(all: &[Runs<'_>]) -> String {
    let words = |runs: &Runs<'_>| runs.plan.description().replacen(&format!(" {}", runs.plan.projection()), "", 1);
    let first = all.first().map(words).unwrap_or_default();
    if all.iter().all(|runs| words(runs) == first) { first } else { String::new() }
}

/// The panels of several kinds of runs, each with what sets it apart.
fn beside(kind: &Kind, several: &[Runs<'_>], names: &[String]) -> Figure {
    let mut figures: Vec<Figure> = several.iter().map(|runs| kind.figure(&runs.training(""), runs.first())).collect();
    let mut panels = Vec::new();
    for (figure, name) in figures.iter_mut().zip(names) {
        for mut panel in figure.panels.drain(..) {
            panel.title = if panel.title.is_empty() { name.clone() } else { format!("{}, {name}", panel.title) };
            panels.push(panel);
        }
    }
    let mut whole = figures.swap_remove(0);
    if !panels.is_empty() {
        whole.remark.clear();
    }
    Figure { panels, ..whole }
}

/// All kinds of runs that are asked for and have a run that is done, in the order of the file.
fn runs<'r>(asked: &FigureAsked, results: &'r Results) -> Result<Vec<Runs<'r>>, String> {
    let experiment = &results.experiment;
    let mut all: Vec<Runs<'r>> = Vec::new();
    for cell in experiment.cells.iter().filter(|cell| cell.grid == asked.grid && asked.filter.passes(&cell.settings)) {
        let Some(outcome) = results.outcome(cell.id) else { continue };
        let is_before =
            |other: &&Cell| other.id <= cell.id && other.grid == cell.grid && other.settings == cell.settings;
        let number = experiment.cells.iter().filter(is_before).count() as u64;
        let name = &experiment.grid_of(cell).name;
        let run = generations(outcome, number).ok_or_else(|| format!("the grid {name:?} has no training runs"))?;
        match all.iter_mut().find(|runs| *runs.settings == cell.settings) {
            Some(runs) => runs.generations.extend(run),
            None => all.push(Runs::new(&cell.settings, experiment.seed, run)?),
        }
    }
    Ok(all)
}

impl<'r> Runs<'r> {
    fn new(settings: &'r Settings, seed: u64, generations: Vec<Generation>) -> Result<Runs<'r>, String> {
        let plan = plan(settings, seed)?;
        let features: Vec<String> = plan.measures().iter().map(ToString::to_string).collect();
        let published = published(&features);
        Ok(Runs { settings, plan, features, generations, published })
    }

    fn training<'a>(&'a self, caption: &'a str) -> Training<'a> {
        Training {
            title: "",
            caption,
            command: "",
            weights: &self.features,
            generations: &self.generations,
            published: &self.published,
        }
    }

    /// The number of the first run.
    fn first(&self) -> u64 {
        self.generations.first().map_or(1, |generation| generation.run)
    }

    /// How near the runs end to each other. `None` where there is only one.
    fn agreement(&self, name: &str) -> Option<String> {
        let ends: Vec<&[f64]> = self.generations.chunk_by(|a, b| a.run == b.run).map(found).collect();
        if ends.len() < 2 {
            return None;
        }
        let middle = average(&ends);
        let angle = |end: &&[f64]| {
            let cosine: f64 = average(&[end]).iter().zip(&middle).map(|(a, b)| a * b).sum();
            cosine.clamp(-1.0, 1.0).acos().to_degrees()
        };
        let mut angles: Vec<f64> = ends.iter().map(angle).collect();
        angles.sort_by(f64::total_cmp);
        let median = tetrolab_report::plot::quantile(&angles, 0.5)?;
        let of = if name.is_empty() { String::new() } else { format!(" ({name})") };
        Some(format!("Median angle between a run and the average of all{of}: {median:.1}°."))
    }
}

/// What sets each kind of runs apart from the others: its label, or those settings that differ.
fn names(asked: &FigureAsked, results: &Results, all: &[Runs<'_>]) -> Vec<String> {
    let axes = results.experiment.grids[asked.grid].axes.iter().map(|axis| axis.0.as_str());
    let differs = |name: &&str| all.iter().any(|runs| runs.settings.get(name) != all[0].settings.get(name));
    let differing: Vec<&str> = axes.filter(differs).collect();
    let name = |runs: &Runs<'_>| match runs.settings.get("label") {
        Some(Value::Text(label)) if !label.is_empty() => label.clone(),
        _ => {
            let words = differing.iter().filter_map(|&name| match (name, runs.settings.get(name)?) {
                ("projection", _) => Some(runs.plan.projection().to_string()),
                ("features", value) => Some(format!("features of {value}")),
                (_, Value::Text(text)) => Some(text.clone()),
                (name, value) => Some(format!("{name} {value}")),
            });
            words.collect::<Vec<_>>().join(", ")
        }
    };
    all.iter().map(name).collect()
}
