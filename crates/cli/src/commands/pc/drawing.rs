//! A board and the pieces of a solution on it.

use tetrolab_engine::Block;
use tetrolab_queries::pc::{self, Question, letter, tile};
use tetrolab_solve::perfect_clear::{Tile, WIDTH};

use crate::commands::page::Page;
use tetrolab_sessions::palette;

/// The rows from the top down. Pieces have their letters; in a terminal all cells are square, and what was there before is grey.
pub fn rows(page: Page, question: &Question, tiles: &[Tile]) -> Vec<String> {
    if !page.is_terminal {
        return pc::rows(question, tiles);
    }
    let row = |y: u8| (0..WIDTH).map(|x| cell(page, question, tiles, x, y)).collect();
    (0..question.lines).rev().map(row).collect()
}

fn cell(page: Page, question: &Question, tiles: &[Tile], x: u8, y: u8) -> String {
    match tile(tiles, x, y) {
        _ if page.is_plain() => format!("{0}{0}", letter(question, tiles, x, y)),
        Some(tile) => page.paint("██", palette::piece(tile.piece)),
        None if question.field.is_filled(x, y) => page.paint("██", palette::block(Block::Garbage)),
        None => page.quiet(" ·"),
    }
}
