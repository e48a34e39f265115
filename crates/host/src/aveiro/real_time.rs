//! Games against the server itself, over a real connection, with its clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use tetrolab_protocols::aveiro::{BASE_SPEED, Played, Player, Seeds};

use super::{Choice, Client, Notice, Options, Server};

/// Where the server listens.
const LOOPBACK: &str = "127.0.0.1";
/// How long it may take to say how a game went.
const PATIENCE: Duration = Duration::from_secs(5);

/// When a game is broken off, and how slowly an agent thinks.
pub struct Limits {
    pub pieces: u64,
    pub time: Duration,
    pub think: Duration,
}

/// Plays the game of a seed, which `watch` may look at. `None` if it was stopped.
pub fn play(
    choice: &Choice,
    seed: u64,
    limits: &Limits,
    stopped: &AtomicBool,
    watch: impl Fn(&Player),
) -> Result<Option<Played>> {
    let server = Server::start(Options {
        bind: LOOPBACK.to_string(),
        port: 0,
        hosts: Vec::new(),
        seeds: Seeds::same(seed),
        speed: BASE_SPEED,
        highscores: None,
    })?;
    let mut player = Player::new(choice.agent.clone().hurried().brain(seed));
    let begun = Instant::now();
    let is_enough = |player: &Player| {
        watch(player);
        stopped.load(Ordering::Relaxed) || begun.elapsed() >= limits.time || player.pieces() >= limits.pieces
    };
    Client::connect(LOOPBACK, server.address().port())?.play(&mut player, &choice.name, limits.think, is_enough)?;
    if stopped.load(Ordering::Relaxed) {
        return Ok(None);
    }
    loop {
        match server.notice(PATIENCE) {
            Some(Notice::Finished(finished)) => return Ok(Some(Played::of(&finished.game))),
            Some(_) => {}
            None => anyhow::bail!("the server did not say how the game of seed {seed} went"),
        }
    }
}
