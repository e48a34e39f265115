//! `tetrolab evaluate`: how well players of the research game play, and how sure that is.

mod progress;
mod report;

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use tetrolab_agents::{Lookahead, Player};
use tetrolab_engine::{Deal, Piece, Randomizer, Seed};
use tetrolab_report::plot::scores;
use tetrolab_simulate::{Cpu, Evaluator, Games, Record, Stop};
use tetrolab_statistics::{Design, deaths_for_precision};

use super::again;
use super::interrupt::stop_on_interrupt;
use progress::Progress;
use report::Report;
use tetrolab_inputs::numbers::{MOST_THREADS, count};
use tetrolab_inputs::parsers::THREADS;
use tetrolab_inputs::players::Candidate;
use tetrolab_queries::players::Game;
use tetrolab_runs::files;

#[derive(Debug, Args)]
pub struct Evaluate {
    /// Names of agents (tetrolab agents lists them), or files of weights
    #[arg(value_name = "AGENT")]
    agents: Vec<String>,
    /// A file of weights to play with; may be given several times
    #[arg(long, value_name = "FILE")]
    weights: Vec<PathBuf>,
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    stop: StopAt,
    #[command(flatten)]
    pieces: Pieces,
    #[command(flatten)]
    foresight: Foresight,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = THREADS, allow_negative_numbers = true, value_parser = count::<MOST_THREADS>)]
    threads: Option<u64>,
    /// Draw the distribution of scores with its exponential fit, and a QQ plot
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Put the score of every game into it
    #[arg(long, requires = "json")]
    scores: bool,
}

/// When a player has played enough.
#[derive(Debug, Args)]
#[group(multiple = false)]
struct StopAt {
    /// Play so many games, each to its end [default: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<MOST_GAMES>)]
    games: Option<u64>,
    /// Play many games side by side until so many are lost
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count::<MOST_DEATHS>)]
    deaths: Option<u64>,
    /// Play so many pieces in games side by side
    #[arg(long = "pieces", value_name = "N", allow_negative_numbers = true, value_parser = count::<MOST_PIECES>)]
    exposure: Option<u64>,
    /// Play until the exact interval is this narrow: half its width as a share of the mean, such as 5%
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true, value_parser = share)]
    precision: Option<f64>,
}

/// The score of each is kept.
const MOST_GAMES: u64 = 10_000_000;
const MOST_DEATHS: u64 = 1_000_000_000;
const MOST_PIECES: u64 = 1_000_000_000_000_000;

/// Which pieces come.
#[derive(Debug, Args)]
struct Pieces {
    /// What is random follows from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Hard games: S and Z come with 3/11 each
    #[arg(long, conflicts_with = "randomizer")]
    hard: bool,
    /// uniform, hard, 7-bag, weighted:I/J/L/O/S/T/Z, mdptetris, repeat or none [default: uniform]
    #[arg(long, value_name = "NAME")]
    randomizer: Option<Randomizer>,
    /// Pieces that come first in each game
    #[arg(long, value_name = "PIECES", value_parser = queue)]
    queue: Option<Queue>,
    /// The number of the first game
    #[arg(long, value_name = "N", default_value_t = 0)]
    first_game: u64,
}

/// How far players look ahead.
#[derive(Debug, Args)]
#[group(multiple = false)]
struct Foresight {
    /// Look at every piece that may come next: each with its chance where those are weighted, otherwise with the same
    #[arg(long)]
    lookahead: bool,
    /// Look at the next piece too, which is known
    #[arg(long)]
    two_piece: bool,
}

#[derive(Clone, Debug)]
struct Queue(Vec<Piece>);

fn queue(text: &str) -> Result<Queue, String> {
    tetrolab_inputs::numbers::pieces(text).map(Queue)
}

/// Reads a share such as `5%` or `0.05`.
fn share(text: &str) -> Result<f64, String> {
    let share = match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse().map(|percent: f64| percent / 100.0),
        None => text.parse(),
    };
    let share = share.ok().filter(|share| (0.0001..=1.0).contains(share));
    share.ok_or_else(|| "a precision is between 0.01% and 100%, such as 5%".to_string())
}

impl StopAt {
    fn stop(&self) -> Result<Stop> {
        Ok(match (self.games, self.deaths, self.exposure, self.precision) {
            (_, Some(deaths), ..) => Stop::Deaths(deaths),
            (_, _, Some(pieces), _) => Stop::Pieces(pieces),
            (.., Some(precision)) => {
                let deaths = deaths_for_precision(precision, tetrolab_statistics::LEVEL, Design::Deaths);
                Stop::Deaths(deaths.context("no number of games is precise enough")?)
            }
            (games, ..) => Stop::Games(games.unwrap_or(100)),
        })
    }
}

impl Pieces {
    fn deal(&self, stop: Stop) -> Result<Deal> {
        let randomizer = match self.randomizer {
            Some(randomizer) => randomizer,
            None if self.hard => Randomizer::HARD,
            None => Randomizer::Uniform,
        };
        let given = self.queue.as_ref().map_or_else(Vec::new, |queue| queue.0.clone());
        match randomizer {
            Randomizer::Nothing if matches!(stop, Stop::Deaths(_)) => {
                bail!("games of given pieces may never be lost: use --games or --pieces with --randomizer none")
            }
            Randomizer::Repeat | Randomizer::Nothing if given.is_empty() => {
                bail!("--randomizer {randomizer} needs pieces: give them with --queue")
            }
            Randomizer::Mdptetris => {
                ensure!(given.is_empty(), "--queue cannot be used with the stream of MDPTetris");
                ensure!(self.first_game == 0, "--first-game cannot be used with the stream of MDPTetris");
                ensure!(u32::try_from(self.seed).is_ok(), "a seed of MDPTetris is below 4294967296");
            }
            _ => {}
        }
        Ok(Deal { randomizer, seed: Seed(self.seed), given })
    }
}

impl Foresight {
    fn lookahead(&self, randomizer: Randomizer) -> Result<Lookahead> {
        let lookahead = match randomizer {
            _ if self.two_piece => Lookahead::Two,
            _ if !self.lookahead => Lookahead::One,
            Randomizer::Weighted(weights) => Lookahead::Expected(weights.map(f64::from)),
            _ => Lookahead::EQUAL,
        };
        // What it draws for tries of a second piece is not known, because it never tries one.
        ensure!(
            randomizer != Randomizer::Mdptetris || lookahead == Lookahead::One,
            "MDPTetris looks at one piece: --lookahead and --two-piece cannot be used with its stream"
        );
        Ok(lookahead)
    }
}

/// A candidate's record and how long it took.
struct Evaluated<'a> {
    candidate: &'a Candidate,
    record: Record,
    seconds: f64,
}

impl Evaluate {
    /// Says before anything is played what could not be done with the result.
    fn check_files(&self, stop: Stop) -> Result<()> {
        let games = if let Stop::Games(games) = stop { Some(games) } else { None };
        ensure!(!self.scores || games.is_some(), "--scores needs complete games: use --games");
        let Some(plot) = &self.plot else { return Ok(()) };
        let games = games.context("--plot needs complete games: use --games")?;
        ensure!(games >= 2, "a plot needs at least two complete games");
        self.weights.iter().try_for_each(|file| files::ensure_different(file, plot))?;
        files::ensure_writable(plot)
    }

    pub fn run(self, out: &mut impl Write) -> Result<()> {
        let named = self.agents.iter().map(|name| Candidate::named(name));
        let candidates = named.chain(self.weights.iter().map(|file| Candidate::from_file(file)));
        let candidates = candidates.collect::<Result<Vec<_>>>()?;
        ensure!(!candidates.is_empty(), "name an agent, such as bcts, or give --weights");
        let mut rules = self.game.size.unwrap_or_default();
        rules.lines_after_overflow = self.game.lines_after_overflow;
        let stop = self.stop.stop()?;
        let deal = self.pieces.deal(stop)?;
        let lookahead = self.foresight.lookahead(deal.randomizer)?;
        let games = Games { rules, deal, first: self.pieces.first_game, stop };
        self.check_files(stop)?;
        let players = candidates.iter().map(|candidate| candidate.player(rules, lookahead));
        let players = players.collect::<Result<Vec<Player>>>()?;
        let threads = self.threads.and_then(|threads| NonZero::new(threads as usize));
        let cpu = threads.map_or_else(Cpu::default, |threads| Cpu { threads });

        let stopped = stop_on_interrupt()?;
        let mut evaluated = Vec::new();
        // One after the other, so that each has its own progress and speed. The games are the same.
        for (candidate, player) in candidates.iter().zip(&players) {
            if stopped.load(Ordering::Relaxed) {
                break;
            }
            let progress = Progress::new(&candidate.name, games.stop, &stopped);
            let start = Instant::now();
            let records = progress.shown(|| cpu.evaluate(std::slice::from_ref(player), &games, &progress));
            let record = records?.pop().context("a candidate without a record")?;
            evaluated.push(Evaluated { candidate, record, seconds: start.elapsed().as_secs_f64() });
        }
        let left_out: Vec<&str> = candidates[evaluated.len()..].iter().map(|left| left.name.as_str()).collect();
        let report = Report {
            games: &games,
            precision: self.stop.precision,
            lookahead,
            threads: cpu.threads,
            evaluated: &evaluated,
            left_out: &left_out,
        };
        if self.json {
            writeln!(out, "{:#}", report.document(self.scores))?;
        } else {
            report.write(out)?;
        }
        if let Some(file) = &self.plot {
            // What has been found is on its way before anything can fail.
            out.flush()?;
            ensure!(!stopped.load(Ordering::Relaxed), "the run was stopped, so there is nothing whole to draw");
            let scores: Vec<_> =
                evaluated.iter().map(|one| (one.candidate.name.clone(), one.record.scores.clone())).collect();
            ensure!(scores.iter().all(|(_, scores)| scores.len() >= 2), "a plot needs at least two complete games");
            let figure = scores::distribution(&scores, &report.game(), &again::typed());
            files::write(file, figure.svg().as_bytes())?;
        }
        Ok(())
    }
}
