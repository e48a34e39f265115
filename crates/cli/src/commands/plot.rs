//! `tetrolab plot`: the figures of a training run.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::json;
use tetrolab_lab::plot::training::{Drawn, FIGURES, Training, divergence_beside, figures};
use tetrolab_lab::train::{GENERATIONS, Recorded, TrainError, published};
use tetrolab_lab::{evolve as evolution, select as selection};
use tetrolab_runs::folder::{self, VERSION};

use tetrolab_inputs::numbers::count;
use tetrolab_runs::{files, warn};

#[derive(Debug, Args)]
pub struct Plot {
    /// The folder of the run
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Where the figures go [default: FOLDER/plots]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Only these figures, by their names; may be given several times [default: all]
    #[arg(long, value_name = "NAME")]
    figure: Vec<String>,
    /// The run that figures of a single run show
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = count::<1_000_000>)]
    run: u64,
    /// Another run, such as one without projection, to be drawn beside it in the figure of divergence
    #[arg(long, value_name = "FOLDER")]
    beside: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// A training run that was read, with what its weights belong to.
struct Read {
    recorded: Recorded,
    features: Vec<String>,
}

impl Read {
    fn new(folder: &Path) -> Result<Read> {
        let kind = folder::kind(folder)?;
        ensure!(
            kind != selection::KIND,
            "{}: features were chosen there; only training runs are drawn",
            folder.display()
        );
        if kind == evolution::KIND {
            let inner = [evolution::LEARNED, evolution::CONTROL].map(|name| folder.join(name).display().to_string());
            bail!("{}: formulas evolved there; its training runs can be drawn: {}", folder.display(), inner.join(", "));
        }
        let recorded = Recorded::read(folder).map_err(|error| match error {
            // It names the place itself.
            TrainError::Folder(error) => anyhow::Error::from(error),
            other => anyhow::Error::from(other).context(folder.display().to_string()),
        })?;
        if recorded.is_torn {
            warn(&format!("{}: the last line is torn and left out", folder.join(GENERATIONS).display()));
        }
        ensure!(!recorded.generations.is_empty(), "{}: no generation is done yet", folder.display());
        let features = recorded.plan.measures().iter().map(ToString::to_string).collect();
        Ok(Read { recorded, features })
    }

    fn training<'a>(&'a self, caption: &'a str, published: &'a [(&'a str, Vec<f64>)]) -> Training<'a> {
        let Recorded { command, generations, .. } = &self.recorded;
        Training { title: "", caption, command, weights: &self.features, generations, published }
    }
}

impl Plot {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        for name in &self.figure {
            let names: Vec<&str> = FIGURES.iter().map(|kind| kind.name).collect();
            ensure!(names.contains(&name.as_str()), "there is no figure {name:?}; they are {}", names.join(", "));
        }
        let read = Read::new(&self.folder)?;
        let beside = self.beside.as_deref().map(Read::new).transpose()?;
        let last = read.recorded.generations.last().map_or(0, |last| last.run);
        ensure!(self.run <= last, "there is no run {}: the last is {last}", self.run);
        let target = self.out.clone().unwrap_or_else(|| self.folder.join("plots"));
        std::fs::create_dir_all(&target).with_context(|| format!("cannot make the folder {}", target.display()))?;

        let caption = read.recorded.plan.description();
        let published = published(&read.features);
        let training = read.training(&caption, &published);
        let mut drawn = figures(&training, self.run);
        if let (Some(beside), Some(folder)) = (&beside, &self.beside) {
            let caption = beside.recorded.plan.description();
            let other = beside.training(&caption, &[]);
            drawn.retain(|figure| figure.name != "divergence");
            let mut names = [&beside.recorded.plan, &read.recorded.plan].map(|plan| plan.projection().to_string());
            if names[0] == names[1] {
                names = [folder, &self.folder].map(|folder| folder.display().to_string());
            }
            let [above, below] = &names;
            drawn.insert(
                0,
                Drawn {
                    name: "divergence",
                    meaning: "whether the step sizes and the centres of two runs settle",
                    svg: divergence_beside((&other, above), (&training, below)).svg(),
                },
            );
        }
        drawn.retain(|figure| self.figure.is_empty() || self.figure.iter().any(|name| name == figure.name));
        let mut written = Vec::new();
        for Drawn { name, meaning, svg } in &drawn {
            let file = target.join(format!("{name}.svg"));
            files::write(&file, svg.as_bytes())?;
            let kind = FIGURES.iter().find(|kind| kind.name == *name);
            let numbers = kind.map_or(&[][..], |kind| kind.published);
            if self.json {
                written.push(json!({ "figure": name, "file": file, "meaning": meaning, "boumaza_2009": numbers }));
            } else {
                writeln!(out, "{}: {meaning}{}", file.display(), boumaza(numbers))?;
            }
        }
        if self.json {
            writeln!(out, "{:#}", json!({ "version": VERSION, "folder": self.folder, "figures": written }))?;
        }
        Ok(())
    }
}

/// Which of his figures show the same.
fn boumaza(numbers: &[u32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    match numbers.as_slice() {
        [] => String::new(),
        [one] => format!(" (figure {one} of Boumaza 2009)"),
        several => format!(" (figures {} of Boumaza 2009)", several.join(" and ")),
    }
}
