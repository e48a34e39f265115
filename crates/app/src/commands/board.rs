//! Boards from files, and the options that commands about moves share.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};
use tetrolab_engine::{Board, HalfTurns, Kicks, MAX_BUFFER, MAX_HEIGHT, MAX_WIDTH, Movement, Picture, Piece, Size};

use crate::files;

/// Reads a picture. Without `width` and `height` the board has those of the picture; `buffer` rows lie above it.
pub fn read(file: &Path, width: Option<u8>, height: Option<u8>, buffer: u8) -> Result<Picture> {
    let text = files::read_text(file)?;
    let name = || file.display().to_string();
    let mut rows = text.lines().map(str::trim).filter(|row| !row.is_empty());
    let first = rows.next().with_context(|| format!("{}: the picture has no rows", name()))?;
    let (columns, count) = (first.chars().count(), 1 + rows.count());
    let limits = |what: &str, found: usize, least: u8, most: u8| {
        let within = u8::try_from(found).ok().filter(|found| (least..=most).contains(found));
        within.with_context(|| format!("{}: the picture has {found} {what}; a board has {least} to {most}", name()))
    };
    let width = width.map_or_else(|| limits("columns", columns, 4, MAX_WIDTH), Ok)?;
    let height = height.map_or_else(|| limits("rows", count, 1, MAX_HEIGHT), Ok)?;
    Picture::parse(&text, Size { width, height, buffer }).with_context(name)
}

/// The board and how pieces move on it.
#[derive(Debug, Args)]
pub struct Moves {
    /// A picture of the board, top row first [default: empty, 10 columns]
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
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
        let Some(file) = &self.board else {
            return Ok(Board::empty(Size { width: 10, height: MAX_HEIGHT, buffer: MAX_BUFFER }));
        };
        let picture = read(file, None, Some(MAX_HEIGHT), MAX_BUFFER)?;
        ensure!(picture.in_play.is_none(), "{}: the picture shows a piece in play (small letters)", file.display());
        Ok(*picture.blocks.board())
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
            "board": self.board.as_ref().map(|file| file.display().to_string()),
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
