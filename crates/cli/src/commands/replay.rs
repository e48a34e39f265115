//! `tetrolab replay FILE`: verifies a replay and draws it.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use tetrolab_engine::{Finesse, Game, Playback, SECOND, Time, parse_time};

use super::table::Table;
use super::{json as documents, picture, play_all, summary, terminal};
use crate::svg;

use tetrolab_runs::files;

/// How long the last picture stays where the program ends with the game.
pub const LAST_LOOK: Time = 3 * SECOND;

#[derive(Debug, Args)]
pub struct Replay {
    /// The replay
    file: PathBuf,
    /// Print one JSON document with every event
    #[arg(long)]
    json: bool,
    /// Print every event as a line
    #[arg(long, conflicts_with = "json")]
    events: bool,
    /// Only verify, even in a terminal
    #[arg(long)]
    verify: bool,
    /// Count the presses that were too many
    #[arg(long, conflicts_with_all = ["events", "svg"])]
    finesse: bool,
    /// Write a picture of the game as it stands at the end, or --at a time
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "events"])]
    svg: Option<PathBuf>,
    /// The moment of the picture, such as 12.5s
    #[arg(long, value_name = "TIME", requires = "svg")]
    at: Option<String>,
    /// How many times faster than it was played
    #[arg(long, default_value_t = 1.0, value_parser = tetrolab_inputs::numbers::speed)]
    speed: f64,
    #[command(flatten)]
    table: Table,
}

impl Replay {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let name = || files::name(&self.file);
        let replay = tetrolab_engine::Replay::from_bytes(&files::read(&self.file)?).with_context(name)?;
        if self.finesse {
            let mut finesse = Finesse::default();
            let game = replay.play(|game, events| finesse.watch(game, events)).with_context(name)?;
            if self.json {
                let Finesse { pieces, presses, fewest, faults, faulty, .. } = finesse;
                let document = json!({
                    "version": env!("CARGO_PKG_VERSION"),
                    "pieces": pieces,
                    "presses": presses,
                    "fewest_presses": fewest,
                    "faults": faults,
                    "faulty_pieces": faulty,
                });
                writeln!(out, "{document:#}")?;
            } else {
                writeln!(out, "{finesse}\nverified: {}", summary(&game))?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        let game = replay.play(|_, _| {}).with_context(name)?;
        if let Some(path) = &self.svg {
            let picture = match &self.at {
                Some(time) => svg::draw(&standing_at(&replay, time)?),
                None => svg::draw(&game),
            };
            files::ensure_different(&self.file, path)?;
            files::write(path, picture.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        if self.json {
            let (game, entries) = play_all(&replay.setup, &replay.steps).with_context(name)?;
            writeln!(out, "{:#}", documents::document(&replay.setup, &entries, &game))?;
            return Ok(ExitCode::SUCCESS);
        }
        if !self.events && !self.verify && terminal::is_there() {
            let name = self.file.file_stem().map_or_else(name, |stem| stem.to_string_lossy().into_owned());
            return show(&self.table, replay, name, self.speed, None, out);
        }
        if self.events {
            for entry in play_all(&replay.setup, &replay.steps).with_context(name)?.1 {
                writeln!(out, "{entry}")?;
            }
        }
        writeln!(out, "{}", picture(&game))?;
        writeln!(out, "verified: {}", summary(&game))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Shows a replay in the terminal, and says how it ended. With a time to stay the program ends so long after the replay.
pub fn show(
    table: &Table,
    replay: tetrolab_engine::Replay,
    name: String,
    speed: f64,
    stay: Option<Time>,
    out: &mut impl Write,
) -> Result<ExitCode> {
    let game = replay.play(|_, _| {})?;
    let code = terminal::replay(table.preferences()?, &table.places()?, replay, name, speed, stay)?;
    writeln!(out, "{}", picture(&game))?;
    writeln!(out, "{}", summary(&game))?;
    Ok(code)
}

/// The game as it stood at a time.
fn standing_at(replay: &tetrolab_engine::Replay, time: &str) -> Result<Game> {
    let at = parse_time(time).with_context(|| format!("cannot read the time {time:?} (write 12.5s or 500ms)"))?;
    let mut playback = Playback::new(replay)?;
    playback.advance(at)?;
    Ok(playback.game().clone())
}
