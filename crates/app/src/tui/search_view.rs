//! One moment of a search as a widget: the cells it looked at, then the plan; beside it the table of the algorithms.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;
use tetrolab_agents::path::{Action, Lettering, Report};
use tetrolab_engine::{Block, Cell, Placement};

use crate::palette::{self, Rgb};
use crate::timeline::{Look, Timeline};

/// Draws one moment: the board at the left, the table of the algorithms and the plan at the right.
pub struct SearchView<'a> {
    pub timeline: &'a Timeline<'a>,
    /// What each algorithm does on the same problem.
    pub table: &'a [(&'a str, &'a Report<Action>)],
    /// The name of the one on show.
    pub playing: &'a str,
    pub letters: Lettering,
    pub moment: usize,
    /// Whether the keys are on show.
    pub keys: bool,
    /// Letters and shades instead of colours.
    pub plain: bool,
}

/// Columns of the table, with the mark before it.
const TABLE: u16 = 58;
/// Rows that the right side needs.
const ROWS: u16 = 20;

const KEYS: [(&str, &str); 7] = [
    ("space", "pause and go on"),
    ("s, right", "one step on"),
    ("b, left", "one step back"),
    ("+, -", "faster, slower"),
    ("r", "again from the beginning"),
    ("q, escape", "quit"),
    ("?", "these keys"),
];

impl SearchView<'_> {
    /// Columns and rows that it needs.
    pub fn size(&self) -> (u16, u16) {
        let size = self.timeline.problem().space().board().size();
        (2 * u16::from(size.width) + 2 + TABLE, (u16::from(size.rows()) + 1).max(ROWS))
    }

    /// A colour, or none where letters and shades stand for colours.
    fn ink(&self, colour: Rgb) -> Style {
        if self.plain { Style::new() } else { Style::new().fg(colour.into()) }
    }

    fn board(&self, area: Rect, buffer: &mut Buffer) {
        let board = self.timeline.problem().space().board();
        let (width, rows) = (u16::from(board.size().width), u16::from(board.size().rows()));
        let quiet = self.ink(palette::QUIET);
        let piece = self.timeline.piece(self.moment);
        let looks = self.timeline.looks(self.moment);
        let step = self.timeline.step(self.moment);
        let trail = &self.timeline.states()[..step.map_or(0, |step| step.min(self.timeline.plan().len()) + 1)];
        let goals = self.timeline.problem().goals();
        for row in 0..rows {
            buffer.set_string(area.x, area.y + row, "│", quiet);
            buffer.set_string(area.x + 1 + 2 * width, area.y + row, "│", quiet);
            for column in 0..width {
                let cell = Cell::new(column as i8, (rows - 1 - row) as i8);
                let covers = |placement: &Placement| placement.cells().contains(&cell);
                let letter = piece.piece.letter().to_ascii_lowercase();
                let (text, style) = if covers(&piece) {
                    let text = if self.plain { format!("{letter}{letter}") } else { "██".to_string() };
                    (text, self.ink(palette::piece(piece.piece)))
                } else if board.is_filled(cell.x, cell.y) {
                    let text = if self.plain { "XX" } else { "██" };
                    (text.to_string(), self.ink(palette::block(Block::Garbage)))
                } else if trail.iter().any(covers) {
                    ("[]".to_string(), self.ink(palette::piece(piece.piece)))
                } else if goals.iter().any(covers) {
                    ("()".to_string(), self.ink(palette::TEXT))
                } else {
                    match looks.at(cell) {
                        Look::Never => (" ·".to_string(), quiet.add_modifier(Modifier::DIM)),
                        Look::Frontier => ("::".to_string(), quiet),
                        Look::At(share) => (shade(share).to_string(), self.ink(palette::tint(share))),
                    }
                };
                buffer.set_string(area.x + 1 + 2 * column, area.y + row, text, style);
            }
        }
        let floor = format!("└{}┘", "─".repeat(2 * width as usize));
        buffer.set_string(area.x, area.y + rows, floor, quiet);
    }

    fn side(&self, area: Rect, buffer: &mut Buffer) {
        let quiet = self.ink(palette::QUIET);
        let x = area.x + 1;
        let heading =
            format!("{:<19}{:>5}{:>9}{:>10}{:>9}{:>5}", "algorithm", "cost", "expanded", "generated", "frontier", "µs");
        buffer.set_string(x, area.y, heading, quiet);
        for (index, (name, report)) in self.table.iter().enumerate() {
            let y = area.y + 1 + index as u16;
            let cost = report.plan.as_ref().map_or("none".to_string(), |_| report.cost.to_string());
            let line = format!(
                "{name:<19}{cost:>5}{:>9}{:>10}{:>9}{:>5}",
                report.expanded,
                report.generated,
                report.largest_frontier,
                report.time.as_micros(),
            );
            let is_playing = *name == self.playing;
            let style = if is_playing { Style::new().add_modifier(Modifier::BOLD) } else { quiet };
            buffer.set_string(x, y, line, style);
            if is_playing {
                buffer.set_string(area.x, y, "▸", style);
            }
        }
        let y = area.y + self.table.len() as u16 + 2;
        if self.keys {
            for (index, (key, meaning)) in KEYS.iter().enumerate() {
                buffer.set_string(x, y + index as u16, format!("{key:<12}{meaning}"), Style::new());
            }
            return;
        }
        let (plan, all) = (self.timeline.plan(), self.timeline.expanded());
        let text = match self.timeline.step(self.moment) {
            None => format!("searching: {} of {all} expanded", self.moment),
            Some(_) if plan.is_empty() => format!("{all} expanded; there is nothing to play"),
            Some(step) => format!("{all} expanded; step {step} of {}", plan.len()),
        };
        buffer.set_string(x, y, text, Style::new());
        buffer.set_string(x, y + 1, "░░▒▒▓▓ looked at, early to late   :: frontier", quiet);
        buffer.set_string(x, y + 2, "[] way of the piece   () goal", quiet);
        self.plan(Rect { x, y: y + 4, width: TABLE - 1, height: area.height.saturating_sub(y + 4 - area.y) }, buffer);
    }

    /// The plan, as much as there is room for; what has been done is bold.
    fn plan(&self, area: Rect, buffer: &mut Buffer) {
        let done = self.timeline.step(self.moment).unwrap_or(0);
        let (mut x, mut y) = (area.x, area.y);
        for (index, &action) in self.timeline.plan().iter().enumerate() {
            let text = (self.letters.of)(action);
            let width = text.chars().count() as u16;
            if x + width > area.right() {
                (x, y) = (area.x, y + 1);
            }
            if y + 1 >= area.bottom() && x + width + 2 > area.right() {
                buffer.set_string(x, y, "…", Style::new());
                return;
            }
            let bold = Style::new().add_modifier(Modifier::BOLD);
            buffer.set_string(x, y, text, if index < done { bold } else { self.ink(palette::QUIET) });
            x += width + 1;
        }
    }
}

/// Shades beside the colours, so that nothing is told by colour alone.
fn shade(share: f64) -> &'static str {
    ["░░", "▒▒", "▓▓"][(share * 2.99) as usize]
}

impl Widget for SearchView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let board = self.size().0 - TABLE;
        self.board(Rect { width: board, ..area }, buffer);
        self.side(Rect { x: area.x + board, width: TABLE, ..area }, buffer);
    }
}

#[cfg(test)]
mod tests {
    use tetrolab_agents::path::{ALGORITHMS, LETTERINGS, Options, Order, Place, Problem, Space, Turning};
    use tetrolab_engine::{Picture, Piece, Size};

    use super::*;

    /// The left columns of one moment, without colours.
    fn board(timeline: &Timeline<'_>, moment: usize) -> Vec<String> {
        let (letters, table) = (LETTERINGS[0], &[]);
        let view = SearchView { timeline, table, playing: "", letters, moment, keys: false, plain: true };
        let area = Rect::new(0, 0, view.size().0, view.size().1);
        let mut buffer = Buffer::empty(area);
        view.render(area, &mut buffer);
        let line = |y| (0..10).map(|x| buffer[(x, y)].symbol().to_string()).collect();
        (0..6).map(line).collect()
    }

    #[test]
    fn a_search_and_its_plan() {
        let size = Size { width: 4, height: 5, buffer: 0 };
        let blocks = Picture::parse("..X.\n...X\n", size).unwrap().blocks;
        let top = Place::top(Piece::O, 4);
        let space = Space::new(*blocks.board(), Piece::O, &top, Turning::SRS, Order::default()).unwrap();
        let problem = Problem::new(space, &["3,0 3,1 4,0 4,1".parse().unwrap()]).unwrap();
        let mut expanded = Vec::new();
        let report = (ALGORITHMS[0].search)(&problem, &Options::default(), &mut |state| expanded.push(state));
        let timeline = Timeline::new(&problem, expanded, report.plan.unwrap());
        let start = ["│ ·oooo ·│", "│ ·oooo ·│", "│ · · · ·│", "│()()XX ·│", "│()() ·XX│", "└────────┘"];
        assert_eq!(board(&timeline, 0), start);
        let first = ["│::oooo::│", "│::oooo::│", "│ ·:::: ·│", "│()()XX ·│", "│()() ·XX│", "└────────┘"];
        assert_eq!(board(&timeline, 1), first);
        let end = board(&timeline, timeline.moments());
        assert_eq!(end[3..], ["│ooooXX ·│", "│oooo ·XX│", "└────────┘"]);
        assert!(end[0].contains("[][]"), "{end:?}");
    }
}
