//! A game as the page draws it.

use serde::Serialize;
use tetrolab_engine::{Block, Blocks, Board, Game, Piece, Placement};

/// Rows above the Skyline that are drawn.
const ABOVE: u8 = 2;

/// A piece where it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Placed {
    pub piece: char,
    /// Column and row of its Minos, from 0 at the left and at the floor.
    pub cells: [[i8; 2]; 4],
}

impl From<Placement> for Placed {
    fn from(placement: Placement) -> Placed {
        Placed { piece: placement.piece.letter(), cells: placement.cells().map(|cell| [cell.x, cell.y]) }
    }
}

/// What is drawn of a game. The Blocks are told only when they have changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Picture {
    pub width: u8,
    pub height: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<String>>,
    pub piece: Option<Placed>,
    pub ghost: Option<Placed>,
    pub hold: Option<char>,
    pub can_hold: bool,
    pub next: String,
    /// Rows of garbage on their way.
    pub garbage: u32,
}

impl Picture {
    /// What is drawn of a game.
    pub fn of(game: &Game) -> Picture {
        let size = game.rules().size;
        Picture {
            width: size.width,
            height: size.height,
            rows: Some(rows(game.blocks(), size.height + ABOVE.min(size.buffer))),
            piece: game.in_play().map(Placed::from),
            ghost: game.ghost().map(Placed::from),
            hold: game.hold().map(Piece::letter),
            can_hold: game.can_hold(),
            next: game.next().iter().map(|piece| piece.letter()).collect(),
            garbage: game.garbage_waiting(),
        }
    }
}

/// The rows of a board from the floor up, a letter a cell, without empty rows at the top.
pub fn rows(blocks: &Blocks, most: u8) -> Vec<String> {
    let board: &Board = blocks.board();
    let (width, height) = (board.size().width as i8, most.min(board.stack_height()) as i8);
    let cell = |x: i8, y: i8| blocks.get(x, y).map_or('.', Block::letter);
    (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect()).collect()
}

/// Remembers what a page knows already.
#[derive(Debug, Default)]
pub struct Known(Option<Vec<String>>);

impl Known {
    /// The picture without what is known.
    pub fn news(&mut self, mut picture: Picture) -> Picture {
        if picture.rows == self.0 {
            picture.rows = None;
        } else {
            self.0.clone_from(&picture.rows);
        }
        picture
    }
}
