//! What a cell solves, and how, from its settings.

use tetrolab_optimize::genetic::{self, Mutation, Selection, Temper};
use tetrolab_solve::{Encoding, Genotype, Hybrid, MoveSet, Plan as Algorithm, Refiner, Variant};

use super::logged::Logged;
use super::queue::Source;
use crate::grid::{Cell, Settings};
use crate::solving::{Plan, Settings as Asked};

/// What a cell solves, with the published run that did the same.
pub fn read(cell: &Cell) -> Result<(Plan, Option<&'static Logged>), String> {
    let settings = &cell.settings;
    let source = Source::named(settings.text("queues")).ok_or("there are no such queues")?;
    let (queue, logged) = source.queue(cell)?;
    let as_logged = logged.filter(|_| settings.is_on("as-logged"));
    plan(settings, &queue, cell.own_seed(), as_logged).map(|plan| (plan, logged))
}

/// Refuses settings that cannot be solved.
pub fn check(settings: &Settings) -> Result<(), String> {
    if settings.is_on("as-logged") {
        if settings.text("queues") != Source::Published.name() {
            return Err("as-logged is for the published queues".to_string());
        }
        if !["ga", "hybrid"].contains(&settings.text("algorithm")) {
            return Err("as-logged is for populations: only ga and hybrid have one".to_string());
        }
    }
    let cell = Cell { id: 0, grid: 0, settings: settings.clone(), repetition: 0, seed: 0 };
    read(&cell).map(drop)
}

fn plan(settings: &Settings, queue: &str, seed: u64, logged: Option<&Logged>) -> Result<Plan, String> {
    let moves = MoveSet::ALL.into_iter().find(|moves| moves.name() == settings.text("genotype"));
    let moves = moves.ok_or("there is no such genotype")?;
    let encoding = Encoding::ALL.into_iter().find(|encoding| encoding.name() == settings.text("preset"));
    let encoding = encoding.ok_or("there is no such preset")?;
    let name = settings.text("algorithm");
    let genotype =
        moves.genotype().ok_or_else(|| format!("{name} needs a genotype; reachable placements have no genes"));
    let algorithm = match name {
        "ga" => genotype.map(|_| Algorithm::Genetic(population(settings, encoding, logged)))?,
        "sa" => Algorithm::Annealing { settings: annealing(settings, genotype?, encoding)?, start: None },
        "hybrid" => Algorithm::Hybrid(hybrid(settings, genotype?, encoding, logged)?),
        "beam" => Algorithm::Beam { width: settings.count("width") as usize },
        "exact" => Algorithm::Exact,
        _ => Algorithm::Auto { widest: settings.count("widest") as usize },
    };
    let mut asked = Asked::tetris_solver(queue, moves, algorithm, seed);
    asked.problem.pieces = settings.count("pieces") as usize;
    asked.problem.encoding = encoding.name().to_string();
    Plan::new(asked).map_err(|error| error.to_string())
}

/// A first temperature, if one is given.
fn temperature(settings: &Settings) -> Option<f64> {
    Some(settings.number("temperature")).filter(|&temperature| temperature > 0.0)
}

/// A population, that of the published run if one is given.
fn population(settings: &Settings, encoding: Encoding, logged: Option<&Logged>) -> genetic::Settings {
    let preset = match encoding {
        Encoding::Program => genetic::Settings::program(),
        Encoding::Paper => genetic::Settings::paper(),
    };
    let selection = match (preset.selection, temperature(settings)) {
        (Selection::Roulette { temper: Temper::Temperature { schedule, .. } }, Some(initial)) => {
            Selection::Roulette { temper: Temper::Temperature { initial, schedule } }
        }
        (selection, _) => selection,
    };
    let population = logged.map_or(settings.count("population") as usize, |logged| logged.population);
    let probability = logged.map_or(settings.number("mutation"), |logged| logged.mutation);
    genetic::Settings {
        population,
        selection,
        mutation: Mutation { probability, ..preset.mutation },
        generations: settings.count("generations"),
        patience: settings.count("patience"),
        ..preset
    }
}

fn annealing(
    settings: &Settings,
    genotype: Genotype,
    encoding: Encoding,
) -> Result<tetrolab_optimize::annealing::Settings, String> {
    let variant = Variant::ALL.into_iter().find(|variant| variant.name() == settings.text("variant"));
    let preset = variant.ok_or("there is no such variant")?.settings(genotype, encoding);
    Ok(tetrolab_optimize::annealing::Settings {
        temperature: temperature(settings).unwrap_or(preset.temperature),
        cooling: settings.number("cooling"),
        tabu: settings.count("tabu") as usize,
        iterations: settings.count("iterations"),
        stagnation: settings.count("stagnation"),
        ..preset
    })
}

fn hybrid(
    settings: &Settings,
    genotype: Genotype,
    encoding: Encoding,
    logged: Option<&Logged>,
) -> Result<Hybrid, String> {
    let refiner = Refiner::usual(settings.text("refine"), genotype, encoding).ok_or("nothing refines so")?;
    let refiner = match refiner {
        Refiner::Annealing(usual) => Refiner::Annealing(tetrolab_optimize::annealing::Settings {
            cooling: settings.number("cooling"),
            tabu: settings.count("tabu") as usize,
            iterations: settings.count("refine-iterations"),
            stagnation: settings.count("stagnation"),
            ..usual
        }),
        other => other,
    };
    let (every, refined) = (settings.count("every"), settings.count("refined") as usize);
    Ok(Hybrid { genetic: population(settings, encoding, logged), refiner, every, refined })
}
