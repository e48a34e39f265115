//! `tetrolab experiment show`.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use tetrolab_lab::grid::{Experiment, Scale, Value};
use tetrolab_report::words::wrap;

use super::run::read;
use crate::commands::page::Page;
use tetrolab_report::short::counted;

#[derive(Debug, Args)]
pub struct Show {
    /// The name of an experiment, or a file
    #[arg(value_name = "NAME|FILE.toml")]
    name: String,
    /// Print nothing but the file, to be changed and run
    #[arg(long)]
    file: bool,
}

impl Show {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        let plan = read(&self.name, Scale::Paper, None)?;
        if self.file {
            write!(out, "{}", plan.text)?;
            return Ok(());
        }
        let page = Page::standard();
        let experiment = plan.experiment()?;
        writeln!(out, "{}", page.strong(&experiment.title))?;
        for text in [&experiment.question, &experiment.remark] {
            let lines = wrap(text, page.width);
            if !lines.is_empty() {
                writeln!(out)?;
            }
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        if !experiment.source.is_empty() {
            writeln!(out, "\n{}", page.quiet(&format!("Source: {}", experiment.source)))?;
        }
        for scale in Scale::ALL {
            let experiment = Experiment::read(&plan.text, scale, None)?;
            let cells = counted(experiment.cells.len() as u64, "cell");
            writeln!(out, "\n{} {cells}", page.strong(&format!("--scale {scale}:")))?;
            for (number, grid) in experiment.grids.iter().enumerate() {
                let cells = experiment.cells.iter().filter(|cell| cell.grid == number).count();
                let mut words = format!("{}: {}, {}", grid.name, grid.work.name(), counted(cells as u64, "cell"));
                for (name, values) in grid.axes.iter().filter(|axis| axis.1.len() > 1) {
                    let values: Vec<String> = values.iter().map(Value::to_string).collect();
                    words += &format!("; {name} {}", values.join(", "));
                }
                for (index, line) in wrap(&words, page.width - 4).iter().enumerate() {
                    writeln!(out, "{}{line}", if index == 0 { "  " } else { "    " })?;
                }
            }
        }
        let again = format!("tetrolab experiment show {} --file prints the file", self.name);
        writeln!(out, "\n{}", page.quiet(&again))?;
        Ok(())
    }
}
