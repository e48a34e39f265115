//! How fast the bot thinks, and how well it plays alone.

mod report;

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tetrolab_bot::{Move, Position, Solo, TBP_RULES, Tally, Thinker};
use tetrolab_engine::Seed;

use crate::commands::bot::BotOptions;
use crate::commands::cpu_time::cpu_time;
use crate::commands::interrupt::stop_on_interrupt;
use crate::commands::progress::Line;
use report::Report;
use tetrolab_report::short::{duration, grouped};

/// Attack is compared in batches of this many pieces: what a piece sends depends on those shortly before it.
const BATCH: u32 = 100;

/// How long to wait for placements between checks for an interruption.
const PATIENCE: Duration = Duration::from_millis(200);

/// What the bot is measured with.
pub struct Plan<'a> {
    pub pieces: u32,
    /// Time for each piece, unless a number of placements is said.
    pub time: Duration,
    /// Pieces that are known beyond the one in play.
    pub previews: usize,
    pub seed: u64,
    pub bot: &'a BotOptions,
}

/// What happened.
#[derive(Clone, Debug, Default)]
struct Totals {
    /// All games together.
    tally: Tally,
    /// Rows sent by each whole batch of pieces.
    batches: Vec<u32>,
    nodes: u64,
    deaths: u64,
    seconds: f64,
    cpu_seconds: Option<f64>,
    is_stopped: bool,
}

impl Totals {
    /// Adds a game.
    fn add(&mut self, game: &Tally) {
        let all = &mut self.tally;
        all.pieces += game.pieces;
        all.attack += game.attack;
        all.perfect_clears += game.perfect_clears;
        all.longest_combo = all.longest_combo.max(game.longest_combo);
        for (sum, more) in all.clears.as_flattened_mut().iter_mut().zip(game.clears.as_flattened()) {
            *sum += more;
        }
    }
}

impl Plan<'_> {
    /// The game after `deaths` deaths. Each has its own seed.
    fn game(&self, deaths: u64) -> Solo {
        Solo::new(TBP_RULES, Seed(self.seed.wrapping_add(deaths)), self.previews, None)
    }

    /// The best move, if there is one, and how many placements were valued. `None` if it is interrupted.
    fn think(&self, thinker: &Thinker, position: &Position, stopped: &AtomicBool) -> Option<(Option<Move>, u64)> {
        thinker.start(position.clone());
        let until = Instant::now() + self.time;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let is_done = match self.bot.nodes() {
                Some(_) => thinker.wait(PATIENCE),
                None => thinker.wait(left.min(PATIENCE)) || left <= PATIENCE,
            };
            if stopped.load(Ordering::Relaxed) {
                return None;
            }
            if is_done {
                let found = thinker.suggest();
                return Some((found.moves.first().copied(), found.nodes));
            }
        }
    }

    fn play(&self) -> Result<Totals> {
        let stopped = stop_on_interrupt()?;
        let line = Line::new();
        let thinker = Thinker::new(TBP_RULES, &self.bot.weights()?, self.bot.limits());
        let mut totals = Totals::default();
        let mut game = self.game(0);
        let (begun, cpu_begun) = (Instant::now(), cpu_time());
        let (mut pieces, mut attack, mut batch) = (0, 0, 0);
        while pieces < self.pieces {
            let Some((best, nodes)) = self.think(&thinker, game.position(), &stopped) else {
                totals.is_stopped = true;
                break;
            };
            totals.nodes += nodes;
            let Some(best) = best else {
                totals.deaths += 1;
                totals.add(game.tally());
                game = self.game(totals.deaths);
                continue;
            };
            let played = game.play(best).context("the bot wants to play what it cannot")?;
            pieces += 1;
            attack += played.attack;
            batch += played.attack;
            if pieces.is_multiple_of(BATCH) {
                totals.batches.push(std::mem::take(&mut batch));
            }
            line.show(|_| {
                let left = begun.elapsed().as_secs_f64() * (f64::from(self.pieces) / f64::from(pieces) - 1.0);
                let mean = f64::from(attack) / f64::from(pieces);
                format!("{} pieces, {mean:.3} rows a piece, {} left", grouped(pieces.into()), duration(left))
            });
        }
        line.end();
        totals.add(game.tally());
        totals.seconds = begun.elapsed().as_secs_f64();
        let cpu = cpu_begun.and_then(|begun| Some(cpu_time()?.saturating_sub(begun)));
        totals.cpu_seconds = cpu.map(|time| time.as_secs_f64());
        Ok(totals)
    }
}

/// Lets the bot play alone and says what came of it.
pub fn run(out: &mut impl Write, plan: &Plan<'_>, is_json: bool) -> Result<()> {
    let report = Report::new(plan, plan.play()?);
    if is_json {
        writeln!(out, "{:#}", report.document())?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(())
}
