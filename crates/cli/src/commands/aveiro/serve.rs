//! `tetrolab aveiro serve`: a server that stands in for the course's.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Result;
use clap::{Args, value_parser};
use serde_json::json;
use tetrolab_protocols::aveiro::{BASE_SPEED, Finished, Seeds};

use crate::commands::interrupt::stop_on_interrupt;
use tetrolab_host::aveiro::{Notice, Options, Server};
use tetrolab_inputs::numbers::at_most;
use tetrolab_inputs::parsers::kept_file;
use tetrolab_report::untrusted;
use tetrolab_runs::warn;

/// No game begins with more ticks per second.
const FASTEST: u64 = 100_000;
/// How often we look whether the user wants to stop.
const LOOK: Duration = Duration::from_millis(50);

#[derive(Debug, Args)]
pub struct Serve {
    /// The address to listen at; an empty one means all of this machine
    #[arg(long, default_value = "127.0.0.1")]
    bind: String,
    /// The TCP port; 0 means any that is free
    #[arg(long, default_value_t = 8000, allow_negative_numbers = true)]
    port: u16,
    /// A name by which clients reach this machine, besides its addresses and localhost
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// What the pieces of every game are seeded with; 0 means another seed for every game
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = at_most::<{ u64::MAX }>)]
    seed: u64,
    /// Where the high scores are kept
    #[arg(long, value_name = "FILE", default_value = "highscores.json", value_parser = kept_file())]
    highscores: PathBuf,
    /// Ticks per second at the beginning of a game
    #[arg(long, default_value_t = BASE_SPEED, allow_negative_numbers = true, value_parser = value_parser!(u64).range(1..=FASTEST))]
    speed: u64,
    /// Only for scripts that start the course's server: nothing is posted anywhere, so it must be empty
    #[arg(long, value_name = "URL", hide = true, value_parser = nowhere)]
    grading_server: Option<String>,
    /// Print a line of JSON for every game
    #[arg(long)]
    json: bool,
}

fn nowhere(url: &str) -> Result<String, String> {
    if url.is_empty() { Ok(String::new()) } else { Err("scores are posted nowhere, so it must be empty".into()) }
}

/// Where games are reported, until writing fails.
struct Log<'a, W> {
    out: &'a mut W,
    is_read: bool,
}

impl<W: Write> Log<'_, W> {
    fn write(&mut self, line: &str) {
        if self.is_read
            && let Err(error) = writeln!(self.out, "{line}").and_then(|()| self.out.flush())
        {
            self.is_read = false;
            warn(&format!("cannot write to standard output, so games are played without reports: {error}"));
        }
    }
}

impl Serve {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        let seeds = match self.seed {
            0 => Seeds::other(RandomState::new().build_hasher().finish()),
            seed => Seeds::same(seed),
        };
        let mut server = Server::start(Options {
            bind: self.bind.clone(),
            port: self.port,
            hosts: self.host.clone(),
            seeds,
            speed: self.speed,
            highscores: Some(self.highscores.clone()),
        })?;
        let stopped = stop_on_interrupt()?;
        let mut log = Log { out, is_read: true };
        log.write(&self.beginning(&server));
        while !stopped.load(Ordering::Relaxed) {
            match server.notice(LOOK) {
                Some(Notice::Finished(finished)) => log.write(&self.report(&finished)),
                Some(Notice::Trouble(sentence)) => warn(&sentence),
                None => {}
            }
        }
        let ended = server.end();
        while let Some(notice) = server.notice(Duration::ZERO) {
            match notice {
                // It was broken off by the end of the server.
                Notice::Finished(finished) if finished.game.is_running() => {}
                Notice::Finished(finished) => log.write(&self.report(&finished)),
                Notice::Trouble(sentence) => warn(&sentence),
            }
        }
        ended
    }

    fn beginning(&self, server: &Server) -> String {
        let (address, version) = (server.address(), env!("CARGO_PKG_VERSION"));
        let seed = (self.seed > 0).then_some(self.seed);
        if self.json {
            let listening = address.to_string();
            json!({ "listening": listening, "seed": seed, "speed": self.speed, "version": version }).to_string()
        } else {
            let seed = seed.map_or("another seed for every game".to_string(), |seed| format!("seed {seed}"));
            format!("listening at ws://{address}/player and /viewer ({seed}, tetrolab {version}); Ctrl-C ends it")
        }
    }

    fn report(&self, finished: &Finished) -> String {
        let Finished { number, player, seed, game } = finished;
        let (score, pieces, lines) = (game.score(), game.dealt(), game.lines());
        if self.json {
            let line = json!({
                "game": number, "player": player, "score": score, "pieces": pieces, "lines": lines, "seed": seed,
                "over": !game.is_running(),
            });
            line.to_string()
        } else {
            let end = if game.is_running() { "went away with" } else { "scored" };
            let player = untrusted::shown(player);
            format!("game {number}: {player} {end} {score}, {pieces} pieces, {lines} lines, seed {seed}")
        }
    }
}
