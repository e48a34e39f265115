//! How fast the bot thinks, and how well it plays alone.

mod report;

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tetrolab_bot::{Position, Supply, TBP_RULES, Thinker};
use tetrolab_engine::{PieceStream, Randomizer, Seed};

use crate::commands::bot::BotOptions;
use crate::commands::cpu_time::cpu_time;
use crate::commands::interrupt::stop_on_interrupt;
use crate::commands::number::{duration, grouped};
use crate::commands::progress::Line;
use report::Report;

/// Attack is compared in batches of so many pieces: what a piece sends depends on those shortly before it.
const BATCH: u64 = 100;

/// How long a wait for placements is before it is looked whether somebody wants to stop.
const PATIENCE: Duration = Duration::from_millis(200);

/// What the bot is measured with.
pub struct Plan<'a> {
    pub pieces: u64,
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
    pieces: u64,
    attack: u64,
    /// Rows sent by each whole batch of pieces.
    batches: Vec<u32>,
    nodes: u64,
    deaths: u64,
    perfect_clears: u64,
    /// Moves by spin and lines.
    actions: [[u64; 5]; 3],
    /// The most pieces in a row that cleared lines.
    longest_combo: u32,
    seconds: f64,
    cpu_seconds: Option<f64>,
    is_stopped: bool,
}

/// A game that begins: the queue is filled, and what is left of the bag is known.
fn begin(seed: u64, number: u64, previews: usize) -> (Position, PieceStream) {
    let mut pieces = PieceStream::new(Randomizer::SevenBag, Seed(seed), number, &[]);
    let mut position = Position { supply: Supply::seven_bag(&[]), ..Position::default() };
    pieces.by_ref().take(previews + 1).for_each(|piece| position.new_piece(piece));
    (position, pieces)
}

impl Plan<'_> {
    fn play(&self) -> Result<Totals> {
        let stopped = stop_on_interrupt()?;
        let line = Line::new();
        let thinker = Thinker::new(TBP_RULES, &self.bot.weights()?, self.bot.limits());
        let mut totals = Totals::default();
        let (begun, cpu_begun) = (Instant::now(), cpu_time());
        let (mut position, mut pieces) = begin(self.seed, 0, self.previews);
        let mut batch = 0;
        while totals.pieces < self.pieces {
            thinker.start(position.clone());
            let until = Instant::now() + self.time;
            let is_over = || {
                if self.bot.nodes().is_some() {
                    thinker.wait(PATIENCE)
                } else {
                    thinker.wait(until.saturating_duration_since(Instant::now()).min(PATIENCE))
                        || Instant::now() >= until
                }
            };
            while !is_over() && !stopped.load(Ordering::Relaxed) {}
            if stopped.load(Ordering::Relaxed) {
                totals.is_stopped = true;
                break;
            }
            let found = thinker.suggest();
            totals.nodes += found.nodes;
            let Some(&best) = found.moves.first() else {
                totals.deaths += 1;
                (position, pieces) = begin(self.seed, totals.deaths, self.previews);
                continue;
            };
            let played = position.play(&TBP_RULES, best).context("the bot wants to play what it cannot")?;
            pieces.by_ref().take(played.taken).for_each(|piece| position.new_piece(piece));
            totals.pieces += 1;
            totals.attack += u64::from(played.attack);
            totals.perfect_clears += u64::from(played.perfect_clear);
            totals.actions[best.spin as usize][usize::from(played.lines)] += 1;
            totals.longest_combo = totals.longest_combo.max(position.combo);
            batch += played.attack;
            if totals.pieces.is_multiple_of(BATCH) {
                totals.batches.push(std::mem::take(&mut batch));
            }
            line.show(|_| {
                let left = begun.elapsed().as_secs_f64() * (self.pieces as f64 / totals.pieces as f64 - 1.0);
                let mean = totals.attack as f64 / totals.pieces as f64;
                format!("{} pieces, {mean:.3} rows a piece, {} left", grouped(totals.pieces), duration(left))
            });
        }
        line.end();
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
