//! `tetrolab play`: the game in the terminal.

use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Args;
use tetrolab_engine::Mode;

use super::table::Table;
use tetrolab_sessions::play::{GameOptions, modes};
use tetrolab_tui as tui;

#[derive(Debug, Args)]
pub struct Play {
    /// What is played [default: a menu asks]
    #[arg(value_parser = modes())]
    mode: Option<Mode>,
    #[command(flatten)]
    what: GameOptions,
    /// Versus: who is played against: an agent, its file of weights, or the bot: bot, bot:PLACEMENTS, bot:FILE
    #[arg(long, value_name = "AGENT|FILE|bot")]
    against: Option<String>,
    /// Versus: its speed, in pieces per second
    #[arg(long, value_name = "NUMBER", value_parser = tetrolab_inputs::numbers::piece_rate)]
    speed: Option<f64>,
    #[command(flatten)]
    table: Table,
}

impl Play {
    pub fn run(self) -> Result<ExitCode> {
        let preferences = self.table.preferences()?;
        let is_duel = self.mode.is_some_and(|mode| mode.name == Mode::VERSUS.name);
        ensure!(
            is_duel || self.against.is_none() && self.speed.is_none(),
            "--against and --speed are for the mode versus"
        );
        let mut game = self.mode.map(|mode| self.what.game(mode, &preferences)).transpose()?;
        if let Some(opponent) = game.as_mut().and_then(|game| game.opponent.as_mut()) {
            opponent.agent = self.against.unwrap_or_else(|| opponent.agent.clone());
            opponent.speed = self.speed.unwrap_or(opponent.speed);
        }
        tui::play(preferences, &self.table.places()?, game)
    }
}
