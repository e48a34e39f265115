//! The assistant's advice beside the board.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::look::Look;
use super::writing::{entry, wrapped, write};
use tetrolab_sessions::play::{Hint, Reason, Rounded, short_name};

/// Columns it takes where there is room.
pub const WIDE: u16 = 40;

/// Columns of the names of features, and of numbers.
const NAMES: u16 = 18;
const NUMBERS: u16 = 7;

/// Draws as much as there is room for.
pub fn draw(hint: &Hint<'_>, area: Rect, buffer: &mut Buffer, look: &Look) {
    let row = |row: u16| Rect { y: area.y + row, height: 1, ..area };
    let mut at = 0;
    for line in wrapped(&hint.title, area.width).iter().take(3) {
        write(buffer, row(at).as_position(), area.width, line, look.quiet(), look);
        at += 1;
    }
    for line in wrapped(&hint.keys, area.width).iter().take(2) {
        write(buffer, row(at).as_position(), area.width, line, look.strong(), look);
        at += 1;
    }
    for (name, value) in &hint.entries {
        entry(buffer, row(at), name, value, look);
        at += 1;
    }
    for line in wrapped(&hint.note, area.width).iter().take(2) {
        write(buffer, row(at).as_position(), area.width, line, look.quiet(), look);
        at += 1;
    }
    let largest = hint.reasons.iter().fold(0.0, |largest: f64, reason| largest.max(reason.difference.abs()));
    for Reason { feature, difference } in hint.reasons {
        if at >= area.height {
            return;
        }
        let bar_room = area.width.saturating_sub(NAMES + NUMBERS + 2);
        let number = format!("{:+}", Rounded(*difference));
        let line = Rect { width: NAMES + 1 + NUMBERS, ..row(at) };
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
