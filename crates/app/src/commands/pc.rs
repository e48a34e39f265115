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

#[derive(Debug, Args)]
pub struct Pc {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Compute the chance of a perfect clear over all queues of a pattern
    Percent(percent::Percent),
    /// List all perfect-clear solutions, and the queues each works for
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
