//! `tetrolab experiment run` and `resume`.

use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use tetrolab_lab::catalogue::Entry;
use tetrolab_lab::grid::Scale;
use tetrolab_lab::laboratory::{Ended, Plan, Results, Run};

use super::progress::Shown;
use super::report::report;
use crate::commands::again;
use crate::commands::interrupt::stop_on_interrupt;
use tetrolab_host::aveiro::Sockets;
use tetrolab_inputs::numbers::{MOST_THREADS, count, quoted};
use tetrolab_inputs::parsers::THREADS;
use tetrolab_report::short::counted;
use tetrolab_runs::files;
use tetrolab_runs::name::Name;
use tetrolab_sessions::folders;

#[derive(Debug, Args)]
pub struct Start {
    /// The name of an experiment, or a file
    #[arg(value_name = "NAME|FILE.toml")]
    name: String,
    /// How much of it: smoke (seconds), hour (about an hour on two cores) or paper (as published, or more)
    #[arg(long, value_name = "SCALE", default_value = "paper")]
    scale: Scale,
    /// Another seed than that of the file
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The folder of the run: manifest, a line for each event, report [default: a new one where the page finds it]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Take over the cells that another run has done: after the file has got other words, figures or values, to go on at a larger scale, or
    /// because two experiments have cells in common; can be given several times
    #[arg(long, value_name = "FOLDER")]
    from: Vec<PathBuf>,
    #[command(flatten)]
    how: How,
}

#[derive(Debug, Args)]
pub struct Resume {
    /// The folder of the run
    folder: PathBuf,
    #[command(flatten)]
    how: How,
}

#[derive(Debug, Args)]
struct How {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Threads, each of which does one cell; what comes of it does not depend on it [default: one for each processor]
    #[arg(long, value_name = THREADS, allow_negative_numbers = true, value_parser = count::<MOST_THREADS>)]
    threads: Option<u64>,
}

impl Start {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let plan = read(&self.name, self.scale, self.seed)?;
        let folder = match self.out {
            Some(folder) => folder,
            None => new_folder(&plan)?,
        };
        let earlier = self.from.iter().map(|path| Results::to_be_taken_over(path)).collect::<Result<Vec<_>, _>>()?;
        let mut run = Run::create(&folder, plan, &again::typed())?;
        for earlier in &earlier {
            run.take_over(earlier)?;
        }
        self.how.run(run, out)
    }
}

impl Resume {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        self.how.run(Run::open(&self.folder)?, out)
    }
}

impl How {
    fn run(&self, mut run: Run, out: &mut impl Write) -> Result<ExitCode> {
        let stopped = stop_on_interrupt()?;
        let folder = run.path().to_path_buf();
        let threads = self.threads.and_then(|threads| NonZero::new(threads as usize));
        let threads = threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
        let shown = Shown::new(run.results(), &stopped);
        let ended = run.run(threads, &Sockets, &shown);
        shown.end();
        let again = format!("tetrolab experiment resume {}", quoted(&folder.to_string_lossy()));
        let ended = ended.map_err(|error| anyhow!("{error}; the run stopped, and can be gone on with by {again}"))?;
        let results = run.results();
        let cells = counted(results.experiment.cells.len() as u64, "cell");
        match ended {
            Ended::Complete => report(results, &folder, self.json, out)?,
            Ended::Stopped if self.json => report(results, &folder, true, out)?,
            Ended::Stopped => {
                report(results, &folder, false, &mut std::io::sink())?;
                writeln!(out, "stopped: {} of {cells} are done; go on with {again}", results.count())?;
            }
            Ended::Failed => {
                let (cell, reason) = results.failed.first().context("a cell failed")?;
                bail!("cell {cell} failed: {reason}; {} of {cells} are done; try again with {again}", results.count());
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The experiment with this name, or that of the file with this name.
pub fn read(name: &str, scale: Scale, seed: Option<u64>) -> Result<Plan> {
    let entry = Entry::named(name);
    let plan = match entry {
        Ok(entry) => Plan { name: name.to_string(), scale, seed, text: entry.text.to_string() },
        Err(unknown) => {
            let path = Path::new(name);
            if !path.exists() && !name.contains(['/', '.']) && !files::is_input(path) {
                bail!("{unknown} (tetrolab experiment list shows them)");
            }
            let stem = match path.file_stem() {
                Some(stem) if !files::is_input(path) => stem.to_string_lossy().into_owned(),
                _ => files::name(path).replace(' ', "-"),
            };
            Plan { name: stem, scale, seed, text: files::read_text(path)? }
        }
    };
    plan.experiment().with_context(|| files::name(Path::new(name)))?;
    Ok(plan)
}

/// A folder that is not there yet, among the runs that the page shows.
fn new_folder(plan: &Plan) -> Result<PathBuf> {
    let runs = folders::runs_folder()?;
    let stem = format!("{}-{}", plan.name, plan.scale);
    // Whatever a file is called, its run has a name that the page knows.
    let name = |number: u64| Name::numbered(&stem, number).or_else(|| Name::numbered("experiment", number));
    let names = (1..).filter_map(name);
    let mut folders = names.map(|name| runs.join(name.as_str())).filter(|folder| !folder.exists());
    folders.next().context("there is a number that nobody has used")
}
