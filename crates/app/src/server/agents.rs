//! Who a page can name: the agents of the table, the players that runs have learned, and the bot. Never a file.

use anyhow::{Result, anyhow, ensure};
use tetrolab_agents::{Advise, Lookahead};
use tetrolab_bot::NODES;
use tetrolab_engine::Setup;

use super::house::House;
use crate::bot_name::BotName;
use crate::commands::{self, Candidate};
use crate::play::{self, Bot};

/// What the names of learned players begin with; the name of the run follows.
pub const LEARNED: &str = "run:";

/// The player of the research game with this name.
///
/// # Errors
/// If there is none. Files are none, whatever they are called.
pub fn candidate(house: &House, name: &str) -> Result<Candidate> {
    if let Some(run) = name.strip_prefix(LEARNED) {
        return house.runs().player(run);
    }
    let agent = commands::agent(name)?;
    Ok(Candidate { name: agent.name.to_string(), weights: agent.weights() })
}

/// Refuses names that stand for files.
///
/// # Errors
/// If it is one.
pub fn ensure_no_file(name: &str) -> Result<()> {
    let is_file = match BotName::is_meant(name) {
        true => BotName::read(name).map_err(|reason| anyhow!(reason))?.file.is_some(),
        false => commands::agent(name).is_err(),
    };
    ensure!(!is_file, "a page names no files; such an agent is set in the terminal or in the file of settings");
    Ok(())
}

/// Whoever plays the timed game by this name: a player of the research game, or the bot, which looks as far ahead as it can.
///
/// # Errors
/// If there is none, if its weights are not for such a board, or if it would think for too long.
pub fn adviser(house: &House, name: &str, setup: &Setup, lookahead: Lookahead) -> Result<Box<dyn Advise>> {
    if !BotName::is_meant(name) {
        return play::adviser_of(candidate(house, name)?, setup, lookahead);
    }
    let bot = BotName::read(name).map_err(|reason| anyhow!(reason))?;
    ensure!(bot.file.is_none(), "{name}: a page names no files");
    ensure!(
        bot.nodes.is_none_or(|nodes| nodes <= NODES),
        "{name}: here a bot values at most {NODES} placements a piece"
    );
    let bot = Bot::named(name)?.ok_or_else(|| anyhow!("there is no bot {name:?}"))?;
    Ok(bot.player(&setup.rules).into())
}
