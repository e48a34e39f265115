//! `tetrolab aveiro`: the game that a course in Aveiro lets agents play over a WebSocket.

mod play;
mod score;
mod serve;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

#[derive(Debug, Args)]
pub struct Aveiro {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Serve the game to players and viewers over WebSocket
    Serve(serve::Serve),
    /// Play on a server of the course with an agent
    Play(play::Play),
    /// Measure how well agents play the course's game
    Score(score::Score),
}

impl Aveiro {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.what {
            What::Serve(serve) => serve.run(out)?,
            What::Play(play) => return play.run(out),
            What::Score(score) => return score.run(out),
        }
        Ok(ExitCode::SUCCESS)
    }
}
