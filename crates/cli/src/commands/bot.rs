//! How much the bot may use, and what it values, as options.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use tetrolab_bot::{Limits, Weights};

use tetrolab_inputs::bot_name::{MOST_NODES, weights_of};
use tetrolab_inputs::numbers::MOST_THREADS;
use tetrolab_inputs::parsers::THREADS;
use tetrolab_runs::files;

/// The memory it may use unless something else is said, in MiB.
const USUAL_MEMORY: u64 = 256;

/// What the bot may use
#[derive(Debug, Args)]
pub struct BotOptions {
    /// Threads it thinks with [default: 1]
    #[arg(long, value_name = THREADS, value_parser = tetrolab_inputs::numbers::count::<MOST_THREADS>)]
    threads: Option<u64>,
    /// Think about every position until so many placements are valued
    #[arg(long, value_parser = tetrolab_inputs::numbers::count::<MOST_NODES>)]
    nodes: Option<u64>,
    /// Memory it may use, in MiB [default: 256]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=65_536))]
    memory: Option<u64>,
    /// File with the weights of its evaluation [default: the tuned ones]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl BotOptions {
    /// How many placements it must have valued, if that was said.
    pub fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// How many threads it thinks with.
    pub fn threads(&self) -> u64 {
        self.threads.unwrap_or(1)
    }

    /// Whether anything was said about the bot.
    pub fn are_given(&self) -> bool {
        self.threads.is_some() || self.nodes.is_some() || self.memory.is_some() || self.weights.is_some()
    }

    /// The limits. Without a number of placements it thinks as long as there is memory for it.
    pub fn limits(&self) -> Limits {
        let memory = self.memory.unwrap_or(USUAL_MEMORY) << 20;
        Limits { threads: self.threads() as usize, nodes: self.nodes.unwrap_or(u64::MAX), memory: memory as usize }
    }

    /// Whether the weights come from standard input.
    pub fn reads_input(&self) -> bool {
        self.weights.as_deref().is_some_and(files::is_input)
    }

    /// The weights of the file, or the tuned ones.
    pub fn weights(&self) -> Result<Weights> {
        self.weights.as_deref().map_or_else(|| Ok(Weights::default()), weights_of)
    }
}
