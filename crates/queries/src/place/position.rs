//! Where a piece is dropped: a picture and a size become rules and a board.

use std::ffi::OsStr;

use anyhow::{Context, Result, ensure};
use tetrolab_engine::{Blocks, Board, DropRules, MAX_HEIGHT, Picture};

use crate::players::Game;
use tetrolab_inputs::board::Drawing;

/// The board and its rules.
pub struct Position {
    pub rules: DropRules,
    pub blocks: Blocks,
}

impl Position {
    /// The position of a picture, or an empty board.
    pub fn new(picture: Option<&OsStr>, game: &Game) -> Result<Position> {
        let mut rules = game.size.unwrap_or_default();
        rules.lines_after_overflow = game.lines_after_overflow;
        let Some(picture) = picture else {
            return Ok(Position { rules, blocks: Blocks::empty(rules.size()) });
        };
        let Drawing { name, text, .. } = tetrolab_inputs::board::drawing(picture)?;
        let drawn = blocks(&text).with_context(|| name.clone())?;
        let width = drawn.board().size().width;
        if game.size.is_none() {
            rules = DropRules::new(width, rules.size().height).context("a picture is as wide as a board can be")?;
            rules.lines_after_overflow = game.lines_after_overflow;
        }
        ensure!(width == rules.size().width, "{name}: the picture has {width} columns, but --size is {rules}");
        let (stack, height) = (drawn.board().stack_height(), rules.size().height);
        let more = if stack > MAX_HEIGHT { String::new() } else { format!("; --size {width}x{stack} has more rows") };
        ensure!(
            stack <= height,
            "{name}: the stack has {stack} rows, more than the {height} of the board: the game is lost already{more}"
        );
        // The board that was drawn has rows of its own; all of its Blocks lie below the height.
        let mut blocks = Blocks::empty(rules.size());
        for cell in drawn.board().cells() {
            blocks.set(cell.x, cell.y, drawn.get(cell.x, cell.y));
        }
        Ok(Position { rules, blocks })
    }
}

/// The Blocks of a picture that shows nothing else.
fn blocks(text: &str) -> Result<Blocks> {
    let board: Board = text.parse()?;
    Ok(Picture::parse(text, board.size())?.blocks)
}
