//! A board and the pieces of a solution on it.

use tetrolab_engine::Block;
use tetrolab_solve::perfect_clear::{Tile, WIDTH};

use super::question::Question;
use crate::commands::page::Page;
use crate::palette;

/// The rows from the top down. Pieces have their letters; in a terminal all cells are square, and what was there before is grey.
pub fn rows(page: Page, question: &Question, tiles: &[Tile]) -> Vec<String> {
    let row = |y: u8| (0..WIDTH).map(|x| cell(page, question, tiles, x, y)).collect();
    (0..question.lines).rev().map(row).collect()
}

fn cell(page: Page, question: &Question, tiles: &[Tile], x: u8, y: u8) -> String {
    let tile = tiles.iter().find(|tile| tile.cells >> (WIDTH * y + x) & 1 == 1);
    let is_filled = question.field.is_filled(x, y);
    match (page.is_terminal, tile) {
        (false, tile) => letter(tile, is_filled).to_string(),
        (true, _) if page.is_plain() => format!("{0}{0}", letter(tile, is_filled)),
        (true, Some(tile)) => page.paint("██", palette::piece(tile.piece)),
        (true, None) if is_filled => page.paint("██", palette::block(Block::Garbage)),
        (true, None) => page.quiet(" ·"),
    }
}

fn letter(tile: Option<&Tile>, is_filled: bool) -> char {
    match tile.map(|tile| tile.piece) {
        Some(piece) => piece.letter(),
        None if is_filled => 'X',
        None => '.',
    }
}
