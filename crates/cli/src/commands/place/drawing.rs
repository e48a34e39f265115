//! The board with a drop on it, as lines of text.

use tetrolab_agents::Dropped;
use tetrolab_engine::{Block, Cell};

use crate::commands::page::Page;
use tetrolab_queries::place::Position;
use tetrolab_sessions::palette;

/// A board beside others: all have the same number of rows.
pub struct Drawing<'a> {
    pub page: Page,
    pub position: &'a Position,
    pub dropped: &'a Dropped,
}

/// No picture has fewer rows: a piece needs some room to be seen in.
const FEWEST: u8 = 4;

impl Drawing<'_> {
    /// Rows that are needed: the stack, the piece, and an empty row above them.
    pub fn rows(&self) -> u8 {
        let highest = self.position.blocks.board().stack_height().max(self.dropped.landing.top());
        (highest + 1).max(FEWEST).min(self.position.rules.size().rows())
    }

    /// Columns that are needed.
    pub fn width(&self) -> usize {
        let width = usize::from(self.position.rules.size().width);
        // Room for the arrow of a row that is removed.
        if self.page.is_terminal { 2 * width + 4 } else { width + 2 }
    }

    /// The lines from the top down, each as wide as [`Drawing::width`]; the last one numbers the columns.
    pub fn lines(&self, rows: u8) -> Vec<String> {
        let rules = self.position.rules;
        let removed = match self.dropped.outcome.lines {
            0 => 0,
            _ => self.dropped.before.full_rows() & self.dropped.landing.rows(),
        };
        let mut lines: Vec<String> = Vec::new();
        for y in (0..rows).rev() {
            let cells: String = (0..rules.size().width).map(|x| self.cell(x as i8, y as i8)).collect();
            let arrow = if removed >> y & 1 == 1 { " ←" } else { "  " };
            // Rows above the board have no walls.
            let wall = if y < rules.size().height { "│" } else { " " };
            lines.push(match self.page.is_terminal {
                true => format!("{}{cells}{}{arrow}", self.page.quiet(wall), self.page.quiet(wall)),
                false => format!("{cells}{arrow}"),
            });
        }
        let columns = (0..rules.size().width).map(|x| x % 10);
        if self.page.is_terminal {
            let floor = format!("└{}┘  ", "─".repeat(2 * usize::from(rules.size().width)));
            lines.push(self.page.quiet(&floor));
            let numbers: String = columns.map(|x| format!(" {x}")).collect();
            lines.push(self.page.quiet(&format!(" {numbers}   ")));
        } else {
            lines.push(columns.map(|x| x.to_string()).chain(["  ".to_string()]).collect());
        }
        lines
    }

    /// One cell: two columns in a terminal, where it is square, and a letter otherwise.
    fn cell(&self, x: i8, y: i8) -> String {
        let piece = self.dropped.drop.piece;
        let placement = self.dropped.drop.placement(self.dropped.landing.row as i8);
        let is_piece = placement.is_some_and(|placement| placement.cells().contains(&Cell::new(x, y)));
        let block = self.position.blocks.get(x, y);
        if !self.page.is_terminal {
            let letter = if is_piece { piece.letter().to_ascii_lowercase() } else { block.map_or('.', Block::letter) };
            return letter.to_string();
        }
        match block {
            _ if is_piece => self.page.paint("[]", palette::piece(piece)),
            Some(block) if self.page.is_plain() => format!("{0}{0}", block.letter()),
            Some(block) => self.page.paint("██", palette::block(block)),
            None if y < self.position.rules.size().height as i8 => self.page.quiet(" ·"),
            None => "  ".to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::{Blocks, Drop, DropRules, Piece};

    use super::*;

    #[test]
    fn cells_are_square_in_a_terminal() {
        let mut rules = DropRules::new(4, 3).unwrap();
        rules.lines_after_overflow = true;
        let mut blocks = Blocks::empty(rules.size());
        for (x, y, block) in [(0, 0, Block::Garbage), (1, 0, Block::Of(Piece::T)), (2, 0, Block::Of(Piece::L))] {
            blocks.set(x, y, Some(block));
        }
        let drop = Drop { piece: Piece::I, orientation: 0, column: 3 };
        let dropped = Dropped::new(rules, blocks.board(), drop).unwrap();
        let position = Position { rules, blocks };
        let drawing = Drawing { page: Page::PLAIN_TERMINAL, position: &position, dropped: &dropped };
        let expected = [
            "             ",
            "       []    ",
            "│ · · ·[]│  ",
            "│ · · ·[]│  ",
            "│XXTTLL[]│ ←",
            "└────────┘  ",
            "  0 1 2 3   ",
        ];
        let lines = drawing.lines(drawing.rows());
        assert_eq!(lines, expected.map(|line| format!("{:<12}", line.trim_end())));
        assert!(lines.iter().all(|line| line.chars().count() == drawing.width()));
    }
}
