//! The settings: sections at the left, the settings of one of them at the right, and what is chosen explained below.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::changes::Changes;
use super::keys_view::KeysView;
use super::look_sample;
use super::view::{KeyHelp, LEAST_SIZE, Move, Next, Shared, View};
use super::writing::{entry, width, wrapped, write};
use tetrolab_sessions::preferences::kind::{Kind, Unit};
use tetrolab_sessions::preferences::preference::{Preference, Section, Since};
use tetrolab_sessions::preferences::table::PREFERENCES;

/// Columns of all, of the sections, and of the settings of one.
const WIDTH: u16 = LEAST_SIZE.0;
const SECTIONS: u16 = 16;
const LIST: u16 = WIDTH - SECTIONS;
/// Rows before the list and below it.
const ABOVE: u16 = 3;
const BELOW: u16 = 6;
/// Rows of all at most: what is said should not be far from the list.
const MOST_ROWS: u16 = 30;
/// Rows of what is said about a setting, of what it can be, and of why it cannot be something else.
const ABOUT: usize = 2;
const POSSIBLE: usize = 3;
const REFUSAL: usize = 2;

/// With Shift, a key makes this many steps at once.
const MANY_STEPS: u32 = 10;
/// The longest text that can be typed.
const LONGEST: usize = 200;

pub struct SettingsView {
    /// The chosen one, in the table.
    place: usize,
    /// What is being typed for it.
    typing: Option<String>,
    /// Why the last change was refused.
    refusal: Option<String>,
    changes: Changes,
}

impl SettingsView {
    pub fn new(shared: &Shared) -> SettingsView {
        SettingsView { place: 0, typing: None, refusal: None, changes: Changes::none(shared) }
    }

    fn chosen(&self) -> &'static Preference {
        &PREFERENCES[self.place]
    }

    /// Sets what is chosen, or says why it cannot be.
    fn change(&mut self, value: &str, shared: &mut Shared) {
        let preference = self.chosen();
        if preference.set(&mut shared.preferences.clone(), value).is_err() {
            self.refuse(value, shared);
        } else if let Err(reason) = shared.preferences.change(preference, value) {
            self.refusal = Some(shared.texts.settings.together.with(&[("reason", &reason)]));
        } else {
            shared.apply_preferences();
        }
    }

    fn refuse(&mut self, value: &str, shared: &Shared) {
        self.refusal = Some(shared.texts.settings.refused.with(&[("value", &format!("{value:.30}"))]));
    }

    fn step(&mut self, up: bool, steps: u32, shared: &mut Shared) {
        let value = self.chosen().get(&shared.preferences);
        if let Some(value) = self.chosen().kind.beside(&value, up, steps) {
            self.change(&value, shared);
        }
    }

    /// What Enter does with the chosen one.
    fn open(&mut self, shared: &mut Shared) -> Next {
        let preference = self.chosen();
        match preference.kind {
            Kind::Toggle | Kind::Choice(_) | Kind::Preset(_) => self.step(true, 1, shared),
            Kind::Number { .. } | Kind::Time { .. } | Kind::Text { .. } => {
                let value = preference.get(&shared.preferences);
                self.typing = Some(preference.typed(&value, shared.look.characters, shared.texts));
            }
            Kind::Keys => return Next::Open(Box::new(KeysView::at(preference.name, shared))),
        }
        Next::Stay
    }

    /// A key while something is typed.
    fn type_key(&mut self, mut text: String, key: KeyEvent, shared: &mut Shared) {
        let is_plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Enter => {
                match self.chosen().read_typed(&text, shared.look.characters, shared.texts) {
                    Some(value) => self.change(&value, shared),
                    None => self.refuse(&text, shared),
                }
                // What was refused can be mended.
                self.typing = self.refusal.is_some().then_some(text);
                return;
            }
            KeyCode::Esc => {
                self.typing = None;
                return;
            }
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => text.clear(),
            KeyCode::Char(character) if is_plain && text.chars().count() < LONGEST => text.push(character),
            _ => {}
        }
        self.typing = Some(text);
    }

    /// To the first setting of the next section or of the one before.
    fn go_to_section(&mut self, on: bool) {
        let sections = Section::ALL;
        let step = if on { 1 } else { sections.len() - 1 };
        let here = sections.iter().position(|&section| section == self.chosen().section).unwrap_or(0);
        let there = sections[(here + step) % sections.len()];
        self.place = PREFERENCES.iter().position(|preference| preference.section == there).unwrap_or(0);
    }
}

impl View for SettingsView {
    fn draw(&self, frame: &mut Frame<'_>, area: Rect, shared: &Shared) {
        let buffer = frame.buffer_mut();
        let height = area.height.min(MOST_ROWS);
        let place = Rect { x: area.x + (area.width - WIDTH) / 2, y: area.y, width: WIDTH, height };
        let title = shared.texts.menu.settings.as_ref();
        write(buffer, place.as_position(), SECTIONS, title, shared.look.strong(), &shared.look);
        self.draw_sections(Rect { y: place.y + ABOVE, width: SECTIONS, ..place }, buffer, shared);
        let height = place.height - ABOVE - BELOW;
        self.draw_list(Rect { x: place.x + SECTIONS, y: place.y + ABOVE, width: LIST, height }, buffer, shared);
        self.draw_details(Rect { y: place.bottom() - BELOW + 1, height: BELOW - 1, ..place }, buffer, shared);
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        self.refusal = None;
        if let Some(text) = self.typing.take() {
            self.type_key(text, key, shared);
            return Next::Stay;
        }
        match key.code {
            KeyCode::Tab => self.go_to_section(true),
            KeyCode::BackTab => self.go_to_section(false),
            KeyCode::Delete => self.change(&self.chosen().default(&shared.preferences), shared),
            _ => match Move::of(key) {
                Some(Move::Leave) => return Next::Back,
                Some(Move::Choose) => return self.open(shared),
                Some(Move::PageUp) => self.go_to_section(false),
                Some(Move::PageDown) => self.go_to_section(true),
                Some(movement @ (Move::Left | Move::Right)) => {
                    let steps = if key.modifiers.contains(KeyModifiers::SHIFT) { MANY_STEPS } else { 1 };
                    self.step(movement == Move::Right, steps, shared);
                }
                Some(movement) => {
                    self.place = movement.within(self.place, PREFERENCES.len(), 1).unwrap_or(self.place);
                }
                None => {}
            },
        }
        Next::Stay
    }

    fn wants_text(&self) -> bool {
        self.typing.is_some()
    }

    fn leave(&mut self, shared: &mut Shared) {
        self.changes.save(shared);
    }

    fn return_to(&mut self, shared: &mut Shared) {
        self.changes = Changes::none(shared);
    }

    fn keys(&self, shared: &Shared) -> Vec<KeyHelp> {
        let (look, keys, settings) = (&shared.look, &shared.texts.keys, &shared.texts.settings);
        let (enter, escape) = (keys.key_enter.to_string(), keys.key_esc.to_string());
        let help = if self.typing.is_some() {
            vec![(enter, &settings.accept), (escape, &settings.discard)]
        } else {
            vec![
                (look.either("↑↓", "up down").to_string(), &shared.texts.menu.move_about),
                (look.either("←→", "left right").to_string(), &shared.texts.choosing.change),
                (enter, &settings.edit),
                (escape, &shared.texts.common.back),
                (keys.key_delete.to_string(), &settings.reset),
                (keys.key_tab.to_string(), &settings.section),
                (look.either("Shift-←→", "Shift-left right").to_string(), &settings.ten_steps),
            ]
        };
        help.into_iter().map(|(key, what)| (key, what.to_string())).collect()
    }
}

impl SettingsView {
    fn draw_sections(&self, area: Rect, buffer: &mut Buffer, shared: &Shared) {
        let look = &shared.look;
        for (row, &section) in (0..).zip(Section::ALL) {
            let is_open = section == self.chosen().section;
            let mark = if is_open { look.either("▸", ">") } else { " " };
            let style = if is_open { look.strong() } else { look.quiet() };
            let at = Position { y: area.y + row, ..area.as_position() };
            write(buffer, at, area.width - 1, &format!("{mark} {}", section.text(shared.texts)), style, look);
        }
    }

    /// The settings of the section, as many as there is room for around the chosen one.
    fn draw_list(&self, area: Rect, buffer: &mut Buffer, shared: &Shared) {
        let look = &shared.look;
        let section = self.chosen().section;
        let all: Vec<&Preference> = PREFERENCES.iter().filter(|preference| preference.section == section).collect();
        let chosen = all.iter().position(|preference| preference.name == self.chosen().name).unwrap_or(0);
        let rows = usize::from(area.height);
        let first = chosen.saturating_sub(rows / 2).min(all.len().saturating_sub(rows));
        if all.len() > rows {
            let count = format!("{} / {}", chosen + 1, all.len());
            let at = Position { x: area.right() - width(&count), y: area.y - ABOVE };
            write(buffer, at, width(&count), &count, look.quiet(), look);
        }
        for (row, (index, preference)) in (0..).zip(all.iter().enumerate().skip(first).take(rows)) {
            let line = Rect { y: area.y + row, height: 1, ..area };
            let is_chosen = index == chosen;
            let value = self.shown(preference, is_chosen, shared);
            let is_changed = preference.get(&shared.preferences) != preference.default(&shared.preferences);
            let name = format!("{} {}", if is_changed { "*" } else { " " }, preference.text(shared.texts));
            entry(buffer, line, &name, &value, look);
            if is_chosen {
                buffer.set_style(line, look.chosen());
            }
        }
        if section == Section::Look {
            let row = all.len() as u16 + 1;
            look_sample::draw(Rect { x: area.x + 2, y: area.y + row, height: area.height - row, ..area }, buffer, look);
        }
    }

    /// The value at the right of a line.
    fn shown(&self, preference: &Preference, is_chosen: bool, shared: &Shared) -> String {
        /// Columns of what is typed: its end is seen.
        const TYPED: usize = 40;
        let look = &shared.look;
        if let Some(text) = self.typing.as_ref().filter(|_| is_chosen) {
            let hidden = text.chars().count().saturating_sub(TYPED);
            // A number alone is meant in this unit.
            let unit = preference.kind.unit().filter(|_| text.trim().replace(',', ".").parse::<f64>().is_ok());
            let text: String = text.chars().skip(hidden).collect();
            return format!("{text}{} {}", look.either("▏", "_"), unit.map_or("", Unit::name)).trim_end().to_string();
        }
        let value = preference.get(&shared.preferences);
        let shown = preference.shown(&value, look.characters, shared.texts);
        match preference.kind.beside(&value, true, 1) {
            Some(_) => format!("{} {shown} {}", look.either("◂", "<"), look.either("▸", ">")),
            None => format!("{shown}  "),
        }
    }

    /// What is to be said about the chosen one.
    fn draw_details(&self, area: Rect, buffer: &mut Buffer, shared: &Shared) {
        let (look, texts, preference) = (&shared.look, shared.texts, self.chosen());
        let mut rows = area.rows();
        let mut say = |text: &str, most: usize, style| {
            for (line, row) in wrapped(text, area.width).iter().take(most).zip(&mut rows) {
                write(buffer, row.as_position(), area.width, line, style, look);
            }
        };
        say(preference.about(texts), ABOUT, look.text());
        if let Some(refusal) = &self.refusal {
            say(refusal, REFUSAL, look.strong());
        }
        say(&self.possible(shared), POSSIBLE, look.quiet());
        if let Some(note) = self.note(shared) {
            say(note, 1, look.quiet());
        }
    }

    /// The possible values of the chosen setting, and its default.
    fn possible(&self, shared: &Shared) -> String {
        let (preference, characters, texts) = (self.chosen(), shared.look.characters, shared.texts);
        let default = preference.shown(&preference.default(&shared.preferences), characters, texts);
        let possible = texts.settings.possible.with(&[("values", &preference.possible(characters, texts))]);
        format!("{possible}; {}", texts.settings.usual.with(&[("value", &default)]))
    }

    /// When a change counts, or why it does not.
    fn note<'t>(&self, shared: &Shared) -> Option<&'t str> {
        let (settings, preference) = (&shared.texts.settings, self.chosen());
        let mut in_environment = shared.preferences.clone();
        in_environment.look = shared.preferences.effective_look();
        if preference.get(&in_environment) != preference.get(&shared.preferences) {
            return Some(&settings.environment);
        }
        match preference.counts() {
            Since::Now => None,
            Since::NextGame => Some(&settings.next_game),
            Since::NextStart => Some(&settings.next_start),
        }
    }
}

#[cfg(test)]
mod tests;
