//! What views have in common, and what they share.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::layout::Rect;
use tetrolab_engine::{SECOND, Time};
use tetrolab_records::Records;

use super::look::Look;
use crate::Depth;
use tetrolab_sessions::play::Wording;
use tetrolab_sessions::preferences::Preferences;
use tetrolab_sessions::texts::{Language, Texts};

/// How long a notice is on show.
const NOTICE: Time = 6 * SECOND;

/// What all views share.
pub struct Shared {
    pub preferences: Preferences,
    /// Follows from the preferences and the terminal.
    pub look: Look,
    pub texts: &'static Texts,
    /// Games that were played; `None` if they cannot be kept.
    pub records: Option<Records>,
    /// Time since the program began.
    pub now: Time,
    /// Whether the terminal tells when a key is let go.
    pub reports_releases: bool,
    /// Where the preferences are kept; nowhere if there is no such place.
    pub settings_file: Option<PathBuf>,
    /// The language that was asked for, and the one that the preferences had then.
    asked: Option<(Language, Option<Language>)>,
    /// Whether the player knows what follows from that.
    pub knows_of_releases: bool,
    notices: Vec<(String, Option<Time>)>,
}

impl Shared {
    pub fn new(preferences: Preferences, depth: Depth) -> Shared {
        Shared {
            look: Look::new(preferences.effective_look(), depth),
            texts: preferences.effective_language().texts(),
            preferences,
            records: None,
            now: 0,
            reports_releases: true,
            settings_file: None,
            asked: None,
            knows_of_releases: false,
            notices: Vec::new(),
        }
    }

    /// How things are called.
    pub fn wording(&self) -> Wording<'_> {
        Wording { keys: &self.preferences.keys, characters: self.look.characters, texts: self.texts }
    }

    /// A language counts instead of that of the preferences, until that is changed.
    pub fn ask_for(&mut self, language: Option<Language>) {
        self.asked = language.map(|language| (language, self.preferences.language));
        self.apply_preferences();
    }

    /// Look and language are as the preferences say now.
    pub fn apply_preferences(&mut self) {
        self.look = Look::new(self.preferences.effective_look(), self.look.depth);
        let asked = self.asked.filter(|(_, before)| *before == self.preferences.language);
        self.texts = asked.map_or_else(|| self.preferences.effective_language(), |(language, _)| language).texts();
    }

    /// Writes the preferences to their file. If that fails, it is said, and nothing else changes.
    pub fn save_preferences(&mut self) {
        let saved = self.settings_file.as_deref().map(|file| self.preferences.save_to(file));
        if let Some(Err(error)) = saved {
            self.notify(format!("{error:#}"));
        }
    }

    /// What comes next, or nothing but a notice of what went wrong.
    pub fn next_or_notice(&mut self, next: anyhow::Result<Next>) -> Next {
        next.unwrap_or_else(|error| {
            self.notify(format!("{error:#}"));
            Next::Stay
        })
    }

    /// Says something in the last line for a while, after what was said before.
    pub fn notify(&mut self, notice: impl Into<String>) {
        self.notices.push((notice.into(), None));
    }

    /// Says once what follows if the terminal does not tell when a key is let go.
    pub fn tell_of_releases(&mut self) {
        if !self.reports_releases && !self.knows_of_releases {
            self.knows_of_releases = true;
            self.notify(self.texts.common.no_releases.to_string());
        }
    }

    /// What is said at the moment.
    pub fn notice(&self) -> Option<&str> {
        self.notices.first().map(|(text, _)| text.as_str())
    }

    /// Forgets what is being said: the view that it was about is gone.
    pub fn forget_notice(&mut self) {
        self.notices.retain(|(_, until)| until.is_none());
    }

    /// What was to be said and never was, because the program ends. What only concerns keys is over.
    pub fn unseen_notices(&self) -> impl Iterator<Item = &str> {
        let unseen = self.notices.iter().filter(|(_, until)| until.is_none()).map(|(text, _)| text.as_str());
        unseen.filter(|text| *text != &*self.texts.common.no_releases)
    }

    /// Forgets what has been said long enough.
    pub fn pass_notices(&mut self) {
        if let Some((_, until)) = self.notices.first_mut() {
            let until = *until.get_or_insert(self.now + NOTICE);
            if self.now >= until {
                self.notices.remove(0);
            }
        }
    }
}

/// What a view wants to happen.
pub enum Next {
    /// It stays.
    Stay,
    /// Another one covers it.
    Open(Box<dyn View>),
    /// Another one takes its place.
    Replace(Box<dyn View>),
    /// It goes, and the one below is seen again.
    Back,
    /// The program ends.
    Quit,
}

/// A key and what it does, as it is explained.
pub type KeyHelp = (String, String);

/// Something that fills the screen.
pub trait View {
    /// Columns and rows that it needs.
    fn least_size(&self) -> (u16, u16) {
        LEAST_SIZE
    }

    /// Draws it.
    fn draw(&self, frame: &mut Frame<'_>, area: Rect, shared: &Shared);

    /// Acts on a key. Views that do not ask for releases get none.
    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next;

    /// Ctrl-C was pressed.
    fn interrupt(&mut self, _shared: &mut Shared) -> Next {
        Next::Quit
    }

    /// Whether it wants to know when keys are let go.
    fn wants_releases(&self) -> bool {
        false
    }

    /// Text that the terminal pasted or a person types goes to the view, `?` included.
    fn wants_text(&self) -> bool {
        false
    }

    /// Lets time pass until now.
    fn pass(&mut self, _shared: &mut Shared) -> Next {
        Next::Stay
    }

    /// When time should pass next though nothing else happens.
    fn wake(&self, _shared: &Shared) -> Option<Time> {
        None
    }

    /// The player cannot see it any more, or it was covered.
    fn leave(&mut self, _shared: &mut Shared) {}

    /// It goes for good.
    fn close(&mut self, _shared: &mut Shared) {}

    /// It is seen again after another view.
    fn return_to(&mut self, _shared: &mut Shared) {}

    /// What stands before the keys in the last line.
    fn status(&self, _shared: &Shared) -> Option<String> {
        None
    }

    /// Its keys and what they do, the most important ones first.
    fn keys(&self, shared: &Shared) -> Vec<KeyHelp>;
}

/// The smallest terminal that everything works in, without its last line.
pub const LEAST_SIZE: (u16, u16) = (74, 23);

/// What a key means in lists and menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    First,
    Last,
    Choose,
    Leave,
}

impl Move {
    /// The move of a key, if it is one.
    pub fn of(key: KeyEvent) -> Option<Move> {
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return None;
        }
        Some(match key.code {
            KeyCode::Up | KeyCode::Char('k') => Move::Up,
            KeyCode::Down | KeyCode::Char('j') => Move::Down,
            KeyCode::Left | KeyCode::Char('h') => Move::Left,
            KeyCode::Right | KeyCode::Char('l') => Move::Right,
            KeyCode::PageUp => Move::PageUp,
            KeyCode::PageDown => Move::PageDown,
            KeyCode::Home => Move::First,
            KeyCode::End => Move::Last,
            KeyCode::Enter | KeyCode::Char(' ') => Move::Choose,
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Backspace => Move::Leave,
            _ => return None,
        })
    }

    /// The place in a list of this length after the move, if it is one up or down.
    pub fn within(self, place: usize, length: usize, page: usize) -> Option<usize> {
        let last = length.saturating_sub(1);
        Some(match self {
            Move::Up if place == 0 => last,
            Move::Up => place - 1,
            Move::Down if place >= last => 0,
            Move::Down => place + 1,
            Move::PageUp => place.saturating_sub(page),
            Move::PageDown => (place + page).min(last),
            Move::First => 0,
            Move::Last => last,
            _ => return None,
        })
    }
}
