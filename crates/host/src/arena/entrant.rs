//! Bots as they are typed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use serde::{Deserialize, Serialize};
use tetrolab_agents::{Adviser, Agent, Lookahead};
use tetrolab_bot::{Limits, Weights};
use tetrolab_engine::{Rules, Seed};

use super::own::{Advised, Counting, Thinking};
use super::program::{self, Launch, Program};
use super::seat::Seat;
use super::settings::{Settings, Thought};
use tetrolab_inputs::bot_name::BotName;
use tetrolab_inputs::players::Candidate;
use tetrolab_runs::files;

/// A bot as it was typed, with the contents of all files it needs: a resumed tournament uses these, even if the files
/// have changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kept {
    /// The command of a program that speaks TBP.
    Program(Vec<String>),
    /// The bot of this program, with the text of its file of weights.
    Bot { weights: Option<String>, nodes: Option<u64>, threads: Option<usize> },
    /// An agent of the research game; one from a file with the text of it.
    Agent { name: String, weights: Option<String> },
}

/// A bot that takes part.
#[derive(Debug)]
pub enum Entrant {
    /// A program that speaks TBP.
    Program(Vec<String>),
    /// The bot of this program.
    Bot { weights: Box<Weights>, nodes: Option<u64>, threads: Option<usize> },
    /// An agent of the research game.
    Agent(Box<Adviser>),
}

impl Kept {
    /// Reads what was typed: `cmd:` and a command, `bot` with or without its own settings, or the name or file of an agent.
    pub fn read(name: &str) -> Result<Kept> {
        Ok(match name.split_once(':') {
            Some(("cmd", command)) => {
                Kept::Program(program::split(command).map_err(|reason| anyhow!("{name:?}: {reason}"))?)
            }
            _ if BotName::is_meant(name) => {
                let BotName { file, nodes, threads } = BotName::read(name).map_err(|reason| anyhow!(reason))?;
                Kept::Bot { weights: file.map(files::read_text).transpose()?, nodes, threads }
            }
            _ => {
                Candidate::named(name).map_err(|error| {
                    anyhow!("{error:#}; a program is written cmd:./program, and the bot of this program bot")
                })?;
                let is_file = Agent::named(name).is_err();
                let weights = if is_file { Some(files::read_text(Path::new(name))?) } else { None };
                Kept::Agent { name: name.to_string(), weights }
            }
        })
    }
}

impl Entrant {
    /// Makes a bot ready. Programs run in the folder.
    pub fn new(kept: &Kept, rules: &Rules, folder: &Path) -> Result<Entrant> {
        Ok(match kept {
            Kept::Program(words) => {
                ensure!(
                    folder.is_dir(),
                    "the folder in which it would run is not there any more: {}",
                    folder.display()
                );
                program::check(words, folder).context("it cannot be started")?;
                Entrant::Program(words.clone())
            }
            Kept::Bot { weights, nodes, threads } => {
                let weights = weights.as_deref().map(Weights::from_toml).transpose()?.unwrap_or_default();
                Entrant::Bot { weights: Box::new(weights), nodes: *nodes, threads: *threads }
            }
            Kept::Agent { name, weights } => {
                let weights = match weights {
                    Some(text) => Some(text.parse()?),
                    None => Candidate::named(name)?.weights,
                };
                Entrant::Agent(Box::new(Adviser::new(weights, rules, Lookahead::Two, true)?))
            }
        })
    }

    /// A seat for it. What it says on standard error goes into the file.
    pub fn seat(&self, settings: &Settings, rules: &Rules, log: PathBuf) -> Box<dyn Seat> {
        match self {
            Entrant::Program(words) => {
                let start_time = Duration::from_millis(settings.start_time);
                let launch = Launch { words: words.clone(), folder: settings.folder.clone(), start_time, log };
                Box::new(Program::new(launch, *rules))
            }
            Entrant::Bot { weights, nodes, threads } => match (nodes, settings.thought) {
                (&Some(nodes), _) | (None, Thought::Nodes(nodes)) => Box::new(Counting::new(rules, weights, nodes)),
                (None, Thought::Milliseconds(_)) => {
                    let limits = Limits { threads: threads.unwrap_or(settings.threads), ..Limits::default() };
                    Box::new(Thinking::new(*rules, weights, limits))
                }
            },
            Entrant::Agent(adviser) => Box::new(Advised::new(Adviser::clone(adviser), Seed(settings.seed))),
        }
    }
}
