//! The options that everything drawn in the terminal shares, and what is played there.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use tetrolab_inputs::parsers::kept_file;
use tetrolab_sessions::folders;
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
    #[cfg(feature = "records")]
    pub fn language(&self) -> Result<Language> {
        self.lang.map_or_else(|| Ok(self.preferences()?.effective_language()), Ok)
    }

    /// Where the terminal finds and keeps things.
    pub fn places(&self) -> Result<folders::Places> {
        Ok(folders::Places {
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
