//! A new training run, from options as the command has them.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use serde_json::{Map, Value};
use tetrolab_lab::train::{PLAYER, Plan, Trainer, options};

use super::options::{too_many, words};
use crate::agents::{LEARNED, candidate};
use crate::house::House;
use crate::refusal::{Place, of_words};
use tetrolab_inputs::numbers::quoted;
use tetrolab_inputs::players::Candidate;

/// More candidates or weights would take more memory than a page may ask for.
const MOST_CANDIDATES: usize = 10_000;
const MOST_WEIGHTS: usize = 200;
/// Games are kept until all of a generation, or all by which results are judged, are played.
const MOST_GAMES: u64 = 200_000;

/// The words after `tetrolab train` that say what is learned.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Words {
    #[command(flatten)]
    training: options::Training,
}

/// A training run that can be begun.
#[derive(Debug)]
pub struct Training {
    plan: Plan,
    words: Vec<String>,
}

impl Training {
    /// Checks the options as the command does. Players are agents or were learned here: files are not looked for.
    pub fn read(house: &House, options: &Map<String, Value>) -> Result<Training> {
        let words = words(options)?;
        let parsed = Words::try_parse_from(&words).map_err(|error| of_words(error, Place::Learn))?;
        let find = |name: &str| -> Result<Option<Candidate>> {
            if name.starts_with(LEARNED) { candidate(house, name).map(Some) } else { Ok(candidate(house, name).ok()) }
        };
        let plan = Plan::new(parsed.training.settings_with(&find)?)?;
        let candidates = plan.settings().search.population.unwrap_or(0);
        ensure!(
            candidates <= MOST_CANDIDATES,
            too_many(|refused| &refused.most_candidates, MOST_CANDIDATES, candidates)
        );
        let games = plan.most_games();
        ensure!(games <= MOST_GAMES, too_many(|refused| &refused.most_games, MOST_GAMES, games));
        let weights = plan.measures().len();
        ensure!(weights <= MOST_WEIGHTS, too_many(|refused| &refused.most_weights, MOST_WEIGHTS, weights));
        Ok(Training { plan, words })
    }

    /// What its name begins with, unless it is given one.
    pub fn stem(&self) -> String {
        let settings = self.plan.settings();
        format!("{}-{}", settings.search.optimizer, settings.game.size)
    }

    /// Begins in a new folder.
    pub fn create(&self, folder: &Path) -> Result<()> {
        let name = folder.file_name().context("the folder has a name")?.to_string_lossy().into_owned();
        Trainer::create(folder, self.plan.clone(), &self.command(&name))?;
        Ok(())
    }

    /// The command that does the same in the folder of runs. Learned players are files there.
    fn command(&self, name: &str) -> String {
        let learned = |part: &str| match part.trim().strip_prefix(LEARNED) {
            Some(run) => format!("{run}/{PLAYER}"),
            None => part.to_string(),
        };
        let words = self.words.iter().map(|word| match word.split_once('=') {
            Some((option, value)) if value.contains(LEARNED) => {
                let value: Vec<String> = value.split(',').map(learned).collect();
                quoted(&format!("{option}={}", value.join(",")))
            }
            _ => quoted(word),
        });
        let words = words.chain(["--out".to_string(), name.to_string()]);
        format!("tetrolab train {}", words.collect::<Vec<_>>().join(" "))
    }
}
