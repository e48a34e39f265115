//! Boards as lines of text: what is left, and how the pieces lie.

use tetrolab_engine::{Block, Blocks};
use tetrolab_solve::{SIZE, Step};

use crate::commands::page::Page;
use tetrolab_sessions::palette;

/// The cells of a row.
type Row = [Option<Block>; SIZE.width as usize];

/// Rows from the floor up.
pub struct Drawing {
    rows: Vec<Row>,
}

impl Drawing {
    /// A board as it is.
    pub fn of(blocks: &Blocks) -> Drawing {
        let rows =
            (0..blocks.board().stack_height() as i8).map(|y| std::array::from_fn(|x| blocks.get(x as i8, y))).collect();
        Drawing { rows }
    }

    /// How the pieces lie if no row ever went: rows that were cleared are left in.
    pub fn lying(start: &Blocks, steps: &[Step]) -> Drawing {
        let Drawing { mut rows } = Drawing::of(start);
        // The rows that have not gone, from the floor up.
        let mut there: Vec<usize> = (0..rows.len()).collect();
        for step in steps {
            for cell in step.placement.cells() {
                while there.len() <= cell.y as usize {
                    there.push(rows.len());
                    rows.push(Row::default());
                }
                rows[there[cell.y as usize]][cell.x as usize] = Some(Block::Of(step.placement.piece));
            }
            there.retain(|&row| rows[row].iter().any(Option::is_none));
        }
        Drawing { rows }
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Columns of text that are needed.
    pub const fn width(page: Page) -> usize {
        let cells = SIZE.width as usize;
        if page.is_terminal { 2 * cells + 2 } else { cells }
    }

    /// The lines from the top down: at least `height` rows, and below them the floor in a terminal.
    pub fn lines(&self, page: Page, height: usize) -> Vec<String> {
        let empty = Row::default();
        let rows = (0..height.max(self.height()).max(1)).rev().map(|y| self.rows.get(y).unwrap_or(&empty));
        let mut lines: Vec<String> = rows
            .map(|row| {
                let cells: String = row.iter().map(|&block| cell(page, block)).collect();
                let wall = if page.is_terminal { page.quiet("│") } else { String::new() };
                format!("{wall}{cells}{wall}")
            })
            .collect();
        if page.is_terminal {
            lines.push(page.quiet(&format!("└{}┘", "─".repeat(2 * empty.len()))));
        }
        lines
    }
}

/// One cell: two columns in a terminal, where it is square, and a letter otherwise.
fn cell(page: Page, block: Option<Block>) -> String {
    match block {
        None if page.is_terminal => page.quiet(" ·"),
        None => ".".to_string(),
        Some(block) if !page.is_terminal => block.letter().to_string(),
        Some(block) if page.is_plain() => format!("{0}{0}", block.letter()),
        Some(block) => page.paint("██", palette::block(block)),
    }
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::{Piece, Placement, Rotation};

    use super::*;

    fn step(piece: Piece, rotation: Rotation, x: i8, y: i8) -> Step {
        let placement = Placement::new(piece, rotation, x, y);
        Step { hold: false, placement, actions: None, lines: 0, points: 0, spin: false, misses: 0 }
    }

    #[test]
    fn rows_that_went_are_left_in() {
        let steps = [
            step(Piece::I, Rotation::North, 1, 0),
            step(Piece::I, Rotation::North, 5, 0),
            step(Piece::O, Rotation::North, 8, 0),
            step(Piece::O, Rotation::North, 8, 1),
        ];
        let drawing = Drawing::lying(&Blocks::empty(SIZE), &steps);
        assert_eq!(drawing.lines(Page::plain(), 0), ["........OO", "........OO", "........OO", "IIIIIIIIOO"]);
        assert_eq!(Drawing::of(&Blocks::empty(SIZE)).lines(Page::plain(), 2), ["..........", ".........."]);
        let terminal = drawing.lines(Page::PLAIN_TERMINAL, 4);
        assert_eq!(terminal[3..], ["│IIIIIIIIIIIIIIIIOOOO│", "└────────────────────┘"]);
        assert!(terminal.iter().all(|line| line.chars().count() == Drawing::width(Page::PLAIN_TERMINAL)));
    }
}
