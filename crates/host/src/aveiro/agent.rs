//! The agent that was asked for.

use std::path::Path;

use anyhow::{Context, Result};
use tetrolab_protocols::aveiro::{Agent, AgentError};

use tetrolab_inputs::players::Candidate;
use tetrolab_runs::files;

/// An agent with its name, ready to be sent into games.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its name, or that of its file of weights.
    pub name: String,
    /// How many of the pieces that are shown it looks at.
    pub lookahead: usize,
    /// What decides.
    pub agent: Agent,
}

impl Choice {
    /// The agent with this name, or that of the weights in the file with this name.
    pub fn read(name: &str, lookahead: Option<u64>) -> Result<Choice> {
        let file = Path::new(name);
        let agent = match Agent::named(name) {
            Err(AgentError::Unknown(_)) if file.is_file() || files::is_input(file) => {
                let weights = Candidate::from_file(file)?.weights.context("a file has weights")?;
                Agent::of_weights(weights).with_context(|| files::name(file))?
            }
            agent => agent?,
        };
        let agent = match lookahead {
            Some(pieces) => agent.with_lookahead(pieces as usize)?,
            None => agent,
        };
        let name = if files::is_input(file) { files::name(file) } else { name.to_string() };
        Ok(Choice { name, lookahead: agent.lookahead(), agent })
    }
}
