//! What the player's games add up to, all together and mode by mode.

use std::cell::Cell;

use crossterm::event::KeyEvent;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use tetrolab_records::Filter;

use super::view::{KeyHelp, Move, Next, Shared, View};
use super::writing::{width, wrapped, write};
use tetrolab_sessions::history::{ModeTotals, statistics, statistics_grid};

/// Rows of the title.
const TITLE: u16 = 2;

/// Statistics.
pub struct StatisticsView {
    /// All modes together, then each that was played.
    rows: Vec<ModeTotals>,
    /// Lines that are above the screen.
    hidden: usize,
    /// How many could be hidden when it was last drawn.
    most_hidden: Cell<usize>,
}

impl StatisticsView {
    pub fn new(shared: &mut Shared) -> StatisticsView {
        let rows = shared.with_records(|records| statistics(records, &Filter::default())).unwrap_or_default();
        StatisticsView { rows, hidden: 0, most_hidden: Cell::new(0) }
    }
}

impl View for StatisticsView {
    fn draw(&self, frame: &mut Frame<'_>, area: Rect, shared: &Shared) {
        let (texts, look) = (shared.texts, &shared.look);
        let room = area.width.saturating_sub(2);
        let is_empty = self.rows.first().is_none_or(|all| all.totals.games == 0);
        let lines: Vec<(String, Style)> = if is_empty {
            let how = wrapped(&texts.statistics.empty_about, room).into_iter().map(|line| (line, look.quiet()));
            [(texts.statistics.empty.to_string(), look.text()), (String::new(), look.text())]
                .into_iter()
                .chain(how)
                .collect()
        } else {
            let blocks = statistics_grid(&self.rows, texts).blocks(room.into());
            let between = |index: usize| (index > 0).then(|| (String::new(), look.text()));
            let lines = blocks.into_iter().enumerate().flat_map(|(index, block)| {
                let headings = block.headings.into_iter().map(|line| (line, look.quiet()));
                let rows = block.rows.into_iter().map(|line| (line, look.text()));
                between(index).into_iter().chain(headings).chain(rows)
            });
            lines.collect()
        };
        let inner = lines.iter().map(|(line, _)| width(line)).max().unwrap_or(0).min(room);
        let at = |row: u16| Position { x: area.x + (area.width - inner) / 2, y: area.y + row };
        let buffer = frame.buffer_mut();
        write(buffer, at(0), room, &texts.menu.statistics, look.strong(), look);
        let seen = usize::from(area.height - TITLE);
        self.most_hidden.set(lines.len().saturating_sub(seen));
        let hidden = self.hidden.min(self.most_hidden.get());
        for (row, (line, style)) in (TITLE..).zip(lines.iter().skip(hidden).take(seen)) {
            write(buffer, at(row), inner, line, *style, look);
        }
    }

    fn key(&mut self, key: KeyEvent, _shared: &mut Shared) -> Next {
        self.hidden = self.hidden.min(self.most_hidden.get());
        match Move::of(key) {
            Some(Move::Leave) => return Next::Back,
            Some(Move::Down) => self.hidden += 1,
            Some(Move::Up) => self.hidden = self.hidden.saturating_sub(1),
            _ => {}
        }
        Next::Stay
    }

    fn keys(&self, shared: &Shared) -> Vec<KeyHelp> {
        let mut keys = vec![("Esc".to_string(), shared.texts.common.back.to_string())];
        if self.most_hidden.get() > 0 {
            let arrows = shared.look.either("↑↓", "up down").to_string();
            keys.insert(0, (arrows, shared.texts.menu.move_about.to_string()));
        }
        keys
    }
}
