//! `tetrolab experiment`: grids of settings, run and reported.

mod list;
mod progress;
pub mod report;
mod run;
mod show;
mod works;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub struct Experiment {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List the built-in experiments
    List(list::List),
    /// Print what an experiment compares, its number of cells, and its file
    Show(show::Show),
    /// List the kinds of task that an experiment can run, with their settings and results
    Works(works::Works),
    /// Run a built-in experiment or one of a TOML file, and write its report
    Run(run::Start),
    /// Resume a run, and write its report
    Resume(run::Resume),
    /// Write the report of a run: HTML, Markdown with SVG figures, and CSV tables
    Report(report::Report),
}

impl Experiment {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.what {
            What::List(list) => list.run(out)?,
            What::Show(show) => show.run(out)?,
            What::Works(works) => works.run(out)?,
            What::Run(start) => return start.run(out),
            What::Resume(resume) => return resume.run(out),
            What::Report(report) => report.run(out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
