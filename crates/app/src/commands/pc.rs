//! `tetrolab pc`: perfect clears, as players ask about them.

mod drawing;
pub mod path;
pub mod percent;
pub mod problem;
mod question;
mod tree;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

/// Say how likely a perfect clear is, or list all ways to it
#[derive(Debug, Args)]
pub struct Pc {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Count the queues of a pattern that can clear the board
    Percent(percent::Percent),
    /// List all ways to clear the board, and the queues each is good for
    Path(path::Path),
}

impl Pc {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.what {
            What::Percent(percent) => percent.run(out),
            What::Path(path) => path.run(out),
        }
    }
}
