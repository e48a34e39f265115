//! The map, drawn or as numbers.

use tetrolab_engine::{Block, Blocks, Cell};

use crate::commands::page::Page;
use tetrolab_sessions::palette;

/// How the map is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    /// Drawn, as far up as anything lies, with the numbers of rows and columns.
    Picture,
    /// As the course prints it: all rows as lists of 0 and 1.
    Zeros,
}

/// No picture has fewer rows.
const FEWEST: u8 = 4;

impl Map {
    /// All of them.
    pub const ALL: [Map; 2] = [Map::Picture, Map::Zeros];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        ["picture", "zeros"][self as usize]
    }

    /// The lines from the top down. In the picture the cells of the piece that came last are marked.
    pub fn lines(self, page: Page, blocks: &Blocks, last: &[Cell]) -> Vec<String> {
        match self {
            Map::Picture => picture(page, blocks, last),
            Map::Zeros => zeros(blocks),
        }
    }
}

fn zeros(blocks: &Blocks) -> Vec<String> {
    let size = blocks.board().size();
    let cell = |x: u8, y: u8| u8::from(blocks.board().is_filled(x as i8, y as i8));
    let row = |y: u8| format!("{:?}", (0..size.width).map(|x| cell(x, y)).collect::<Vec<u8>>());
    (0..size.height).rev().map(row).collect()
}

fn picture(page: Page, blocks: &Blocks, last: &[Cell]) -> Vec<String> {
    let size = blocks.board().size();
    // An empty row above the stack shows that nothing is cut off.
    let rows = (blocks.board().stack_height() + 1).max(FEWEST).min(size.height);
    let wall = if page.is_terminal { page.quiet("│") } else { String::new() };
    let mut lines = Vec::new();
    if rows < size.height {
        lines.push(page.quiet(" ⋮"));
    }
    for y in (0..rows).rev() {
        let number = page.quiet(&format!("{:>2}", size.height - 1 - y));
        let cells: String = (0..size.width).map(|x| cell(page, blocks, last, Cell::new(x as i8, y as i8))).collect();
        lines.push(format!("{number} {wall}{cells}{wall}"));
    }
    let columns = (0..size.width).map(|x| (x % 10).to_string());
    if page.is_terminal {
        lines.push(page.quiet(&format!("   └{}┘", "─".repeat(2 * usize::from(size.width)))));
        lines.push(page.quiet(&format!("    {}", columns.map(|x| format!(" {x}")).collect::<String>())));
    } else {
        lines.push(format!("   {}", columns.collect::<String>()));
    }
    lines
}

/// One cell: two columns in a terminal, where it is square, and a letter otherwise.
fn cell(page: Page, blocks: &Blocks, last: &[Cell], cell: Cell) -> String {
    let (block, is_last) = (blocks.get(cell.x, cell.y), last.contains(&cell));
    match block {
        None if page.is_terminal => page.quiet(" ·"),
        None => ".".to_string(),
        Some(block) if !page.is_terminal && is_last => block.letter().to_ascii_lowercase().to_string(),
        Some(block) if !page.is_terminal => block.letter().to_string(),
        Some(block) if is_last => page.paint("[]", palette::block(block)),
        Some(block) if page.is_plain() => format!("{0}{0}", block.letter()),
        Some(block) => page.paint("██", palette::block(block)),
    }
}

/// All rows from the top down, a letter for each cell.
pub fn rows(blocks: &Blocks) -> Vec<String> {
    let size = blocks.board().size();
    let letter = |x: u8, y: u8| blocks.get(x as i8, y as i8).map_or('.', Block::letter);
    (0..size.height).rev().map(|y| (0..size.width).map(|x| letter(x, y)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use tetrolab_engine::{Piece, Size};

    use super::*;

    #[test]
    fn the_last_piece_is_marked() {
        let mut blocks = Blocks::empty(Size { width: 4, height: 5, buffer: 0 });
        for (x, y, block) in [(0, 0, Block::Garbage), (1, 0, Block::Of(Piece::I)), (1, 1, Block::Of(Piece::T))] {
            blocks.set(x, y, Some(block));
        }
        let last = [Cell::new(1, 1)];
        let lines = Map::Picture.lines(Page::plain(), &blocks, &last);
        assert_eq!(lines, [" ⋮", " 1 ....", " 2 ....", " 3 .t..", " 4 XI..", "   0123"]);
        let lines = Map::Picture.lines(Page::PLAIN_TERMINAL, &blocks, &last);
        assert_eq!(lines[3..], [" 3 │ ·[] · ·│", " 4 │XXII · ·│", "   └────────┘", "     0 1 2 3"]);
        let lines = Map::Zeros.lines(Page::plain(), &blocks, &last);
        assert_eq!(lines[2..], ["[0, 0, 0, 0]", "[0, 1, 0, 0]", "[1, 1, 0, 0]"]);
        assert_eq!(lines.len(), 5);
        assert_eq!(rows(&blocks), ["....", "....", "....", ".T..", "XI.."]);
    }
}
