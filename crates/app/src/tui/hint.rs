//! The assistant's advice beside the board: the keys, the value, and what decided against the next best.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetrolab_agents::Advice;
use tetrolab_engine::{Button, Key, Placement};

use super::look::Look;
use super::view::Shared;
use super::writing::{entry, wrapped, write};
use crate::play::Reason;
use crate::preferences::command::Command;
use crate::texts::Texts;

/// What is shown of an advice.
pub struct Hint<'a> {
    pub placement: Placement,
    /// Who advises.
    pub agent: &'a str,
    /// The keys, as they are on the keyboard.
    pub keys: String,
    pub value: f64,
    /// Features by what they speak for the best rather than the next best, largest first.
    pub reasons: &'a [Reason],
    /// The value of the next best.
    pub next_best: Option<f64>,
}

impl<'a> Hint<'a> {
    /// What is shown of an advice, with the player's own keys.
    pub fn new(agent: &'a str, advice: &Advice, reasons: &'a [Reason], shared: &Shared) -> Hint<'a> {
        let key = |button: Button, is_held: bool| {
            let keys = shared.preferences.keys.keys(Command::Button(button));
            let name = keys.first().map(|key| key.shown(shared.look.characters, &shared.texts.keys));
            let name = name.unwrap_or_else(|| button.name().to_string());
            if is_held { shared.texts.hint.held.with(&[("key", &name)]) } else { name }
        };
        let is_held = |key: &Key| matches!(key, Key::LeftHeld | Key::RightHeld | Key::Down(_));
        let hold = advice.use_hold.then(|| key(Button::Hold, false));
        let keys = advice.path.keys.iter().map(|press| key(press.button(), is_held(press)));
        Hint {
            placement: advice.path.placement,
            agent,
            keys: hold.into_iter().chain(keys).collect::<Vec<_>>().join(" "),
            value: advice.value,
            reasons,
            next_best: advice.runner_up.as_ref().map(|other| other.value),
        }
    }

    /// Columns it takes where there is room.
    pub const WIDE: u16 = 40;

    /// Draws as much as there is room for.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, texts: &Texts, look: &Look) {
        let texts = &texts.hint;
        let row = |row: u16| Rect { y: area.y + row, height: 1, ..area };
        let mut at = 0;
        let title = texts.advice.with(&[("agent", &self.agent)]);
        write(buffer, row(at).as_position(), area.width, &title, look.quiet(), look);
        for line in wrapped(&self.keys, area.width).iter().take(2) {
            at += 1;
            write(buffer, row(at).as_position(), area.width, line, look.strong(), look);
        }
        at += 1;
        entry(buffer, row(at), &texts.value, &short(self.value), look);
        let Some(next_best) = self.next_best else { return };
        at += 1;
        entry(buffer, row(at), &texts.next_best, &short(next_best), look);
        let largest = self.reasons.iter().fold(0.0, |largest: f64, reason| largest.max(reason.difference.abs()));
        for Reason { feature, difference } in self.reasons {
            at += 1;
            if at >= area.height {
                return;
            }
            let bar_room = area.width.saturating_sub(Self::NAMES + Self::NUMBERS + 2);
            let number = format!("{:+}", Rounded(*difference));
            let line = Rect { width: Self::NAMES + 1 + Self::NUMBERS, ..row(at) };
            entry(buffer, line, short_name(feature), &number, look);
            let length = (f64::from(bar_room) * difference.abs() / largest).round() as usize;
            let bar = match *difference > 0.0 {
                true => look.either("█", "+").repeat(length),
                false => look.either("▒", "-").repeat(length),
            };
            let from = Position { x: line.right() + 1, y: line.y };
            write(buffer, from, bar_room, &bar, look.quiet(), look);
        }
    }

    /// Columns of the names of features, and of numbers.
    const NAMES: u16 = 18;
    const NUMBERS: u16 = 7;
}

/// A number with as many digits as are worth reading.
fn short(number: f64) -> String {
    Rounded(number).to_string()
}

struct Rounded(f64);

impl std::fmt::Display for Rounded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = match self.0.abs() {
            size if size >= 1000.0 => 0,
            size if size >= 100.0 => 1,
            size if size >= 1.0 => 2,
            _ => 3,
        };
        if f.sign_plus() { write!(f, "{:+.digits$}", self.0) } else { write!(f, "{:.digits$}", self.0) }
    }
}

/// The name of a feature without the number that some have in front.
fn short_name(name: &str) -> &str {
    match name.strip_prefix('f').and_then(|rest| rest.split_once('_')) {
        Some((number, rest)) if number.chars().all(|digit| digit.is_ascii_digit()) => rest,
        _ => name,
    }
}
