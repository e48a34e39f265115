//! How fast players decide, and one number for what they decide.

use std::io::Write;
use std::num::NonZero;
use std::time::Instant;

use anyhow::Result;
use serde_json::{Value, json};
use tetrolab_agents::{AGENTS, Agent, Linear, Lookahead, Player};
use tetrolab_engine::{Deal, Digest, DropGame, DropRules, Instructions, Random, Seed, Stream};
use tetrolab_simulate::{Cpu, Evaluator, Games, Stop};

/// Every player is timed this often, and the fastest time counts: others were disturbed.
const ROUNDS: usize = 5;

/// One player with each instruction set.
struct Timed {
    name: &'static str,
    /// Pieces per second with each of the instructions that are there.
    rates: Vec<f64>,
    signature: u64,
}

/// Plays games of the standard size one after the other.
struct Table {
    player: Player,
    seed: Seed,
    number: u64,
    game: DropGame,
    random: Random,
    digest: Digest,
}

impl Table {
    fn new(player: Player, seed: Seed) -> Table {
        let game = DropGame::new(DropRules::STANDARD, &Deal::uniform(seed), 0);
        let random = Random::new(seed, 0, Stream::Decisions);
        Table { player, seed, number: 0, game, random, digest: Digest::default() }
    }

    /// Plays `pieces` pieces and returns how long that took.
    fn play(&mut self, pieces: u64) -> f64 {
        let start = Instant::now();
        for _ in 0..pieces {
            let piece = loop {
                if let Some(piece) = self.game.piece() {
                    break piece;
                }
                self.number += 1;
                self.game = DropGame::new(DropRules::STANDARD, &Deal::uniform(self.seed), self.number);
                self.random = Random::new(self.seed, self.number, Stream::Decisions);
            };
            let (drop, _) = self.player.choose(self.game.board(), piece, self.game.next(), &mut self.random);
            let outcome = self.game.play(drop);
            if outcome.lines > 0 {
                self.digest.add(&self.game.lines().to_le_bytes());
                self.digest.add(&[drop.orientation, drop.column]);
            }
        }
        start.elapsed().as_secs_f64()
    }
}

/// The instructions that this processor has, fastest first.
fn instructions() -> Vec<Instructions> {
    Instructions::ALL.into_iter().rev().filter(|instructions| instructions.is_there()).collect()
}

fn player(agent: &Agent, instructions: Instructions) -> Result<Player> {
    Ok(match agent.weights() {
        Some(weights) => Player::of(Linear::new(weights, DropRules::STANDARD)?.instructions(instructions)),
        None => Player::new(None, DropRules::STANDARD, Lookahead::One)?,
    })
}

/// Times an agent: the instruction sets take turns, so that a busy machine disturbs all of them.
fn time(agent: &'static Agent, pieces: u64, seed: Seed) -> Result<Timed> {
    let tables = instructions().into_iter().map(|which| Ok(Table::new(player(agent, which)?, seed)));
    let mut tables = tables.collect::<Result<Vec<Table>>>()?;
    let mut best = vec![f64::INFINITY; tables.len()];
    for _ in 0..ROUNDS {
        for (table, best) in tables.iter_mut().zip(&mut best) {
            *best = best.min(table.play(pieces / ROUNDS as u64));
        }
    }
    let signatures: Vec<u64> = tables.iter().map(|table| table.digest.value()).collect();
    assert!(signatures.iter().all(|signature| *signature == signatures[0]), "all instructions decide alike");
    let rates = best.iter().map(|seconds| (pieces / ROUNDS as u64) as f64 / seconds).collect();
    Ok(Timed { name: agent.name, rates, signature: signatures[0] })
}

/// How many times as many pieces two threads play as one.
fn two_threads(pieces: u64, seed: Seed) -> Result<f64> {
    let player = player(Agent::named("bcts")?, Instructions::best())?;
    let games =
        Games { rules: DropRules::STANDARD, deal: Deal::uniform(seed), first: 0, stop: Stop::Pieces(4 * pieces) };
    let mut best = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (threads, best) in (1..).zip(&mut best) {
            let cpu = Cpu { threads: NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN) };
            let start = Instant::now();
            cpu.evaluate(std::slice::from_ref(&player), &games, &())?;
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    Ok(best[0] / best[1])
}

/// Times every agent.
pub fn run(out: &mut impl Write, pieces: u64, seed: u64, is_json: bool) -> Result<()> {
    let seed = Seed(seed);
    let timed = AGENTS.iter().map(|agent| time(agent, pieces, seed)).collect::<Result<Vec<Timed>>>()?;
    let twice = two_threads(pieces, seed)?;
    let mut digest = Digest::default();
    timed.iter().for_each(|one| digest.add(&one.signature.to_le_bytes()));
    let signature = format!("{:016x}", digest.value());
    let names: Vec<&str> = instructions().into_iter().map(Instructions::name).collect();
    if is_json {
        let agents = timed.iter().map(|one| {
            let rates: serde_json::Map<String, Value> =
                names.iter().zip(&one.rates).map(|(name, rate)| (name.to_string(), json!(rate))).collect();
            json!({ "agent": one.name, "pieces_per_second": rates })
        });
        let document = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "rules": "mdptetris",
            "size": DropRules::STANDARD.to_string(),
            "randomizer": "uniform",
            "seed": seed.0,
            "pieces": pieces,
            "agents": agents.collect::<Vec<_>>(),
            "two_threads": twice,
            "signature": signature,
        });
        writeln!(out, "{document:#}")?;
        return Ok(());
    }
    writeln!(out, "pieces per second on one thread, research game {}, {pieces} pieces each", DropRules::STANDARD)?;
    write!(out, "{:17}", "agent")?;
    names.iter().try_for_each(|name| write!(out, "{name:>11}"))?;
    writeln!(out)?;
    for one in &timed {
        write!(out, "{:17}", one.name)?;
        one.rates.iter().try_for_each(|rate| write!(out, "{rate:>11.0}"))?;
        writeln!(out)?;
    }
    writeln!(out, "two threads play {twice:.2} times as many pieces as one (bcts)")?;
    writeln!(
        out,
        "signature {signature} (tetrolab {}, MDPTetris rules, uniform randomizer, seed {})",
        env!("CARGO_PKG_VERSION"),
        seed.0
    )?;
    Ok(())
}
