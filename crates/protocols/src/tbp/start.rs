//! `start`: a game at the moment from which the bot plays it.

use serde::{Deserialize, Serialize};
use tetrolab_bot::{Position, Supply};
use tetrolab_engine::{Blocks, Piece, Size};

use super::notation::{Filled, Letter};
use super::randomizer::Randomizer;

/// The board of the protocol.
const BOARD: Size = Size::STANDARD;

/// No combo and no garbage counts for more than this. Nothing depends on such numbers.
const MOST: u32 = 10_000;

/// A game from which the bot shall play on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Start {
    /// The piece in Hold.
    pub hold: Option<Piece>,
    /// The known pieces, the one in play first.
    pub queue: Vec<Piece>,
    /// How many pieces directly before cleared lines.
    pub combo: u32,
    /// Whether the next difficult clear is a Back-to-Back.
    pub back_to_back: bool,
    /// The Blocks. No row is full.
    pub blocks: Blocks,
    /// What the pieces after the queue are drawn from, if it is told.
    pub randomizer: Option<Randomizer>,
    /// Rows of garbage that wait, if it is told: the extension [`INCOMING`](super::INCOMING).
    pub incoming: Option<u32>,
}

/// How it is written. What only a careless frontend leaves out is taken for what it is at the beginning of a game.
#[derive(Serialize, Deserialize)]
struct Written {
    #[serde(default)]
    hold: Option<Letter>,
    queue: Vec<Letter>,
    #[serde(default)]
    combo: i64,
    #[serde(default)]
    back_to_back: bool,
    board: Vec<Vec<Option<Filled>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    randomizer: Option<Randomizer>,
    #[serde(default, rename = "tetrolab:incoming", skip_serializing_if = "Option::is_none")]
    incoming: Option<i64>,
}

/// A count as it is written, at least 0.
fn count(written: i64) -> u32 {
    written.clamp(0, MOST.into()) as u32
}

impl TryFrom<Written> for Start {
    type Error = String;

    fn try_from(written: Written) -> Result<Start, String> {
        Ok(Start {
            hold: written.hold.map(|Letter(piece)| piece),
            queue: written.queue.into_iter().map(|Letter(piece)| piece).collect(),
            combo: count(written.combo),
            back_to_back: written.back_to_back,
            blocks: blocks(&written.board)?,
            randomizer: written.randomizer,
            incoming: written.incoming.map(count),
        })
    }
}

/// The Blocks of a board that is written row by row from the floor. Rows at the top that are not written are empty.
fn blocks(rows: &[Vec<Option<Filled>>]) -> Result<Blocks, String> {
    let mut blocks = Blocks::empty(BOARD);
    for (y, row) in rows.iter().enumerate() {
        if row.len() != usize::from(BOARD.width) {
            return Err(format!("row {y} of the board has {} cells instead of {}", row.len(), BOARD.width));
        }
        if row.iter().all(Option::is_some) {
            return Err(format!("row {y} of the board is full"));
        }
        for (x, cell) in row.iter().enumerate() {
            let Some(Filled(block)) = *cell else { continue };
            if y >= usize::from(BOARD.rows()) {
                return Err(format!("the board has Blocks above row {}", BOARD.rows() - 1));
            }
            blocks.set(x as i8, y as i8, Some(block));
        }
    }
    Ok(blocks)
}

impl From<Start> for Written {
    fn from(start: Start) -> Written {
        let row = |y: u8| (0..BOARD.width).map(|x| start.blocks.get(x as i8, y as i8).map(Filled)).collect();
        Written {
            hold: start.hold.map(Letter),
            queue: start.queue.iter().copied().map(Letter).collect(),
            combo: start.combo.into(),
            back_to_back: start.back_to_back,
            board: (0..BOARD.rows()).map(row).collect(),
            randomizer: start.randomizer,
            incoming: start.incoming.map(i64::from),
        }
    }
}

impl From<&Position> for Start {
    /// All Blocks become garbage: a position does not know their colours.
    fn from(position: &Position) -> Start {
        Start {
            hold: position.hold,
            queue: position.queue.clone(),
            combo: position.combo,
            back_to_back: position.back_to_back,
            blocks: Blocks::from(position.board),
            randomizer: Some(Randomizer::from(&position.supply)),
            incoming: Some(position.incoming),
        }
    }
}

impl From<&Start> for Position {
    fn from(start: &Start) -> Position {
        Position {
            board: *start.blocks.board(),
            hold: start.hold,
            queue: start.queue.clone(),
            combo: start.combo,
            back_to_back: start.back_to_back,
            supply: start.randomizer.as_ref().map_or(Supply::Uniform, Supply::from),
            incoming: start.incoming.unwrap_or(0),
        }
    }
}
