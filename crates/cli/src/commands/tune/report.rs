//! What a run of tuning has found, as text and as JSON.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use serde_json::{Map, Value, json};
use tetrolab_bot::terms;
use tetrolab_lab::tune::{LINES, Line, Plan, Tuner, WEIGHTS};
use tetrolab_report::words::wrap;
use tetrolab_runs::folder::VERSION;

use crate::commands::page::Page;
use tetrolab_inputs::numbers::quoted;
use tetrolab_report::short::{counted, duration};

/// A run, as far as it is.
pub struct Report<'a> {
    pub folder: &'a Path,
    pub tuner: &'a Tuner,
    /// How many generations were there already.
    pub new: usize,
    pub seconds: f64,
}

impl Report<'_> {
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        let page = Page::standard();
        let lines = self.tuner.lines();
        for line in wrap(&description(self.tuner.plan()), page.width) {
            writeln!(out, "{line}")?;
        }
        if lines.len() > self.new {
            let played = counted((lines.len() - self.new) as u64, "generation");
            writeln!(out, "{played} in {}", duration(self.seconds))?;
        }
        writeln!(out)?;
        if let (Some(first), Some(last)) = (lines.first(), lines.last()) {
            let head = format!("{:<10} {:>9} {:>9} {:>9}", "generation", "mean", "best", "sigma");
            writeln!(out, "{}", page.strong(&head))?;
            let ends = if lines.len() > 1 { vec![first, last] } else { vec![first] };
            for Line { generation, mean, best, sigma, .. } in ends {
                writeln!(out, "{:<10} {mean:>9.4} {best:>9.4} {sigma:>9.4}", generation + 1)?;
            }
            writeln!(out, "rows sent for each piece of a game; each generation has its own games")?;
            writeln!(out)?;
        }
        let folder = quoted(&self.folder.to_string_lossy());
        if !self.tuner.is_done() {
            let when = match lines.len() {
                0 => "before the first generation was done".to_string(),
                done => format!("after generation {done} of {}", self.tuner.plan().generations),
            };
            writeln!(out, "Stopped {when}. Nothing is lost; go on with")?;
            writeln!(out, "tetrolab tune --resume {folder}")?;
        }
        if !lines.is_empty() {
            let weights = self.folder.join(WEIGHTS);
            writeln!(out, "{}: the weights in the centre of the search", weights.display())?;
            writeln!(out, "{}: everything else", self.folder.join(LINES).display())?;
            writeln!(out, "tetrolab watch --agent {}", quoted(&format!("bot:{}", weights.to_string_lossy())))?;
        }
        Ok(())
    }

    /// Everything.
    pub fn document(&self) -> Value {
        let generations = self.tuner.lines().iter().map(|line| {
            json!({ "generation": line.generation + 1, "mean": line.mean, "best": line.best, "sigma": line.sigma })
        });
        let weights = self.tuner.weights();
        let weights: Map<String, Value> =
            terms().zip(weights.numbers()).map(|(term, weight)| (term.name.to_string(), json!(weight))).collect();
        json!({
            "version": VERSION,
            "rules": "tbp",
            "randomizer": "7-bag",
            "folder": self.folder,
            "settings": self.tuner.plan(),
            "generations": generations.collect::<Vec<_>>(),
            "seconds": self.seconds,
            "stopped": !self.tuner.is_done(),
            "weights": weights,
        })
    }
}

/// What is played and how it is learned, in a line: all that is needed to repeat it.
fn description(plan: &Plan) -> String {
    let Plan { optimizer, sigma, population, games, pieces, nodes, previews, every, rows, seed, .. } = plan;
    format!(
        "{optimizer}, sigma {sigma}, {population} candidates, {} of {} each with {previews} in sight, every second one with \
         {rows} rows of garbage after every {every} pieces; {nodes} placements a piece; tbp rules, 7-bag randomizer, \
         seed {seed}, tetrolab {VERSION}",
        counted(*games as u64, "game"),
        counted((*pieces).into(), "piece"),
    )
}
