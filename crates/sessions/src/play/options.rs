//! The options of a game, as commands and the page have them.

use std::ffi::OsString;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tetrolab_engine::{Goal, MODES, Mode, Piece, RULES, Rules, Seed, Setup, setting};
use tetrolab_inputs::board;
use tetrolab_inputs::numbers::{count, pieces};

use super::{NewGame, for_people};
use crate::preferences::Preferences;

/// A piece sequence is one value, not several.
type Queue = Vec<Piece>;

/// What is played.
#[derive(Debug, Args)]
pub struct GameOptions {
    /// The rules [default: those of the settings]
    #[arg(long, value_name = "NAME", value_parser = rules())]
    rules: Option<Rules>,
    /// The first level
    #[arg(long, value_name = "1-15", value_parser = count::<15>)]
    level: Option<u64>,
    /// What leads to the next level: fixed or variable
    #[arg(long, value_name = "NAME")]
    goal: Option<Goal>,
    /// The seed of every game [default: another one for each]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Pieces that come first, such as TILZ
    #[arg(long, value_name = "PIECES", value_parser = pieces)]
    queue: Option<Queue>,
    /// A picture of the board to start with, or fumen, as in `tetrolab path`
    #[arg(long, value_name = "PICTURE|FUMEN")]
    board: Option<OsString>,
    /// Any setting of rules, mode or handling, such as next=3; `tetrolab settings` lists them
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl GameOptions {
    /// What is played in this mode, as the options change what the player prefers.
    pub fn game(&self, mode: Mode, preferences: &Preferences) -> Result<NewGame> {
        let mut game = NewGame::in_mode(mode, preferences);
        if let Some(rules) = self.rules {
            game.rules = for_people(rules);
        }
        if let Some(level) = self.level {
            game.mode.start_level = level as u8;
        }
        if let Some(goal) = self.goal {
            game.mode.goal = goal;
        }
        let mut setup = Setup { rules: game.rules, mode: game.mode, handling: game.handling, ..Setup::default() };
        for change in &self.set {
            let Some((name, value)) = change.split_once('=') else {
                bail!("--set {change}: a setting is written NAME=VALUE, such as next=3");
            };
            let setting = setting(name).ok_or_else(|| anyhow!("--set {change}: there is no setting {name:?}"))?;
            (setting.set)(&mut setup, value).map_err(|expected| anyhow!("--set {change}: {expected}"))?;
        }
        (game.rules, game.mode, game.handling) = (setup.rules, setup.mode, setup.handling);
        game.seed = self.seed.map(Seed);
        game.queue = self.queue.clone().unwrap_or_default();
        if let Some(picture) = &self.board {
            let size = game.rules.size;
            let (drawing, picture) = board::read(picture, Some(size.width), Some(size.height), size.buffer)?;
            game.blocks = Some(drawing.blocks(&picture)?);
        }
        game.check().context("there is no such game")?;
        Ok(game)
    }
}

/// Rules by their name.
pub fn rules() -> impl TypedValueParser<Value = Rules> {
    let names = PossibleValuesParser::new(RULES.map(|rules| rules.name));
    names.map(|name| Rules::named(&name).expect("it is in the table"))
}

/// A mode by its name.
pub fn modes() -> impl TypedValueParser<Value = Mode> {
    let names = PossibleValuesParser::new(MODES.map(|mode| mode.name));
    names.map(|name| Mode::named(&name).expect("it is in the table"))
}
