//! A game as a widget: the Matrix with the row above the Skyline, Hold at the left, Next at the right.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;
use tetrolab_engine::{Cell, End, Game, Piece, Placement, Rotation, SECOND, Time};

use crate::palette::{self, Rgb};

/// Draws a game.
pub struct GameView<'a> {
    pub game: &'a Game,
    /// The last thing worth a line, such as `T-Spin Double`.
    pub message: &'a str,
    /// Letters instead of colours.
    pub plain: bool,
}

const SIDE: u16 = 16;

impl GameView<'_> {
    /// Columns and rows that the game needs.
    pub fn size(&self) -> (u16, u16) {
        let size = self.game.rules().size;
        (2 * SIDE + 2 * u16::from(size.width) + 2, (u16::from(size.height) + 2).max(22))
    }

    /// A colour, or none where letters stand for colours.
    fn ink(&self, colour: Rgb) -> Style {
        if self.plain { Style::new() } else { Style::new().fg(palette::terminal(colour)) }
    }

    fn cell(&self, buffer: &mut Buffer, x: u16, y: u16, text: &str, letter: char, colour: Rgb) {
        let letters = if self.plain && text == "██" { format!("{letter}{letter}") } else { text.to_string() };
        buffer.set_string(x, y, letters, self.ink(colour));
    }

    fn matrix(&self, area: Rect, buffer: &mut Buffer) {
        let size = self.game.rules().size;
        let (rows, width) = (u16::from(size.height), u16::from(size.width));
        // One row above the Skyline is on show, without walls.
        let place = |cell: Cell| {
            let (x, y) = (u16::try_from(cell.x).ok()?, u16::try_from(cell.y).ok()?);
            (x < width && y <= rows).then(|| (area.x + 1 + 2 * x, area.y + rows - y))
        };
        let wall = self.ink(palette::QUIET);
        for y in 1..=rows {
            buffer.set_string(area.x, area.y + y, "│", wall);
            buffer.set_string(area.x + 1 + 2 * width, area.y + y, "│", wall);
            for x in 0..width {
                buffer.set_string(area.x + 1 + 2 * x, area.y + y, " ·", wall.add_modifier(Modifier::DIM));
            }
        }
        let floor = format!("└{}┘", "─".repeat(2 * width as usize));
        buffer.set_string(area.x, area.y + rows + 1, floor, wall);
        for y in 0..=size.height as i8 {
            for x in 0..size.width as i8 {
                if let (Some(block), Some((column, row))) = (self.game.blocks().get(x, y), place(Cell::new(x, y))) {
                    self.cell(buffer, column, row, "██", block.letter(), palette::block(block));
                }
            }
        }
        let Some(piece) = self.game.in_play() else { return };
        let colour = palette::piece(piece.piece);
        for (placement, text) in [(self.game.ghost(), "[]"), (Some(piece), "██")] {
            for cell in placement.iter().flat_map(|placement| placement.cells()) {
                if let Some((column, row)) = place(cell) {
                    self.cell(buffer, column, row, text, piece.piece.letter().to_ascii_lowercase(), colour);
                }
            }
        }
    }

    /// A piece facing North in half blocks: two rows of Minos in one line of text.
    fn preview(&self, buffer: &mut Buffer, x: u16, y: u16, piece: Piece) {
        let cells = Placement::new(piece, Rotation::North, 1, 0).cells();
        for column in 0..4 {
            let filled = |row| cells.contains(&Cell::new(column, row));
            let text = match (filled(1), filled(0)) {
                (true, true) => "██",
                (true, false) => "▀▀",
                (false, true) => "▄▄",
                (false, false) => "  ",
            };
            let style = self.ink(palette::piece(piece));
            buffer.set_string(x + 2 * column as u16, y, text, style);
        }
        if self.plain {
            buffer.set_string(x + 9, y, piece.to_string(), Style::new());
        }
    }

    fn left(&self, area: Rect, buffer: &mut Buffer) {
        let game = self.game;
        let quiet = self.ink(palette::QUIET);
        buffer.set_string(area.x + 1, area.y + 1, "Hold", quiet);
        if let Some(piece) = game.hold() {
            self.preview(buffer, area.x + 1, area.y + 2, piece);
        }
        let mode = game.mode();
        let lines = match (mode.line_limit, game.goal_left()) {
            (Some(limit), _) => ("Lines left", u64::from(limit.saturating_sub(game.lines()))),
            (None, Some(goal)) => ("Goal left", u64::from(goal)),
            (None, None) => ("Lines", u64::from(game.lines())),
        };
        let statistics = game.statistics();
        let rate = f64::from(statistics.pieces) * SECOND as f64 / (game.now() as f64).max(1.0);
        let entries = [
            ("Mode", mode.name.to_string()),
            ("Score", game.score().to_string()),
            ("Level", game.level().to_string()),
            (lines.0, lines.1.to_string()),
            ("Time", clock(game.now())),
            ("Pieces", format!("{} ({rate:.1}/s)", statistics.pieces)),
        ];
        for (index, (name, value)) in entries.iter().enumerate() {
            let y = area.y + 5 + 2 * index as u16;
            buffer.set_string(area.x + 1, y, name, quiet);
            buffer.set_string(area.x + 1, y + 1, value, Style::new());
        }
        buffer.set_string(area.x + 1, area.y + 18, self.message, Style::new().add_modifier(Modifier::BOLD));
        if game.chain() > 1 {
            buffer.set_string(area.x + 1, area.y + 19, format!("Back-to-Back {}", game.chain() - 1), quiet);
        }
        if let Some(end) = game.end() {
            let name = if end == End::Won { "done" } else { end.name() };
            buffer.set_string(area.x + 1, area.y + 20, name, Style::new().add_modifier(Modifier::BOLD));
        }
    }

    fn right(&self, area: Rect, buffer: &mut Buffer) {
        let quiet = self.ink(palette::QUIET);
        buffer.set_string(area.x + 2, area.y + 1, "Next", quiet);
        for (index, &piece) in self.game.next().iter().enumerate() {
            self.preview(buffer, area.x + 2, area.y + 2 + 2 * index as u16, piece);
        }
        let waiting = self.game.garbage_waiting();
        if waiting > 0 {
            buffer.set_string(area.x + 2, area.y + 18, format!("Garbage {waiting}"), quiet);
        }
    }
}

impl Widget for GameView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (width, height) = self.size();
        let board_width = width - 2 * SIDE;
        self.left(Rect { width: SIDE, height, ..area }, buffer);
        self.matrix(Rect { x: area.x + SIDE, width: board_width, height, ..area }, buffer);
        self.right(Rect { x: area.x + SIDE + board_width, width: SIDE, height, ..area }, buffer);
    }
}

/// Minutes, seconds and hundredths.
fn clock(time: Time) -> String {
    let hundredths = time / (SECOND / 100);
    format!("{}:{:02}.{:02}", hundredths / 6000, hundredths / 100 % 60, hundredths % 100)
}
