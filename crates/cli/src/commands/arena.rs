//! `tetrolab arena`: bots against bots.

mod progress;
mod report;

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use super::again;
use super::interrupt::stop_on_interrupt_or;
use progress::Progress;
use report::Report;
use tetrolab_host::arena::{Kept, Length, Settings, Thought, Tournament, program};
use tetrolab_inputs::numbers::{MANY, MOST_THREADS, count, number, time};
use tetrolab_inputs::parsers::THREADS;
use tetrolab_runs::warn;

/// Options that a tournament has in its folder.
const NEW: [&str; 4] = ["bots", "out", "Rules", "Amount"];

#[derive(Debug, Args)]
pub struct Arena {
    /// cmd:'./program arguments' that speaks TBP; bot or bot:weights.toml,nodes=5000 or bot:threads=2; or an agent (tetrolab agents lists them) or its file of weights
    #[arg(value_name = "BOT", required_unless_present = "resume")]
    bots: Vec<String>,
    #[command(flatten)]
    amount: Amount,
    #[command(flatten)]
    rules: Rules,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::<256>)]
    concurrency: u64,
    /// The folder of the tournament: manifest, a line and two replays for each game [default: arena-SEED, or else arena-SEED-2 and so on]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Go on with the tournament of a folder; all else is written there
    #[arg(long, value_name = "FOLDER", conflicts_with_all = NEW)]
    resume: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// How much is played.
#[derive(Debug, Args)]
struct Amount {
    /// Games of each pair [default: 10]
    #[arg(long, value_name = "N", value_parser = count::<1_000_000>)]
    games: Option<u64>,
    /// Play until it is known whether the first of two bots is stronger
    #[arg(long, conflicts_with = "games")]
    sprt: bool,
    /// It is not: so much stronger at most
    #[arg(long, value_name = "ELO", requires = "sprt", allow_negative_numbers = true, default_value_t = 0.0, value_parser = number)]
    elo0: f64,
    /// It is: so much stronger at least
    #[arg(long, value_name = "ELO", requires = "sprt", allow_negative_numbers = true, default_value_t = 20.0, value_parser = number)]
    elo1: f64,
    /// How often it may be taken for stronger though it is not
    #[arg(long, value_name = "SHARE", requires = "sprt", default_value_t = 0.05, value_parser = number)]
    alpha: f64,
    /// How often it may be taken for no stronger though it is
    #[arg(long, value_name = "SHARE", requires = "sprt", default_value_t = 0.05, value_parser = number)]
    beta: f64,
}

/// What a game is.
#[derive(Debug, Args)]
struct Rules {
    /// How long bots think about a piece [default: 50ms]
    #[arg(long, value_name = "TIME", value_parser = time)]
    time_per_move: Option<Duration>,
    /// How many nodes bots of this program look at instead; programs are asked at once
    #[arg(long, value_name = "N", conflicts_with = "time_per_move", value_parser = count::<MANY>)]
    nodes: Option<u64>,
    /// Both place a piece a turn, as if nothing is said
    #[arg(long, conflicts_with = "timed")]
    turn_based: bool,
    /// Placements take time, so that bots place at different rates
    #[arg(long)]
    timed: bool,
    /// What is random follows from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads of each bot of this program
    #[arg(long, value_name = THREADS, default_value_t = 1, value_parser = count::<MOST_THREADS>)]
    threads: u64,
    /// Games in which a side has placed so many pieces are draws
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count::<1_000_000>)]
    max_pieces: u64,
    /// Pieces that are seen after the one in play
    #[arg(long, value_name = "1-6", default_value_t = 5, value_parser = count::<6>)]
    previews: u64,
    /// After this an answer is too late [default: 500 ms and ten times the time per move; 10 s with --nodes]
    #[arg(long, value_name = "TIME", value_parser = time)]
    time_out: Option<Duration>,
    /// How long a program may take until it is ready
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    start_time: Duration,
    /// Any setting of the rules, such as garbage-blocking=off; `tetrolab settings` lists them
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

/// How long bots think if nothing is said.
const TIME_PER_MOVE: Duration = Duration::from_millis(50);

/// How many games of each pair are played if nothing is said.
const GAMES: u64 = 10;

/// How long answers may take beyond ten times the time per move.
const SLACK: Duration = Duration::from_millis(500);

/// How long answers may take if time does not count.
const TIME_OUT_OF_NODES: Duration = Duration::from_secs(10);

/// A folder that is not there yet.
fn new_folder(seed: u64) -> PathBuf {
    let first = PathBuf::from(format!("arena-{seed}"));
    let others = (2u64..).map(|number| PathBuf::from(format!("arena-{seed}-{number}")));
    [first].into_iter().chain(others).find(|folder| !folder.exists()).expect("some number is free")
}

impl Arena {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let tournament = match &self.resume {
            Some(folder) => {
                let (tournament, was_torn) = Tournament::open(folder)?;
                if was_torn {
                    warn(&format!("{}: the last line was torn and is taken away", folder.display()));
                }
                tournament
                    .given_up()
                    .iter()
                    .for_each(|(bot, reason)| drop(writeln!(io::stderr(), "{}", tournament.farewell(*bot, reason))));
                tournament
            }
            None => {
                let folder = self.out.clone().unwrap_or_else(|| new_folder(self.rules.seed));
                Tournament::create(&folder, self.settings()?, &again::typed())?
            }
        };
        let stopped = stop_on_interrupt_or(program::end_all)?;
        let progress = Progress::new(tournament.games_played());
        let at_once = usize::try_from(self.concurrency).context("too many games at once")?;
        let played = tournament.play(at_once, &stopped, &progress);
        progress.end();
        played?;
        let report = Report::new(&tournament);
        if self.json {
            writeln!(out, "{:#}", report.document())?;
        } else {
            report.write(out)?;
        }
        Ok(ExitCode::from(u8::from(!tournament.given_up().is_empty())))
    }

    fn settings(&self) -> Result<Settings> {
        let Arena { bots, amount, rules, .. } = self;
        let &Amount { elo0, elo1, alpha, beta, .. } = amount;
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let time_per_move = rules.time_per_move.unwrap_or(TIME_PER_MOVE);
        let (thought, time_out) = match rules.nodes {
            Some(nodes) => (Thought::Nodes(nodes), TIME_OUT_OF_NODES),
            None => (Thought::Milliseconds(milliseconds(time_per_move)), 10 * time_per_move + SLACK),
        };
        Ok(Settings {
            bots: bots.clone(),
            entrants: bots.iter().map(|name| Kept::read(name)).collect::<Result<_>>()?,
            folder: env::current_dir().context("the current folder is not known")?,
            length: if amount.sprt {
                Length::Sprt { elo0, elo1, alpha, beta }
            } else {
                Length::Games(amount.games.unwrap_or(GAMES))
            },
            thought,
            timed: rules.timed,
            seed: rules.seed,
            threads: rules.threads as usize,
            most_pieces: rules.max_pieces as u32,
            previews: rules.previews as u8,
            time_out: milliseconds(rules.time_out.unwrap_or(time_out)),
            start_time: milliseconds(rules.start_time),
            set: rules.set.clone(),
        })
    }
}
