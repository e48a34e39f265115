//! How features are chosen: everything a selection needs to know.

use serde::{Deserialize, Serialize};
use tetrolab_agents::Measure;
use tetrolab_optimize::random::Random;

use super::halving::Round;
use super::set::Set;
use crate::train::{self, Allocation, Game, Plan};

/// Whether features are added or left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// They are added.
    Grow,
    /// They are left out.
    Shrink,
}

impl Direction {
    /// Both.
    pub const ALL: [Direction; 2] = [Direction::Grow, Direction::Shrink];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        ["grow", "shrink"][self as usize]
    }

    /// How many games decide if nothing else is said. To show that nothing is lost takes more than to show that something is won.
    pub const fn judging_deaths(self) -> u64 {
        [6_000, 8_000][self as usize]
    }
}

/// Everything a selection needs to know. Anything goes here; [`Selection::new`] checks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Whether features are added or left out.
    pub direction: Direction,
    /// The features to begin with.
    pub features: Vec<String>,
    /// Their weights; if there are none, they are learned first.
    pub start: Vec<f64>,
    /// Which game is played.
    pub game: Game,
    /// What may be added; if nothing is said, every feature that is one number, and combinations.
    pub candidates: Option<Vec<String>>,
    /// Whether products and thresholds of what is in the set may be added.
    pub combinations: bool,
    /// No set is larger.
    pub most: u64,
    /// Generations in which the features to begin with are learned.
    pub generations: u64,
    /// How many points a generation has.
    pub population: u64,
    /// Games of each point at most, about.
    pub games: u64,
    /// Generations of a trial in the first round.
    pub trial_generations: u64,
    /// Games by which a trial is judged in the first round.
    pub trial_games: u64,
    /// Games by which it is decided whether a feature comes or goes.
    pub judging_deaths: u64,
    /// All that is random follows from it.
    pub seed: u64,
}

impl Settings {
    /// What is taken if nothing is said.
    pub fn new(direction: Direction, features: Vec<String>, game: Game) -> Settings {
        Settings {
            direction,
            features,
            start: Vec::new(),
            game,
            candidates: None,
            combinations: direction == Direction::Grow,
            most: 20,
            generations: 50,
            population: 12,
            games: 30,
            trial_generations: 10,
            trial_games: 60,
            judging_deaths: direction.judging_deaths(),
            seed: 1,
        }
    }
}

/// Settings that make sense.
#[derive(Clone, Debug)]
pub struct Selection {
    settings: Settings,
    width: u8,
}

/// What numbers are drawn for, so that no two draws are the same.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    Sampling,
    Learning,
    Judging,
    Deciding,
}

/// No number of anything is larger.
const MOST: u64 = 1_000_000;
/// The first deviation of weights that are learned from nothing.
const FIRST_SIGMA: f64 = 0.5;
/// A player that weighs nothing at all weighs this with 0.
const NOTHING: &str = "constant";

impl Selection {
    /// Checks everything and lists all that is wrong.
    pub fn new(mut settings: Settings) -> Result<Selection, String> {
        let mut problems = Vec::new();
        for (name, count) in [
            ("features at most", settings.most),
            ("generations", settings.generations),
            ("points of a generation", settings.population),
            ("games", settings.games),
            ("generations of a trial", settings.trial_generations),
            ("games of a trial", settings.trial_games),
            ("games to judge by", settings.judging_deaths),
        ] {
            if !(1..=MOST).contains(&count) {
                problems.push(format!("{count} {name}: it is from 1 to {MOST}"));
            }
        }
        for text in settings.candidates.iter_mut().flatten() {
            match text.parse::<Measure>() {
                Ok(measure) => *text = measure.name().to_string(),
                Err(error) => problems.push(error.to_string()),
            }
        }
        let given = settings.features.len() as u64;
        match settings.direction {
            Direction::Grow if given >= settings.most => {
                problems.push(format!("there are {given} features already, and no more than {} may be", settings.most));
            }
            Direction::Grow => {}
            Direction::Shrink if given < 2 => {
                problems.push("a set that shrinks begins with two features or more".to_string());
            }
            Direction::Shrink if settings.candidates.is_some() => {
                problems.push("candidates are for a set that grows".to_string());
            }
            Direction::Shrink => {}
        }
        let begin = Set { features: settings.features.clone(), weights: settings.start.clone() };
        let plan = Plan::new(training(&settings, &begin, settings.generations.max(1), FIRST_SIGMA, settings.seed));
        match plan {
            Ok(plan) if problems.is_empty() => {
                let width = plan.rules().size().width;
                let tidy = |text: &String| Measure::list(text, width).map(|list| list[0].name().to_string());
                settings.features = settings.features.iter().filter_map(|text| tidy(text).ok()).collect();
                Ok(Selection { settings, width })
            }
            Ok(_) => Err(problems.join("; ")),
            Err(error) => {
                problems.push(error.to_string());
                Err(problems.join("; "))
            }
        }
    }

    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Columns of the board.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// How the features to begin with are learned.
    pub(super) fn beginning(&self, set: &Set) -> Plan {
        self.plan(set, self.settings.generations, FIRST_SIGMA, self.seed(Purpose::Learning, 0, 0))
    }

    /// How a set is learned in a round.
    pub(super) fn learning(&self, set: &Set, step: u64, round: Round) -> Plan {
        // Steps are as long in many dimensions as in one.
        let sigma = round.step / (set.weights.len() as f64).sqrt();
        self.plan(set, self.generations(round), sigma, self.seed(Purpose::Learning, step, round.number))
    }

    /// A plan for players of a set; nothing is learned by it.
    pub(super) fn playing(&self, set: &Set, purpose: Purpose, step: u64, round: u64) -> Plan {
        self.plan(set, 1, FIRST_SIGMA, self.seed(purpose, step, round))
    }

    /// Generations of a trial in a round.
    pub(super) const fn generations(&self, round: Round) -> u64 {
        self.settings.trial_generations * round.generations
    }

    /// Games by which a trial of a round is judged.
    pub(super) const fn judging_games(&self, round: Round) -> u64 {
        self.settings.trial_games * round.games
    }

    fn plan(&self, set: &Set, generations: u64, sigma: f64, seed: u64) -> Plan {
        Plan::new(training(&self.settings, set, generations, sigma, seed)).expect("all features were checked")
    }

    pub(super) fn seed(&self, purpose: Purpose, step: u64, round: u64) -> u64 {
        let stream = Random::new(self.settings.seed, [purpose as u64, step]).next_value();
        Random::new(stream, [round, 0]).next_value()
    }
}

/// How a set is learned, as a training run takes it.
fn training(settings: &Settings, set: &Set, generations: u64, sigma: f64, seed: u64) -> train::Settings {
    let is_empty = set.features.is_empty();
    let features = if is_empty { vec![NOTHING.to_string()] } else { set.features.clone() };
    let mut training = train::Settings::published("cma-es", features);
    training.game = settings.game.clone();
    training.search.start = if is_empty { vec![0.0] } else { set.weights.clone() };
    training.search.sigma = sigma;
    training.search.population = Some(settings.population as usize);
    training.generations = generations;
    training.runs = 1;
    (training.games, training.centre_games) = (settings.games, settings.games);
    training.allocation = Allocation::Racing;
    training.seed = seed;
    training
}
