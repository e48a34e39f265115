//! `tetrolab agents`: the players of the research game, and their weights.

use std::io::{self, Write};

use anyhow::Result;
use clap::Args;
use serde_json::{Map, Value, json};
use tetrolab_agents::{AGENTS, Agent, Weight};
use tetrolab_engine::Piece;
use tetrolab_report::words::wrap;

use super::page::Page;
use tetrolab_report::short as number;

#[derive(Debug, Args)]
pub struct Agents {
    /// Print the weights of this agent as a file that --weights reads
    name: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Agents {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        let one = self.name.as_deref().map(tetrolab_inputs::players::agent).transpose()?;
        match (one, self.json) {
            (None, false) => list(out)?,
            (None, true) => {
                let agents: Vec<Value> = AGENTS.iter().map(document).collect();
                writeln!(out, "{:#}", json!({ "version": env!("CARGO_PKG_VERSION"), "agents": agents }))?;
            }
            (Some(agent), false) => file(agent, out)?,
            (Some(agent), true) => writeln!(out, "{:#}", document(agent))?,
        }
        Ok(())
    }
}

fn list(out: &mut impl Write) -> io::Result<()> {
    let page = Page::standard();
    let longest = AGENTS.iter().map(|agent| agent.name.len()).max().unwrap_or(0);
    for agent in AGENTS {
        let room = page.width - longest - 2;
        let meaning = wrap(agent.meaning, room);
        let source = wrap(agent.source, room).into_iter().map(|line| page.quiet(&line));
        for (index, line) in meaning.into_iter().chain(source).enumerate() {
            let name = if index == 0 { agent.name } else { "" };
            writeln!(out, "{name:<longest$}  {line}")?;
        }
    }
    writeln!(out)?;
    let hint = "tetrolab agents NAME prints the weights of one: save them, change them, and try them with --weights";
    wrap(hint, page.width).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// The weights as a file. What is said about them are comments, so that the file can be read again.
fn file(agent: &Agent, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "# {}: {}", agent.name, agent.meaning)?;
    if !agent.source.is_empty() {
        writeln!(out, "# {}", agent.source)?;
    }
    match agent.weights() {
        Some(weights) => write!(out, "{weights}"),
        None => writeln!(out, "# It has no weights."),
    }
}

fn document(agent: &Agent) -> Value {
    let weights = agent.weights();
    let special = weights.iter().flat_map(|weights| {
        Piece::ALL.into_iter().filter_map(|piece| Some((piece.to_string(), terms(weights.special(piece)?))))
    });
    let special: Map<String, Value> = special.collect();
    json!({
        "name": agent.name,
        "meaning": agent.meaning,
        "source": agent.source,
        "reward": weights.as_ref().map(|weights| weights.reward.name()),
        "lost": weights.as_ref().map(|weights| weights.lost.name()),
        "weights": weights.as_ref().map(|weights| terms(weights.general())),
        "weights_for": special,
    })
}

fn terms(weights: &[Weight]) -> Value {
    let term = |Weight { measure, weight }: &Weight| json!({ "feature": measure.name(), "index": measure.index(), "weight": number::json(*weight) });
    weights.iter().map(term).collect()
}
