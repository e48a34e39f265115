//! `tetrolab pc`: perfect clears, as players ask about them.

mod drawing;
mod path;
mod percent;

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
    Percent(tetrolab_queries::pc::percent::Percent),
    /// List all perfect-clear solutions, and the queues each works for
    Path(tetrolab_queries::pc::path::Path),
}

impl Pc {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.what {
            What::Percent(percent) => percent::run(&percent, out),
            What::Path(path) => path::run(&path, out),
        }
    }
}
