//! `tetrolab watch`: an agent plays, with its evaluation beside it.

use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Args;
use tetrolab_agents::Speed;
use tetrolab_engine::Mode;

use super::table::Table;
use tetrolab_sessions::play::{GameOptions, modes};
use tetrolab_tui as tui;

#[derive(Debug, Args)]
pub struct Watch {
    /// The agent, its file of weights, or the bot: bot, bot:PLACEMENTS, bot:FILE [default: that of the settings]
    #[arg(long, value_name = "AGENT|FILE|bot")]
    agent: Option<String>,
    /// Pieces per second
    #[arg(long, value_name = "NUMBER", default_value_t = 2.0, value_parser = tetrolab_inputs::numbers::piece_rate)]
    speed: f64,
    /// What is played
    #[arg(long, default_value = "marathon", value_parser = modes())]
    mode: Mode,
    #[command(flatten)]
    what: GameOptions,
    #[command(flatten)]
    table: Table,
}

impl Watch {
    pub fn run(self) -> Result<ExitCode> {
        ensure!(self.mode.name != Mode::VERSUS.name, "a duel needs a player: tetrolab play versus");
        let preferences = self.table.preferences()?;
        let game = self.what.game(self.mode, &preferences)?;
        let agent = self.agent.unwrap_or_else(|| preferences.agent.clone());
        tui::watch(preferences, &self.table.places()?, &agent, Speed::new(self.speed)?, game)
    }
}
