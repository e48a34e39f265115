//! One moment of a search as a widget: the cells it looked at, then the plan; beside it the table of the algorithms.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tetrolab_agents::path::{Action, Lettering, Look, Report, Timeline};
use tetrolab_engine::{Block, Cell, Placement};

use super::colours::terminal;
use tetrolab_sessions::palette::{self, Rgb};

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
        if self.plain { Style::new() } else { Style::new().fg(terminal(colour)) }
    }

    /// A cell of the piece, with its letter: black on its colour, which no piece brings below a contrast of 4.5 to 1.
    fn block(&self, colour: Rgb) -> Style {
        let letter = Style::new().add_modifier(Modifier::BOLD);
        if self.plain { letter } else { letter.fg(terminal(Rgb(0, 0, 0))).bg(terminal(colour)) }
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
                    (format!("{letter}{letter}"), self.block(palette::piece(piece.piece)))
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
        let unit = Unit::of(self.table.iter().map(|(_, report)| report.time).max().unwrap_or_default());
        let heading = format!(
            "{:<19}{:>5}{:>9}{:>10}{:>9}{:>5}",
            "algorithm", "cost", "expanded", "generated", "frontier", unit.name
        );
        buffer.set_string(x, area.y, heading, quiet);
        for (index, (name, report)) in self.table.iter().enumerate() {
            let y = area.y + 1 + index as u16;
            let cost = report.plan.as_ref().map_or("none".to_string(), |_| report.cost.to_string());
            let line = format!(
                "{name:<19}{cost:>5}{:>9}{:>10}{:>9}{:>5}",
                report.expanded,
                report.generated,
                report.largest_frontier,
                unit.number(report.time),
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
            Some(_) if plan.is_empty() => format!("the search is over: {all} expanded"),
            Some(step) => format!("{all} expanded; step {step} of {}", plan.len()),
        };
        buffer.set_string(x, y, text, Style::new());
        buffer.set_string(x, y + 1, "░░▒▒▓▓ looked at, early to late   :: frontier", quiet);
        buffer.set_string(x, y + 2, "[] way of the piece   () goal", quiet);
        let below = Rect { x, y: y + 4, width: TABLE - 1, height: area.height.saturating_sub(y + 4 - area.y) };
        match self.timeline.step(self.moment) {
            None => {}
            Some(_) if plan.is_empty() => Paragraph::new(self.timeline.ending())
                .style(Style::new().add_modifier(Modifier::BOLD))
                .wrap(Wrap { trim: true })
                .render(below, buffer),
            Some(done) => self.plan(done, below, buffer),
        }
    }

    /// The plan, as much as there is room for; what has been done is bold.
    fn plan(&self, done: usize, area: Rect, buffer: &mut Buffer) {
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

/// The unit in which all times of the table are given, so that the longest has at most four characters.
#[derive(Clone, Copy, Debug)]
struct Unit {
    name: &'static str,
    seconds: f64,
}

impl Unit {
    fn of(longest: Duration) -> Unit {
        let units = [("µs", 1e-6), ("ms", 1e-3), ("s", 1.0)].map(|(name, seconds)| Unit { name, seconds });
        let fits = |unit: &Unit| longest.as_secs_f64() < 9_999.5 * unit.seconds;
        units.into_iter().find(fits).unwrap_or(units[2])
    }

    /// At most four characters: microseconds are whole, others have up to two decimals.
    fn number(self, time: Duration) -> String {
        let number = time.as_secs_f64() / self.seconds;
        let decimals = match number {
            _ if self.name == "µs" => 0,
            ..9.995 => 2,
            ..99.95 => 1,
            _ => 0,
        };
        format!("{number:.decimals$}")
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
    use std::ops::Range;

    use tetrolab_agents::path::{ALGORITHMS, LETTERINGS, Options, Order, Place, Problem, Space, Turning};
    use tetrolab_engine::{Picture, Piece, Size};

    use super::*;

    /// A search on a small board with three Blocks, and what each algorithm does there.
    fn search(goal: &str, ending: &str, test: impl Fn(&Timeline<'_>, &Report<Action>)) {
        let size = Size { width: 4, height: 5, buffer: 0 };
        let blocks = Picture::parse("..X.\n...X\n", size).unwrap().blocks;
        let top = Place::top(Piece::O, 4);
        let space = Space::new(*blocks.board(), Piece::O, &top, Turning::SRS, Order::default()).unwrap();
        let problem = Problem::new(space, &[goal.parse().unwrap()]).unwrap();
        let mut expanded = Vec::new();
        let report = (ALGORITHMS[0].search)(&problem, &Options::default(), &mut |state| expanded.push(state));
        let plan = report.plan.clone().unwrap_or_default();
        test(&Timeline::new(&problem, expanded, plan, ending.to_string()), &report);
    }

    fn drawn(timeline: &Timeline<'_>, table: &[(&str, &Report<Action>)], moment: usize, plain: bool) -> Buffer {
        let view = SearchView { timeline, table, playing: "", letters: LETTERINGS[0], moment, keys: false, plain };
        let area = Rect::new(0, 0, view.size().0, view.size().1);
        let mut buffer = Buffer::empty(area);
        view.render(area, &mut buffer);
        buffer
    }

    fn line(buffer: &Buffer, columns: Range<u16>, y: u16) -> String {
        columns.map(|x| buffer[(x, y)].symbol().to_string()).collect()
    }

    /// The left columns of one moment, without colours.
    fn board(timeline: &Timeline<'_>, moment: usize) -> Vec<String> {
        let buffer = drawn(timeline, &[], moment, true);
        (0..6).map(|y| line(&buffer, 0..10, y)).collect()
    }

    /// All of one moment, without spaces at the ends of lines.
    fn screen(timeline: &Timeline<'_>, table: &[(&str, &Report<Action>)], moment: usize) -> String {
        let buffer = drawn(timeline, table, moment, true);
        let lines = (0..buffer.area.height).map(|y| line(&buffer, 0..buffer.area.width, y));
        lines.map(|line| line.trim_end().to_string() + "\n").collect()
    }

    #[test]
    fn a_search_and_its_plan() {
        search("3,0 3,1 4,0 4,1", "", |timeline, _| {
            let start = ["│ ·oooo ·│", "│ ·oooo ·│", "│ · · · ·│", "│()()XX ·│", "│()() ·XX│", "└────────┘"];
            assert_eq!(board(timeline, 0), start);
            let first = ["│::oooo::│", "│::oooo::│", "│ ·:::: ·│", "│()()XX ·│", "│()() ·XX│", "└────────┘"];
            assert_eq!(board(timeline, 1), first);
            let end = board(timeline, timeline.moments());
            assert_eq!(end[3..], ["│ooooXX ·│", "│oooo ·XX│", "└────────┘"]);
            assert!(end[0].contains("[][]"), "{end:?}");
        });
    }

    /// Never by colour alone: with colours, too, the piece has its letter and Blocks have none.
    #[test]
    fn the_piece_and_blocks_differ_in_more_than_colour() {
        search("3,0 3,1 4,0 4,1", "", |timeline, _| {
            let buffer = drawn(timeline, &[], 0, false);
            assert_eq!(line(&buffer, 0..10, 0), "│ ·oooo ·│");
            assert_eq!(line(&buffer, 0..10, 3), "│()()██ ·│");
        });
    }

    #[test]
    fn the_plan_is_shown_when_the_search_is_over() {
        search("3,0 3,1 4,0 4,1", "", |timeline, _| {
            let while_searching = screen(timeline, &[], timeline.expanded() - 1);
            assert!(while_searching.contains("searching: ") && !while_searching.contains("A A"), "{while_searching}");
            let over = screen(timeline, &[], timeline.expanded());
            assert!(over.contains("; step 0 of 4") && over.contains("A A"), "{over}");
        });
    }

    #[test]
    fn a_search_without_a_plan_says_so() {
        let long = "no plan within 30 steps: the bound is too small to tell; try a larger --bound";
        search("3,0 3,1 4,0 4,1", long, |searched, _| {
            let expanded = vec![searched.problem().space().start()];
            let timeline = Timeline::new(searched.problem(), expanded, Vec::new(), long.to_string());
            assert!(!screen(&timeline, &[], 0).contains("no plan"));
            let over = screen(&timeline, &[], 1);
            assert!(over.contains("the search is over: 1 expanded\n"), "{over}");
            assert!(over.contains(" no plan within 30 steps: the bound is too small to tell;\n"), "{over}");
            assert!(over.contains(" try a larger --bound\n"), "{over}");
        });
        let sentence = "nothing to do: the start is a goal";
        search("0,1 0,2 1,1 1,2", sentence, |timeline, _| {
            assert_eq!(timeline.moments(), 0);
            let over = screen(timeline, &[], 0);
            assert!(over.contains("the search is over: 0 expanded\n") && over.contains(sentence), "{over}");
        });
    }

    /// However long the times are, the columns of the table stay apart.
    #[test]
    fn times_keep_to_their_column() {
        search("3,0 3,1 4,0 4,1", "", |timeline, report| {
            for (longest, unit, shown, short) in [
                (9_999, "µs", "9999", "25"),
                (10_000, "ms", "10.0", "0.03"),
                (99_960, "ms", "100", "0.03"),
                (9_999_400, "ms", "9999", "0.03"),
                (12_345_678, "s", "12.3", "0.00"),
            ] {
                let timed = |time| Report { time: Duration::from_micros(time), ..report.clone() };
                let (long, brief) = (timed(longest), timed(25));
                let screen = screen(timeline, &[("iterative-deepening", &long), ("a-star", &brief)], 0);
                let words = |line: &str| line.split_whitespace().last().unwrap().to_string();
                let lines: Vec<&str> = screen.lines().collect();
                assert_eq!([0, 1, 2].map(|y| words(lines[y])), [unit, shown, short].map(String::from));
            }
        });
    }
}
