//! One thing that can be set.

use tetrolab_engine::Setting;

use super::Preferences;
use super::command::Command;
use super::kind::Kind;
use super::table::PREFERENCES;
use super::words::words;

words! {
    /// A section of the file and of the screen.
    Section {
        /// Who plays.
        Player = "player",
        /// The rules of new games.
        Rules = "rules",
        /// How the keys feel.
        Handling = "handling",
        /// Which keys do what.
        Keys = "keys",
        /// What the screen looks like.
        Look = "look",
        /// What was last chosen for a new game, and what belongs to every game.
        Game = "game",
        /// Who gives hints.
        Assistant = "assistant",
        /// Who plays against the player.
        Versus = "versus",
        /// What only the page in a browser has.
        Page = "page",
    }
}

/// Something that can be set.
pub struct Preference {
    /// Where it belongs.
    pub section: Section,
    /// Its name in the section.
    pub name: &'static str,
    /// What it means, in one line.
    pub meaning: &'static str,
    /// What it can be.
    pub kind: Kind,
    pub(super) source: Source,
}

/// When a change counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// At once.
    Now,
    /// In the next game.
    NextGame,
    /// When the program starts the next time.
    NextStart,
}

/// Where its value lives.
pub(super) enum Source {
    /// In the preferences themselves.
    Own { get: fn(&Preferences) -> String, set: fn(&mut Preferences, &str) -> Result<(), String> },
    /// In the set-up of a new game.
    Engine(&'static Setting),
    /// In the keys.
    Keys(Command),
}

impl Preference {
    /// The one with this name.
    pub fn named(section: Section, name: &str) -> Option<&'static Preference> {
        PREFERENCES.iter().find(|preference| preference.section == section && preference.name == name)
    }

    /// The one of rules, games or handling with this name.
    pub fn of_games(name: &str) -> Option<&'static Preference> {
        let sections = [Section::Rules, Section::Game, Section::Handling];
        sections.into_iter().find_map(|section| Preference::named(section, name))
    }

    pub fn get(&self, preferences: &Preferences) -> String {
        match self.source {
            Source::Own { get, .. } => get(preferences),
            Source::Engine(setting) => (setting.get)(&preferences.setup),
            Source::Keys(command) => preferences.keys.text(command),
        }
    }

    /// Sets it. Whether it goes together with the others is not looked at: see [`Preferences::change`].
    pub fn set(&self, preferences: &mut Preferences, text: &str) -> Result<(), String> {
        let set = match self.source {
            Source::Own { set, .. } => set(preferences, text),
            Source::Engine(setting) => (setting.set)(&mut preferences.setup, text),
            Source::Keys(command) => preferences.keys.set(command, text),
        };
        set.map_err(|reason| format!("{} cannot be {text:.40?}: {reason}", self.name))
    }

    /// What it is unless the user changes it, which may depend on the preset of its section.
    pub fn default(&self, preferences: &Preferences) -> String {
        match self.kind {
            Kind::Preset(_) => self.get(&Preferences::default()),
            _ => self.get(&preferences.presets()),
        }
    }

    /// What it can be, in words.
    pub fn values(&self) -> String {
        match self.source {
            Source::Engine(setting) => setting.values.to_string(),
            _ => self.kind.to_string(),
        }
    }

    /// Whether only the terminal has it: what it reports of keys, and which characters it draws with.
    pub fn is_of_terminal(&self) -> bool {
        matches!((self.section, self.name), (Section::Handling, "keyboard") | (Section::Look, "characters"))
    }

    /// When a change of it counts.
    pub fn counts(&self) -> Since {
        match (self.section, self.name) {
            (Section::Handling, "keyboard") => Since::NextStart,
            (Section::Rules | Section::Handling | Section::Versus, _) => Since::NextGame,
            (Section::Game, "countdown" | "pause-on-focus-loss") => Since::Now,
            (Section::Game, _) => Since::NextGame,
            (Section::Player | Section::Keys | Section::Look | Section::Assistant | Section::Page, _) => Since::Now,
        }
    }

    /// What stands above it in the file.
    pub(super) fn comment(&self) -> String {
        format!("# {} ({})", self.meaning, self.values())
    }
}
