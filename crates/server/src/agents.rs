//! The agents that a page can name: those of the table, the players that runs have learned, and the bot. Never a
//! file.

use anyhow::{Result, ensure};
use tetrolab_agents::{Advise, Agent, Lookahead};
use tetrolab_bot::NODES;
use tetrolab_engine::Setup;

use super::house::House;
use super::refusal::Refusal;
use tetrolab_inputs::bot::Bot;
use tetrolab_inputs::bot_name::BotName;
use tetrolab_inputs::players::Candidate;
use tetrolab_sessions::play;

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
    let agent = agent(name)?;
    Ok(Candidate { name: agent.name.to_string(), weights: agent.weights() })
}

/// The agent of the table with this name.
fn agent(name: &str) -> Result<&'static Agent, Refusal> {
    let called = name.to_string();
    if BotName::is_meant(name) {
        return Err(Refusal::new(move |texts| texts.refused.agent_timed.with(&[("name", &called)])));
    }
    Agent::named(name).map_err(|unknown| {
        let nearest = unknown.nearest();
        Refusal::new(move |texts| match nearest {
            Some(nearest) => texts.refused.agent_nearest.with(&[("name", &called), ("nearest", &nearest)]),
            None => texts.refused.agent.with(&[("name", &called)]),
        })
    })
}

/// What is said of a bot that is none here.
fn no_bot(name: &str) -> Refusal {
    let name = name.to_string();
    Refusal::new(move |texts| texts.refused.agent_bot.with(&[("name", &name), ("most", &NODES)]))
}

/// Refuses names that stand for files.
///
/// # Errors
/// If it is one.
pub fn ensure_no_file(name: &str) -> Result<()> {
    let is_file = match BotName::is_meant(name) {
        true => BotName::read(name).map_err(|_| no_bot(name))?.file.is_some(),
        // What is no agent could be a file.
        false => agent(name).map(|_| false)?,
    };
    ensure!(!is_file, Refusal::new(|texts| texts.refused.agent_file.to_string()));
    Ok(())
}

/// The player of the timed game with this name: a player of the research game, or the bot, which looks as far ahead
/// as it can.
///
/// # Errors
/// If there is none, if its weights are not for such a board, or if it would think for too long.
pub fn adviser(house: &House, name: &str, setup: &Setup, lookahead: Lookahead) -> Result<Box<dyn Advise>> {
    if !BotName::is_meant(name) {
        return play::adviser_of(candidate(house, name)?, setup, lookahead);
    }
    ensure_no_file(name)?;
    let is_small = BotName::read(name).is_ok_and(|bot| bot.nodes.is_none_or(|nodes| nodes <= NODES));
    ensure!(is_small && Bot::check(name).is_ok(), no_bot(name));
    let bot = Bot::named(name)?.ok_or_else(|| no_bot(name))?;
    Ok(bot.player(&setup.rules).into())
}
