//! Which keys do what: a command is chosen, and the next key that is pressed is its own.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::changes::Changes;
use super::view::{KeyHelp, LEAST_SIZE, Move, Next, Shared, View};
use super::writing::{entry, width, wrapped, write};
use tetrolab_sessions::preferences::bindings::{Bindings, MOST_KEYS, is_reserved};
use tetrolab_sessions::preferences::command::Command;
use tetrolab_sessions::preferences::key::Key;
use tetrolab_sessions::preferences::preference::{Preference, Section};

/// Columns of the names of commands, of a key, and of all.
const NAMES: u16 = 24;
const KEY: u16 = 16;
const WIDTH: u16 = NAMES + KEY * MOST_KEYS as u16;
/// Rows before the commands and of what is said below them.
const ABOVE: u16 = 4;
const SAID: usize = 4;

const _: () = assert!(WIDTH <= LEAST_SIZE.0 && ABOVE as usize + Command::ALL.len() + 1 + SAID <= LEAST_SIZE.1 as usize);

/// The key that leaves everything as it was while a key is waited for: no command can have it.
const CANCEL: KeyCode = KeyCode::Char('q');

/// Which keys do what.
pub struct KeysView {
    /// The preset, and then the commands.
    row: usize,
    /// The chosen key of the command.
    slot: usize,
    state: State,
    refusal: Option<String>,
    changes: Changes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A command is chosen.
    Choosing,
    /// The next key is for it. A key such as Shift may be held for another one, so it counts when it is let go.
    Waiting { held: Option<Key> },
    /// Another command has this key.
    Asking { key: Key },
}

impl KeysView {
    pub fn new(shared: &Shared) -> KeysView {
        KeysView { row: 0, slot: 0, state: State::Choosing, refusal: None, changes: Changes::none(shared) }
    }

    /// With the command of this name chosen.
    pub fn at(command: &str, shared: &Shared) -> KeysView {
        let row = Command::ALL.iter().position(|one| one.name() == command).map_or(0, |place| place + 1);
        KeysView { row, ..KeysView::new(shared) }
    }

    /// The chosen command; none where the preset is chosen.
    fn command(&self) -> Option<Command> {
        self.row.checked_sub(1).map(|place| Command::ALL[place])
    }

    fn choose_preset(&mut self, up: bool, shared: &mut Shared) {
        let Some(preset) = Preference::named(Section::Keys, "preset") else { return };
        let next = preset.kind.beside(shared.preferences.keys.preset(), up, 1);
        self.take_preset(&next.unwrap_or_default(), shared);
    }

    fn take_preset(&mut self, name: &str, shared: &mut Shared) {
        match Bindings::named(name) {
            Ok(keys) => shared.preferences.keys = keys,
            Err(reason) => self.refusal = Some(reason),
        }
    }

    /// A key while one is waited for.
    fn hear(&mut self, held: Option<Key>, event: KeyEvent, shared: &mut Shared) {
        let key = Key::of(&event);
        match (event.kind, key) {
            (KeyEventKind::Press, _) if event.code == CANCEL && event.modifiers.is_empty() => {
                self.state = State::Choosing;
            }
            (KeyEventKind::Press, Some(key)) if key.is_modifier() => self.state = State::Waiting { held: Some(key) },
            (KeyEventKind::Press, Some(key)) => self.offer(key, shared),
            (KeyEventKind::Press, None) => self.refusal = Some(shared.texts.key_choice.nameless.to_string()),
            (KeyEventKind::Release, Some(key)) if held == Some(key) => self.offer(key, shared),
            (KeyEventKind::Release | KeyEventKind::Repeat, _) => {}
        }
    }

    /// Gives the command a key unless it is another one's.
    fn offer(&mut self, key: Key, shared: &mut Shared) {
        let Some(command) = self.command() else { return };
        if is_reserved(key) {
            let shown = key.shown(shared.look.characters, &shared.texts.keys);
            self.refusal = Some(shared.texts.key_choice.reserved.with(&[("key", &shown)]));
            return;
        }
        match shared.preferences.keys.owner(key) {
            Some(other) if other != command => self.state = State::Asking { key },
            _ => self.put(key, shared),
        }
    }

    fn put(&mut self, key: Key, shared: &mut Shared) {
        let Some(command) = self.command() else { return };
        shared.preferences.keys.put(command, self.slot, key);
        let place = shared.preferences.keys.keys(command).iter().position(|&other| other == key);
        (self.slot, self.state) = (place.unwrap_or(0), State::Choosing);
    }

    /// A key while a command is chosen.
    fn choose(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        if let (KeyCode::Delete, Some(command)) = (key.code, self.command()) {
            shared.preferences.keys.remove(command, self.slot);
            return Next::Stay;
        }
        match (Move::of(key), self.command()) {
            (Some(Move::Leave), _) => return Next::Back,
            (Some(Move::Choose), None) => self.take_preset(shared.preferences.keys.preset(), shared),
            (Some(Move::Choose), Some(_)) => self.state = State::Waiting { held: None },
            (Some(movement @ (Move::Left | Move::Right)), None) => {
                self.choose_preset(movement == Move::Right, shared);
            }
            (Some(Move::Left), Some(_)) => self.slot = self.slot.saturating_sub(1),
            (Some(Move::Right), Some(_)) => self.slot = (self.slot + 1).min(MOST_KEYS - 1),
            (Some(movement), _) => {
                let rows = Command::ALL.len() + 1;
                self.row = movement.within(self.row, rows, rows).unwrap_or(self.row);
            }
            (None, _) => {}
        }
        Next::Stay
    }
}

impl View for KeysView {
    fn draw(&self, frame: &mut Frame<'_>, area: Rect, shared: &Shared) {
        let (look, texts) = (&shared.look, &shared.texts.key_choice);
        let buffer = frame.buffer_mut();
        let place = Rect { x: area.x + (area.width - WIDTH) / 2, width: WIDTH, ..area };
        let row = |row: u16| Rect { y: place.y + row, height: 1, ..place };
        write(buffer, row(0).as_position(), WIDTH, &texts.title, look.strong(), look);
        let preset = shared.preferences.keys.preset_text(shared.texts);
        let preset = format!("{} {preset} {}", look.either("◂", "<"), look.either("▸", ">"));
        let line = Rect { width: NAMES.max(width(&texts.preset) + 1) + KEY * 2, ..row(2) };
        entry(buffer, line, &texts.preset, &preset, look);
        if self.row == 0 {
            buffer.set_style(line, look.chosen());
        }
        for (index, command) in (0..).zip(Command::ALL) {
            self.draw_command(command, row(ABOVE + index), buffer, shared);
        }
        let below = ABOVE + Command::ALL.len() as u16 + 1;
        let lines = self.said(shared).into_iter().flat_map(|text| wrapped(&text, WIDTH));
        for (index, line) in (0..).zip(lines.take(SAID)) {
            write(buffer, row(below + index).as_position(), WIDTH, &line, look.text(), look);
        }
    }

    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> Next {
        if key.kind != KeyEventKind::Release {
            self.refusal = None;
        }
        match self.state {
            State::Choosing => return self.choose(key, shared),
            State::Waiting { held } => self.hear(held, key, shared),
            State::Asking { key: wanted } => match key.code {
                KeyCode::Enter if key.kind == KeyEventKind::Press => self.put(wanted, shared),
                KeyCode::Esc | CANCEL => self.state = State::Choosing,
                _ => {}
            },
        }
        Next::Stay
    }

    fn wants_text(&self) -> bool {
        self.state != State::Choosing
    }

    fn wants_releases(&self) -> bool {
        matches!(self.state, State::Waiting { .. })
    }

    fn leave(&mut self, shared: &mut Shared) {
        self.changes.save(shared);
    }

    fn keys(&self, shared: &Shared) -> Vec<KeyHelp> {
        let (look, keys, choice) = (&shared.look, &shared.texts.keys, &shared.texts.key_choice);
        let (enter, escape) = (keys.key_enter.to_string(), keys.key_esc.to_string());
        let arrows = (look.either("↑↓←→", "arrows").to_string(), &shared.texts.menu.move_about);
        let help = match (self.state, self.command()) {
            (State::Waiting { .. }, _) => vec![("q".to_string(), &shared.texts.settings.discard)],
            (State::Asking { .. }, _) => {
                vec![(enter, &shared.texts.settings.accept), (escape, &shared.texts.settings.discard)]
            }
            (State::Choosing, None) => vec![
                (look.either("↑↓", "up down").to_string(), &shared.texts.menu.move_about),
                (look.either("←→", "left right").to_string(), &shared.texts.choosing.change),
                (enter, &choice.preset_about),
                (escape, &shared.texts.common.back),
            ],
            (State::Choosing, Some(_)) => vec![
                arrows,
                (enter, &choice.choose_key),
                (keys.key_delete.to_string(), &choice.take_away),
                (escape, &shared.texts.common.back),
            ],
        };
        help.into_iter().map(|(key, what)| (key, what.to_string())).collect()
    }
}

impl KeysView {
    fn draw_command(&self, command: Command, line: Rect, buffer: &mut Buffer, shared: &Shared) {
        let look = &shared.look;
        let is_chosen = self.command() == Some(command);
        let style = if is_chosen { look.strong() } else { look.quiet() };
        write(buffer, line.as_position(), NAMES - 1, command.text(&shared.texts.keys), style, look);
        let keys = shared.preferences.keys.keys(command);
        for slot in 0..MOST_KEYS {
            let is_here = is_chosen && slot == self.slot;
            let text = match keys.get(slot) {
                _ if is_here && self.wants_text() => look.either("…", "...").to_string(),
                Some(&key) if is_unreported(key, shared) => format!("({})", shown(key, shared)),
                Some(&key) => shown(key, shared),
                None => look.either("·", ".").to_string(),
            };
            let at = Position { x: line.x + NAMES + KEY * slot as u16, y: line.y };
            let style = if is_here { look.chosen() } else { look.text() };
            write(buffer, at, KEY - 1, &format!(" {text} "), style, look);
        }
    }

    /// What is to be said at the moment.
    fn said(&self, shared: &Shared) -> Vec<String> {
        let texts = &shared.texts.key_choice;
        let name = |command: Command| command.text(&shared.texts.keys);
        let mut said = Vec::new();
        match (self.state, self.command()) {
            (State::Waiting { .. }, Some(command)) => said.push(texts.press.with(&[("command", name(command))])),
            (State::Asking { key }, Some(command)) => {
                let keys = &shared.preferences.keys;
                let other: &dyn std::fmt::Display = keys.owner(key).map_or(&"", |other| name(other));
                said.push(texts.taken.with(&[("key", &shown(key, shared)), ("other", other)]));
                said.push(match keys.keys(command).get(self.slot) {
                    Some(&replaced) => texts.swap.with(&[("other", other), ("replaced", &shown(replaced, shared))]),
                    None => texts.take.with(&[("other", other)]),
                });
            }
            _ => {
                let mut keys = Command::ALL.into_iter().flat_map(|command| shared.preferences.keys.keys(command));
                if keys.any(|&key| is_unreported(key, shared)) {
                    said.push(texts.unreported.to_string());
                }
            }
        }
        said.extend(self.refusal.clone());
        said
    }
}

fn shown(key: Key, shared: &Shared) -> String {
    key.shown(shared.look.characters, &shared.texts.keys)
}

/// Whether the terminal does not tell of this key.
fn is_unreported(key: Key, shared: &Shared) -> bool {
    key.is_modifier() && !shared.reports_releases
}

#[cfg(test)]
mod tests;
