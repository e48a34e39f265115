//! Where the program keeps what belongs to the user.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::texts::Language;

/// The folder of the program inside the folders of the platform.
const NAME: &str = "tetrolab";

/// The file of the user's settings.
pub fn settings_file() -> Result<PathBuf> {
    let folder = config_folder().context("there is no home folder, so there is no place for the settings")?;
    Ok(folder.join(NAME).join("settings.toml"))
}

/// The database of finished games.
pub fn records_file() -> Result<PathBuf> {
    let folder = data_folder().context("there is no home folder, so there is no place for the scores")?;
    Ok(folder.join(NAME).join("records.db"))
}

/// The folder of runs that the page starts.
pub fn runs_folder() -> Result<PathBuf> {
    let folder = data_folder().context("there is no home folder, so there is no place for runs")?;
    Ok(folder.join(NAME).join("runs"))
}

/// Where settings and games are kept, and in which language they are shown.
pub struct Places {
    pub settings: PathBuf,
    pub records: PathBuf,
    /// The language that was asked for, whatever the settings say.
    pub language: Option<Language>,
}

fn config_folder() -> Option<PathBuf> {
    platform_folder("XDG_CONFIG_HOME", ".config")
}

fn data_folder() -> Option<PathBuf> {
    platform_folder("XDG_DATA_HOME", ".local/share")
}

/// The folder that a variable names, else one below the home folder. Windows and macOS have one of their own for all files.
fn platform_folder(variable: &'static str, below_home: &'static str) -> Option<PathBuf> {
    let (variable, below_home) = if cfg!(windows) {
        (Some("APPDATA"), "AppData/Roaming")
    } else if cfg!(target_os = "macos") {
        (None, "Library/Application Support")
    } else {
        (Some(variable), below_home)
    };
    let named = variable.and_then(env::var_os).map(PathBuf::from).filter(|folder| folder.is_absolute());
    named.or_else(|| Some(env::home_dir()?.join(below_home)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_files_lie_in_a_folder_of_the_program() {
        for (file, end) in [(settings_file(), "tetrolab/settings.toml"), (records_file(), "tetrolab/records.db")] {
            let file = file.unwrap();
            assert!(file.is_absolute() && file.ends_with(end), "{}", file.display());
        }
    }

    /// The variables of the desktop are honoured. They are set for a second run of the test program.
    #[test]
    #[cfg(target_os = "linux")]
    fn the_folders_of_the_desktop_are_used() {
        const CHILD: &str = "TETROLAB_TEST_FOLDERS";
        if env::var_os(CHILD).is_some() {
            assert_eq!(settings_file().unwrap(), PathBuf::from("/of/config/tetrolab/settings.toml"));
            assert_eq!(records_file().unwrap(), PathBuf::from("/of/data/tetrolab/records.db"));
            return;
        }
        let run = std::process::Command::new(env::current_exe().unwrap())
            .args(["--exact", "folders::tests::the_folders_of_the_desktop_are_used"])
            .envs([(CHILD, "1"), ("XDG_CONFIG_HOME", "/of/config"), ("XDG_DATA_HOME", "/of/data")])
            .output()
            .unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    }
}
