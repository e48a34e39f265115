//! A list of games on the screen: what it is, its rows with the chosen one, and everything about that one below.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::look::Look;
use super::writing::{width, wrapped, write};
use tetrolab_sessions::history::Grid;
use tetrolab_sessions::texts::Text;

/// The least columns that titles and details get.
const LEAST_WIDTH: u16 = 76;
/// Rows for what the list is, and for what is known of the chosen game.
const ABOUT: u16 = 2;
const DETAILS: u16 = 7;
/// Columns between two details.
const BETWEEN: &str = "   ";

/// A list, and which of its rows is chosen.
pub struct Listing<'a> {
    pub title: &'a str,
    /// Stands at the right of the title.
    pub place: String,
    pub about: String,
    pub grid: &'a Grid,
    pub chosen: usize,
    /// What the chosen game was, if the list has games of several kinds.
    pub kind: Option<String>,
    /// What is known of the chosen game.
    pub details: Vec<String>,
    /// What will be here, and how, while there is nothing.
    pub empty: [&'a Text; 2],
    pub look: &'a Look,
}

impl Listing<'_> {
    /// Draws it. Returns how many rows of the grid are seen.
    pub fn draw(&self, frame: &mut Frame<'_>, area: Rect) -> usize {
        let look = self.look;
        let room = area.width.saturating_sub(2);
        let block = self.grid.blocks(room.into()).into_iter().next();
        let list_width = block.iter().flat_map(|block| &block.headings).map(|line| width(line)).max().unwrap_or(0);
        let inner = list_width.max(LEAST_WIDTH).min(room);
        let line = |row: u16| Rect { x: area.x + (area.width - inner) / 2, y: area.y + row, width: inner, height: 1 };
        let buffer = frame.buffer_mut();
        write(buffer, line(0).as_position(), inner, self.title, look.strong(), look);
        let place_width = width(&self.place).min(inner);
        let at = Position { x: line(0).right() - place_width, ..line(0).as_position() };
        write(buffer, at, place_width, &self.place, look.quiet(), look);
        let Some(block) = block.filter(|_| !self.grid.is_empty()) else {
            let [what, how] = self.empty;
            write(buffer, line(2).as_position(), inner, what, look.text(), look);
            for (row, text) in (4..).zip(wrapped(how, inner)) {
                write(buffer, line(row).as_position(), inner, &text, look.quiet(), look);
            }
            return 0;
        };
        for (row, text) in (1..=ABOUT).zip(fitted(&self.about, inner)) {
            write(buffer, line(row).as_position(), inner, &text, look.text(), look);
        }
        let mut row = 1 + ABOUT;
        for heading in &block.headings {
            write(buffer, line(row).as_position(), inner, heading, look.quiet(), look);
            row += 1;
        }
        let seen = usize::from(area.height.saturating_sub(row + DETAILS));
        let first = self.chosen.saturating_sub(seen / 2).min(self.grid.len().saturating_sub(seen));
        for (index, text) in block.rows.iter().enumerate().skip(first).take(seen) {
            let style = if index == self.chosen { look.chosen() } else { look.text() };
            write(buffer, line(row).as_position(), inner, text, style, look);
            row += 1;
        }
        let known = self.kind.clone().into_iter().chain(packed(&self.details, inner));
        for (row, text) in (area.height - DETAILS + 1..area.height).zip(known) {
            write(buffer, line(row).as_position(), inner, &text, look.quiet(), look);
        }
        seen
    }
}

/// A text as it is if it fits into a line, else broken between words.
fn fitted(text: &str, room: u16) -> Vec<String> {
    if width(text) <= room { vec![text.to_string()] } else { wrapped(text, room) }
}

/// As many entries as fit into each line.
fn packed(entries: &[String], room: u16) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for entry in entries {
        match lines.last_mut() {
            Some(line) if width(line) + width(BETWEEN) + width(entry) <= room => {
                line.push_str(BETWEEN);
                line.push_str(entry);
            }
            _ => lines.push(entry.clone()),
        }
    }
    lines
}
