//! What is said about a selection of features.

use anyhow::{Result, ensure};
use clap::Args;
use tetrolab_lab::select::{Direction, Settings};

use tetrolab_inputs::numbers::count;
use tetrolab_inputs::parsers::named;
use tetrolab_lab::train::options::{Training, features};

/// What is said about a selection of features.
#[derive(Debug, Args)]
#[command(next_help_heading = "Choosing features")]
#[group(id = "Selecting", multiple = true)]
pub struct Selecting {
    /// Choose features: add to the set of --features (none if it is not given) what makes it surely better, or leave out what is not missed
    /// [without a value: grow]
    #[arg(long, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "grow", conflicts_with_all = MEANINGLESS, value_parser = named(&Direction::ALL, Direction::name))]
    select: Option<Direction>,
    /// Add only what is in this list of features and formulas [default: all features, and combinations of those in the set]
    #[arg(long, value_name = "LIST", requires = "select")]
    candidates: Option<String>,
    /// Try no products and thresholds of what is in the set
    #[arg(long, requires = "select")]
    no_combinations: bool,
    /// No set has more features [default: 20]
    #[arg(long, value_name = "N", requires = "select", allow_negative_numbers = true, value_parser = count::<1000>)]
    most: Option<u64>,
    /// Generations in which a candidate is learned; the better ones get more [default: 10]
    #[arg(long, value_name = "N", requires = "select", allow_negative_numbers = true, value_parser = count::<MOST_GENERATIONS>)]
    trial_generations: Option<u64>,
    /// Games by which a candidate is judged; the better ones play more [default: 60]
    #[arg(long, value_name = "N", requires = "select", allow_negative_numbers = true, value_parser = count::<MOST_GAMES>)]
    trial_games: Option<u64>,
    /// Lost games of each side that decide whether a feature comes or goes [default: 6000; shrink 8000]
    #[arg(long, value_name = "N", requires = "select", allow_negative_numbers = true, value_parser = count::<MOST_GAMES>)]
    judging_deaths: Option<u64>,
}

const MOST_GENERATIONS: u64 = 10_000;
const MOST_GAMES: u64 = 1_000_000;

/// Options of a training run that a selection has no use for.
const MEANINGLESS: [&str; 11] = [
    "optimizer",
    "parents",
    "sigma",
    "projection",
    "restarts",
    "noise",
    "runs",
    "centre_games",
    "allocation",
    "judging_games",
    "result",
];

impl Selecting {
    /// An option that was given though no features are chosen. The parser lets it pass if others keep `--select` away.
    pub fn in_vain(&self) -> Option<&'static str> {
        let given = [
            (self.candidates.is_some(), "--candidates"),
            (self.no_combinations, "--no-combinations"),
            (self.most.is_some(), "--most"),
            (self.trial_generations.is_some(), "--trial-generations"),
            (self.trial_games.is_some(), "--trial-games"),
            (self.judging_deaths.is_some(), "--judging-deaths"),
        ];
        given.into_iter().find(|(is_given, _)| *is_given && self.select.is_none()).map(|(_, name)| name)
    }

    /// Whether features are to be chosen.
    pub const fn is_wanted(&self) -> bool {
        self.select.is_some()
    }

    /// All settings.
    pub fn settings(&self, training: &Training) -> Result<Settings> {
        let typed = training.given();
        let direction = self.select.unwrap_or(Direction::Grow);
        let training = training.settings()?;
        let begins_with_nothing = direction == Direction::Grow && !typed.features;
        ensure!(!(begins_with_nothing && typed.start), "--start is for the features of --features, and there are none");
        ensure!(!(self.no_combinations && direction == Direction::Shrink), "--no-combinations is for a set that grows");
        let begin = if begins_with_nothing { Vec::new() } else { training.features };
        let mut settings = Settings::new(direction, begin, training.game);
        if typed.start {
            settings.start = training.search.start;
        }
        if let Some(list) = &self.candidates {
            settings.candidates = Some(features("--candidates", list)?);
        }
        settings.combinations &= !self.no_combinations;
        settings.most = self.most.unwrap_or(settings.most);
        settings.generations = training.generations;
        if typed.games {
            settings.games = training.games;
        }
        if let Some(population) = training.search.population.filter(|_| typed.population) {
            settings.population = population as u64;
        }
        settings.trial_generations = self.trial_generations.unwrap_or(settings.trial_generations);
        settings.trial_games = self.trial_games.unwrap_or(settings.trial_games);
        settings.judging_deaths = self.judging_deaths.unwrap_or(settings.judging_deaths);
        settings.seed = training.seed;
        Ok(settings)
    }
}
