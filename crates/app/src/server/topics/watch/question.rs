//! What a page wants to watch, and the games that come of it.

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde::Deserialize;
use serde_json::{Value, json};
use tetrolab_agents::{Agent, Lookahead, Weight, Weights};
use tetrolab_engine::{Deal, DropRules, Mode, Piece, Rules, Seed, Setup};

use super::research::Research;
use super::seat::Game;
use super::timed::Timed;
use crate::bot_name::BotName;
use crate::play::{HANDLING, any_seed, for_people, short_name};
use crate::server::agents;
use crate::server::house::House;
use crate::server::topics::texts;

/// The name of the papers' untimed game; the others are named after their rules.
pub const RESEARCH: &str = "research";

/// Agents that play side by side at most.
const MOST_AGENTS: usize = 6;
/// Pieces a second from which on agents play as fast as they can.
pub const FASTEST: f64 = 1e6;
/// The largest seed that is a whole number in a browser.
const LARGEST_SEED: u64 = (1 << 53) - 1;

/// What is to be watched.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    language: String,
    agents: Vec<String>,
    game: String,
    size: Option<String>,
    seed: Option<u64>,
    /// Pieces a second; 0 is step by step.
    pub speed: f64,
    /// Whether they look further than the piece at hand.
    #[serde(default)]
    lookahead: bool,
    /// Whether decisions are explained.
    #[serde(default)]
    pub explain: bool,
    /// Whose decisions.
    #[serde(default)]
    pub focus: usize,
}

/// A checked speed.
pub fn speed(pieces_per_second: f64) -> Result<f64> {
    let is_speed = (0.0..=FASTEST).contains(&pieces_per_second);
    ensure!(is_speed, "a speed is 0 to {FASTEST} pieces per second, not {pieces_per_second}");
    Ok(pieces_per_second)
}

/// What an agent plays, and where it can be seen.
pub struct Opened {
    pub games: Vec<Box<dyn Game>>,
    /// What does not change.
    pub opening: Value,
}

impl Question {
    /// Sets the games up.
    ///
    /// # Errors
    /// If an agent, the game, its size or anything else is not there.
    pub fn open(&self, house: &House) -> Result<Opened> {
        let count = self.agents.len();
        ensure!((1..=MOST_AGENTS).contains(&count), "1 to {MOST_AGENTS} agents play side by side, not {count}");
        ensure!(self.focus < count, "there are {count} agents, and none has the number {}", self.focus);
        speed(self.speed)?;
        let seed = self.seed.map_or_else(any_seed, Seed);
        ensure!(seed.0 <= LARGEST_SEED, "a seed is at most {LARGEST_SEED}");
        let size = self.size.as_deref().map(str::parse::<DropRules>).transpose().map_err(|reason| anyhow!(reason))?;
        let research = size.unwrap_or_default();
        let rules = if self.game == RESEARCH { None } else { Some(self.rules(size)?) };
        let mut games: Vec<Box<dyn Game>> = Vec::new();
        for name in &self.agents {
            games.push(match rules {
                None => Box::new(self.research(house, name, research, seed)?),
                Some(rules) => Box::new(self.timed(house, name, rules, seed)?),
            });
        }
        let size = rules.map_or(research.size(), |rules| rules.size);
        let agents: Vec<Value> = self.agents.iter().map(|name| about(house, name)).collect();
        let opening = json!({
            "game": self.game,
            "width": size.width,
            "height": size.height,
            "seed": seed.0,
            "speed": self.speed,
            "agents": agents,
        });
        Ok(Opened { games, opening })
    }

    fn rules(&self, size: Option<DropRules>) -> Result<Rules> {
        let Some(rules) = Rules::named(&self.game) else {
            bail!("there is no game {:?}; it is research, or one of the rules", self.game);
        };
        let mut rules = for_people(rules);
        if let Some(size) = size.map(DropRules::size) {
            (rules.size.width, rules.size.height) = (size.width, size.height);
        }
        Ok(rules)
    }

    fn research(&self, house: &House, name: &str, rules: DropRules, seed: Seed) -> Result<Research> {
        let lookahead = if self.lookahead { Lookahead::EQUAL } else { Lookahead::One };
        let player = agents::candidate(house, name)?.player(rules, lookahead)?;
        Ok(Research::new(player, Deal::uniform(seed)))
    }

    fn timed(&self, house: &House, name: &str, rules: Rules, seed: Seed) -> Result<Timed> {
        let setup = Setup { rules, mode: Mode::MARATHON, handling: HANDLING, seed, ..Setup::default() };
        let problems = setup.problems();
        if let Some(problem) = problems.first() {
            bail!("there is no such game: {problem}");
        }
        let lookahead = if self.lookahead { Lookahead::Two } else { Lookahead::One };
        let room = BotName::is_meant(name).then(|| house.room_for_a_bot().context("so many bots play already; try again later"));
        let adviser = agents::adviser(house, name, &setup, lookahead)?;
        Timed::new(adviser, room.transpose()?, setup, house.preferences().keys, texts(&self.language))
    }
}

/// Who an agent is, and what it looks at.
fn about(house: &House, name: &str) -> Value {
    let weights = agents::candidate(house, name).ok().and_then(|candidate| candidate.weights);
    json!({
        "name": name,
        "about": Agent::named(name).map_or("", |agent| agent.meaning),
        "features": weights.as_ref().map_or_else(Vec::new, features),
    })
}

/// Name, short name and meaning of everything that is weighed.
fn features(weights: &Weights) -> Vec<[String; 3]> {
    let special = Piece::ALL.into_iter().filter_map(|piece| weights.special(piece)).flatten();
    let mut features: Vec<[String; 3]> = Vec::new();
    for Weight { measure, .. } in weights.general().iter().chain(special) {
        let name = measure.to_string();
        if !features.iter().any(|[known, ..]| *known == name) {
            features.push([name.clone(), short_name(&name).to_string(), measure.meaning().to_string()]);
        }
    }
    features
}
