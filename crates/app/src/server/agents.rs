//! Who a page can name: the agents of the table, and the players that runs have learned. Never a file.

use anyhow::Result;

use super::house::House;
use crate::commands::{self, Candidate};

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
