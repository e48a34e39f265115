//! The players that pages may name.

use anyhow::Result;
use tetrolab_agents::Agent;

use super::house::House;
use crate::commands::Candidate;

/// The player with this name. Files are not looked for: a page names what it was told of.
pub fn candidate(_house: &House, name: &str) -> Result<Candidate> {
    let agent = Agent::named(name)?;
    Ok(Candidate { name: agent.name.to_string(), weights: agent.weights() })
}
