//! Perfect clears, as players ask about them.

pub mod path;
pub mod percent;
mod problem;
mod question;
mod tree;

use tetrolab_solve::perfect_clear::{Tile, WIDTH};

pub use problem::FieldProblem;
pub use question::{Options, Question};
pub use tree::Branch;

/// The rows of a board and the pieces of a solution on it, from the top down.
pub fn rows(question: &Question, tiles: &[Tile]) -> Vec<String> {
    let row = |y: u8| (0..WIDTH).map(|x| letter(question, tiles, x, y)).collect();
    (0..question.lines).rev().map(row).collect()
}

/// The letter of a cell: that of the piece which fills it, or `X` for what was there before.
pub fn letter(question: &Question, tiles: &[Tile], x: u8, y: u8) -> char {
    match tile(tiles, x, y) {
        Some(tile) => tile.piece.letter(),
        None if question.field.is_filled(x, y) => 'X',
        None => '.',
    }
}

/// The piece of the solution that fills a cell.
pub fn tile(tiles: &[Tile], x: u8, y: u8) -> Option<&Tile> {
    tiles.iter().find(|tile| tile.cells >> (WIDTH * y + x) & 1 == 1)
}
