//! The Matrix as a widget: Blocks, ghost, hint and the piece in play, with the rows just above the Skyline.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;
use tetrolab_engine::{Block, Cell, Game, Placement, Size};

use super::look::Look;

/// Rows above the Skyline that are on show.
const ABOVE: u16 = 2;

/// Draws the Matrix of a game.
pub struct Matrix<'a> {
    pub game: &'a Game,
    pub look: &'a Look,
    /// How many times as large as two columns and one row a cell is.
    pub scale: u16,
    /// Where the assistant would put the piece.
    pub hint: Option<Placement>,
    /// Whether nothing of it may be seen, as in a pause.
    pub hidden: bool,
}

/// Columns and rows that a Matrix needs.
pub fn size(board: Size, scale: u16) -> (u16, u16) {
    let rows = u16::from(board.height) + ABOVE.min(board.buffer.into());
    (2 * scale * u16::from(board.width) + 2, scale * rows + 1)
}

impl Matrix<'_> {
    /// Columns and rows that it needs.
    pub fn size(&self) -> (u16, u16) {
        size(self.game.rules().size, self.scale)
    }

    /// Rows of cells on show.
    fn rows(&self) -> u16 {
        let size = self.game.rules().size;
        u16::from(size.height) + ABOVE.min(size.buffer.into())
    }

    /// Draws one cell, if it is on show.
    fn cell(&self, area: Rect, buffer: &mut Buffer, cell: Cell, text: [char; 2], style: Style) {
        let (Ok(x), Ok(y)) = (u16::try_from(cell.x), u16::try_from(cell.y)) else { return };
        if x >= u16::from(self.game.rules().size.width) || y >= self.rows() {
            return;
        }
        let left = area.x + 1 + 2 * self.scale * x;
        let top = area.y + self.scale * (self.rows() - 1 - y);
        for row in 0..self.scale {
            for column in 0..2 * self.scale {
                let character = text[usize::from(column % 2)];
                buffer[(left + column, top + row)].set_char(character).set_style(style);
            }
        }
    }

    fn walls(&self, area: Rect, buffer: &mut Buffer) {
        let (width, height) = self.size();
        let style = self.look.quiet();
        let skyline = area.y + self.scale * (self.rows() - u16::from(self.game.rules().size.height));
        let [wall, above, floor] = if self.look.is_ascii() { ['|', ':', '-'] } else { ['│', '┊', '─'] };
        let corners = if self.look.is_ascii() { ['+', '+'] } else { ['└', '┘'] };
        let bottom = area.y + height - 1;
        for y in area.y..bottom {
            let character = if y < skyline { above } else { wall };
            for x in [area.x, area.x + width - 1] {
                buffer[(x, y)].set_char(character).set_style(style);
            }
        }
        for x in area.x + 1..area.x + width - 1 {
            buffer[(x, bottom)].set_char(floor).set_style(style);
        }
        for (x, corner) in [(area.x, corners[0]), (area.x + width - 1, corners[1])] {
            buffer[(x, bottom)].set_char(corner).set_style(style);
        }
    }

    fn blocks(&self, area: Rect, buffer: &mut Buffer) {
        let size = self.game.rules().size;
        let (empty, dim) = (self.look.empty(), self.look.quiet().add_modifier(Modifier::DIM));
        let clearing = self.game.clearing_rows();
        for y in 0..self.rows() as i8 {
            for x in 0..size.width as i8 {
                let cell = Cell::new(x, y);
                match self.game.blocks().get(x, y).filter(|_| !self.hidden) {
                    Some(block) if clearing >> y & 1 == 1 => {
                        let style = self.look.block(block).add_modifier(Modifier::DIM);
                        self.cell(area, buffer, cell, self.look.cell(block, false), style);
                    }
                    Some(block) => {
                        self.cell(area, buffer, cell, self.look.cell(block, false), self.look.block(block));
                    }
                    None if y < size.height as i8 => self.cell(area, buffer, cell, empty, dim),
                    None => {}
                }
            }
        }
    }

    fn placement(&self, area: Rect, buffer: &mut Buffer, placement: Placement, text: [char; 2], style: Style) {
        for cell in placement.cells() {
            self.cell(area, buffer, cell, text, style);
        }
    }
}

impl Widget for Matrix<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let (width, height) = self.size();
        if area.width < width || area.height < height {
            return;
        }
        self.walls(area, buffer);
        self.blocks(area, buffer);
        let Some(piece) = self.game.in_play().filter(|_| !self.hidden) else { return };
        let colour = self.look.piece(piece.piece);
        if let Some(ghost) = self.game.ghost().filter(|_| self.look.ghost) {
            self.placement(area, buffer, ghost, Look::GHOST, colour);
        }
        if let Some(hint) = self.hint {
            self.placement(area, buffer, hint, Look::HINT, self.look.piece(hint.piece).add_modifier(Modifier::BOLD));
        }
        self.placement(area, buffer, piece, self.look.cell(Block::Of(piece.piece), true), colour);
    }
}
