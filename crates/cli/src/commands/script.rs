//! `tetrolab script FILE`: plays a scripted game without a clock.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use tetrolab_engine::Replay;

use super::{json, picture, play_all, summary};
use tetrolab_runs::files;

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
        let name = || files::name(&self.file);
        let script: tetrolab_engine::Script = files::read_text(&self.file)?.parse().with_context(name)?;
        let (game, entries) = play_all(&script.setup, &script.steps).with_context(name)?;
        if let Some(path) = &self.record {
            files::ensure_different(&self.file, path)?;
            files::write(path, &Replay::of(&script.setup, &script.steps, &game).to_bytes())?;
        }
        if self.json {
            writeln!(out, "{:#}", json::document(&script.setup, &entries, &game))?;
            return Ok(());
        }
        for entry in &entries {
            writeln!(out, "{entry}")?;
        }
        writeln!(out, "\n{}", picture(&game))?;
        writeln!(out, "{}", summary(&game))?;
        Ok(())
    }
}
