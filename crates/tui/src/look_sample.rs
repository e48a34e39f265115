//! A sample of how things look: all pieces, garbage, a ghost and empty cells.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use tetrolab_engine::{Block, Piece};

use super::look::Look;
use super::pieces;

/// Columns and rows from one to the next.
const STEP: (u16, u16) = (10, 3);
/// Pieces in a row; the rest of the sample stands behind the last one.
const IN_ROW: u16 = 4;
/// Cells that are shown of everything that is no piece.
const CELLS: u16 = 4;

/// Draws the sample if there is room for it.
pub fn draw(area: Rect, buffer: &mut Buffer, look: &Look) {
    let rows = (Piece::ALL.len() as u16 + 1).div_ceil(IN_ROW);
    if area.height + 1 < rows * STEP.1 {
        return;
    }
    let at = |index: u16| Position { x: area.x + index % IN_ROW * STEP.0, y: area.y + index / IN_ROW * STEP.1 };
    for (index, piece) in (0..).zip(Piece::ALL) {
        pieces::large(buffer, at(index), piece, look, look.piece(piece));
    }
    let others = at(Piece::ALL.len() as u16);
    let ghost = if look.ghost { Look::GHOST } else { look.empty() };
    cells(buffer, others, ghost, look.piece(Piece::T));
    let garbage = Position { y: others.y + 1, ..others };
    cells(buffer, garbage, look.cell(Block::Garbage, false), look.block(Block::Garbage));
    let empty = Position { x: others.x + 2 * CELLS, ..others };
    cells(buffer, empty, look.empty(), look.quiet());
}

/// A few equal cells beside each other.
fn cells(buffer: &mut Buffer, at: Position, cell: [char; 2], style: Style) {
    for (index, character) in (0..2 * CELLS).zip(cell.into_iter().cycle()) {
        if let Some(drawn) = buffer.cell_mut(Position { x: at.x + index, ..at }) {
            drawn.set_char(character).set_style(style);
        }
    }
}
