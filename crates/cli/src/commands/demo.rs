//! `tetrolab demo`: shows a recorded game.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use tetrolab_engine::{EventKind, Log, Picture, Replay};

use super::replay::{LAST_LOOK, show};
use super::table::Table;
use super::{picture, summary, terminal};
use tetrolab_sessions::play::demo;

#[derive(Debug, Args)]
pub struct Demo {
    /// How many times faster than it was played
    #[arg(long, default_value_t = 1.0, value_parser = tetrolab_inputs::numbers::speed)]
    speed: f64,
    /// As text, even in a terminal
    #[arg(long)]
    text: bool,
}

impl Demo {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let replay = demo()?;
        if !self.text && terminal::is_there() {
            return show(&Table::default(), replay, String::new(), self.speed, Some(LAST_LOOK), out);
        }
        text(&replay, out)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The game as text: every clear as a line, the board after every tenth piece and at the end.
fn text(replay: &Replay, out: &mut impl Write) -> Result<()> {
    let mut log = Log::new(&tetrolab_engine::Game::from_setup(&replay.setup)?);
    let mut lines = String::new();
    let game = replay.play(|game, events| {
        for entry in log.entries(game, events) {
            match entry.event.kind {
                EventKind::Cleared { .. } | EventKind::Rewarded { .. } | EventKind::Ended { .. } => {
                    lines.push_str(&format!("{entry}\n"));
                }
                EventKind::Locked { .. } if game.statistics().pieces % 10 == 0 => {
                    let pieces = game.statistics().pieces;
                    let board = Picture { blocks: *game.blocks(), in_play: None };
                    lines.push_str(&format!("\nafter {pieces} pieces\n{board}\n"));
                }
                _ => {}
            }
        }
    })?;
    write!(out, "{lines}")?;
    writeln!(out, "\n{}", picture(&game))?;
    writeln!(out, "{}", summary(&game))?;
    Ok(())
}
