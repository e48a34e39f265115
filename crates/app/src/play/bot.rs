//! The bot by its name: `bot`, `bot:1000` with so many placements for a piece, `bot:FILE` with the weights of a file.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use tetrolab_agents::AGENTS;
use tetrolab_bot::{NODES, Player, Weights};
use tetrolab_engine::Rules;

use crate::files;

/// The name of the bot. What follows a colon says which one.
pub const BOT: &str = "bot";

/// Bots that are offered where an agent is chosen: one that only looks at the piece at hand, one that looks ahead once, and the
/// bot itself.
const BOTS: [&str; 3] = ["bot:1", "bot:1000", BOT];

/// A piece is never thought about for more placements: a few tenths of a second.
const MOST_NODES: u64 = 1_000_000;

/// Everybody who can play the timed game and has a name.
pub fn agent_names() -> Vec<&'static str> {
    AGENTS.iter().map(|agent| agent.name).chain(BOTS).collect()
}

/// A bot before it is made ready for a game.
#[derive(Clone, Debug)]
pub struct Bot {
    weights: Weights,
    nodes: u64,
}

/// What a name says of the bot.
enum Which<'a> {
    Usual,
    Nodes(u64),
    File(&'a Path),
}

impl Bot {
    /// Whether a name is that of a bot, good or not.
    pub fn is_meant(name: &str) -> bool {
        name.strip_prefix(BOT).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    }

    /// Why there is no bot with this name, as far as it can be said without reading its file.
    ///
    /// # Errors
    /// The reason.
    pub fn check(name: &str) -> Result<(), String> {
        which(name).map(drop)
    }

    /// The bot with this name; nothing if that is no name of a bot.
    ///
    /// # Errors
    /// If there is no such bot, or its file is broken.
    pub fn named(name: &str) -> Result<Option<Bot>> {
        if !Bot::is_meant(name) {
            return Ok(None);
        }
        let usual = || Bot { weights: Weights::default(), nodes: NODES };
        Ok(Some(match which(name).map_err(|reason| anyhow!(reason))? {
            Which::Usual => usual(),
            Which::Nodes(nodes) => Bot { nodes, ..usual() },
            Which::File(file) => {
                let text = files::read_text(file)?;
                let weights = Weights::from_toml(&text).with_context(|| file.display().to_string())?;
                Bot { weights, nodes: NODES }
            }
        }))
    }

    /// Made ready for games by these rules.
    pub fn player(&self, rules: &Rules) -> Player {
        Player::new(rules, &self.weights, self.nodes)
    }
}

fn which(name: &str) -> Result<Which<'_>, String> {
    match name.split_once(':') {
        None => Ok(Which::Usual),
        Some((_, number)) if number.starts_with(|first: char| first.is_ascii_digit() || "+-".contains(first)) => {
            let nodes = number.parse().ok().filter(|nodes| (1..=MOST_NODES).contains(nodes));
            nodes.map(Which::Nodes).ok_or_else(|| {
                format!("{name}: the bot values a whole number of placements for a piece, from 1 to {MOST_NODES}")
            })
        }
        Some((_, file)) if file.contains(['/', '\\', '.']) => Ok(Which::File(Path::new(file))),
        Some(_) => {
            Err(format!("{name}: after {BOT}: comes a number of placements or a file of weights, such as mine.toml"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_have_names() {
        for name in BOTS {
            assert!(Bot::check(name).is_ok() && Bot::named(name).unwrap().is_some(), "{name}");
        }
        for name in ["bott", "robot", "bcts", "", "bo"] {
            assert!(!Bot::is_meant(name) && Bot::named(name).unwrap().is_none(), "{name}");
        }
        let nodes = |name| Bot::named(name).unwrap().unwrap().nodes;
        assert_eq!((nodes("bot"), nodes("bot:50000")), (NODES, 50_000));
    }

    #[test]
    fn other_bots_are_refused() {
        let number = "the bot values a whole number of placements for a piece, from 1 to 1000000";
        let which = "after bot: comes a number of placements or a file of weights, such as mine.toml";
        for (name, reason) in [("bot:0", number), ("bot:1000001", number), ("bot:-1", number), ("bot:1x", number)] {
            assert_eq!(Bot::check(name).unwrap_err(), format!("{name}: {reason}"));
        }
        for name in ["bot:", "bot:strong"] {
            assert_eq!(Bot::check(name).unwrap_err(), format!("{name}: {which}"));
        }
        assert!(Bot::named("bot:none.toml").unwrap_err().to_string().contains("none.toml"));
    }

    #[test]
    fn weights_come_from_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.toml");
        let name = format!("bot:{}", file.display());
        std::fs::write(&file, "[weights]\nholes = -3\n").unwrap();
        assert_eq!(Bot::named(&name).unwrap().unwrap().weights.get("holes"), Some(-3.0));
        std::fs::write(&file, "[weights]\nhole = -3\n").unwrap();
        let error = format!("{:#}", Bot::named(&name).unwrap_err());
        assert_eq!(error, format!("{}: there is no term \"hole\"; the nearest is holes", file.display()));
    }
}
