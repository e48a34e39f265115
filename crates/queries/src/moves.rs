//! The options that commands about moves share.

use std::ffi::OsString;

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};
use tetrolab_engine::{Board, HalfTurns, Kicks, MAX_BUFFER, MAX_HEIGHT, Movement, Piece, Size};
use tetrolab_inputs::board::read;

/// The board and how pieces move on it.
#[derive(Debug, Args)]
pub struct Moves {
    /// A picture of the board, top row first: a file, or the rows themselves with / between them; or fumen: v115@… or a link, its
    /// first page, or page N with #N at the end [default: empty, 10 columns]
    #[arg(long, value_name = "PICTURE|FUMEN")]
    pub board: Option<OsString>,
    /// The row of the centre of a new piece, from 0 at the floor
    #[arg(long, value_name = "ROW", default_value_t = 19, value_parser = clap::value_parser!(i8).range(0..60))]
    spawn_row: i8,
    /// Where a new piece appears if it does not fit into its row
    #[arg(long, value_name = "ROW", value_parser = clap::value_parser!(i8).range(0..60))]
    fall_back_row: Option<i8>,
    /// Rotation points: srs, srs-plus or none
    #[arg(long, default_value_t = Kicks::Srs)]
    kicks: Kicks,
    /// Allow turns by 180 degrees
    #[arg(long)]
    half_turns: bool,
}

impl Moves {
    /// The board, so high that its top does not matter.
    pub fn board(&self) -> Result<Board> {
        let Some(argument) = &self.board else {
            return Ok(Board::empty(Size { width: 10, height: MAX_HEIGHT, buffer: MAX_BUFFER }));
        };
        let (drawing, picture) = read(argument, None, Some(MAX_HEIGHT), MAX_BUFFER)?;
        Ok(*drawing.blocks(&picture)?.board())
    }

    /// How pieces move.
    pub const fn movement(&self, spins: bool) -> Movement {
        Movement {
            kicks: self.kicks,
            half_turns: if self.half_turns { HalfTurns::Tests } else { HalfTurns::Off },
            spins,
            sticky_fifth_point: false,
            spawn_row: self.spawn_row,
            generation_drop: false,
            fall_back_row: self.fall_back_row,
        }
    }

    /// What is needed to repeat it.
    pub fn document(&self, board: &Board) -> Value {
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "board": self.board.as_ref().map(|argument| argument.display().to_string()),
            "width": board.size().width,
            "spawn_row": self.spawn_row,
            "fall_back_row": self.fall_back_row,
            "kicks": self.kicks.to_string(),
            "half_turns": self.half_turns,
        })
    }
}

/// The seven pieces, by their letters.
pub fn pieces() -> impl TypedValueParser<Value = Piece> {
    let letters = PossibleValuesParser::new(["I", "J", "L", "O", "S", "T", "Z"]);
    letters.map(|letter| {
        let letter = letter.chars().next().expect("a letter").to_ascii_uppercase();
        Piece::from_letter(letter).expect("it is one of the seven")
    })
}
