//! Players of the research game by name, or as files of weights.

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use tetrolab_agents::{Agent, Lookahead, Player, Weights};
use tetrolab_engine::DropRules;
use tetrolab_runs::files;

use crate::bot_name::BotName;

/// A player before it is made ready for a game.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The name of the agent, or of the file.
    pub name: String,
    /// What it weighs; `None` if it plays at random.
    pub weights: Option<Weights>,
}

impl Candidate {
    /// The agent with this name, or the weights of the file with this name.
    pub fn named(name: &str) -> Result<Candidate> {
        Candidate::named_by(name, &Candidate::find)
    }

    /// The player with this name, looked for in this way.
    pub fn named_by(name: &str, find: &dyn Fn(&str) -> Result<Option<Candidate>>) -> Result<Candidate> {
        ensure_no_bot(name)?;
        match find(name)? {
            Some(candidate) => Ok(candidate),
            None if name.contains(['/', '.']) => {
                Err(anyhow!("there is no agent and no file {name:?} (tetrolab agents lists the agents)"))
            }
            None => Err(agent(name).map(drop).unwrap_err()),
        }
    }

    /// The same; `None` if there is neither.
    pub fn find(name: &str) -> Result<Option<Candidate>> {
        match Agent::named(name) {
            Ok(agent) => Ok(Some(Candidate { name: agent.name.to_string(), weights: agent.weights() })),
            Err(_) if Path::new(name).is_file() || name == files::STANDARD_INPUT => {
                Candidate::from_file(Path::new(name)).map(Some)
            }
            Err(_) => Ok(None),
        }
    }

    /// The weights of a file, in either format.
    pub fn from_file(file: &Path) -> Result<Candidate> {
        let name = files::name(file);
        let weights = files::read_text(file)?.parse().with_context(|| name.clone())?;
        Ok(Candidate { name, weights: Some(weights) })
    }

    /// Made ready for a game.
    pub fn player(&self, rules: DropRules, lookahead: Lookahead) -> Result<Player> {
        Player::new(self.weights.clone(), rules, lookahead).with_context(|| self.name.clone())
    }
}

/// The agent with this name.
pub fn agent(name: &str) -> Result<&'static Agent> {
    ensure_no_bot(name)?;
    Agent::named(name).map_err(|unknown| anyhow!("{unknown} (tetrolab agents lists them)"))
}

/// The bot is none of the players of the research game.
fn ensure_no_bot(name: &str) -> Result<()> {
    ensure!(!BotName::is_meant(name), "{name} plays the modern game only: tetrolab watch, play versus, arena");
    Ok(())
}
