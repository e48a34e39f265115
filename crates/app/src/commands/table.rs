//! The options that everything drawn in the terminal shares, and what is played there.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tetrolab_engine::{Goal, MODES, Mode, Piece, RULES, Rules, Seed, Setup, setting};

use crate::tui;
use tetrolab_inputs::numbers::count;
use tetrolab_inputs::parsers::kept_file;
use tetrolab_sessions::folders;
use tetrolab_sessions::play::{NewGame, for_people};
use tetrolab_sessions::preferences::Preferences;
use tetrolab_sessions::texts::Language;

/// Where a game is shown and kept.
#[derive(Debug, Default, Args)]
pub struct Table {
    /// The language: en, es or pt [default: that of the settings, or else of LANG]
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<Language>,
    /// The file of settings [default: settings.toml in the configuration folder]
    #[arg(long, value_name = "FILE", value_parser = kept_file())]
    settings: Option<PathBuf>,
    /// The file of scores and replays [default: records.db in the data folder]
    #[arg(long, value_name = "FILE", value_parser = kept_file())]
    records: Option<PathBuf>,
}

impl Table {
    /// The user's settings.
    pub fn preferences(&self) -> Result<Preferences> {
        match &self.settings {
            Some(file) => Preferences::load_from(file),
            None => Preferences::load(),
        }
    }

    /// The language that was asked for, or else that of the settings.
    pub fn language(&self) -> Result<Language> {
        self.lang.map_or_else(|| Ok(self.preferences()?.effective_language()), Ok)
    }

    /// Where the terminal finds and keeps things.
    pub fn places(&self) -> Result<tui::Places> {
        Ok(tui::Places {
            settings: self.settings.clone().map_or_else(folders::settings_file, Ok)?,
            records: self.records_file()?,
            language: self.lang,
        })
    }

    /// The file of scores and replays.
    pub fn records_file(&self) -> Result<PathBuf> {
        self.records.clone().map_or_else(folders::records_file, Ok)
    }
}

/// A row of pieces is one value, not several.
type Queue = Vec<Piece>;

/// What is played.
#[derive(Debug, Args)]
pub struct What {
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
    #[arg(long, value_name = "PIECES", value_parser = tetrolab_inputs::numbers::pieces)]
    queue: Option<Queue>,
    /// A picture of the board to start with, or fumen, as in `tetrolab path`
    #[arg(long, value_name = "PICTURE|FUMEN")]
    board: Option<OsString>,
    /// Any setting of rules, mode or handling, such as next=3; `tetrolab settings` lists them
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl What {
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
            let (drawing, picture) =
                tetrolab_inputs::board::read(picture, Some(size.width), Some(size.height), size.buffer)?;
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
