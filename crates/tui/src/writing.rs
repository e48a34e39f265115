//! Words on the screen: cut to the room there is, in the characters there are.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use super::look::Look;

/// Columns that a text takes.
pub fn width(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// Writes a text into a line, at most `room` columns of it.
pub fn write(buffer: &mut Buffer, at: Position, room: u16, text: &str, style: Style, look: &Look) {
    let inside = buffer.area.contains(at);
    if inside {
        buffer.set_stringn(at.x, at.y, look.words(text), room.into(), style);
    }
}

/// Columns that a name keeps beside a long value.
const NAME: u16 = 8;

/// Writes a name at the left and a value at the right of a line.
pub fn entry(buffer: &mut Buffer, line: Rect, name: &str, value: &str, look: &Look) {
    // However long the value is, the name can be told.
    let value_width = width(value).min(line.width.saturating_sub(width(name).min(NAME) + 1));
    let room = line.width.saturating_sub(value_width + 1);
    write(buffer, line.as_position(), room, name, look.quiet(), look);
    let at = Position { x: line.x + line.width - value_width, y: line.y };
    write(buffer, at, value_width, value, look.text(), look);
}

/// Writes a text in the middle of a line.
pub fn centred(buffer: &mut Buffer, line: Rect, text: &str, style: Style, look: &Look) {
    let before = line.width.saturating_sub(width(text)) / 2;
    write(buffer, Position { x: line.x + before, y: line.y }, line.width - before, text, style, look);
}

/// Breaks a text into lines between words.
pub fn wrapped(text: &str, room: u16) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// Writes lines of text in a frame of their own in the middle of an area, over what is there.
pub fn boxed(buffer: &mut Buffer, area: Rect, lines: &[(String, Style)], look: &Look) {
    let widest = lines.iter().map(|(text, _)| width(text)).max().unwrap_or(0);
    let (box_width, box_height) = ((widest + 4).min(area.width), (lines.len() as u16 + 2).min(area.height));
    if box_width < 3 || box_height < 3 {
        return;
    }
    let place = Rect {
        x: area.x + (area.width - box_width) / 2,
        y: area.y + (area.height - box_height) / 2,
        width: box_width,
        height: box_height,
    };
    framed(buffer, place, look);
    for (index, (text, style)) in lines.iter().enumerate().take(usize::from(box_height - 2)) {
        let line = Rect { x: place.x + 1, y: place.y + 1 + index as u16, width: box_width - 2, height: 1 };
        centred(buffer, line, text, *style, look);
    }
}

/// Empties an area and draws a frame around it.
pub fn framed(buffer: &mut Buffer, place: Rect, look: &Look) {
    let style = look.quiet();
    let [left_top, right_top, left_bottom, right_bottom, across, down] =
        if look.is_ascii() { ['+', '+', '+', '+', '-', '|'] } else { ['┌', '┐', '└', '┘', '─', '│'] };
    let (last_x, last_y) = (place.right() - 1, place.bottom() - 1);
    for y in place.y..=last_y {
        for x in place.x..=last_x {
            let character = match (x == place.x, x == last_x, y == place.y, y == last_y) {
                (true, _, true, _) => left_top,
                (_, true, true, _) => right_top,
                (true, _, _, true) => left_bottom,
                (_, true, _, true) => right_bottom,
                (true, ..) | (_, true, ..) => down,
                (.., true, _) | (.., true) => across,
                _ => ' ',
            };
            if let Some(cell) = buffer.cell_mut(Position { x, y }) {
                cell.reset();
                cell.set_char(character).set_style(style);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("as fast as you can", 8), ["as fast", "as you", "can"]);
        assert_eq!(wrapped("unbreakable", 4), ["unbreakable"]);
        assert_eq!(wrapped("", 4), [""; 0]);
    }
}
