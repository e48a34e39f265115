//! `tetrolab script FILE`: plays a scripted game without a clock.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args;
use tetrolab_engine::{Log, Recorder};

use super::{json, picture, summary};
use crate::files;

/// Play a scripted game and print every event
#[derive(Debug, Args)]
pub struct Script {
    /// The script; docs/scripts.md describes the format
    file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Also write the game as a replay
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl Script {
    pub fn run(self, out: &mut impl Write) -> Result<()> {
        let refused = |reason: String| anyhow!("{}: {reason}", self.file.display());
        let script: tetrolab_engine::Script = files::read_text(&self.file)?
            .parse()
            .map_err(|error: tetrolab_engine::ScriptError| refused(error.to_string()))?;
        let mut recorder = Recorder::new(script.setup.clone()).map_err(|error| refused(error.to_string()))?;
        let mut log = Log::new(recorder.game());
        let mut entries = Vec::new();
        for &step in &script.steps {
            let events = recorder.step(step).map_err(|error| refused(error.to_string()))?.to_vec();
            entries.extend(log.entries(recorder.game(), &events));
        }
        if let Some(path) = &self.record {
            files::write(path, &recorder.replay().to_bytes())?;
        }
        let game = recorder.game();
        if self.json {
            writeln!(out, "{:#}", json::document(&script.setup, &entries, game))?;
            return Ok(());
        }
        for entry in &entries {
            writeln!(out, "{entry}")?;
        }
        writeln!(out, "\n{}", picture(game))?;
        writeln!(out, "{}", summary(game))?;
        Ok(())
    }
}
