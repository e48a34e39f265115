//! Bots as they are typed.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use tetrolab_agents::{Adviser, Lookahead};
use tetrolab_bot::{Limits, Weights};
use tetrolab_engine::{Rules, Seed};

use super::own::{Advised, Counting, Thinking};
use super::program::{self, Program};
use super::seat::Seat;
use super::settings::{Settings, Thought};
use crate::bot_name::BotName;
use crate::commands::players::Candidate;

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

impl Entrant {
    /// Reads what was typed: `cmd:` and a command, `bot` with or without its own settings, or the name or file of an agent.
    pub fn new(name: &str, rules: &Rules) -> Result<Entrant> {
        Ok(match name.split_once(':') {
            Some(("cmd", command)) => {
                let words = program::split(command).map_err(|reason| anyhow!("{name:?}: {reason}"))?;
                program::check(&words).with_context(|| format!("{name:?} cannot be started"))?;
                Entrant::Program(words)
            }
            _ if BotName::is_meant(name) => {
                let bot = BotName::read(name).map_err(|reason| anyhow!(reason))?;
                Entrant::Bot { weights: Box::new(bot.weights()?), nodes: bot.nodes, threads: bot.threads }
            }
            _ => {
                let candidate = Candidate::named(name).map_err(|error| {
                    anyhow!("{error:#}; a program is written cmd:./program, and the bot of this program bot")
                })?;
                let adviser = Adviser::new(candidate.weights, rules, Lookahead::Two, true);
                Entrant::Agent(Box::new(adviser.with_context(|| name.to_string())?))
            }
        })
    }

    /// A seat for it. What it says on standard error goes into the file.
    pub fn seat(&self, settings: &Settings, rules: &Rules, log: PathBuf) -> Box<dyn Seat> {
        match self {
            Entrant::Program(words) => {
                let start_time = Duration::from_millis(settings.start_time);
                Box::new(Program::new(words.clone(), *rules, start_time, log))
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
