//! `tetrolab bench`: how fast the timed game is, the players of the research game, the bot or the
//! terminal, and one number for what they do.

mod bot;
mod players;
#[cfg(feature = "tui")]
mod terminal;

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::json;
use tetrolab_engine::{RULES, Rules, Seed, Setup, play_random_keys};

use super::bot::BotOptions;

/// Pieces that each player of the research game plays, unless it is said.
const PIECES_OF_PLAYERS: u64 = 1_000_000;

/// Pieces that the bot plays, unless it is said.
const PIECES_OF_BOT: u64 = 10_000;

/// The largest number of pieces that is accepted.
const MOST_PIECES: u64 = 1_000_000_000;

#[derive(Debug, Args)]
pub struct Bench {
    /// How many inputs
    #[arg(long, default_value_t = 20_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    inputs: u64,
    /// Rules by name
    #[arg(long, default_value = "guideline")]
    rules: String,
    /// Measure the players of the research game instead
    #[arg(long, conflicts_with_all = ["inputs", "rules"])]
    players: bool,
    /// Measure the game in the terminal instead: how long it takes from a key to a picture
    #[arg(long, conflicts_with_all = ["inputs", "rules", "players"])]
    terminal: bool,
    /// Measure the bot instead: placements it values in a second of a processor, and rows it sends when it plays alone
    #[arg(long, conflicts_with_all = ["inputs", "rules", "players", "terminal"])]
    bot: bool,
    /// How many pieces each player plays [default: 1 000 000], or the bot [default: 10 000]
    #[arg(long, conflicts_with_all = ["inputs", "rules", "terminal"], value_parser = clap::value_parser!(u64).range(100..=MOST_PIECES))]
    pieces: Option<u64>,
    /// How long the bot thinks about each piece, unless a number of nodes is said
    #[arg(long, default_value = "50ms", requires = "bot", conflicts_with = "nodes", value_parser = tetrolab_inputs::numbers::time)]
    time_per_move: Duration,
    /// How many pieces the bot knows beyond the one in play
    #[arg(long, default_value_t = 5, requires = "bot", value_parser = tetrolab_inputs::numbers::at_most::<16>)]
    previews: u64,
    #[command(flatten)]
    limits: BotOptions,
    /// Seed of pieces and keys
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

impl Bench {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        if self.bot {
            let plan = bot::Plan {
                pieces: self.pieces.unwrap_or(PIECES_OF_BOT) as u32,
                time: self.time_per_move,
                previews: self.previews as usize,
                seed: self.seed,
                bot: &self.limits,
            };
            return bot::run(out, &plan, self.json);
        }
        ensure!(!self.limits.are_given(), "--threads, --nodes, --memory and --weights need --bot");
        if self.players {
            return players::run(out, self.pieces.unwrap_or(PIECES_OF_PLAYERS), self.seed, self.json);
        }
        ensure!(self.pieces.is_none(), "--pieces needs --players or --bot");
        if self.terminal {
            #[cfg(feature = "tui")]
            return terminal::run(out, self.seed, self.json);
            #[cfg(not(feature = "tui"))]
            anyhow::bail!("this build has no terminal front end; build with --features tui");
        }
        let rules = Rules::named(&self.rules).with_context(|| {
            format!("there are no rules {:?}, only {}", self.rules, RULES.map(|rules| rules.name).join(", "))
        })?;
        let setup = Setup { seed: Seed(self.seed), ..Setup::new(rules) };
        let start = Instant::now();
        let workload = play_random_keys(&setup, self.inputs)?;
        let seconds = start.elapsed().as_secs_f64();
        let rate = workload.inputs as f64 / seconds;
        if self.json {
            let document = json!({
                "version": env!("CARGO_PKG_VERSION"),
                "rules": self.rules,
                "randomizer": setup.randomizer.to_string(),
                "seed": self.seed,
                "inputs": workload.inputs,
                "games": workload.games,
                "pieces": workload.pieces,
                "events": workload.events,
                "signature": format!("{:016x}", workload.signature),
                "seconds": seconds,
                "inputs_per_second": rate,
            });
            writeln!(out, "{document:#}")?;
        } else {
            writeln!(
                out,
                "{} inputs in {seconds:.2} s: {:.1} million inputs per second on one thread",
                workload.inputs,
                rate / 1e6
            )?;
            writeln!(out, "{} games, {} pieces, {} events", workload.games, workload.pieces, workload.events)?;
            writeln!(
                out,
                "signature {:016x} (tetrolab {}, {} rules, {} randomizer, seed {})",
                workload.signature,
                env!("CARGO_PKG_VERSION"),
                self.rules,
                setup.randomizer,
                self.seed
            )?;
        }
        Ok(())
    }
}
