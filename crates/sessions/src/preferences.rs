//! What the user wants: rules, handling, keys, look and everything else that outlives a game, and the file it is kept in.

pub mod bindings;
pub mod command;
pub mod key;
pub mod key_presets;
pub mod kind;
pub mod look;
pub mod page;
pub mod preference;
mod reading;
mod saving;
mod stepping;
pub mod table;
mod wording;
mod words;

use std::fs;
use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use tetrolab_agents::Lookahead;
use tetrolab_engine::{Handling, Mode, Rules, Setup};

use self::bindings::Bindings;
use self::look::Look;
use self::page::Page;
use self::preference::Preference;
use self::words::words;
use crate::folders;
use crate::texts::Language;
use tetrolab_inputs::bot_name::BOT;
use tetrolab_runs::files;

/// Seconds that a countdown can take.
pub const COUNTDOWNS: RangeInclusive<u8> = 0..=3;
/// How many pieces an assistant can look at.
pub const LOOKAHEADS: RangeInclusive<u8> = 1..=2;
/// Pieces that an opponent can place in a second.
pub const OPPONENT_SPEEDS: RangeInclusive<f64> = 0.1..=20.0;

/// The longest name of a player, in characters.
const LONGEST_NAME: usize = 20;
/// A player without a name.
const NAMELESS: &str = "player";
/// The agent that helps the player unless another is chosen.
const AGENT: &str = "bcts";

words! {
    /// What a terminal tells of the keyboard.
    Keyboard {
        /// Whatever it can.
        Auto = "auto",
        /// When a key is released.
        Releases = "releases",
        /// Only that a held key repeats.
        Repeats = "repeats",
    }
}

/// What the user wants.
#[derive(Clone, Debug, PartialEq)]
pub struct Preferences {
    /// The player's name.
    pub player: String,
    /// The language that was chosen, if any.
    pub language: Option<Language>,
    /// What a new game starts from: rules, handling, and the mode that was last chosen.
    pub setup: Setup,
    /// What the terminal tells of the keyboard.
    pub keyboard: Keyboard,
    /// Which keys do what.
    pub keys: Bindings,
    /// What the screen looks like, unless the environment says otherwise.
    pub look: Look,
    /// Seconds before a game begins or goes on.
    pub countdown: u8,
    /// Whether a game is paused when another window gets the keys.
    pub pause_on_focus_loss: bool,
    /// Whether pieces fall by themselves in the mode zen.
    pub zen_gravity: bool,
    /// Who gives hints: an agent, the bot or a file of weights.
    pub agent: String,
    /// How many pieces the assistant looks at.
    pub lookahead: u8,
    /// Who plays against the player: the bot, an agent or a file of weights.
    pub opponent: String,
    /// Pieces that the opponent places in a second.
    pub opponent_speed: f64,
    /// What only the page in a browser has.
    pub page: Page,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            player: login_name(),
            language: None,
            setup: Setup::default(),
            keyboard: Keyboard::Auto,
            keys: Bindings::default(),
            look: Look::default(),
            countdown: 1,
            pause_on_focus_loss: true,
            zen_gravity: false,
            agent: AGENT.to_string(),
            lookahead: 1,
            opponent: BOT.to_string(),
            opponent_speed: 1.0,
            page: Page::default(),
        }
    }
}

impl Preferences {
    /// Those of the user's file; the default ones if there is no file.
    pub fn load() -> Result<Preferences> {
        Preferences::load_from(&folders::settings_file()?)
    }

    /// Those of a file; the default ones if it is not there.
    pub fn load_from(path: &Path) -> Result<Preferences> {
        reading::read(&text_of(path)?).map_err(|error| anyhow!("{}, {error}", path.display()))
    }

    /// Writes them to a file, whole or not at all. What the user wrote in it stays; a file that cannot be read is not
    /// written either.
    pub fn save_to(&self, path: &Path) -> Result<()> {
        let text = text_of(path)?;
        let edited = saving::edited(&text, self).map_err(|error| anyhow!("{}, {error}", path.display()))?;
        if edited == text {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        files::write(path, edited.as_bytes())
    }

    /// Changes one entry if it then still goes together with all others. A preset changes its whole section.
    pub fn change(&mut self, preference: &Preference, text: &str) -> Result<(), String> {
        let mut changed = self.clone();
        preference.set(&mut changed, text)?;
        if let Some(problem) = changed.problem() {
            return Err(problem);
        }
        *self = changed;
        Ok(())
    }

    /// Why the entries do not go together: a key with two commands, or rules that are no game.
    pub fn problem(&self) -> Option<String> {
        let conflict = self.keys.conflict().map(|conflict| conflict.to_string());
        conflict.or_else(|| self.setup.problems().first().map(ToString::to_string))
    }

    /// The default preferences but for the presets, which are the chosen ones.
    pub fn presets(&self) -> Preferences {
        let Setup { rules, mode, handling, .. } = &self.setup;
        let setup = Setup {
            rules: Rules::named(rules.name).unwrap_or_default(),
            mode: Mode::named(mode.name).unwrap_or_default(),
            handling: Handling::named(handling.name).unwrap_or_default(),
            ..Setup::default()
        };
        let keys = Bindings::named(self.keys.preset()).unwrap_or_default();
        Preferences { setup, keys, ..Preferences::default() }
    }

    /// How far the assistant looks.
    pub const fn effective_lookahead(&self) -> Lookahead {
        if self.lookahead == 1 { Lookahead::One } else { Lookahead::Two }
    }

    /// The language that was chosen, or else that of the environment.
    pub fn effective_language(&self) -> Language {
        self.language.unwrap_or_else(Language::of_environment)
    }

    /// What the screen looks like in this environment; the file still says what was chosen.
    pub fn effective_look(&self) -> Look {
        self.look.in_environment(|name| std::env::var(name).ok())
    }
}

/// The text of a file; nothing if it is not there.
fn text_of(path: &Path) -> Result<String> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        // Reading from anything else may never end.
        Ok(there) if !there.is_file() && !there.is_dir() => bail!("{} is not a plain file", path.display()),
        _ => files::read_text(path),
    }
}

/// The name under which the user is logged in.
fn login_name() -> String {
    let names = ["USER", "LOGNAME", "USERNAME"].into_iter().filter_map(|name| std::env::var(name).ok());
    names.filter_map(|name| check_name(&name).ok()).next().unwrap_or_else(|| NAMELESS.to_string())
}

/// A name that can stand in a line of a table.
fn check_name(text: &str) -> Result<String, String> {
    // Characters that are not there or turn the line around would spoil the screen.
    let is_unseen = |character: char| {
        character.is_control()
            || matches!(character, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
    };
    let name = text.trim();
    if name.contains(is_unseen) {
        return Err("a name has no characters that cannot be seen".to_string());
    }
    match name.chars().count() {
        1..=LONGEST_NAME => Ok(name.to_string()),
        _ => Err(format!("a name has 1 to {LONGEST_NAME} characters")),
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use tempfile::tempdir;

    use super::look::Colours;
    use super::preference::Section;
    use super::*;

    fn change(preferences: &mut Preferences, section: Section, name: &str, text: &str) -> Result<(), String> {
        preferences.change(Preference::named(section, name).unwrap(), text)
    }

    #[test]
    fn a_file_that_is_not_there_is_the_default() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        assert_eq!(Preferences::load_from(&path).unwrap(), Preferences::default());
        Preferences::default().save_to(&path).unwrap();
        assert!(!path.exists(), "there is nothing to say");
    }

    #[test]
    fn what_is_saved_is_loaded_and_folders_are_made() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("some/where/settings.toml");
        let mut preferences = Preferences::default();
        change(&mut preferences, Section::Rules, "preset", "modern").unwrap();
        change(&mut preferences, Section::Rules, "next", "3").unwrap();
        change(&mut preferences, Section::Player, "name", " Ada ").unwrap();
        preferences.save_to(&path).unwrap();
        assert_eq!(Preferences::load_from(&path).unwrap(), preferences);
        assert_eq!((preferences.setup.rules.next, preferences.player.as_str()), (3, "Ada"));
    }

    #[test]
    fn what_cannot_be_read_is_not_written() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        for text in [&b"[look]\ncolour = \"none\"\n"[..], b"[look", b"\xFF\xFE"] {
            fs::write(&path, text).unwrap();
            let said = Preferences::load_from(&path).unwrap_err().to_string();
            assert_eq!(Preferences::default().save_to(&path).unwrap_err().to_string(), said);
            assert!(said.starts_with(&path.display().to_string()), "{said}");
            assert_eq!(fs::read(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
        let said = Preferences::load_from(folder.path()).unwrap_err().to_string();
        assert_eq!(said, format!("cannot read {}", folder.path().display()));
    }

    #[test]
    fn what_does_not_go_together_is_refused_and_changes_nothing() {
        let mut preferences = Preferences::default();
        for (section, name, text, reason) in [
            (Section::Keys, "hold", "x", "the key x has two commands: rotate-right and hold"),
            (Section::Rules, "next", "9", "the Next queue shows 1 to 6 pieces, not 9"),
            (Section::Game, "start-level", "16", "levels are 1 to 15; the start level is 16"),
            (Section::Look, "grid", "often", "grid cannot be \"often\": expected one of: on off"),
            (Section::Player, "name", " ", "name cannot be \" \": a name has 1 to 20 characters"),
            (Section::Game, "countdown", "4", "countdown cannot be \"4\": expected a number from 0 to 3"),
            (Section::Versus, "speed", "NaN", "speed cannot be \"NaN\": expected a number from 0.1 to 20"),
        ] {
            assert_eq!(change(&mut preferences, section, name, text).unwrap_err(), reason);
            assert_eq!(preferences, Preferences::default());
        }
    }

    #[test]
    fn a_preset_changes_its_whole_section_and_nothing_else() {
        let mut preferences = Preferences::default();
        change(&mut preferences, Section::Handling, "auto-repeat-delay", "120ms").unwrap();
        change(&mut preferences, Section::Handling, "keyboard", "repeats").unwrap();
        change(&mut preferences, Section::Keys, "preset", "wasd").unwrap();
        change(&mut preferences, Section::Handling, "preset", "competitive").unwrap();
        assert_eq!(preferences.setup.handling, Handling::COMPETITIVE);
        assert_eq!(preferences.keyboard, Keyboard::Repeats);
        assert_eq!(preferences.keys.preset(), "wasd");
        assert_eq!(preferences.setup.rules, Rules::GUIDELINE);
    }

    #[test]
    fn names_are_short_and_can_be_seen() {
        assert_eq!(check_name("José Ñandú").as_deref(), Ok("José Ñandú"));
        assert_eq!(check_name(&"x".repeat(20)).map(|name| name.len()), Ok(20));
        for name in ["", "  ", "a\nb", "\u{1b}[31m", "a\u{202E}b", "\u{200B}", &"x".repeat(21)] {
            assert!(check_name(name).is_err(), "{name:?}");
        }
        assert!(check_name(&login_name()).is_ok());
    }

    #[test]
    fn the_environment_decides_what_was_not_chosen() {
        let mut preferences = Preferences::default();
        assert_eq!(preferences.effective_language(), Language::of_environment());
        change(&mut preferences, Section::Player, "language", "pt").unwrap();
        assert_eq!(preferences.effective_language(), Language::Portuguese);
        change(&mut preferences, Section::Look, "colours", "monochrome").unwrap();
        assert_eq!(preferences.effective_look().colours, Colours::Monochrome);
    }

    /// The test program once more, with one test alone and these variables.
    fn test_program(test: &str, variables: &[(&str, &Path)]) -> Command {
        let mut program = Command::new(std::env::current_exe().unwrap());
        program.args(["--exact", &format!("preferences::tests::{test}")]).envs(variables.iter().copied());
        program.stdout(Stdio::null());
        program
    }

    #[test]
    #[cfg(unix)]
    fn the_users_file_is_in_the_home_folder() {
        const HOME: &str = "TETROLAB_TEST_HOME";
        if let Some(home) = std::env::var_os(HOME) {
            assert!(folders::settings_file().unwrap().starts_with(home));
            let mut preferences = Preferences::load().unwrap();
            assert_eq!(preferences, Preferences::default());
            change(&mut preferences, Section::Look, "grid", "off").unwrap();
            preferences.save_to(&folders::settings_file().unwrap()).unwrap();
            assert_eq!(Preferences::load().unwrap(), preferences);
            return;
        }
        let home = tempdir().unwrap();
        let variables = [("HOME", home.path()), (HOME, home.path())];
        let mut program = test_program("the_users_file_is_in_the_home_folder", &variables);
        assert!(program.env_remove("XDG_CONFIG_HOME").status().unwrap().success());
        assert!(fs::read_dir(home.path()).unwrap().next().is_some());
    }

    /// Where a program that saves again and again finds its file.
    const SAVE_TO: &str = "TETROLAB_TEST_SAVE_TO";

    /// A test that is a program of its own when it is called by the next one.
    #[test]
    fn a_program_that_saves_often() {
        let Some(path) = std::env::var_os(SAVE_TO) else { return };
        for round in 0..40 {
            let mut preferences = Preferences::default();
            let name = format!("{}-{round}", std::process::id());
            change(&mut preferences, Section::Player, "name", &name).unwrap();
            preferences.save_to(Path::new(&path)).unwrap();
        }
    }

    #[test]
    fn two_programs_that_save_at_once_leave_a_whole_file() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        let program = || test_program("a_program_that_saves_often", &[(SAVE_TO, &path)]).spawn().unwrap();
        let mut programs = [program(), program()];
        let last = programs.each_ref().map(|program| format!("{}-39", program.id()));
        while programs.iter_mut().any(|program| program.try_wait().unwrap().is_none()) {
            Preferences::load_from(&path).unwrap();
        }
        for program in &mut programs {
            assert!(program.wait().unwrap().success());
        }
        assert!(last.contains(&Preferences::load_from(&path).unwrap().player));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
