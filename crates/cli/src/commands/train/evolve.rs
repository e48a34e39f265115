//! `tetrolab train --evolve`: feature functions that are learned.

use std::path::Path;

use anyhow::{Result, ensure};
use clap::Args;
use tetrolab_lab::evolve::{Evolver, Plan, Settings};
use tetrolab_simulate::Cpu;

use super::evolve_progress::Progress;
use super::evolve_report::Report;
use super::stopped_by;
use crate::commands::interrupt::stop_on_interrupt;
use tetrolab_inputs::numbers::count;
use tetrolab_lab::train::options::{Training, features, starting};
use tetrolab_runs::warn;

/// What is said about formulas that evolve.
#[derive(Debug, Args)]
#[group(id = "Evolution", multiple = true)]
#[command(next_help_heading = "Formulas that evolve")]
pub struct Evolution {
    /// Evolve formulas and add the best to the features, which are dellacherie by default and may be none. Games are 10x10 and hard, and
    /// there are 64 formulas, 40 generations, 300 games and 5000 to judge by, unless said otherwise; that takes some minutes
    #[arg(long, conflicts_with_all = ["optimizer", "parents", "sigma", "projection", "restarts", "noise", "runs", "centre_games", "allocation", "result", "select"])]
    evolve: bool,
    /// No formula has more numbers, names and operations [default: 12]
    #[arg(long, value_name = "N", requires = "evolve", allow_negative_numbers = true, value_parser = count::<60>)]
    most_nodes: Option<u64>,
    /// How many formulas the player gets; those after the first only if they make it better [default: 1]
    #[arg(long, value_name = "N", requires = "evolve", allow_negative_numbers = true, value_parser = count::<60>)]
    add: Option<u64>,
    /// Generations in which weights are learned, before and after, at most [default: 50]
    #[arg(long, value_name = "N", requires = "evolve", allow_negative_numbers = true, value_parser = count::<MOST>)]
    learning_generations: Option<u64>,
    /// Games of each candidate in these, at most about so many [default: 100]
    #[arg(long, value_name = "N", requires = "evolve", allow_negative_numbers = true, value_parser = count::<MOST>)]
    learning_games: Option<u64>,
}

const MOST: u64 = 1_000_000;
/// The base, if nothing is said about it.
const DEFAULT_BASE: &str = "dellacherie";
/// The word for no base at all.
const NO_BASE: &str = "none";

impl Evolution {
    /// An option that was given though no formulas evolve. The parser lets it pass if others keep `--evolve` away.
    pub fn in_vain(&self) -> Option<&'static str> {
        let given = [
            (self.most_nodes.is_some(), "--most-nodes"),
            (self.add.is_some(), "--add"),
            (self.learning_generations.is_some(), "--learning-generations"),
            (self.learning_games.is_some(), "--learning-games"),
        ];
        given.into_iter().find(|(is_given, _)| *is_given && !self.evolve).map(|(_, name)| name)
    }

    /// Whether formulas evolve at all.
    pub const fn is_asked_for(&self) -> bool {
        self.evolve
    }

    /// Begins in a new folder.
    pub fn create(&self, training: &Training, folder: &Path, command: &str) -> Result<Evolver> {
        let plan = Plan::new(self.settings(training)?)?;
        Ok(Evolver::create(folder, plan, command)?)
    }

    fn settings(&self, training: &Training) -> Result<Settings> {
        let Training { game, search, amount, .. } = training;
        let base = match training.features.as_deref() {
            Some(NO_BASE) => Vec::new(),
            base => features("--features", base.unwrap_or(DEFAULT_BASE))?,
        };
        let mut settings = Settings::quick(base);
        if let Some(start) = &search.start {
            ensure!(!settings.features.is_empty(), "--start needs features: {NO_BASE} has no weights");
            settings.start = starting(start, &settings.features)?;
        }
        game.change(&mut settings.game);
        settings.population = search.population.unwrap_or(settings.population);
        settings.generations = amount.generations.unwrap_or(settings.generations);
        settings.games = amount.games.unwrap_or(settings.games);
        settings.judging_games = amount.judging_games.unwrap_or(settings.judging_games);
        settings.seed = amount.seed.unwrap_or(settings.seed);
        settings.most_nodes = self.most_nodes.map_or(settings.most_nodes, |most| most as usize);
        settings.add = self.add.map_or(settings.add, |add| add as usize);
        settings.learning_generations = self.learning_generations.unwrap_or(settings.learning_generations);
        settings.learning_games = self.learning_games.unwrap_or(settings.learning_games);
        Ok(settings)
    }
}

/// Goes on until all is done or Ctrl-C is pressed. The report says what came of it.
pub fn run(mut evolver: Evolver, folder: &Path, cpu: Cpu) -> Result<Report<'_>> {
    if evolver.was_torn() {
        let kept = match evolver.generations().len() {
            0 => "nothing was whole".to_string(),
            generation => format!("going on after generation {generation}"),
        };
        warn(&format!("{}: the last line was torn and is taken away; {kept}", folder.display()));
    }
    let stopped = stop_on_interrupt()?;
    let before = evolver.generations().len();
    let progress = Progress::new(evolver.plan(), evolver.generations(), &stopped);
    let outcome = evolver.evolve(cpu, &progress);
    progress.end();
    let outcome = outcome.map_err(|error| stopped_by(&error, folder))?;
    Ok(Report { folder, before, outcome, pieces: progress.pieces(), seconds: progress.seconds(), evolver })
}
