//! The assistant's advice beside the board: the keys, the value, and what decided against the next best.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use tetrolab_agents::Advice;
use tetrolab_engine::{Button, Game, Key, KeyPath, Placement};

use super::look::Look;
use super::view::Shared;
use super::writing::{entry, wrapped, write};
use crate::play::{Coach, Reason, Verdict};
use crate::preferences::command::Command;

/// What is shown of an advice.
pub struct Hint<'a> {
    /// Where the piece should go, if that is known.
    pub placement: Option<Placement>,
    /// Who advises what.
    title: String,
    /// The keys, as they are on the keyboard.
    keys: String,
    /// What is to be said besides.
    note: String,
    /// Names and numbers.
    entries: Vec<(&'a str, String)>,
    /// What decided between the best and the next best.
    reasons: &'a [Reason],
}

impl<'a> Hint<'a> {
    /// The advice of an agent, with the player's own keys.
    pub fn of_agent(agent: &str, advice: &Advice, reasons: &'a [Reason], shared: &Shared) -> Hint<'a> {
        let texts = &shared.texts.hint;
        let next_best = advice.runner_up.as_ref().map(|other| (&*texts.next_best, short(other.value)));
        let is_tie = advice.explanation.is_some() && advice.runner_up.is_some() && reasons.is_empty();
        Hint {
            placement: Some(advice.path.placement),
            title: texts.advice.with(&[("agent", &agent)]),
            keys: typed(advice.use_hold, &advice.path, shared),
            note: if is_tie { texts.as_good.to_string() } else { String::new() },
            entries: [(&*texts.value, short(advice.value))].into_iter().chain(next_best).collect(),
            reasons,
        }
    }

    /// What the coach of perfect clears says; nothing if it has nothing to say yet.
    pub fn of_coach(coach: &Coach, game: &Game, shared: &Shared) -> Option<Hint<'a>> {
        let texts = &shared.texts.hint;
        let (title, path) = match coach.verdict() {
            Some(Verdict::Possible { clears, continuations, .. }) => {
                let title = match continuations {
                    1 => texts.clear.to_string(),
                    _ => texts.clear_likely.with(&[("clears", clears), ("continuations", continuations)]),
                };
                (title, Some(coach.path(game)?))
            }
            Some(Verdict::Impossible) => (texts.no_clear.to_string(), None),
            Some(Verdict::TooFar) => return None,
            None if coach.is_thinking() => (texts.thinking.to_string(), None),
            None => return None,
        };
        let keys = path.as_ref().map_or_else(String::new, |(hold, path)| typed(*hold, path, shared));
        let placement = path.map(|(_, path)| path.placement);
        Some(Hint { placement, title, keys, note: String::new(), entries: Vec::new(), reasons: &[] })
    }

    /// Columns it takes where there is room.
    pub const WIDE: u16 = 40;

    /// Draws as much as there is room for.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let row = |row: u16| Rect { y: area.y + row, height: 1, ..area };
        let mut at = 0;
        for line in wrapped(&self.title, area.width).iter().take(3) {
            write(buffer, row(at).as_position(), area.width, line, look.quiet(), look);
            at += 1;
        }
        for line in wrapped(&self.keys, area.width).iter().take(2) {
            write(buffer, row(at).as_position(), area.width, line, look.strong(), look);
            at += 1;
        }
        for (name, value) in &self.entries {
            entry(buffer, row(at), name, value, look);
            at += 1;
        }
        for line in wrapped(&self.note, area.width).iter().take(2) {
            write(buffer, row(at).as_position(), area.width, line, look.quiet(), look);
            at += 1;
        }
        let largest = self.reasons.iter().fold(0.0, |largest: f64, reason| largest.max(reason.difference.abs()));
        for Reason { feature, difference } in self.reasons {
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
            at += 1;
        }
    }

    /// Columns of the names of features, and of numbers.
    const NAMES: u16 = 18;
    const NUMBERS: u16 = 7;
}

/// The keys of a path, as they are on the player's keyboard.
fn typed(hold: bool, path: &KeyPath, shared: &Shared) -> String {
    let key = |button: Button, is_held: bool| {
        let keys = shared.preferences.keys.keys(Command::Button(button));
        let name = keys.first().map(|key| key.shown(shared.look.characters, &shared.texts.keys));
        let name = name.unwrap_or_else(|| button.name().to_string());
        if is_held { shared.texts.hint.held.with(&[("key", &name)]) } else { name }
    };
    let is_held = |key: &Key| matches!(key, Key::LeftHeld | Key::RightHeld | Key::Down(_));
    let first = hold.then(|| key(Button::Hold, false));
    let keys = path.keys.iter().map(|press| key(press.button(), is_held(press)));
    first.into_iter().chain(keys).collect::<Vec<_>>().join(" ")
}

/// A number with as many digits as are worth reading.
fn short(number: f64) -> String {
    Rounded(number).to_string()
}

struct Rounded(f64);

impl std::fmt::Display for Rounded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = match self.0.abs() {
            size if size >= 1e6 => return write!(f, "{:.1e}", self.0),
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
