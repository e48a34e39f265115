//! `tetrolab aveiro score`: how well agents play the course's game.

mod progress;
mod report;
mod seeds;
mod summary;

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use rayon::prelude::*;
use tetrolab_protocols::aveiro::{OURS, Played, Player, lock_step_unless};

use super::play::{ALL_SHOWN, milliseconds};
use crate::commands::interrupt::stop_on_interrupt;
use progress::Progress;
use report::Report;
use seeds::{Seeds, seeds};
use tetrolab_host::aveiro::{Choice, real_time, usual_thought};
use tetrolab_inputs::numbers::{MOST_THREADS, at_most, count, time};
use tetrolab_inputs::parsers::THREADS;

#[derive(Debug, Args)]
pub struct Score {
    /// Which agent: a name, or a file of weights; may be given several times [default: tetrolab]
    #[arg(long = "agent", value_name = "AGENT")]
    agents: Vec<String>,
    /// The seeds of the games, one game each: from the first to the last [default: 1..100, in real time 1..1]
    #[arg(long, value_name = "FIRST..LAST", value_parser = seeds)]
    seeds: Option<Seeds>,
    /// Break games off after so many pieces
    #[arg(long, value_name = "N", default_value_t = 20_000, allow_negative_numbers = true, value_parser = count::<MOST_PIECES>)]
    pieces: u64,
    /// How many of the three pieces that are shown agents look at; all without a number [default: all for tetrolab, none for others]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = ALL_SHOWN, allow_negative_numbers = true, value_parser = at_most::<3>)]
    lookahead: Option<u64>,
    /// Play over a real connection, at the server's own speed, which rises with the score; otherwise no key is ever late
    #[arg(long)]
    real_time: bool,
    /// Break games in real time off after so long
    #[arg(long, value_name = "TIME", default_value = "10min", value_parser = time, requires = "real_time")]
    time: Duration,
    /// Milliseconds to think about every decision in real time [default: 25 for aveiro and aveiro-general, 0 for others]
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = milliseconds, requires = "real_time")]
    think: Option<Duration>,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = THREADS, allow_negative_numbers = true, value_parser = count::<MOST_THREADS>)]
    threads: Option<u64>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Put every game into it
    #[arg(long, requires = "json")]
    scores: bool,
}

const MOST_PIECES: u64 = 1_000_000_000;

/// A game that was played.
#[derive(Clone, Copy, Debug)]
struct Game {
    seed: u64,
    played: Played,
}

/// What an agent has played.
struct Scored<'a> {
    choice: &'a Choice,
    /// In the order of their seeds.
    games: Vec<Game>,
    /// What it thinks about every decision in real time.
    think: Duration,
    seconds: f64,
}

impl Score {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let ours = [OURS.to_string()];
        let names = if self.agents.is_empty() { &ours[..] } else { &self.agents };
        let choices = names.iter().map(|name| Choice::read(name, self.lookahead)).collect::<Result<Vec<_>>>()?;
        let usual = if self.real_time { Seeds { first: 1, last: 1 } } else { Seeds { first: 1, last: 100 } };
        let seeds = self.seeds.unwrap_or(usual);
        ensure!(
            !self.real_time || self.threads.is_none(),
            "games in real time are played one after the other: leave --threads out"
        );
        let stopped = stop_on_interrupt()?;
        let mut evaluated = Vec::new();
        for choice in &choices {
            let begun = Instant::now();
            let think = self.think.unwrap_or_else(|| usual_thought(&choice.name));
            let games = if self.real_time {
                self.in_real_time(choice, seeds, think, &stopped)?
            } else {
                self.in_lock_step(choice, seeds, &stopped)?
            };
            evaluated.push(Scored { choice, games, think, seconds: begun.elapsed().as_secs_f64() });
        }
        let time = self.real_time.then_some(self.time);
        let report = Report { seeds, pieces: self.pieces, time, results: &evaluated };
        if self.json {
            report.write_json(out, self.scores)?;
        } else {
            report.write(out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// All games of an agent, one per thread at a time. Returns only the finished games if it is stopped.
    fn in_lock_step(&self, choice: &Choice, seeds: Seeds, stopped: &AtomicBool) -> Result<Vec<Game>> {
        let threads = self.threads.map_or(0, |threads| threads as usize);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("no threads can be started")?;
        let progress = Progress::new(&choice.name, seeds.count());
        let games = pool.install(|| {
            let seeds = (seeds.first..=seeds.last).into_par_iter();
            let games = seeds.take_any_while(|_| !stopped.load(Ordering::Relaxed)).map(|seed| {
                let mut brain = choice.agent.brain(seed);
                let played = lock_step_unless(&mut brain, seed, self.pieces, || stopped.load(Ordering::Relaxed));
                played.inspect(|played| progress.played(played)).map(|played| Game { seed, played })
            });
            games.collect::<Vec<_>>()
        });
        progress.end();
        Ok(games.into_iter().flatten().collect())
    }

    /// All games of an agent, one after the other.
    fn in_real_time(&self, choice: &Choice, seeds: Seeds, think: Duration, stopped: &AtomicBool) -> Result<Vec<Game>> {
        let progress = Progress::new(&choice.name, seeds.count());
        let limits = real_time::Limits { pieces: self.pieces, time: self.time, think };
        let mut games = Vec::new();
        for seed in seeds.first..=seeds.last {
            if stopped.load(Ordering::Relaxed) {
                break;
            }
            let watch = |player: &Player| progress.plays(player);
            let Some(played) = real_time::play(choice, seed, &limits, stopped, watch)? else { break };
            progress.played(&played);
            games.push(Game { seed, played });
        }
        progress.end();
        Ok(games)
    }
}
