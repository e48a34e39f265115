//! Pieces outside the Matrix, facing North: large with square cells, or small in half blocks; and a whole board in half blocks.

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::Style;
use tetrolab_engine::{Block, Cell, Game, Piece, Placement, Rotation};

use super::look::Look;
use tetrolab_sessions::preferences::look::BlockStyle;

/// Columns of a small piece.
const SMALL: u16 = 4;

fn cells(piece: Piece) -> [Cell; 4] {
    Placement::new(piece, Rotation::North, 1, 0).cells()
}

/// Draws a piece in two rows and eight columns.
pub fn large(buffer: &mut Buffer, at: Position, piece: Piece, look: &Look, style: Style) {
    let text = look.cell(Block::Of(piece), false);
    for cell in cells(piece) {
        for (column, character) in text.into_iter().enumerate() {
            let x = at.x + 2 * cell.x as u16 + column as u16;
            let place = Position { x, y: at.y + 1 - cell.y as u16 };
            if let Some(drawn) = buffer.cell_mut(place) {
                drawn.set_char(character).set_style(style);
            }
        }
    }
}

/// Draws a piece in one row and four columns, with its letter behind it where letters tell Blocks apart.
pub fn small(buffer: &mut Buffer, at: Position, piece: Piece, look: &Look, style: Style) {
    let cells = cells(piece);
    for column in 0..SMALL {
        let filled = |row| cells.contains(&Cell::new(column as i8, row));
        if let Some(drawn) = buffer.cell_mut(Position { x: at.x + column, ..at }) {
            drawn.set_char(look.half_blocks(filled(1), filled(0))).set_style(style);
        }
    }
    if look.blocks != BlockStyle::Colour
        && let Some(drawn) = buffer.cell_mut(Position { x: at.x + SMALL + 1, ..at })
    {
        drawn.set_char(piece.letter()).set_style(style);
    }
}

/// Columns and rows of a game's board in half blocks, with its frame.
pub fn small_board_size(game: &Game) -> (u16, u16) {
    let size = game.rules().size;
    (u16::from(size.width) + 2, u16::from(size.height).div_ceil(2) + 1)
}

/// Draws the board of a game in half blocks: a column and half a row for each cell.
pub fn small_board(buffer: &mut Buffer, at: Position, game: &Game, look: &Look) {
    let size = game.rules().size;
    let (width, height) = small_board_size(game);
    let in_play = game.in_play().map_or([Cell::new(-1, -1); 4], Placement::cells);
    let block_at = |x: i8, y: i8| match game.in_play() {
        Some(piece) if in_play.contains(&Cell::new(x, y)) => Some(Block::Of(piece.piece)),
        _ => game.blocks().get(x, y),
    };
    let mut put = |x: u16, y: u16, character: char, style: Style| {
        if let Some(cell) = buffer.cell_mut(Position { x: at.x + x, y: at.y + y }) {
            cell.set_char(character).set_style(style);
        }
    };
    let quiet = look.quiet();
    let [wall, floor, left, right] = if look.is_ascii() { ['|', '-', '+', '+'] } else { ['│', '─', '└', '┘'] };
    for row in 0..height - 1 {
        put(0, row, wall, quiet);
        put(width - 1, row, wall, quiet);
        let lower = size.height as i8 - 2 - 2 * row as i8;
        for x in 0..size.width {
            let (above, below) = (block_at(x as i8, lower + 1), block_at(x as i8, lower));
            let style = above.or(below).map_or(Style::new(), |block| look.block(block));
            // The lower half is the ground where both are filled in different colours.
            match (above, below) {
                (Some(above), Some(below)) if above != below && !look.is_ascii() && look.ground(below).is_some() => {
                    let style = look.block(above).bg(look.ground(below).unwrap_or_default());
                    put(x as u16 + 1, row, '▀', style);
                }
                _ => put(x as u16 + 1, row, look.half_blocks(above.is_some(), below.is_some()), style),
            }
        }
    }
    for x in 1..width - 1 {
        put(x, height - 1, floor, quiet);
    }
    put(0, height - 1, left, quiet);
    put(width - 1, height - 1, right, quiet);
}
