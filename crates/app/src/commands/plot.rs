//! `tetrolab plot`: the figures of a training run.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use tetrolab_experiments::folder::{Folder, Manifest};
use tetrolab_experiments::plot::training::{Drawn, FIGURES, Training, divergence_beside, figures};
use tetrolab_experiments::train::record::Generation;
use tetrolab_experiments::train::{GENERATIONS, KIND, Line, Plan, Settings, published};

use super::options::count;
use crate::files;

/// Draw the figures of a training run
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
}

/// A training run that was read.
struct Read {
    plan: Plan,
    command: String,
    features: Vec<String>,
    generations: Vec<Generation>,
}

impl Read {
    fn new(folder: &Path) -> Result<Read> {
        let (manifest, lines): (Manifest<Settings>, Vec<Line>) = Folder::read(folder, KIND, GENERATIONS)?;
        let plan = Plan::new(manifest.settings).with_context(|| folder.display().to_string())?;
        let features: Vec<String> = plan.measures().iter().map(ToString::to_string).collect();
        let generations: Vec<Generation> = lines.into_iter().map(|line| line.generation).collect();
        for (place, generation) in generations.iter().enumerate() {
            let lengths =
                [&generation.centre, &generation.mean, &generation.deviations, &generation.axes].map(Vec::len);
            ensure!(
                lengths.iter().all(|&length| length == features.len()),
                "{}, line {}: it has another number of weights than there are features",
                folder.join(GENERATIONS).display(),
                place + 1
            );
        }
        Ok(Read { plan, command: manifest.command, features, generations })
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
        let last =
            read.generations.last().ok_or_else(|| anyhow!("{}: no generation is done yet", self.folder.display()))?;
        ensure!(self.run <= last.run, "there is no run {}: the last is {}", self.run, last.run);
        let target = self.out.clone().unwrap_or_else(|| self.folder.join("plots"));
        std::fs::create_dir_all(&target).with_context(|| format!("cannot make the folder {}", target.display()))?;

        let caption = read.plan.description();
        let published = published(&read.features);
        let training = training(&read, &caption, &published);
        let mut drawn = figures(&training, self.run);
        if let Some(beside) = &beside {
            ensure!(!beside.generations.is_empty(), "no generation of the run beside is done yet");
            let caption = beside.plan.description();
            let other = self::training(beside, &caption, &[]);
            drawn.retain(|figure| figure.name != "divergence");
            let [mut above, mut below] = [&beside.plan, &read.plan].map(Plan::projection);
            if above == below {
                (above, below) = ("the first", "the second");
            }
            drawn.insert(0, divergence_beside((&other, above), (&training, below)));
        }
        drawn.retain(|figure| self.figure.is_empty() || self.figure.iter().any(|name| name == figure.name));
        for Drawn { name, meaning, svg } in &drawn {
            let file = target.join(format!("{name}.svg"));
            files::write(&file, svg.as_bytes())?;
            let kind = FIGURES.iter().find(|kind| kind.name == *name);
            let numbers: Vec<String> = kind.map_or(&[][..], |kind| kind.published).iter().map(u32::to_string).collect();
            let boumaza = match numbers.as_slice() {
                [] => String::new(),
                [one] => format!(" (figure {one} of Boumaza 2009)"),
                several => format!(" (figures {} of Boumaza 2009)", several.join(" and ")),
            };
            writeln!(out, "{}: {meaning}{boumaza}", file.display())?;
        }
        Ok(())
    }
}

fn training<'a>(read: &'a Read, caption: &'a str, published: &'a [(&'a str, Vec<f64>)]) -> Training<'a> {
    Training {
        title: "",
        caption,
        command: &read.command,
        weights: &read.features,
        generations: &read.generations,
        published,
    }
}
