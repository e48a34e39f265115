//! What is evolved and how: everything such a run needs to know.

use serde::{Deserialize, Serialize};
use tetrolab_agents::{Lookahead, Measure, Player, Weights};
use tetrolab_engine::{Deal, DropRules, Randomizer, Seed};
use tetrolab_optimize::continuous::{Noise, Projection, Restarts};
use tetrolab_optimize::random::Random;
use tetrolab_simulate::{Games, Stop};

use super::EvolveError;
use crate::train::{self, Allocation, Choice, Game, Search};

/// Everything such a run needs to know. Anything goes here; [`Plan::new`] checks it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The base: names of features, or formulas, that players weigh besides. There may be none.
    pub features: Vec<String>,
    /// The weights of the base; if there are none, they are learned first.
    pub start: Vec<f64>,
    /// Which game is played.
    pub game: Game,
    /// How many formulas live on, and how many new ones there are in a generation.
    pub population: usize,
    /// How many generations there are.
    pub generations: u64,
    /// How many games those play that have come through the race of a generation.
    pub games: u64,
    /// No formula has more nodes.
    pub most_nodes: usize,
    /// How many formulas the player gets in the end.
    pub add: usize,
    /// How many generations the weights are learned for, at the beginning and at the end.
    pub learning_generations: u64,
    /// How many games each candidate plays at most in a generation of that.
    pub learning_games: u64,
    /// How many games the players are judged by at the end.
    pub judging_games: u64,
    /// All that is random follows from it.
    pub seed: u64,
}

impl Settings {
    /// A few minutes of a usual machine, on hard games of a small board.
    pub fn quick(features: Vec<String>) -> Settings {
        Settings {
            features,
            start: Vec::new(),
            game: Game {
                size: "10x10".to_string(),
                lines_after_overflow: false,
                randomizer: Randomizer::HARD.to_string(),
                two_piece: false,
            },
            population: 64,
            generations: 40,
            games: 300,
            most_nodes: 12,
            add: 1,
            learning_generations: 50,
            learning_games: 100,
            judging_games: 5_000,
            seed: 1,
        }
    }
}

/// What numbers are drawn for, so that no two draws are the same.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Sample,
    Breeding,
    Race,
    Games,
    Choice,
    Base,
    Learning,
}

/// Settings that make sense.
#[derive(Clone, Debug)]
pub struct Plan {
    settings: Settings,
    base: Vec<Measure>,
    rules: DropRules,
    randomizer: Randomizer,
}

/// No number of anything is larger.
const MOST: u64 = 1_000_000;
/// No larger formula is searched for: there is room for a factor still.
const MOST_NODES: usize = tetrolab_agents::MOST_NODES - 4;
/// Candidates of a generation when weights are learned.
const LEARNING_POPULATION: usize = 16;
/// The first deviation when weights are learned from nothing.
const SIGMA: f64 = 0.5;
/// The first deviation when they are learned from weights that are good already; these have unit length.
const SIGMA_GOOD: f64 = 0.15;

impl Plan {
    /// Checks everything and lists all that is wrong.
    pub fn new(settings: Settings) -> Result<Plan, EvolveError> {
        let mut problems = Vec::new();
        for (name, count, most) in [
            ("formulas that live on", settings.population as u64, 10_000),
            ("generations", settings.generations, MOST),
            ("games", settings.games, MOST),
            ("nodes of a formula", settings.most_nodes as u64, MOST_NODES as u64),
            ("formulas to add", settings.add as u64, settings.population.max(1) as u64),
            ("generations of learning", settings.learning_generations, MOST),
            ("games of learning", settings.learning_games, MOST),
            ("games to judge by", settings.judging_games, MOST),
        ] {
            if !(1..=most).contains(&count) {
                problems.push(format!("{count} {name}: it is from 1 to {most}"));
            }
        }
        if settings.features.is_empty() && !settings.start.is_empty() {
            problems.push("weights to begin with need features".to_string());
        }
        // The game, and the base if there is one, are checked as for a training run.
        let any = || vec!["f1_landing_height".to_string()];
        let features = if settings.features.is_empty() { any() } else { settings.features.clone() };
        let known = training(&settings, features, settings.start.clone(), SIGMA, settings.seed);
        match (train::Plan::new(known), settings.game.randomizer.parse()) {
            (Ok(known), Ok(randomizer)) if problems.is_empty() => {
                let base = if settings.features.is_empty() { Vec::new() } else { known.measures().to_vec() };
                Ok(Plan { settings, base, rules: known.rules(), randomizer })
            }
            (known, _) => {
                problems.extend(known.err().map(|error| error.to_string()));
                Err(EvolveError::Settings(problems))
            }
        }
    }

    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What each weight of the base belongs to.
    pub fn base(&self) -> &[Measure] {
        &self.base
    }

    /// The rules of the game.
    pub const fn rules(&self) -> DropRules {
        self.rules
    }

    /// A source of random numbers for a use.
    pub(super) fn random(&self, purpose: Purpose, number: u64) -> Random {
        Random::new(self.settings.seed, [purpose as u64, number])
    }

    /// Games for a use; `count` of them side by side.
    pub(super) fn games(&self, purpose: Purpose, number: u64, count: u64) -> Games {
        let seed = Seed(self.random(purpose, number).next_value());
        let deal = Deal { randomizer: self.randomizer, seed, given: Vec::new() };
        Games { rules: self.rules, deal, first: 0, stop: Stop::Games(count) }
    }

    /// A player with these weights.
    pub(super) fn player(&self, terms: Vec<(Measure, f64)>) -> Player {
        let lookahead = if self.settings.game.two_piece { Lookahead::Two } else { Lookahead::One };
        let weights = Weights::from_measures(terms).expect("no measure is there twice, and weights are finite");
        Player::new(Some(weights), self.rules, lookahead).expect("all numbers of each feature are there")
    }

    /// How the weights of the base are learned before anything is evolved.
    pub(super) fn learning_of_base(&self) -> train::Plan {
        let seed = self.random(Purpose::Base, 0).next_value();
        self.checked(training(&self.settings, self.settings.features.clone(), Vec::new(), SIGMA, seed))
    }

    /// How weights are learned on from good ones. All that learn so meet the same games, and are judged by the same.
    pub(super) fn learning_from(&self, features: Vec<String>, start: &[f64]) -> train::Plan {
        let seed = self.random(Purpose::Learning, 0).next_value();
        let mut settings = training(&self.settings, features, train::average(&[start]), SIGMA_GOOD, seed);
        if start.len() == 1 {
            // One weight has a sign and nothing else, and that is known.
            settings.generations = 1;
        }
        self.checked(settings)
    }

    fn checked(&self, settings: train::Settings) -> train::Plan {
        train::Plan::new(settings).expect("the game, the base and each formula were checked")
    }
}

/// A training run with the game and the amounts of these settings.
fn training(settings: &Settings, features: Vec<String>, start: Vec<f64>, sigma: f64, seed: u64) -> train::Settings {
    train::Settings {
        features,
        game: settings.game.clone(),
        search: Search {
            optimizer: "cma-es".to_string(),
            start,
            sigma,
            population: Some(LEARNING_POPULATION),
            parents: None,
            projection: Projection::UnitSphere,
            restarts: Restarts::Never,
            noise: Noise::None,
        },
        generations: settings.learning_generations,
        runs: 1,
        games: settings.learning_games,
        centre_games: settings.learning_games,
        allocation: Allocation::Racing,
        judging_games: settings.judging_games,
        result: Choice::Average,
        seed,
    }
}
