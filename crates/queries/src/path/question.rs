//! What is asked: from the arguments to a checked problem.

use std::error::Error;
use std::fmt;

use anyhow::{Result, bail, ensure};
use tetrolab_agents::path::{Place, Problem, Space};
use tetrolab_agents::sevilla::{Choice, best};
use tetrolab_engine::{Blocks, Picture, Piece, Size};

use super::Path;

/// A piece has no room where it starts by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom {
    pub piece: Piece,
}

impl fmt::Display for NoRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} does not fit in the middle of the top rows; say with --start where it starts, or give the board more rows \
             with --rows",
            self.piece
        )
    }
}

impl Error for NoRoom {}

/// What is to be solved.
pub struct Question {
    pub problem: Problem,
    /// The placement that was chosen, if the goal is the best one.
    pub choice: Option<Choice>,
}

impl Question {
    pub fn new(path: &Path) -> Result<Question> {
        let picture = picture(path)?;
        let piece = match (path.piece, picture.in_play) {
            (Some(piece), Some(drawn)) if piece != drawn.piece => {
                bail!("the picture shows {} in play, but --piece is {piece}", drawn.piece)
            }
            (Some(piece), _) => piece,
            (None, Some(drawn)) => drawn.piece,
            (None, None) => bail!("name the piece with --piece, or draw it into the board in small letters"),
        };
        let board = *picture.blocks.board();
        let start = match (&path.start, picture.in_play) {
            (Some(_), Some(_)) => {
                bail!("the picture shows where the piece starts; leave out --start, or the small letters")
            }
            (Some(start), None) => start.clone(),
            (None, Some(drawn)) => Place::of(drawn, board.size().rows()),
            (None, None) => Place::top(piece, board.size().width),
        };
        let space = Space::new(board, piece, &start, path.rotation, path.order);
        let space = match path.start.is_none() && picture.in_play.is_none() {
            true => space.map_err(|_| NoRoom { piece })?,
            false => space?,
        };
        let choice = path.best.map(|variant| best(&space, variant));
        let goals = choice.as_ref().map_or_else(|| path.goal.clone(), |choice| vec![choice.goal()]);
        ensure!(!goals.is_empty(), "say where the piece should go, with --goal or with --best sevilla");
        Ok(Question { problem: Problem::new(space, &goals)?, choice })
    }
}

/// The board of the picture, or an empty one.
fn picture(path: &Path) -> Result<Picture> {
    let Some(argument) = &path.board else {
        let size = Size { width: path.width.unwrap_or(10), height: path.rows.unwrap_or(20), buffer: 0 };
        return Ok(Picture { blocks: Blocks::empty(size), in_play: None });
    };
    Ok(tetrolab_inputs::board::read(argument, path.width, path.rows, 0)?.1)
}
