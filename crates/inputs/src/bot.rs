//! The bot as a player of the timed game, by its name.

use anyhow::{Result, anyhow};
use tetrolab_agents::AGENTS;
use tetrolab_bot::{NODES, Player, Weights};
use tetrolab_engine::Rules;

use crate::bot_name::{BOT, BotName};

/// Bots that are offered where an agent is chosen: one that only looks at the piece at hand, one that looks ahead once, and the
/// bot itself.
const BOTS: [&str; 3] = ["bot:1", "bot:1000", BOT];

/// A piece is never thought about for more placements: a few tenths of a second.
const MOST_NODES: u64 = 1_000_000;

/// The names of all agents and bots that can play the timed game.
pub fn agent_names() -> Vec<&'static str> {
    AGENTS.iter().map(|agent| agent.name).chain(BOTS).collect()
}

/// A bot before it is made ready for a game.
#[derive(Clone, Debug)]
pub struct Bot {
    weights: Weights,
    nodes: u64,
}

impl Bot {
    /// Why there is no bot with this name, as far as it can be said without reading its file.
    pub fn check(name: &str) -> Result<(), String> {
        read(name).map(drop)
    }

    /// The bot with this name; `None` if that is no name of a bot.
    ///
    /// # Errors
    /// If there is no such bot, or its file is broken.
    pub fn named(name: &str) -> Result<Option<Bot>> {
        if !BotName::is_meant(name) {
            return Ok(None);
        }
        let bot = read(name).map_err(|reason| anyhow!(reason))?;
        Ok(Some(Bot { weights: bot.weights()?, nodes: bot.nodes.unwrap_or(NODES) }))
    }

    /// Made ready for games by these rules.
    pub fn player(&self, rules: &Rules) -> Player {
        Player::new(rules, &self.weights, self.nodes)
    }
}

/// Reads the name of a bot that has to keep up with a game, and to play the same game again.
fn read(name: &str) -> Result<BotName<'_>, String> {
    let bot = BotName::read(name)?;
    if bot.threads.is_some() {
        return Err(format!("{name}: only in the arena a bot has more than one thread"));
    }
    if bot.nodes.is_some_and(|nodes| nodes > MOST_NODES) {
        return Err(format!("{name}: for more than {MOST_NODES} placements a piece there is no time in a game"));
    }
    Ok(bot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_have_names() {
        for name in BOTS {
            assert!(Bot::check(name).is_ok() && Bot::named(name).unwrap().is_some(), "{name}");
        }
        assert!(Bot::named("bcts").unwrap().is_none());
        let nodes = |name| Bot::named(name).unwrap().unwrap().nodes;
        assert_eq!((nodes("bot"), nodes("bot:50000")), (NODES, 50_000));
    }

    #[test]
    fn other_bots_are_refused() {
        for (name, reason) in [
            ("bot:1000001", "for more than 1000000 placements a piece there is no time in a game"),
            ("bot:threads=2", "only in the arena a bot has more than one thread"),
        ] {
            assert_eq!(Bot::check(name).unwrap_err(), format!("{name}: {reason}"));
            assert!(Bot::named(name).is_err());
        }
        assert!(Bot::check("bot:").is_err() && Bot::check("bot:none.toml").is_ok());
        assert!(Bot::named("bot:none.toml").unwrap_err().to_string().contains("none.toml"));
    }
}
