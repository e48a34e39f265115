//! `tetrolab experiment`: grids of settings, run and reported.

mod list;
mod progress;
mod run;
mod show;
mod sockets;
mod works;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

/// Run experiments and report what came of them
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub struct Experiment {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List the experiments that come with the program
    List(list::List),
    /// Print what an experiment asks, how many cells it has, and its file
    Show(show::Show),
    /// List the kinds of work that cells can have, with their settings and measures
    Works(works::Works),
    /// Run an experiment of the list or of a file, and report
    Run(run::Start),
    /// Go on with a run, and report
    Resume(run::Resume),
}

impl Experiment {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.what {
            What::List(list) => list.run(out)?,
            What::Show(show) => show.run(out)?,
            What::Works(works) => works.run(out)?,
            What::Run(start) => return start.run(out),
            What::Resume(resume) => return resume.run(out),
        }
        Ok(ExitCode::SUCCESS)
    }
}
